import { X } from 'lucide-react'
import { operatorOf } from '../../../query/operators/registry.ts'
import type { Field } from '../../../protocol/field.ts'
import type { Condition, Where } from '../../../query/query.ts'
import type { Path } from '../../../query/treePaths.ts'
import { partsOf } from '../../../query/where.ts'
import { Button } from '../../../ui/Button.tsx'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { sheetWords } from '../../../words/en/filter/sheet.ts'
import { ConditionText } from '../ConditionChip.tsx'
import { groupLabel, joinWords } from '../groups/groupLabel.ts'
import { whereSentence } from '../sentence.ts'
import styles from './FilterSheet.module.css'
import { shownName } from '../../../words/shownName.ts'

export interface PartLinesProps {
  readonly parts: readonly Where[]
  /** The table's. */
  readonly fields: readonly Field[]
  /** Of the group that they are parts of. */
  readonly path: Path
  /** What stands before each but the first: `or`. */
  readonly joint: string | null
  readonly onSwitch: (part: Where, path: Path) => void
  readonly onRemove: (path: Path) => void
  readonly onOpenCondition: (condition: Condition, at: HTMLElement) => void
  readonly onOpenGroup: (path: Path, at: HTMLElement) => void
}

/** A line for each condition and group, with a switch; under a group those of its parts. */
export function PartLines({ parts, fields, path, joint, ...on }: PartLinesProps) {
  return (
    <ul className={styles.lines} aria-label={path.length === 0 ? sheetWords.where : conditionWords.group.parts}>
      {parts.map((part, place) => {
        const at = [...path, place]
        const isCondition = 'field' in part
        const sentence = isCondition ? whereSentence(part, fields) : groupLabel(part, fields)
        const remove = isCondition
          ? filterWords.removeFilter(shownName(part.field))
          : conditionWords.group.remove(joinWords(part))
        return (
          // The order of the parts is what tells them apart.
          <li key={at.join('.')} data-off={part.off}>
            <div className={styles.line}>
              {joint !== null && place > 0 && <span className={styles.joint}>{joint}</span>}
              <button
                type="button"
                className={styles.part}
                aria-haspopup="dialog"
                aria-label={sheetWords.edit(sentence)}
                onClick={({ currentTarget }) =>
                  isCondition ? on.onOpenCondition(part, currentTarget) : on.onOpenGroup(at, currentTarget)
                }
              >
                {isCondition ? (
                  <>
                    <ConditionText condition={part} fields={fields} />
                    {operatorOf(part.op).keepsNull === true && part.withoutNull !== true && (
                      <span className={styles.also}>{sheetWords.orNull}</span>
                    )}
                  </>
                ) : (
                  <b>{conditionWords.group.folded(joinWords(part), partsOf(part).length)}</b>
                )}
              </button>
              {/* A part of a group is turned off in its popover: a row of switches would hide which are of the whole. */}
              {path.length === 0 && (
                <button
                  type="button"
                  role="switch"
                  className={styles.switch}
                  aria-checked={part.off !== true}
                  aria-label={sheetWords.on(sentence)}
                  onClick={() => on.onSwitch(part, at)}
                />
              )}
              <Button variant="ghost" icon={X} iconOnly label={remove} onClick={() => on.onRemove(at)} />
            </div>
            {!isCondition && (
              <PartLines
                {...on}
                parts={partsOf(part)}
                fields={fields}
                path={at}
                joint={'any' in part ? filterWords.or : filterWords.and}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
