import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { NetworkError } from '../client/networkError.ts'
import { classNames } from '../ui/classNames.ts'
import styles from './InstanceDot.module.css'

/** What this page has seen of an instance: an answer, no answer, or nothing yet. */
export type Reached = 'yes' | 'no' | 'waiting' | 'unknown'

/** The words for it, for screen readers and tooltips. */
export const REACHED_WORDS = {
  yes: 'answers',
  no: 'not reached',
  waiting: 'connecting',
  unknown: 'not asked yet',
} as const satisfies Record<Reached, string>

/** Shape carries the meaning, colour repeats it: full answers, a ring does not, a dotted one was not asked; a square is this browser. */
export function InstanceDot({ reached, square }: { readonly reached: Reached; readonly square?: boolean | undefined }) {
  return (
    <span className={classNames(styles.dot, styles[reached], square && styles.square)} title={REACHED_WORDS[reached]} />
  )
}

/** What the answers in the cache tell about an instance. */
export function useReached(instanceId: string | null): Reached {
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
