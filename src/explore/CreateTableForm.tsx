import { FileSpreadsheet, KeyRound, Plus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { readingWords } from '../client/csvFile.ts'
import type { CsvTable } from '../client/csvTable.ts'
import { Button } from '../ui/Button.tsx'
import { Select, TextField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Popover, PopoverBody } from '../ui/Popover.tsx'
import styles from './CreateTableDialog.module.css'
import { bytesWords, countWords } from './figures.ts'

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
  readonly columns: readonly string[]
  readonly keyColumns: readonly number[]
  readonly onKeys: (columns: readonly number[]) => void
  /** Takes another file; null once the load has begun. */
  readonly onReplace: (() => void) | null
}

/** What the new table is called, where it goes, its key, and how the file is read. */
export function CreateTableForm(props: CreateTableFormProps) {
  const { file, table, instance, target, onTarget, columns, keyColumns, onKeys, onReplace } = props
  const id = useId()
  const add = useRef<HTMLButtonElement>(null)
  const [adding, setAdding] = useState(false)
  const isFixed = onReplace === null
  const reading = readingWords(table.reading)
  return (
    <div className={styles.side}>
      <div className={styles.file}>
        <Icon icon={FileSpreadsheet} size={20} />
        <span>
          <b>{file.name}</b>
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
        data-autofocus=""
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
      <div className={styles.row}>
        <span className={styles.label} id={`${id}-keys`}>
          Key columns
        </span>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset can't be laid out as a line of chips */}
        <div role="group" aria-labelledby={`${id}-keys`} className={styles.keys}>
          {keyColumns.map((place) => (
            <span key={place} className={styles.key}>
              <Icon icon={KeyRound} size={12} />
              <span>{columns[place]}</span>
              {!isFixed && (
                <Button
                  variant="ghost"
                  size="sm"
                  icon={X}
                  iconOnly
                  label={`Remove ${columns[place] ?? ''} from the key`}
                  onClick={() => onKeys(keyColumns.filter((each) => each !== place))}
                />
              )}
            </span>
          ))}
          {!isFixed && keyColumns.length < columns.length && (
            <Button
              ref={add}
              variant="ghost"
              icon={Plus}
              label="Add key column"
              aria-haspopup="dialog"
              aria-expanded={adding}
              onClick={() => setAdding(!adding)}
            >
              Add
            </Button>
          )}
        </div>
        <Popover open={adding} onClose={() => setAdding(false)} anchor={add} label="Add key column">
          <PopoverBody tight>
            <ul className={styles.choices}>
              {columns.map((name, place) =>
                keyColumns.includes(place) ? null : (
                  <li key={name}>
                    <button
                      type="button"
                      onClick={() => {
                        onKeys([...keyColumns, place])
                        setAdding(false)
                      }}
                    >
                      {name}
                    </button>
                  </li>
                ),
              )}
            </ul>
          </PopoverBody>
        </Popover>
        <p className={styles.hint}>
          {keyColumns.length === 0
            ? 'None: two equal rows are two records.'
            : 'A row whose key is there already is refused and set aside.'}
        </p>
      </div>
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
