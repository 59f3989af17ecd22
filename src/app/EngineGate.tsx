import { useQueryClient } from '@tanstack/react-query'
import { Activity, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { errorText } from '../features/result/failure.ts'
import { KeptNowhereNote } from '../features/thisBrowser/KeptNowhereNote.tsx'
import styles from '../features/thisBrowser/KeptNowhereNote.module.css'
import { resetThisBrowser } from '../features/thisBrowser/thisBrowserActions.ts'
import type { EngineStatus } from '../protocol/engineStatus.ts'
import type { Handler } from '../protocol/handler.ts'
import { laterComponent, reportMissing } from '../ui/later.tsx'
import { showToast } from '../ui/Toast.tsx'

const EngineScreen = laterComponent(() =>
  import('../features/thisBrowser/EngineScreen.tsx').then((module) => module.EngineScreen),
)

const StartingNote = laterComponent(async () => (await import('../features/thisBrowser/EngineScreen.tsx')).StartingNote)
const LostTablesNote = laterComponent(
  async () => (await import('../features/thisBrowser/LostTablesNote.tsx')).LostTablesNote,
)
const RemovedStoreNote = laterComponent(
  async () => (await import('../features/thisBrowser/RemovedStoreNote.tsx')).RemovedStoreNote,
)

/** The page's own PostgreSQL. */
export interface Engine {
  readonly handler: Handler
  readonly status: () => EngineStatus
  /** Returns what ends it. */
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Shows the start of the page's own PostgreSQL in the place of its records until it has opened once, or below records that
 * are already known.
 */
export function EngineGate({
  engine,
  instanceId,
  children,
}: {
  readonly engine: Engine | null
  readonly instanceId: string
  readonly children: ReactNode
}) {
  const cache = useQueryClient()
  const status = useSyncExternalStore(engine?.subscribe ?? noSubscription, () => engine?.status() ?? null)
  const removed = (status !== null && status.phase !== 'idle' && status.removed) || 0
  const [loaded, setLoaded] = useState(0)
  const keptNowhere = status?.phase === 'open' && status.store === 'memory'
  const problem = status?.phase === 'failed' ? status.problem : null
  useEffect(() => {
    if (problem?.code === 'engineNotLoaded')
      reportMissing(problem, () => void cache.resetQueries({ queryKey: [instanceId] }))
    else if (problem?.code === 'engineFileMissing' || problem?.code === 'engineFileWrong') reportMissing(problem, null)
  }, [problem, cache, instanceId])
  const isEarly = status?.early === 'shown'
  const isShown = isEarly || (status !== null && status.phase !== 'idle' && status.store !== null)
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  if (engine === null || status === null) return children
  const askAnew = () => void cache.resetQueries({ queryKey: [instanceId] })
  const loadAgain = () => {
    setLoaded(removed)
    askAnew()
  }
  return (
    <>
      {/* Once it was shown it stays, with what was typed, also where PostgreSQL turns out not to open. */}
      {wasShown && <Activity mode={isShown ? 'visible' : 'hidden'}>{children}</Activity>}
      {!isShown ? (
        <EngineScreen
          handler={engine.handler}
          status={status}
          onRetry={askAnew}
          onReset={() =>
            void resetThisBrowser(engine.handler).then(askAnew, (error: unknown) => showToast(errorText(error)))
          }
        />
      ) : isEarly ? (
        <div className={styles.kept} data-starting="">
          <StartingNote status={status} />
        </div>
      ) : removed > loaded ? (
        <RemovedStoreNote onLoadAgain={loadAgain} />
      ) : status.phase === 'open' && status.lost ? (
        <LostTablesNote tables={status.lost} />
      ) : (
        <KeptNowhereNote shown={keptNowhere} />
      )}
    </>
  )
}

function noSubscription(): () => void {
  return () => undefined
}
