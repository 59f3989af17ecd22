import type { ActionClient } from '../instances/client/actionClient.ts'
import { withoutRefused } from '../instances/client/knownParams.ts'
import type { Instance } from '../instances/instance.ts'
import { httpHandler } from '../instances/transport/httpHandler.ts'
import { requestOf } from '../instances/transport/requestEncoding.ts'
import { requestLog } from '../instances/transport/requestLog.ts'
import { wholeAnswer, type WholeAnswer } from '../instances/transport/wholeAnswer.ts'

/** Where the records of a copy come from, as the person who uses the instance. */
export interface CopyOrigin {
  readonly client: ActionClient
  readonly instance: Instance
  readonly token: string | null
}

/** Asks for a page of records, and leaves the answer as it came; null if it needs to be looked at. */
export type AskWhole = (params: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<WholeAnswer | null>

/**
 * Asks a server that is known to be CKAN or Rowan, in the way that it has taken before. Null for others, whose answers have to
 * be looked at here, and for This browser, which no network leads to.
 */
export function wholeFrom({ client, instance, token }: CopyOrigin): AskWhole | null {
  const { profile } = client
  const { isLikeCkan, service } = profile.get()
  if (instance.origin === 'embedded' || (isLikeCkan !== true && service === null)) return null
  const page = { origin: window.location.origin }
  const handler = requestLog.keep(httpHandler, instance.id)
  return (asked, signal) => {
    const { prefixFound, ways } = profile.get()
    const { baseUrl, prefix, tokenHeader } = instance
    const connection = { baseUrl, prefix: prefixFound ?? prefix, tokenHeader, token }
    const { params, leftOut } = withoutRefused(asked, profile)
    if (leftOut.length > 0) return Promise.resolve(null)
    return wholeAnswer(handler, {
      to: baseUrl,
      make: (heard) => requestOf(connection, page, 'datastore_search', params, heard, { ways }),
      signal,
    })
  }
}
