import { CornerDownLeft, Plus } from 'lucide-react'
import { Checkbox } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { countWords } from '../../../words/figures.ts'
import { popoverWords } from '../../../words/en/filter/popover.ts'
import { valueWords } from '../sentence.ts'
import styles from './Popover.module.css'
import type { ValueList } from './valueList.ts'
import { shownName } from '../../../words/shownName.ts'

export interface TickedValuesProps {
  readonly field: string
  readonly list: ValueList
  /** What values are called that don't say it themselves. */
  readonly names: ReadonlyMap<string, string> | undefined
  readonly chosen: readonly string[]
  readonly counts: ReadonlyMap<string, number> | undefined
  readonly busy: boolean
  readonly onToggle: (value: string) => void
  /** A typed value that no offered one equals. */
  readonly onUse: (value: string) => void
}

/** The values of a field with how many records have each, to tick. */
export function TickedValues({ field, list, names, chosen, counts, busy, onToggle, onUse }: TickedValuesProps) {
  const most = Math.max(1, ...(counts?.values() ?? []))
  return (
    <ul className={styles.values} aria-label={popoverWords.values(shownName(field))} aria-busy={busy}>
      {list.listed.map((value) => {
        const count = counts?.get(value)
        const words = names?.get(value) ?? valueWords(value)
        return (
          <li key={value} className={styles.value} data-enter={value === list.onEnter || undefined} title={words}>
            {count !== undefined && (
              <span className={styles.share} style={{ inlineSize: `${(count / most) * 100}%` }} aria-hidden="true" />
            )}
            <Checkbox
              label={words}
              name={count === undefined ? undefined : conditionWords.valueWithCount(words, count)}
              checked={chosen.includes(value)}
              onChange={() => onToggle(value)}
            />
            {count !== undefined && (
              <span className={styles.records} aria-hidden="true">
                {countWords(count)}
              </span>
            )}
            {value === list.onEnter && <Icon icon={CornerDownLeft} size={12} />}
          </li>
        )
      })}
      {list.typed !== null && (
        <li className={styles.typed} data-enter={list.typed === list.onEnter || undefined}>
          <button type="button" onClick={() => list.typed !== null && onUse(list.typed)}>
            <Icon icon={Plus} />
            <span>{popoverWords.use(list.typed)}</span>
            {list.typed === list.onEnter && <Icon icon={CornerDownLeft} size={12} />}
          </button>
        </li>
      )}
    </ul>
  )
}
