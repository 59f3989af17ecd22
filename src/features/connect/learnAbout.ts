import type { QueryClient } from '@tanstack/react-query'
import type { Searched } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { probe } from '../../instances/profile/probe.ts'
import type { ProfileStore } from '../../instances/profile/profile.ts'
import { httpHandler } from '../../instances/transport/httpHandler.ts'
import { requestLog } from '../../instances/transport/requestLog.ts'
import { cutsTimes } from '../../results/plan/cutTimes.ts'

/** Of whom it is found out, and where the records are that have come. */
interface Learning extends Pick<Instance, 'id' | 'baseUrl' | 'prefix' | 'tokenHeader'> {
  readonly token: string | null
  /** How many tables are listed; null if there is no list. */
  readonly tables: number | null
  readonly resource: string | null
  readonly profile: ProfileStore
  readonly cache: QueryClient
}

/**
 * Finds out what the instance can do, and remembers it. Records that came before it was known that the server cuts their
 * times, and that SQL tells them, are read again. Throws what the server or the network threw.
 */
export async function learnAbout(learning: Learning, signal: AbortSignal): Promise<void> {
  const { id, baseUrl, prefix, tokenHeader, token, tables, resource, profile, cache } = learning
  const { prefixFound, listsTables } = profile.get()
  const connection = { baseUrl, prefix: prefixFound ?? prefix, tokenHeader, token }
  const page = { origin: window.location.origin }
  const known = { tables, resource, isBare: listsTables === false }
  const { found, at } = await probe(requestLog.keep(httpHandler, id), connection, page, known, signal)
  profile.learn('asked', found, at)
  const now = profile.get()
  if (now.sql !== 'on') return
  for (const [queryKey, data] of cache.getQueriesData<Searched>({ queryKey: [id, 'datastore_search'] })) {
    if (cutsTimes(now, data?.answer.fields ?? [])) void cache.invalidateQueries({ queryKey, exact: true })
  }
}
