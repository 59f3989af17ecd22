import type { QueryClient } from '@tanstack/react-query'
import type { Engine } from './EngineGate.tsx'
import { loadOperators } from '../query/operators/loadOperators.ts'
import { needsOperators } from '../query/operators/registry.ts'
import { afterFirstAnswer, firstAnswerIsHere } from '../ui/browser/afterFirstAnswer.ts'
import { afterPaint } from '../ui/browser/afterPaint.ts'
import { laterModule, loadLater } from '../ui/later.tsx'
import { queryNamesInLink, readViewAgain } from '../workspace/view.ts'

/** The rows are drawn and what follows them is asked for before this, ms. */
const AFTER_FIRST_MS = 1000

/**
 * Loads the code that the first rows did not need, once they are here or have failed; the page's own PostgreSQL, where they
 * are only expected of it, has given them itself by then.
 */
export function loadLaterWhenIdle(cache: QueryClient, engine: Engine | null): void {
  const queries = cache.getQueryCache()
  let settled: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = queries.subscribe(({ query }) => {
    if (query.state.status === 'pending') return
    const isRecords = query.queryKey[1] === 'datastore_search' && query.state.status === 'success'
    if (isRecords) return end()
    // The list of tables may have come, and the rows are asked for next.
    clearTimeout(settled)
    if (cache.isFetching() === 0) settled = setTimeout(() => cache.isFetching() === 0 && end(), AFTER_FIRST_MS)
  })
  function end(): void {
    clearTimeout(settled)
    unsubscribe()
    const stop = engine?.subscribe(begin)
    begin()
    function begin(): void {
      if (engine?.status().early === 'shown') return
      stop?.()
      // The cache gives the rows to the screen a moment later, and a busy machine may be idle before.
      afterPaint(firstAnswerIsHere)
      setTimeout(() => afterFirstAnswer(() => void loadLater()), AFTER_FIRST_MS)
    }
  }
}

laterModule(async () => {
  // A link that was opened meanwhile may have been read in part.
  const mayBePart = needsOperators(queryNamesInLink(window.location.hash))
  await loadOperators()
  if (mayBePart) readViewAgain()
})
