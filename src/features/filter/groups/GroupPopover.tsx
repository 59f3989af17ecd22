import { Plus, X } from 'lucide-react'
import type { RefObject } from 'react'
import type { Field } from '../../../protocol/field.ts'
import type { Condition } from '../../../query/query.ts'
import { dissolved, grouped, inverted, joinedOtherwise, switched } from '../../../query/treeEdits.ts'
import { partAt, withPartAt, type Path } from '../../../query/treePaths.ts'
import { partsOf } from '../../../query/where.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox, Select } from '../../../ui/Field.tsx'
import { Popover, PopoverFoot } from '../../../ui/floating/Popover.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { popoverWords } from '../../../words/en/filter/popover.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { ConditionText } from '../ConditionChip.tsx'
import { whereSentence } from '../sentence.ts'
import { groupLabel, joinWords } from './groupLabel.ts'
import popover from '../popover/Popover.module.css'
import styles from './Groups.module.css'
import { shownName } from '../../../words/shownName.ts'

export interface GroupPopoverProps {
  readonly view: View
  /** The table's. */
  readonly fields: readonly Field[]
  readonly path: Path
  readonly anchor: RefObject<HTMLElement | null>
  readonly onOpenGroup: (path: Path) => void
  readonly onOpenCondition: (condition: Condition) => void
  readonly onAdd: () => void
  readonly onClose: () => void
}

/** Changes a group: how it is joined, its parts, and what becomes of it as a whole. */
export function GroupPopover({
  view,
  fields,
  path,
  anchor,
  onOpenGroup,
  onOpenCondition,
  onAdd,
  onClose,
}: GroupPopoverProps) {
  const group = partAt(view.where, path)
  if (group === undefined || 'field' in group) return null
  const words = conditionWords.group
  const isAll = 'all' in group
  const set = (at: Path, part: Parameters<typeof withPartAt>[2]) =>
    navigate({ ...view, where: withPartAt(view.where, at, part) })
  const before = grouped(view.where, path)
  const apart = dissolved(view.where, path)
  const leave = (where: View['where']) => {
    navigate({ ...view, where })
    onClose()
  }
  return (
    <Popover open onClose={onClose} anchor={anchor} label={words.title(joinWords(group))}>
      <div className={styles.group}>
        <div className={styles.joined}>
          <span>{words.joined}</span>
          <Select
            label={words.joined}
            value={isAll ? 'all' : 'any'}
            options={[
              { value: 'any', title: words.matchAny },
              { value: 'all', title: words.matchAll },
            ]}
            onChange={(join) => (join === 'all') !== isAll && set(path, joinedOtherwise(group))}
          />
        </div>
        <ul className={styles.parts} aria-label={words.parts}>
          {partsOf(group).map((part, place) => {
            const at = [...path, place]
            const sentence = 'field' in part ? whereSentence(part, fields) : groupLabel(part, fields)
            return (
              <li key={at.join('.')} data-off={part.off}>
                <Checkbox
                  label=""
                  name={sentence}
                  checked={part.off !== true}
                  onChange={() => set(at, switched(part))}
                />
                <button
                  type="button"
                  className={styles.line}
                  aria-label={words.edit(sentence)}
                  title={sentence}
                  onClick={() => ('field' in part ? onOpenCondition(part) : onOpenGroup(at))}
                >
                  {'field' in part ? (
                    <ConditionText condition={part} fields={fields} />
                  ) : (
                    words.folded(joinWords(part), partsOf(part).length)
                  )}
                </button>
                <button
                  type="button"
                  className={styles.drop}
                  aria-label={
                    'field' in part ? filterWords.removeFilter(shownName(part.field)) : words.remove(joinWords(part))
                  }
                  onClick={() => set(at, null)}
                >
                  <Icon icon={X} size={12} />
                </button>
              </li>
            )
          })}
        </ul>
        <Button size="sm" variant="ghost" icon={Plus} onClick={onAdd}>
          {words.add}
        </Button>
        {group.not === true && <p className={popover.reads}>{words.invertedHint}</p>}
      </div>
      <PopoverFoot>
        <Button size="sm" variant="ghost" onClick={() => set(path, switched(group))}>
          {group.off === true ? conditionWords.turnOn : conditionWords.turnOff}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => set(path, inverted(group))}>
          {conditionWords.invert}
        </Button>
        {apart !== null && (
          <Button size="sm" variant="ghost" onClick={() => leave(apart.where)}>
            {words.dissolve}
          </Button>
        )}
        {before !== null && (
          <Button size="sm" variant="ghost" onClick={() => leave(before.where)}>
            {conditionWords.groupBefore}
          </Button>
        )}
        <span className={popover.space} />
        <Button size="sm" onClick={onClose}>
          {popoverWords.done}
        </Button>
      </PopoverFoot>
    </Popover>
  )
}
