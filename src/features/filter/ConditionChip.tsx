import { CircleAlert } from 'lucide-react'
import { Fragment, useId } from 'react'
import { operatorOf } from '../../query/operators/registry.ts'
import type { Field } from '../../protocol/field.ts'
import type { Condition } from '../../query/query.ts'
import type { Path } from '../../query/treePaths.ts'
import { Icon } from '../../ui/Icon.tsx'
import { filterWords } from '../../words/en/filter/filter.ts'
import { shownName } from '../../words/shownName.ts'
import { Chip } from './Chip.tsx'
import styles from './FilterBar.module.css'
import { conditionParts, valuesOnChip, valuesWords, whereSentence } from './sentence.ts'

export interface ConditionChipProps {
  readonly condition: Condition
  /** The table's. */
  readonly fields: readonly Field[]
  readonly path: Path
  readonly isOpen: boolean
  readonly isRefused: boolean
  readonly onOpen: (at: HTMLElement) => void
  readonly onNulls: () => void
  readonly onRemove: (chip: HTMLElement | null) => void
}

/** One condition; its button opens the popover that changes it. */
export function ConditionChip({
  condition,
  fields,
  path,
  isOpen,
  isRefused,
  onOpen,
  onNulls,
  onRemove,
}: ConditionChipProps) {
  const { field, op, values, off, withoutNull } = condition
  const sentence = whereSentence(condition, fields)
  const { keepsNull } = operatorOf(op)
  const offId = useId()
  return (
    <Chip
      label={off === true ? filterWords.isOff(sentence) : sentence}
      path={path}
      refused={isRefused}
      off={off}
      removeLabel={filterWords.removeFilter(shownName(field))}
      onRemove={onRemove}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-describedby={off === true ? offId : undefined}
        onClick={(event) => onOpen(event.currentTarget)}
        title={values.length > 1 ? valuesWords(condition).join('\n') : undefined}
      >
        {isRefused && <Icon icon={CircleAlert} />}
        <ConditionText condition={condition} fields={fields} />
      </button>
      {off === true && (
        <span id={offId} className={styles.offWord}>
          {filterWords.off}
        </span>
      )}
      {keepsNull === true && off !== true && (
        <button
          type="button"
          className={styles.nullSwitch}
          aria-label={filterWords.nullCounts}
          title={filterWords.nullCounts}
          aria-pressed={withoutNull !== true}
          onClick={onNulls}
        >
          {filterWords.withNull}
        </button>
      )}
    </Chip>
  )
}

interface ConditionTextProps {
  readonly condition: Condition
  readonly fields: readonly Field[]
  readonly isShort?: boolean
}

/** Field, operator and values, each in its look; in a group the operator may be a sign. */
export function ConditionText({ condition, fields, isShort = false }: ConditionTextProps) {
  const { field, op, values } = condition
  const { takes, sign } = operatorOf(op)
  const { before, values: marked, joints, after } = conditionParts(condition, fields)
  const { shown, more } = valuesOnChip(marked)
  const short = isShort && takes === 'one' && sign !== undefined && /^[<>≤≥]$/.test(sign) ? sign : before
  return (
    <>
      <span className={styles.column}>{shownName(field)}</span> <span className={styles.operator}>{short}</span>{' '}
      {shown.map((value, at) => (
        <Fragment key={`${at} ${value}`}>
          {joints[at - 1] !== undefined && <span className={styles.operator}>{joints[at - 1]} </span>}
          <span className={styles.value}>{value}</span>{' '}
        </Fragment>
      ))}
      {after !== '' && <span className={styles.operator}>{after}</span>}
      {more > 0 && <span className={styles.operator}>{filterWords.andMore(more)}</span>}
      {values.length === 0 && takes !== 'nothing' && <span className={styles.operator}>{filterWords.noValues}</span>}
    </>
  )
}
