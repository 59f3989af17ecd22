import { FileSpreadsheet } from 'lucide-react'
import { readingWords } from '../client/csvFile.ts'
import type { CsvTable, KeyCheck } from '../client/csvTable.ts'
import { Button } from '../ui/Button.tsx'
import { Select, TextField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './CreateTableDialog.module.css'
import { bytesWords, countWords } from './figures.ts'
import type { ColumnChoice } from './ImportPreview.tsx'
import { KeyColumns } from './KeyColumns.tsx'

/** Where the table is to go, as it is typed. */
export interface TargetChoice {
  readonly kind: 'own' | 'dataset' | 'resource'
  readonly id: string
}

export interface CreateTableFormProps {
  readonly file: File
  readonly table: CsvTable
  readonly instance: string
  readonly name: string
  readonly nameError: string | undefined
  readonly onName: (name: string) => void
  readonly target: TargetChoice
  /** null where there is but one place. */
  readonly onTarget: ((target: TargetChoice) => void) | null
  readonly columns: readonly ColumnChoice[]
  readonly keyColumns: readonly number[]
  readonly onKeys: (columns: readonly number[]) => void
  readonly keyCheck: KeyCheck | 'checking' | null
  readonly replaces: boolean
  readonly onReplaces: (replaces: boolean) => void
  /** Takes another file; null once the load has begun. */
  readonly onReplace: (() => void) | null
}

/** What the new table is called, where it goes, its key, and how the file is read. */
export function CreateTableForm(props: CreateTableFormProps) {
  const { file, table, instance, target, onTarget, onReplace } = props
  const isFixed = onReplace === null
  const reading = readingWords(table.reading)
  return (
    <div className={styles.side}>
      <div className={styles.file}>
        <Icon icon={FileSpreadsheet} size={20} />
        <span>
          <b title={file.name}>{file.name}</b>
          {bytesWords(file.size)}, {countWords(table.rows)} {table.rows === 1 ? 'row' : 'rows'}
        </span>
        {onReplace && (
          <Button variant="ghost" size="sm" onClick={onReplace}>
            Replace
          </Button>
        )}
      </div>
      <TextField
        label="Table name"
        value={props.name}
        onChange={props.onName}
        readOnly={isFixed}
        autoComplete="off"
        spellCheck={false}
        {...(isFixed ? {} : { 'data-autofocus': '' })}
        error={props.nameError}
        hint={`Created in ${instance}.`}
      />
      {onTarget && (
        <div className={styles.row}>
          <span className={styles.label}>Belongs to</span>
          <Select
            label="Belongs to"
            value={target.kind}
            options={TARGETS}
            onChange={(kind) => !isFixed && onTarget({ ...target, kind })}
          />
          {target.kind !== 'own' && (
            <TextField
              label={target.kind === 'dataset' ? 'Dataset' : 'Resource'}
              value={target.id}
              mono
              readOnly={isFixed}
              autoComplete="off"
              spellCheck={false}
              onChange={(text) => onTarget({ ...target, id: text })}
              hint={
                target.kind === 'dataset'
                  ? 'Its name or id. A new resource is made in it.'
                  : 'The id of a resource that has no table yet.'
              }
            />
          )}
        </div>
      )}
      <KeyColumns
        columns={props.columns}
        keyColumns={props.keyColumns}
        onKeys={isFixed ? null : props.onKeys}
        check={props.keyCheck}
        replaces={props.replaces}
        onReplaces={props.onReplaces}
      />
      <div className={styles.row}>
        <span className={styles.label}>How the file is read</span>
        <dl className={styles.facts}>
          <dt>Separator</dt>
          <dd>{reading.separator}</dd>
          <dt>Encoding</dt>
          <dd>{reading.encoding}</dd>
          <dt>Empty</dt>
          <dd>null; "" empty text</dd>
          <dt>First row</dt>
          <dd>names</dd>
        </dl>
      </div>
    </div>
  )
}

const TARGETS = [
  { value: 'own', title: 'no dataset' },
  { value: 'dataset', title: 'a dataset (CKAN)' },
  { value: 'resource', title: 'a resource (CKAN)' },
] as const
