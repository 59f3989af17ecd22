import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { NetworkError } from '../client/networkError.ts'
import type { Capabilities } from '../protocol/capabilities.ts'
import { useCapabilities } from '../state/capabilities.ts'
import type { Instance } from '../state/instances.ts'
import { classNames } from '../ui/classNames.ts'
import styles from './InstanceDot.module.css'

/** What this page has seen of an instance: an answer, no answer, or nothing yet. */
export type Reached = 'yes' | 'no' | 'waiting' | 'unknown'

/** How an instance stands for this person. `answers`: what it can do is not known. */
export type Standing = 'full' | 'filters' | 'answers' | 'refused' | 'no' | 'waiting' | 'unknown' | 'here'

/** The words for it, for screen readers and tooltips. */
export const STANDING_WORDS = {
  full: 'SQL and filters',
  filters: 'filters only',
  answers: 'answers',
  refused: 'token not accepted, read as anonymous',
  no: 'not reached',
  waiting: 'connecting',
  unknown: 'not asked yet',
  here: 'in this browser',
} as const satisfies Record<Standing, string>

/**
 * Shape carries the meaning, colour repeats it: full can do SQL, half filters only, a ring does not answer, a dotted one
 * was not asked; a diamond has a token that is not accepted, a square is this browser.
 */
export function InstanceDot({ standing }: { readonly standing: Standing }) {
  return <span className={classNames(styles.dot, styles[standing])} title={STANDING_WORDS[standing]} />
}

/** How an instance stands, by its card and by the answers that this page had from it. */
export function useStanding(instance: Instance | null): Standing {
  const reached = useReached(instance?.id ?? null)
  const card = useCapabilities(instance)
  if (instance?.origin === 'embedded') return reached === 'waiting' ? 'waiting' : 'here'
  if (reached === 'no' || reached === 'waiting') return reached
  if (card !== null) return card.token === 'refused' ? 'refused' : standingOfCard(card)
  return reached === 'yes' ? 'answers' : 'unknown'
}

/** How a server stands that answers and can do this. */
export function standingOfCard({ sql }: Pick<Capabilities, 'sql'>): Standing {
  return sql === 'on' ? 'full' : sql === 'unknown' ? 'answers' : 'filters'
}

/** What the answers in the cache tell about an instance. */
function useReached(instanceId: string | null): Reached {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => {
      if (instanceId === null) return 'unknown'
      const queries = cache.findAll({ queryKey: [instanceId] })
      if (queries.length === 0) return 'unknown'
      const latest = queries.reduce((a, b) => (lastTold(b.state) > lastTold(a.state) ? b : a))
      if (lastTold(latest.state) === 0) return 'waiting'
      const failed = latest.state.errorUpdatedAt > latest.state.dataUpdatedAt
      return failed && latest.state.error instanceof NetworkError ? 'no' : 'yes'
    },
  )
}

function lastTold(state: { dataUpdatedAt: number; errorUpdatedAt: number }): number {
  return Math.max(state.dataUpdatedAt, state.errorUpdatedAt)
}
