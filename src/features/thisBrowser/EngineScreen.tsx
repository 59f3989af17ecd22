import type { EngineStatus } from '../../protocol/engineStatus.ts'
import { explainProblem } from '../result/failure.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { thisBrowserWords } from '../../words/en/thisBrowser.ts'
import { LOCALE } from '../../words/language.ts'
import styles from './EngineScreen.module.css'

export interface EngineScreenProps {
  readonly status: EngineStatus
  readonly onRetry: () => void
  /** Replaces what is stored with the sample. */
  readonly onReset: () => void
}

/** `<main>` until the page's own PostgreSQL has opened: its progress, or why it doesn't open. */
export function EngineScreen({ status, onRetry, onReset }: EngineScreenProps) {
  if (status.phase === 'failed') {
    const { what, remedy } = explainProblem(status.problem)
    const reason = status.damaged && 'text' in status.problem ? status.problem.text : null
    return (
      <main className={styles.screen}>
        <Alert
          title={what}
          serverText={reason}
          serverTextLabel={thisBrowserWords.showReason}
          actions={
            <>
              <Button size="sm" onClick={onRetry}>
                {thisBrowserWords.tryAgain}
              </Button>
              {status.damaged && (
                <Button size="sm" variant="danger" onClick={onReset}>
                  {thisBrowserWords.startOver}
                </Button>
              )}
            </>
          }
        >
          {remedy ?? undefined}
        </Alert>
      </main>
    )
  }
  const share = status.phase === 'loading' && status.total > 0 ? status.loaded / status.total : null
  return (
    <main className={styles.screen}>
      <p>
        {/* Read out once; the bar reports progress. */}
        <output>{thisBrowserWords.starting}</output>
        <span aria-hidden="true">{progressWords(status)}</span>
      </p>
      <progress className={styles.bar} aria-label={thisBrowserWords.postgres} max={1} value={share ?? undefined} />
      <p className={styles.more}>{thisBrowserWords.staysHere}</p>
    </main>
  )
}

function progressWords(status: EngineStatus): string {
  if (status.phase !== 'loading') return thisBrowserWords.opening
  return thisBrowserWords.loaded(megabytes(status.loaded), megabytes(status.total))
}

function megabytes(bytes: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return (bytes / 1_000_000).toLocaleString(LOCALE.numbers, digits)
}
