import { Undo2 } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { filterWords } from '../../words/en/filter/filter.ts'
import { undoStep } from '../../workspace/steps.ts'
import { navigate, useUndo, type View } from '../../workspace/view.ts'
import { withNothingAsked } from '../../workspace/edits/viewEdits.ts'
import { keyCap } from '../shortcuts/keyNames.ts'
import styles from './StepButtons.module.css'

/** The end of the sentence: a step back, and all of it cleared. */
export function StepButtons({ view }: { readonly view: View }) {
  const { canUndo } = useUndo()
  const isAsking = view.search !== '' || view.sort.length > 0 || view.limit !== null || hasParts(view)
  if (!canUndo && !isAsking) return null
  return (
    <span className={styles.end}>
      <Button variant="ghost" icon={Undo2} collapses keys={keyCap('undo')} disabled={!canUndo} onClick={undoStep}>
        {filterWords.undo}
      </Button>
      <Button variant="ghost" disabled={!isAsking} onClick={() => navigate(withNothingAsked(view))}>
        {filterWords.clearAll}
      </Button>
    </span>
  )
}

function hasParts({ where }: View): boolean {
  return !('all' in where && where.all.length === 0)
}
