import { acrossWords } from '../../../words/en/across/across.ts'
import type { UsedCopy } from './copyClient.ts'
import styles from './RanOn.module.css'

/** Says that an answer came from copies, and of when they were. */
export function RanOn({ copies }: { readonly copies: readonly UsedCopy[] }) {
  const moments = copies.map(({ at }) => at)
  const parts = copies.flatMap(({ title, isWhole }) => (isWhole ? [] : [title]))
  return (
    <span className={styles.note} data-part={parts.length > 0 || undefined}>
      {parts.length === 0 ? acrossWords.ranOn(moments) : acrossWords.ranOnPart(moments, parts)}
    </span>
  )
}
