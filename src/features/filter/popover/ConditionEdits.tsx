import { grouped, switched } from '../../../query/treeEdits.ts'
import { withPartAt } from '../../../query/treePaths.ts'
import { Button } from '../../../ui/Button.tsx'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { popoverWords } from '../../../words/en/filter/popover.ts'
import type { View } from '../../../workspace/view.ts'
import styles from './Popover.module.css'
import type { Comparing } from './useComparison.ts'

export interface ConditionEditsProps {
  readonly comparing: Comparing
  readonly view: View
  readonly onClose: () => void
}

/** What else can be done with a condition that is part of the query. */
export function ConditionEdits({ comparing, view, onClose }: ConditionEditsProps) {
  const { condition, path, show, change } = comparing
  if (condition === undefined || path === null) return <span className={styles.space} />
  const group = grouped(view.where, path)
  const turn = () => {
    const next = switched(condition)
    if ('field' in next) change(next)
  }
  return (
    <>
      <Button size="sm" variant="ghost" onClick={turn}>
        {condition.off === true ? conditionWords.turnOn : conditionWords.turnOff}
      </Button>
      <Button size="sm" variant="ghost" onClick={comparing.invert}>
        {conditionWords.invert}
      </Button>
      {group !== null && (
        <Button size="sm" variant="ghost" onClick={() => show({ ...view, where: group.where })}>
          {conditionWords.groupBefore}
        </Button>
      )}
      <span className={styles.space} />
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          show({ ...view, where: withPartAt(view.where, path, null) })
          onClose()
        }}
      >
        {popoverWords.remove}
      </Button>
    </>
  )
}
