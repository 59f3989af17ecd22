import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { probeCapabilities, tokenFound } from '../client/capabilities.ts'
import { httpHandler } from '../client/httpHandler.ts'
import { requestLog } from '../client/requestLog.ts'
import { amendCapabilities, keepCapabilities, useCapabilities } from '../state/capabilities.ts'
import type { Instance } from '../state/instances.ts'
import { useToken } from '../state/tokens.ts'

/**
 * Finds out once what the instance can do, when its first records are here and the page has nothing else to do. It never
 * holds anything up, and where it fails the card says so: nothing else does.
 * @param tables how many tables are listed, null where there is no list; undefined while that is not known.
 */
export function useProbe(instance: Instance, tables: number | null | undefined, resource: string | null): void {
  const { token } = useToken(instance)
  const isKnown = useCapabilities(instance) !== null
  const hasRecords = useHasRecords(instance.id)
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
      const connection = { baseUrl, prefix, tokenHeader, token }
      const page = { origin: window.location.origin }
      probeCapabilities(requestLog.keep(httpHandler, id), connection, page, { tables, resource }, stopped.signal)
        .then(
          (found) => keepCapabilities({ ...connection, hasToken: token !== null }, found),
          () => undefined,
        )
        .finally(() => (ended = true))
    })
    return () => {
      cancel()
      // As when another table is chosen meanwhile: then it is tried again.
      if (!ended) tried.current = null
      stopped.abort()
    }
  }, [isDue, key, id, baseUrl, prefix, tokenHeader, token, tables, resource])
}

/** Corrects the card by what the answers say of the token: one that has run out since is told, and so is one that works again. */
export function useTokenNews(instance: Instance, { manners }: Pick<ActionClient, 'manners'>): void {
  const { baseUrl, prefix, tokenHeader } = instance
  const isKnown = useCapabilities(instance) !== null
  useEffect(() => {
    // What was said while the card was being made may be newer than what it says.
    if (!isKnown) return undefined
    let before: string | null = null
    const hear = () => {
      const { tokenSaid } = manners.get()
      if (tokenSaid === before) return
      before = tokenSaid
      const found = tokenFound(tokenSaid)
      if (found !== null) amendCapabilities({ baseUrl, prefix, tokenHeader, hasToken: true }, found)
    }
    hear()
    return manners.subscribe(hear)
  }, [isKnown, manners, baseUrl, prefix, tokenHeader])
}

/** Whether some records of the instance have come. */
function useHasRecords(instanceId: string): boolean {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () =>
      cache
        .findAll({ queryKey: [instanceId] })
        .some(
          ({ queryKey, state }) => queryKey[1] !== 'tables' && state.dataUpdatedAt > 0 && state.status === 'success',
        ),
  )
}

/** Safari has no such callback: there it comes after a second. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: 5000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 1000)
  return () => clearTimeout(timer)
}
