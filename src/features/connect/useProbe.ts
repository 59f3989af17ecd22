import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { askedAt } from '../../instances/profile/profile.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import type { Session } from '../../instances/session.ts'
import { useToken } from '../../instances/tokens.ts'
import { subscribeToAnswers } from '../../results/queries.ts'
import { whenIdle } from '../../ui/browser/whenIdle.ts'

/**
 * Finds out once what the instance can do, when its first records are here and the page has nothing else to do. It never
 * holds anything up, and a failure shows on the card only.
 * @param tables how many tables are listed, null if there is no list; undefined while that is not known.
 */
export function useProbe(
  { instance, client }: Pick<Session, 'instance' | 'client'>,
  tables: number | null | undefined,
  resource: string | null,
): void {
  const cache = useQueryClient()
  const { token } = useToken(instance)
  const isKnown = useProfile(client, (profile) => askedAt(profile) !== null)
  const hasRecords = useHasRecords(instance.id)
  const { profile } = client
  const { id, baseUrl, prefix, tokenHeader } = instance
  const key = JSON.stringify([baseUrl, prefix, tokenHeader, token])
  const tried = useRef<string>(null)
  const isDue = !isKnown && hasRecords && tables !== undefined
  useEffect(() => {
    if (!isDue || tried.current === key) return undefined
    const stopped = new AbortController()
    let ended = false
    const cancel = whenIdle(() => {
      tried.current = key
      import('./learnAbout.ts')
        .then(({ learnAbout }) =>
          learnAbout({ id, baseUrl, prefix, tokenHeader, token, tables, resource, profile, cache }, stopped.signal),
        )
        .catch(() => undefined)
        .finally(() => (ended = true))
    })
    return () => {
      cancel()
      // As when another table is chosen meanwhile: then it is tried again.
      if (!ended) tried.current = null
      stopped.abort()
    }
  }, [isDue, key, id, baseUrl, prefix, tokenHeader, token, tables, resource, profile, cache])
}

/** Whether some records of the instance have come. */
function useHasRecords(instanceId: string): boolean {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (changed) => subscribeToAnswers(cache, changed),
    () =>
      cache
        .findAll({ queryKey: [instanceId] })
        .some(
          ({ queryKey, state }) => queryKey[1] !== 'tables' && state.dataUpdatedAt > 0 && state.status === 'success',
        ),
  )
}
