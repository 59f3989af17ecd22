import type { Failure } from '../../features/result/failure.ts'
import { FailureAlert } from '../../features/result/FailureAlert.tsx'
import { Button } from '../../ui/Button.tsx'
import { embedWords } from '../../words/en/embed.ts'
import styles from './Embedded.module.css'

export interface EmbeddedFailureProps {
  readonly failure: Failure
  readonly onRetry: () => void
}

/** Why there is no answer, in its place; it can be asked for again. */
export function EmbeddedFailure({ failure, onRetry }: EmbeddedFailureProps) {
  return (
    <div className={styles.failure}>
      <FailureAlert
        failure={failure}
        actions={
          <Button size="sm" onClick={onRetry}>
            {embedWords.tryAgain}
          </Button>
        }
      />
    </div>
  )
}
