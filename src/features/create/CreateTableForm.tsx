import { FileSpreadsheet } from 'lucide-react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { CsvTable, KeyCheck } from '../../formats/csv/csvTable.ts'
import { Button } from '../../ui/Button.tsx'
import { Select, TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './CreateTableDialog.module.css'
import { createWords } from '../../words/en/create/create.ts'
import { DatasetPicker } from './place/DatasetPicker.tsx'
import { FormRow } from './FormRow.tsx'
import type { ColumnChoice } from './ImportPreview.tsx'
import { KeyColumns } from './KeyColumns.tsx'
import { encodingWords } from './encodingWords.ts'

/** Where the table goes, as chosen and typed. */
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
  readonly client: ActionClient
  readonly target: TargetChoice
  /** The kinds of place that the server has. */
  readonly targets: readonly TargetChoice['kind'][]
  /** null if there is only one place for it. */
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

/** The name of the new table, where it goes, its key, and how the file is read. */
export function CreateTableForm(props: CreateTableFormProps) {
  const { file, table, instance, target, onTarget, onReplace } = props
  const isFixed = onReplace === null
  return (
    <div className={styles.side}>
      <div className={styles.file}>
        <Icon icon={FileSpreadsheet} size={20} />
        <span>
          <b title={file.name}>{file.name}</b>
          {createWords.fileFacts(file.size, table.rows)}
        </span>
        {onReplace && (
          <Button variant="ghost" size="sm" onClick={onReplace}>
            {createWords.replace}
          </Button>
        )}
      </div>
      <TextField
        label={createWords.tableName}
        value={props.name}
        onChange={props.onName}
        readOnly={isFixed}
        autoComplete="off"
        spellCheck={false}
        {...(isFixed ? {} : { 'data-autofocus': '' })}
        error={props.nameError}
        hint={createWords.createdIn(instance)}
      />
      {onTarget && (
        <FormRow label={createWords.belongsTo}>
          <Select
            label={createWords.belongsTo}
            value={target.kind}
            options={props.targets.map((value) => ({ value, title: createWords.targets[value] }))}
            onChange={(kind) => !isFixed && onTarget({ kind, id: '' })}
          />
          {target.kind === 'dataset' && (
            <DatasetPicker
              client={props.client}
              value={target.id}
              disabled={isFixed}
              onValue={(id) => onTarget({ ...target, id })}
            />
          )}
          {target.kind === 'resource' && (
            <TextField
              label={createWords.resource}
              value={target.id}
              mono
              readOnly={isFixed}
              autoComplete="off"
              spellCheck={false}
              onChange={(text) => onTarget({ ...target, id: text })}
              hint={createWords.resourceHint}
            />
          )}
        </FormRow>
      )}
      <KeyColumns
        columns={props.columns}
        keyColumns={props.keyColumns}
        onKeys={isFixed ? null : props.onKeys}
        check={props.keyCheck}
        replaces={props.replaces}
        onReplaces={props.onReplaces}
      />
      <FormRow label={createWords.howRead}>
        <dl className={styles.facts}>
          <dt>{createWords.separator}</dt>
          <dd>{createWords.separators[table.reading.separator]}</dd>
          <dt>{createWords.encoding}</dt>
          <dd>{encodingWords(table.reading)}</dd>
          <dt>{createWords.emptyCells}</dt>
          <dd>{createWords.emptyIsNull}</dd>
          <dt>{createWords.firstRow}</dt>
          <dd>{createWords.names}</dd>
        </dl>
      </FormRow>
    </div>
  )
}
