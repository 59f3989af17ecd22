import { useEffect, useState } from 'react'
import type { EngineStatus } from '../../protocol/engineStatus.ts'
import type { Handler } from '../../protocol/handler.ts'
import '../result/databaseWords.ts'
import { explainProblem } from '../result/failure.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { thisBrowserWords } from '../../words/en/thisBrowser/thisBrowser.ts'
import { LOCALE } from '../../words/language.ts'
import { laterComponent } from '../../ui/later.tsx'
import styles from './EngineScreen.module.css'
import { secondsLeft, type Come } from './timeLeft.ts'

const DamagedStore = laterComponent(async () => (await import('./DamagedStore.tsx')).DamagedStore)

export interface EngineScreenProps {
  readonly handler: Handler
  readonly status: EngineStatus
  readonly onRetry: () => void
  /** Replaces what is stored with the sample. */
  readonly onReset: () => void
}

/** `<main>` until the page's own PostgreSQL has opened: its progress, or why it doesn't open. */
export function EngineScreen({ handler, status, onRetry, onReset }: EngineScreenProps) {
  if (status.phase === 'failed') {
    const { what, remedy } = explainProblem(status.problem)
    const reason = status.problem.code === 'storeDamaged' ? status.problem.told : null
    return (
      <main className={styles.screen}>
        <Alert
          title={what}
          serverText={reason}
          serverTextLabel={thisBrowserWords.showReason}
          actions={
            <Button size="sm" onClick={onRetry}>
              {thisBrowserWords.tryAgain}
            </Button>
          }
        >
          {remedy ?? undefined}
        </Alert>
        {status.damaged && <DamagedStore handler={handler} onReset={onReset} />}
      </main>
    )
  }
  return (
    <main className={styles.screen}>
      <Progress status={status} />
      <p className={styles.more}>{thisBrowserWords.staysHere}</p>
    </main>
  )
}

/** A line below records that are known before the page's own PostgreSQL has started: its progress. */
export function StartingNote({ status }: Pick<EngineScreenProps, 'status'>) {
  return (
    <section className={styles.note} aria-label={thisBrowserWords.starting}>
      <Progress status={status} />
      <p className={styles.more}>{thisBrowserWords.meanwhile}</p>
    </section>
  )
}

function Progress({ status }: Pick<EngineScreenProps, 'status'>) {
  const left = useSecondsLeft(status)
  const share = status.phase === 'loading' && status.total > 0 ? status.loaded / status.total : null
  return (
    <>
      <p>
        {/* Read out once; the bar reports progress. */}
        <output>{thisBrowserWords.starting}</output>
        <span aria-hidden="true">{progressWords(status, left)}</span>
      </p>
      <progress className={styles.bar} aria-label={thisBrowserWords.postgres} max={1} value={share ?? undefined} />
    </>
  )
}

/** How long the download will take; null while that is not known. */
function useSecondsLeft(status: EngineStatus): number | null {
  const [now, setNow] = useState(() => performance.now())
  const [first, setFirst] = useState<Come | null>(null)
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (status.phase !== 'loading') return null
  const { loaded, total } = status
  if (first === null) setFirst({ at: now, loaded })
  return first && secondsLeft(first, { at: now, loaded }, total)
}

function progressWords(status: EngineStatus, left: number | null): string {
  if (status.phase !== 'loading') return thisBrowserWords.opening
  const said = thisBrowserWords.loaded(megabytes(status.loaded), megabytes(status.total))
  if (left === null) return said
  return said + (left < 60 ? thisBrowserWords.secondsLeft(left) : thisBrowserWords.minutesLeft(Math.round(left / 60)))
}

function megabytes(bytes: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return (bytes / 1_000_000).toLocaleString(LOCALE.numbers, digits)
}
