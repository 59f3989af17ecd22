import { CircleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { operatorOf } from '../../query/operators/registry.ts'
import type { Condition, Where } from '../../query/query.ts'
import { Icon } from '../../ui/Icon.tsx'
import { filterWords } from '../../words/en/filter/filter.ts'
import { Chip } from './Chip.tsx'
import styles from './FilterBar.module.css'
import { valuesOnChip, valueWords, whereSentence } from './sentence.ts'

export interface ConditionChipProps {
  readonly condition: Condition
  readonly isOpen: boolean
  readonly isRefused: boolean
  readonly onOpen: (at: HTMLElement) => void
  readonly onRemove: (chip: HTMLElement | null) => void
}

/** One condition; its button opens the popover that changes it. */
export function ConditionChip({ condition, isOpen, isRefused, onOpen, onRemove }: ConditionChipProps) {
  const { field, op, values, off } = condition
  const { shown, more } = valuesOnChip(values)
  return (
    <Chip
      label={whereSentence(condition)}
      refused={isRefused}
      off={off}
      removeLabel={filterWords.removeFilter(field)}
      onRemove={onRemove}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => onOpen(event.currentTarget)}
        title={values.length > 1 || more > 0 ? values.map((value) => valueWords(value)).join('\n') : undefined}
      >
        {isRefused && <Icon icon={CircleAlert} />}
        <span className={styles.column}>{field}</span>{' '}
        <span className={styles.operator}>{operatorOf(op).words.name}</span>{' '}
        {shown.map((value) => (
          <Fragment key={value}>
            <span className={styles.value}>{valueWords(value)}</span>{' '}
          </Fragment>
        ))}
        {more > 0 && <span className={styles.operator}>{filterWords.andMore(more)}</span>}
        {values.length === 0 && <span className={styles.operator}>{filterWords.noValues}</span>}
      </button>
    </Chip>
  )
}

export interface GroupChipProps {
  readonly group: Where
  readonly onRemove: (chip: HTMLElement | null) => void
}

/** A group of conditions, which comes from a link: it can be read and removed. */
export function GroupChip({ group, onRemove }: GroupChipProps) {
  const sentence = whereSentence(group)
  return (
    <Chip label={sentence} removeLabel={filterWords.removeGroup(sentence)} onRemove={onRemove}>
      <span className={styles.group}>{sentence}</span>
    </Chip>
  )
}
