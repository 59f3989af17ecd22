import type { Field, FieldKind } from '../../../protocol/field.ts'
import { isReversed } from '../../../query/boundsInOrder.ts'
import { boundsOf } from '../../../query/dates/period.ts'
import { wholeness } from '../../../query/dates/wholeTimes.ts'
import { newCondition } from '../../../query/newCondition.ts'
import { DATED } from '../../../query/operator.ts'
import type { Where } from '../../../query/query.ts'
import { Button } from '../../../ui/Button.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { whereSentence } from '../sentence.ts'
import { isComplete } from './comparisonEdits.ts'
import styles from './Popover.module.css'
import type { Comparing } from './useComparison.ts'
import { shownName } from '../../../words/shownName.ts'

export interface ReadsProps {
  /** The table's. */
  readonly fields: readonly Field[]
  readonly comparing: Comparing
  readonly field: string
  readonly kind: FieldKind
  /** The list shows values that hold what is typed. */
  readonly isFound: boolean
}

/** What the typed text says, or what to type. */
export function Reads({ comparing, fields, field, kind, isFound }: ReadsProps) {
  const { typed, entry, operator, text, inputs, problem } = comparing
  if (problem?.is === 'unclear')
    return (
      <Either
        value={problem.value}
        fields={fields}
        choices={problem.choices.map((choice) => newCondition(field, choice, ''))}
        onChoose={comparing.choose}
      />
    )
  if (problem !== null && !isFound && operator.takes !== 'periods')
    return <p className={styles.reads}>{conditionWords.unreadable(problem.value, whatIs(kind))}</p>
  if (typed !== null) return <ReadsAs condition={newCondition(field, typed, '')} fields={fields} kind={kind} />
  if (entry === 'inputs' && operator.id === 'between' && isReversed({ op: operator.id, values: inputs }, kind))
    return <p className={styles.reads}>{conditionWords.reversed}</p>
  const isRange = operator.takes === 'bounds' && isComplete({ op: operator.id, values: inputs })
  if (isRange && wholeness(inputs, kind) !== null)
    return (
      <ReadsAs
        condition={newCondition(field, { op: operator.id, values: inputs }, '')}
        fields={fields}
        kind={kind}
        isAsked
      />
    )
  if (operator.takes === 'periods') {
    const isWrong = text.trim() !== '' && (comparing.value === null || boundsOf(comparing.value) === null)
    return <p className={styles.reads}>{isWrong ? conditionWords.noPeriod(text.trim()) : conditionWords.typePeriod}</p>
  }
  if (entry !== 'typed' || text.trim() !== '') return null
  const isWords = operator.id === 'matches' || operator.id === 'doesNotMatch'
  const isText = operator.kinds !== 'every' && operator.kinds.join() === 'text'
  const guide = isWords ? conditionWords.typeWords : isText ? conditionWords.typeText : conditionWords.typeValue
  return <p className={styles.reads}>{guide}</p>
}

function whatIs(kind: FieldKind): 'date' | 'whole' | 'number' {
  return DATED.includes(kind) ? 'date' : kind === 'integer' ? 'whole' : 'number'
}

export interface ReadsAsProps {
  readonly condition: Where
  /** The table's. */
  readonly fields: readonly Field[]
  /** That of the field, where there is one. */
  readonly kind?: FieldKind | undefined
  /** It is asked already. */
  readonly isAsked?: boolean
}

/** What Enter asks, as a sentence. */
export function ReadsAs({ condition, fields, kind, isAsked = false }: ReadsAsProps) {
  const whole = 'field' in condition && kind !== undefined ? wholeness(condition.values, kind) : null
  return (
    <output className={styles.reads}>
      <RichText parts={conditionWords.readsAs(whereSentence(condition, fields), whole)} />{' '}
      {!isAsked && conditionWords.pressEnter}
    </output>
  )
}

interface EitherProps<Choice extends Where> {
  /** The table's. */
  readonly fields: readonly Field[]
  readonly value: string
  readonly choices: readonly Choice[]
  readonly onChoose: (choice: Choice, at: number) => void
}

/** Asks which of two dates or numbers a text means. */
export function Either<Choice extends Where>({ value, fields, choices, onChoose }: EitherProps<Choice>) {
  return (
    <div className={styles.either}>
      <p>{conditionWords.whichIsMeant(value)}</p>
      {choices.map((choice, at) => (
        <Button key={whereSentence(choice, fields)} size="sm" onClick={() => onChoose(choice, at)}>
          {whereSentence(choice, fields)}
        </Button>
      ))}
    </div>
  )
}

/** Says that a typed condition is not understood, and how one is written. */
export function Unread({ field, rest, example }: { field: string | null; rest: string; example: string }) {
  return (
    <output className={styles.reads}>
      <RichText parts={conditionWords.unread(field === null ? null : shownName(field), rest, example)} />
    </output>
  )
}
