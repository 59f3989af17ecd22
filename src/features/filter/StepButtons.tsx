import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { filterWords } from '../../words/en/filter/filter.ts'
import { undoStep } from '../../workspace/steps.ts'
import { navigate, useUndo, type View } from '../../workspace/view.ts'
import { withNothingAsked } from '../../workspace/edits/viewEdits.ts'
import styles from './StepButtons.module.css'

export interface StepButtonsProps {
  readonly view: View
  /** The button that keeps the query. */
  readonly keep: ReactNode
}

/** The end of the sentence: a step back, all of it cleared, or kept. They have their place also while they can do nothing. */
export function StepButtons({ view, keep }: StepButtonsProps) {
  const { canUndo } = useUndo()
  const isAsking = view.search !== '' || view.sort.length > 0 || view.limit !== null || hasParts(view)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset takes no part in the line
    <span role="group" aria-label={filterWords.steps} className={styles.end}>
      <Button variant="ghost" icon={Undo2} disabled={!canUndo} onClick={undoStep}>
        {filterWords.undo}
      </Button>
      <Button variant="ghost" disabled={!isAsking} onClick={() => navigate(withNothingAsked(view))}>
        {filterWords.clearAll}
      </Button>
      {keep}
    </span>
  )
}

function hasParts({ where }: View): boolean {
  return !('all' in where && where.all.length === 0)
}
