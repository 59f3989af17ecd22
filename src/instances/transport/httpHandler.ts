import type { Handler } from '../../protocol/handler.ts'
import { isWrite } from '../../protocol/isWrite.ts'
import { NetworkError, timeLimit } from './networkError.ts'
import { isForbiddenHere } from './policyBlocks.ts'

/** How long, in milliseconds, an answer may take to begin. */
export interface HttpLimits {
  /** CKAN itself ends a query after 60 s; an answer that has not begun by then was lost on the way. */
  readonly query: number
  /** Longer for a change, whose outcome must be known. */
  readonly write: number
}

const LIMITS: HttpLimits = { query: 90_000, write: 300_000 }

/** The network, which rejects with a `TimeoutError` if no answer has begun within the limits. */
export function createHttpHandler(limits: HttpLimits): Handler {
  return async (request) => {
    const limit = isWrite(request) ? limits.write : limits.query
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(timeLimit(limit)), limit)
    try {
      // The signal also ends the reading of the body; the time limit does not.
      return await fetch(request, { signal: AbortSignal.any([request.signal, late.signal]) })
    } catch (cause) {
      if (!(cause instanceof TypeError) || !(await isForbiddenHere(request.url))) throw cause
      throw new NetworkError({ code: 'policyForbids', host: new URL(request.url).host }, { cause })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The network, with the limits of this page. */
export const httpHandler = createHttpHandler(LIMITS)
