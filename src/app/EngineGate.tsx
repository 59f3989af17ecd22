import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { errorText } from '../features/result/failure.ts'
import { EngineScreen } from '../features/thisBrowser/EngineScreen.tsx'
import { KeptNowhereNote } from '../features/thisBrowser/KeptNowhereNote.tsx'
import { resetThisBrowser } from '../features/thisBrowser/thisBrowserActions.ts'
import type { EngineStatus } from '../protocol/engineStatus.ts'
import type { Handler } from '../protocol/handler.ts'
import { reportMissing } from '../ui/later.tsx'
import { showToast } from '../ui/Toast.tsx'

/** The page's own PostgreSQL. */
export interface Engine {
  readonly handler: Handler
  readonly status: () => EngineStatus
  readonly subscribe: (listener: () => void) => () => void
}

/** Shows the start of the page's own PostgreSQL in the place of its records until it has opened once. */
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
  const keptNowhere = status?.phase === 'open' && status.store === 'memory'
  const problem = status?.phase === 'failed' ? status.problem : null
  useEffect(() => {
    if (problem?.code === 'engineNotLoaded')
      reportMissing(problem, () => void cache.resetQueries({ queryKey: [instanceId] }))
    else if (problem?.code === 'engineFileMissing' || problem?.code === 'engineFileWrong') reportMissing(problem, null)
  }, [problem, cache, instanceId])
  if (engine === null || status === null) return children
  if (status.phase !== 'idle' && status.store !== null) {
    return (
      <>
        {children}
        <KeptNowhereNote shown={keptNowhere} />
      </>
    )
  }
  const askAnew = () => void cache.resetQueries({ queryKey: [instanceId] })
  return (
    <EngineScreen
      status={status}
      onRetry={askAnew}
      onReset={() =>
        void resetThisBrowser(engine.handler).then(askAnew, (error: unknown) => showToast(errorText(error)))
      }
    />
  )
}

function noSubscription(): () => void {
  return () => undefined
}
