import { LoaderCircle, Play } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import type { Run } from '../../results/run.ts'
import { resultWords } from '../../words/en/result.ts'
import { secondsWords } from '../../words/figures.ts'
import { SHOWN_AS_STOP_MS, useElapsed } from './useElapsed.ts'

export interface RunButtonProps {
  /** The run that is waited for, if any. */
  readonly run: Run<unknown> | null
  /** The shortcut that does the same, shown on it. */
  readonly keys?: string | undefined
  readonly onRun: () => void
  /** The filled button of its screen. */
  readonly primary?: boolean | undefined
  readonly disabled?: boolean | undefined
}

/** Run query; after a second of waiting it is Stop, and counts. */
export function RunButton({ run, keys, onRun, primary, disabled }: RunButtonProps) {
  const elapsed = useElapsed(run?.startedAt ?? null)
  if (elapsed !== null && elapsed >= SHOWN_AS_STOP_MS) {
    return (
      <Button icon={LoaderCircle} count={secondsWords(elapsed)} collapses onClick={run?.stop}>
        {resultWords.stop}
      </Button>
    )
  }
  return (
    <Button
      variant={primary ? 'primary' : 'default'}
      icon={Play}
      collapses={!primary}
      keys={keys}
      disabled={disabled}
      onClick={onRun}
    >
      {resultWords.runQuery}
    </Button>
  )
}
