import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Instance } from '../../instances/instance.ts'
import { askedAt, type Profile } from '../../instances/profile/profile.ts'
import { useProfileOf } from '../../instances/profile/useProfile.ts'
import { NetworkError } from '../../instances/transport/networkError.ts'
import { subscribeToAnswers } from '../../results/queries.ts'
import { classNames } from '../../ui/classNames.ts'
import { connectWords } from '../../words/en/connect/connect.ts'
import styles from './InstanceDot.module.css'

/** What this page has seen of an instance: an answer, no answer, or nothing yet. */
type Reached = 'yes' | 'no' | 'waiting' | 'unknown'

/** How an instance stands for this person. `answers`: what it can do is not known. */
export type Standing = 'full' | 'filters' | 'answers' | 'refused' | 'no' | 'waiting' | 'unknown' | 'here'

/**
 * Shape carries the meaning, colour repeats it: full can do SQL, half filters only, a ring does not answer, a dotted one
 * was not asked; a diamond has a token that is not accepted, a square is this browser.
 */
export function InstanceDot({ standing }: { readonly standing: Standing }) {
  return <span className={classNames(styles.dot, styles[standing])} title={connectWords.standings[standing]} />
}

/** How an instance stands, by its profile and by the answers that this page had from it. */
export function useStanding(instance: Instance | null): Standing {
  const reached = useReached(instance?.id ?? null)
  const byProfile = useProfileOf(instance, standingKnown)
  if (instance?.origin === 'embedded') return reached === 'waiting' ? 'waiting' : 'here'
  if (reached === 'no' || reached === 'waiting') return reached
  return byProfile ?? (reached === 'yes' ? 'answers' : 'unknown')
}

/** How a server stands as far as it was asked what it can do. */
function standingKnown(profile: Profile): Standing | null {
  if (profile.token === 'refused') return 'refused'
  return askedAt(profile) === null ? null : standingOf(profile)
}

/** How a server stands that answers and can do this. */
export function standingOf({ sql }: Pick<Profile, 'sql'>): 'full' | 'filters' | 'answers' {
  return sql === 'on' ? 'full' : sql === 'unknown' ? 'answers' : 'filters'
}

/** What the answers in the cache show of an instance. */
function useReached(instanceId: string | null): Reached {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (changed) => subscribeToAnswers(cache, changed),
    () => {
      if (instanceId === null) return 'unknown'
      const queries = cache.findAll({ queryKey: [instanceId] })
      if (queries.length === 0) return 'unknown'
      const latest = queries.reduce((a, b) => (updatedAt(b.state) > updatedAt(a.state) ? b : a))
      if (updatedAt(latest.state) === 0) return 'waiting'
      const failed = latest.state.errorUpdatedAt > latest.state.dataUpdatedAt
      return failed && latest.state.error instanceof NetworkError ? 'no' : 'yes'
    },
  )
}

function updatedAt(state: { dataUpdatedAt: number; errorUpdatedAt: number }): number {
  return Math.max(state.dataUpdatedAt, state.errorUpdatedAt)
}
