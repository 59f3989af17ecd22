import { CircleCheck, KeyRound, Plus, TriangleAlert, X } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import type { KeyCheck } from '../client/csvTable.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Popover, PopoverBody } from '../ui/Popover.tsx'
import { countWords } from './figures.ts'
import type { ColumnChoice } from './ImportPreview.tsx'
import form from './CreateTableDialog.module.css'
import styles from './KeyColumns.module.css'

export interface KeyColumnsProps {
  readonly columns: readonly ColumnChoice[]
  /** Places of the columns of the key. */
  readonly keyColumns: readonly number[]
  /** null once the load has begun. */
  readonly onKeys: ((columns: readonly number[]) => void) | null
  readonly check: KeyCheck | 'checking' | null
  readonly replaces: boolean
  readonly onReplaces: (replaces: boolean) => void
}

/** The columns by which a record is found again, and whether they tell the rows of the file apart. */
export function KeyColumns({ columns, keyColumns, onKeys, check, replaces, onReplaces }: KeyColumnsProps) {
  const id = useId()
  const add = useRef<HTMLButtonElement>(null)
  const [adding, setAdding] = useState(false)
  const free = columns.flatMap(({ name, type }, place) =>
    keyColumns.includes(place) || type === 'json' ? [] : [{ name, place }],
  )
  const remove = (place: number) => {
    onKeys?.(keyColumns.filter((each) => each !== place))
    // The button that had the focus goes with its column.
    add.current?.focus()
  }
  return (
    <div className={form.row}>
      <span className={form.label} id={`${id}-keys`}>
        Key columns
      </span>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset can't be laid out as a line of chips */}
      <div role="group" aria-labelledby={`${id}-keys`} className={styles.keys}>
        {keyColumns.map((place) => {
          const name = columns[place]?.name ?? ''
          return (
            <span key={place} className={styles.key} data-fixed={onKeys === null || undefined}>
              <Icon icon={KeyRound} size={12} />
              <span>{name}</span>
              {onKeys && (
                <Button
                  variant="ghost"
                  size="sm"
                  icon={X}
                  iconOnly
                  label={`Remove ${name} from the key`}
                  onClick={() => remove(place)}
                />
              )}
            </span>
          )
        })}
        {onKeys && (
          <Button
            ref={add}
            variant="ghost"
            icon={Plus}
            label="Add key column"
            disabled={free.length === 0}
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
            {free.map(({ name, place }) => (
              <li key={place}>
                <button
                  type="button"
                  onClick={() => {
                    onKeys?.([...keyColumns, place])
                    setAdding(false)
                  }}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </PopoverBody>
      </Popover>
      <output className={styles.found}>
        <KeyFound check={check} hasJson={keyColumns.some((place) => columns[place]?.type === 'json')} />
      </output>
      {check !== null && check !== 'checking' && check.doubled > 0 && (
        <Checkbox
          label="Later rows replace earlier ones"
          hint="Otherwise the later ones are set aside."
          checked={replaces}
          disabled={onKeys === null}
          onChange={onReplaces}
        />
      )}
    </div>
  )
}

function KeyFound({ check, hasJson }: { readonly check: KeyColumnsProps['check']; readonly hasJson: boolean }) {
  if (check === null) return 'None: two equal rows are two records.'
  if (hasJson) return <Warning>JSON can't be compared. Take it out of the key, or make it text.</Warning>
  if (check === 'checking') return 'Checking every row …'
  const { doubled, empty, rows } = check
  if (rows === 0) return <Warning>No row fits the types, so none is compared.</Warning>
  return (
    <>
      {doubled > 0 ? (
        <Warning>{doubled === 1 ? '1 row has' : `${countWords(doubled)} rows have`} the key of an earlier row.</Warning>
      ) : (
        empty < rows && (
          <span className={styles.unique}>
            <Icon icon={CircleCheck} />
            <span>
              Unique in {rows === 1 ? 'the one row' : `all ${countWords(rows)} rows`}. Later loads can update by this
              key.
            </span>
          </span>
        )
      )}
      {empty > 0 && (
        <Warning>
          {empty === 1 ? '1 row has an empty key' : `${countWords(empty)} rows have an empty key`}: no later load finds{' '}
          {empty === 1 ? 'it' : 'them'}.
        </Warning>
      )}
    </>
  )
}

function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.warning}>
      <Icon icon={TriangleAlert} />
      <span>{children}</span>
    </span>
  )
}
