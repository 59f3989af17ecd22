import type { QueryClient } from '@tanstack/react-query'
import { loadLater } from '../ui/later.tsx'
import { whenIdle } from '../ui/browser/whenIdle.ts'

/** The rows are drawn and what follows them is asked for before this, ms. */
const AFTER_FIRST_MS = 1000

/** Loads the code that the first rows did not need, once they are here or have failed. */
export function loadLaterWhenIdle(cache: QueryClient): void {
  const unsubscribe = cache.getQueryCache().subscribe(({ query }) => {
    if (query.state.status === 'pending' || cache.isFetching() > 0) return
    unsubscribe()
    setTimeout(() => whenIdle(() => void loadLater()), AFTER_FIRST_MS)
  })
}
