import { Plus } from 'lucide-react'
import { Fragment, useId } from 'react'
import type { Field } from '../../../protocol/field.ts'
import type { Condition, Group } from '../../../query/query.ts'
import type { Path } from '../../../query/treePaths.ts'
import { partsOf } from '../../../query/where.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { Chip } from '../Chip.tsx'
import { ConditionText } from '../ConditionChip.tsx'
import styles from './Groups.module.css'
import { whereSentence } from '../sentence.ts'
import { groupLabel, joinWords } from './groupLabel.ts'

export interface GroupChipProps {
  readonly group: Group
  /** The table's. */
  readonly fields: readonly Field[]
  readonly path: Path
  /** The path of what is open in the popover. */
  readonly open: Path | null
  /** The path of the group that a condition is being added to. */
  readonly addingTo: Path | null
  readonly onOpenGroup: (path: Path, at: HTMLElement) => void
  readonly onOpenCondition: (condition: Condition, at: HTMLElement) => void
  readonly onAdd: (path: Path, at: HTMLElement) => void
  readonly onRemove: (chip: HTMLElement | null) => void
}

/** A group of conditions: up to three parts in a line, each with its popover; more, or groups among them, are folded. */
export function GroupChip(props: GroupChipProps) {
  const { group, fields, path, open, addingTo, onOpenGroup, onOpenCondition, onAdd, onRemove } = props
  const words = conditionWords.group
  const parts = partsOf(group)
  const join = joinWords(group)
  const label = groupLabel(group, fields)
  const isFolded = parts.length > MOST_SHOWN || parts.some((part) => !('field' in part))
  const isOff = group.off === true
  const offId = useId()
  return (
    <Chip
      label={isOff ? filterWords.isOff(label) : label}
      path={path}
      off={group.off}
      isGroup
      removeLabel={words.remove(join)}
      onRemove={onRemove}
    >
      <button
        type="button"
        className={styles.join}
        aria-haspopup="dialog"
        aria-expanded={open !== null && open.join() === path.join()}
        aria-describedby={isOff ? offId : undefined}
        title={isFolded ? label : undefined}
        onClick={(event) => onOpenGroup(path, event.currentTarget)}
      >
        {isFolded ? words.folded(join, parts.length) : join}
      </button>
      {!isFolded &&
        parts.map((part, place) => (
          // A group has few parts, and their order is what tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={place}>
            {place > 0 && <span className={styles.joint}>{'any' in group ? filterWords.or : filterWords.and}</span>}
            {'field' in part && (
              <button
                type="button"
                className={styles.part}
                data-path={[...path, place].join('.')}
                data-off={part.off}
                aria-haspopup="dialog"
                aria-expanded={open !== null && open.join() === [...path, place].join()}
                aria-label={
                  part.off === true ? filterWords.isOff(whereSentence(part, fields)) : whereSentence(part, fields)
                }
                onClick={(event) => onOpenCondition(part, event.currentTarget)}
              >
                <ConditionText condition={part} fields={fields} isShort />
              </button>
            )}
          </Fragment>
        ))}
      {isOff && (
        <span id={offId} className={styles.offWord}>
          {filterWords.off}
        </span>
      )}
      <button
        type="button"
        className={styles.addPart}
        aria-label={words.add}
        aria-haspopup="dialog"
        aria-expanded={addingTo?.join() === path.join()}
        title={words.add}
        onClick={(event) => onAdd(path, event.currentTarget)}
      >
        <Icon icon={Plus} size={12} />
      </button>
    </Chip>
  )
}

const MOST_SHOWN = 3
