import type { EngineStatus } from '../protocol/engineStatus.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './EngineScreen.module.css'

export interface EngineScreenProps {
  readonly status: EngineStatus
  readonly onRetry: () => void
  /** Puts the sample in the place of what is stored. */
  readonly onReset: () => void
}

/** `<main>` until the page's own PostgreSQL has opened: what has come of it, or why it does not open. */
export function EngineScreen({ status, onRetry, onReset }: EngineScreenProps) {
  if (status.phase === 'failed') {
    const end = status.damaged ? /^(.+?[.:])\s+(.*)$/s : /^(.+?\.)\s+(.*)$/s
    const [, what = status.problem, rest = ''] = end.exec(status.problem) ?? []
    return (
      <main className={styles.screen}>
        <Alert
          title={what.replace(/:$/, '.')}
          serverText={status.damaged ? rest : null}
          serverTextLabel="Show reason"
          actions={
            <>
              <Button size="sm" onClick={onRetry}>
                Try again
              </Button>
              {status.damaged && (
                <Button size="sm" variant="danger" onClick={onReset}>
                  Remove it and begin with the sample
                </Button>
              )}
            </>
          }
        >
          {status.damaged ? DAMAGED : rest}
        </Alert>
      </main>
    )
  }
  const share = status.phase === 'loading' && status.total > 0 ? status.loaded / status.total : null
  return (
    <main className={styles.screen}>
      <p>
        {/* Spoken once; how far it is, is told by the bar. */}
        <output>Starting PostgreSQL in this browser</output>
        <span aria-hidden="true">{progressWords(status)}</span>
      </p>
      <progress className={styles.bar} aria-label="PostgreSQL" max={1} value={share ?? undefined} />
      <p className={styles.more}>
        The tables of this browser stay on this device. After this they open without a network.
      </p>
    </main>
  )
}

const DAMAGED =
  'If it stays so, begin anew: every table made in this browser is removed then. Other instances work as before.'

function progressWords(status: EngineStatus): string {
  if (status.phase !== 'loading') return ' …'
  return ` · ${megabytes(status.loaded)} of ${megabytes(status.total)} MB`
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
