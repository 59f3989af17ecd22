import { boundsOf } from '../../../query/dates/period.ts'
import type { Condition } from '../../../query/query.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { whereSentence } from '../sentence.ts'
import styles from './Popover.module.css'
import type { Comparing } from './useComparison.ts'

/** What the typed text says, or what to type. */
export function Reads({ comparing, field }: { readonly comparing: Comparing; readonly field: string }) {
  const { typed, entry, operator, text } = comparing
  if (typed !== null) return <ReadsAs condition={{ id: '', field, ...typed }} />
  if (operator.takes === 'periods') {
    const isWrong = text.trim() !== '' && boundsOf(text.trim()) === null
    return <p className={styles.reads}>{isWrong ? conditionWords.noPeriod(text.trim()) : conditionWords.typePeriod}</p>
  }
  if (entry !== 'typed' || text.trim() !== '') return null
  const isWords = operator.id === 'matches' || operator.id === 'doesNotMatch'
  const isText = operator.kinds !== 'every' && operator.kinds.join() === 'text'
  const guide = isWords ? conditionWords.typeWords : isText ? conditionWords.typeText : conditionWords.typeValue
  return <p className={styles.reads}>{guide}</p>
}

/** What Enter asks, as a sentence. */
export function ReadsAs({ condition }: { readonly condition: Condition }) {
  return (
    <output className={styles.reads}>
      <RichText parts={conditionWords.readsAs(whereSentence(condition))} /> {conditionWords.pressEnter}
    </output>
  )
}
