// oxlint-disable jsx-a11y/prefer-tag-over-role -- a select shows its options only when it is opened
import { useId, type KeyboardEvent } from 'react'
import type { FieldKind } from '../../../protocol/field.ts'
import type { Operator } from '../../../query/operator.ts'
import { wordsFor } from '../../../query/operatorWords.ts'
import { operatorsFor } from '../../../query/operators/registry.ts'
import type { OperatorId } from '../../../query/query.ts'
import { useMediaQuery } from '../../../ui/browser/useMediaQuery.ts'
import { Select } from '../../../ui/Field.tsx'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { popoverWords } from '../../../words/en/filter/popover.ts'
import styles from './Popover.module.css'

export interface OperatorListProps {
  readonly kind: FieldKind
  readonly value: OperatorId
  readonly onChoose: (op: OperatorId) => void
  /** It was chosen by a click or by Enter, so its value comes next. */
  readonly onChosen: () => void
}

/** The operators that suit a field, by kind; on a phone as a select. */
export function OperatorList({ kind, value, onChoose, onChosen }: OperatorListProps) {
  const id = useId()
  const isNarrow = useMediaQuery('(width < 640px)')
  const suiting = operatorsFor(kind)
  const label = popoverWords.operator
  if (isNarrow) {
    const options = suiting.map((operator) => ({ value: operator.id, title: wordsFor(operator, kind).name }))
    return <Select label={label} value={value} options={options} onChange={onChoose} />
  }
  const groups = [
    { title: conditionWords.kinds[kind], operators: suiting.filter(({ rank }) => rank < NULLS) },
    { title: conditionWords.null, operators: suiting.filter(({ rank }) => rank >= NULLS) },
  ]
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      onChosen()
      return
    }
    const to = placeAfter(event.key, suiting, value)
    if (to === undefined) return
    event.preventDefault()
    onChoose(to.id)
    document.getElementById(`${id}-${to.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div
      role="listbox"
      aria-label={label}
      aria-activedescendant={`${id}-${value}`}
      tabIndex={0}
      className={styles.operators}
      onKeyDown={press}
    >
      {groups.map(({ title, operators }) => (
        <div key={title} role="group" aria-label={title}>
          <div className={styles.kind} aria-hidden="true">
            {title}
          </div>
          {operators.map((operator) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list takes the keys
            <div
              key={operator.id}
              id={`${id}-${operator.id}`}
              role="option"
              aria-selected={operator.id === value}
              tabIndex={-1}
              className={styles.operator}
              onClick={() => {
                onChoose(operator.id)
                onChosen()
              }}
            >
              {wordsFor(operator, kind).name}
              {operator.sign !== undefined && (
                <span className={styles.sign} aria-hidden="true">
                  {operator.sign}
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Operators from this rank on ask for null. */
const NULLS = 900

function placeAfter(key: string, operators: readonly Operator[], value: OperatorId): Operator | undefined {
  const now = operators.findIndex(({ id }) => id === value)
  if (key === 'ArrowDown') return operators[Math.min(now + 1, operators.length - 1)]
  if (key === 'ArrowUp') return operators[Math.max(now - 1, 0)]
  if (key === 'Home') return operators[0]
  return key === 'End' ? operators.at(-1) : undefined
}
