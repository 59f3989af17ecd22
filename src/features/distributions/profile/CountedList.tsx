import type { CountedValue } from '../../../summary/figures.ts'
import { countWords } from '../../../words/figures.ts'
import { namedValue } from '../headers/headerWords.ts'
import { shareWords } from '../values/shareWords.ts'
import type { ReadKind } from '../values/valueWords.ts'
import styles from './CountedList.module.css'

export interface CountedListProps {
  readonly title: string
  readonly hint?: string | undefined
  readonly values: readonly CountedValue[]
  readonly records: number
  readonly kind: ReadKind
  readonly isCode?: boolean | undefined
  /** Says a value otherwise than by itself. */
  readonly name?: ((value: string) => string) | undefined
}

/** Values with their counts, to be read. */
export function CountedList({ title, hint, values, records, kind, isCode, name }: CountedListProps) {
  const most = values.reduce((highest, { count }) => Math.max(highest, count), 1)
  return (
    <section className={styles.counted} aria-label={title}>
      <h3 title={hint}>{title}</h3>
      <ul>
        {values.map(({ value, count }) => {
          const words = name?.(value) ?? namedValue(value, kind)
          return (
            <li key={value} title={shareWords(count, records)}>
              <span className={styles.track} aria-hidden="true" style={{ inlineSize: `${(count / most) * 100}%` }} />
              <span className={isCode === true ? styles.code : styles.value}>{words}</span>
              <span className={styles.count}>{countWords(count)}</span>
            </li>
          )
        })}
      </ul>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </section>
  )
}
