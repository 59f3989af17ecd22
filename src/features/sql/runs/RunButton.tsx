import { LoaderCircle, Play } from 'lucide-react'
import type { Run } from '../../../results/run.ts'
import { Button } from '../../../ui/Button.tsx'
import { resultWords } from '../../../words/en/result.ts'
import { secondsWords } from '../../../words/figures.ts'
import { keyCap } from '../../shortcuts/keyNames.ts'
import { SHOWN_AS_STOP_MS, useElapsed } from '../../result/useElapsed.ts'

export interface RunButtonProps {
  /** The run that is waited for, if any. */
  readonly run: Run<unknown> | null
  readonly onRun: () => void
}

/** Run query; after a second of waiting it is Stop, and counts. */
export function RunButton({ run, onRun }: RunButtonProps) {
  const elapsed = useElapsed(run?.startedAt ?? null)
  if (elapsed !== null && elapsed >= SHOWN_AS_STOP_MS) {
    return (
      <Button icon={LoaderCircle} count={secondsWords(elapsed)} collapses={3} onClick={run?.stop}>
        {resultWords.stop}
      </Button>
    )
  }
  return (
    <Button variant="primary" icon={Play} keys={keyCap('runQuery')} onClick={onRun}>
      {resultWords.runQuery}
    </Button>
  )
}
