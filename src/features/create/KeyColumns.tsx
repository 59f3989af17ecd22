import { CircleCheck, KeyRound, Plus, TriangleAlert, X } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import type { KeyCheck } from '../../formats/tableRecords.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Popover, PopoverBody } from '../../ui/floating/Popover.tsx'
import { createWords } from '../../words/en/create/create.ts'
import { FormRow } from './FormRow.tsx'
import type { ColumnChoice } from './columnChoices.ts'
import styles from './KeyColumns.module.css'

export interface KeyColumnsProps {
  readonly columns: readonly ColumnChoice[]
  /** The positions of the key's columns. */
  readonly keyColumns: readonly number[]
  /** null once the load has started. */
  readonly onKeys: ((columns: readonly number[]) => void) | null
  readonly check: KeyCheck | 'checking' | null
  /** What rows may replace by their key; null if nothing is to be asked. */
  readonly replaceable: 'records' | 'earlierRows' | null
  readonly replaces: boolean
  readonly onReplaces: (replaces: boolean) => void
}

/** The columns that identify a record, and whether they are unique in the file. */
export function KeyColumns(props: KeyColumnsProps) {
  const { columns, keyColumns, onKeys, check, replaceable, replaces, onReplaces } = props
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
    <FormRow label={createWords.keyColumns} labelId={`${id}-keys`}>
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
                  label={createWords.removeFromKey(name)}
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
            label={createWords.addKeyColumn}
            disabled={free.length === 0}
            aria-haspopup="dialog"
            aria-expanded={adding}
            onClick={() => setAdding(!adding)}
          >
            {createWords.add}
          </Button>
        )}
      </div>
      <Popover open={adding} onClose={() => setAdding(false)} anchor={add} label={createWords.addKeyColumn}>
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
      {replaceable !== null && (
        <Checkbox
          label={createWords.replaces[replaceable]}
          hint={createWords.otherwiseSetAside[replaceable]}
          checked={replaces}
          disabled={onKeys === null}
          onChange={onReplaces}
        />
      )}
    </FormRow>
  )
}

function KeyFound({ check, hasJson }: { readonly check: KeyColumnsProps['check']; readonly hasJson: boolean }) {
  if (check === null) return createWords.noKey
  if (hasJson) return <Warning>{createWords.missing.jsonInKey}</Warning>
  if (check === 'checking') return createWords.checkingKey
  const { duplicates, empty, rows } = check
  if (rows === 0) return <Warning>{createWords.noneCompared}</Warning>
  return (
    <>
      {duplicates > 0 ? (
        <Warning>{createWords.sameKey(duplicates)}</Warning>
      ) : (
        empty < rows && (
          <span className={styles.unique}>
            <Icon icon={CircleCheck} />
            <span>{createWords.unique(rows)}</span>
          </span>
        )
      )}
      {empty > 0 && <Warning>{createWords.emptyKey(empty)}</Warning>}
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
