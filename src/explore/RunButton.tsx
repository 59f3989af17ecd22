import { LoaderCircle, Play } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { secondsWords } from './figures.ts'
import { SHOWN_AS_STOP_MS, useElapsed } from './useElapsed.ts'

export interface RunButtonProps {
  /** The run that is going on, by name; null for none. */
  readonly run: string | null
  readonly onRun: () => void
  readonly onStop: () => void
  /** The filled button of its screen. */
  readonly primary?: boolean | undefined
  readonly disabled?: boolean | undefined
}

/** Run query; after a second of waiting it is Stop, and counts. */
export function RunButton({ run, onRun, onStop, primary, disabled }: RunButtonProps) {
  const elapsed = useElapsed(run)
  if (elapsed !== null && elapsed >= SHOWN_AS_STOP_MS) {
    return (
      <Button icon={LoaderCircle} count={secondsWords(elapsed)} collapses onClick={onStop}>
        Stop
      </Button>
    )
  }
  return (
    <Button
      variant={primary ? 'primary' : 'default'}
      icon={Play}
      collapses={!primary}
      keys={primary ? KEYS : undefined}
      disabled={disabled}
      onClick={onRun}
    >
      Run query
    </Button>
  )
}

const KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ ↵' : 'Ctrl ↵'
