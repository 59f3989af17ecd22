import { useState } from 'react'
import type { AnsweredStatement } from '../../../results/sqlRuns.ts'
import type { Asking } from './useAsking.ts'

/**
 * The answer that is shown: that of the result whose tab is open. Until it brings one, what was shown before stays; where
 * there are several results, one that failed has none, as the answer to another statement would be taken for its own.
 */
export function useShownAnswer({ results, active }: Asking): AnsweredStatement | null {
  const own = active?.answer ?? null
  const [before, setBefore] = useState(own)
  if (own !== null && own !== before) setBefore(own)
  const isComing = active?.state === 'running' || active?.state === 'unsent'
  return own ?? (results.length < 2 || isComing ? before : null)
}
