import { addressOf } from '../../protocol/addressOf.ts'
import type { AskedRequest } from '../../protocol/handler.ts'
import { setHeader } from '../../protocol/wholeBody.ts'

/** Which other origins may read answers: none, all (`*`), or those listed. */
export type AllowedOrigins = '*' | readonly string[] | undefined

/** Lets other origins read the response if the service allows it (protocol/README.md P12). Returns the same response. */
export function allowOrigin(
  request: Pick<AskedRequest, 'headers'>,
  response: Response,
  allowed: AllowedOrigins,
): Response {
  const origin = request.headers.get('origin')
  if (allowed === undefined || (allowed !== '*' && (origin === null || !allowed.includes(origin)))) return response
  setHeader(response, 'access-control-allow-origin', allowed === '*' ? '*' : (origin ?? ''))
  setHeader(response, 'access-control-allow-methods', 'POST, GET, HEAD, OPTIONS')
  setHeader(response, 'access-control-allow-headers', 'Authorization, Content-Type')
  setHeader(response, 'access-control-expose-headers', TOKEN_HEADER)
  if (allowed !== '*') response.headers.append('vary', 'Origin')
  return response
}

/** The header that says what the request's token is worth: `read`, `write` or `refused`. */
export const TOKEN_HEADER = 'x-rowan-token'

/** `/{locale}` and `/3` are optional; other versions don't match. Group 1 is the action's name. */
export const ACTION_PATH = /^(?:\/[A-Za-z]{2,3}(?:[_-]\w+)?(?:@\w+)?)?\/api(?:\/3)?\/action\/([^/]+)$/

/** Like `ACTION_PATH`, for a dump. Group 1 is the table's id or alias. */
export const DUMP_PATH = /^(?:\/[A-Za-z]{2,3}(?:[_-]\w+)?(?:@\w+)?)?\/datastore\/dump\/([^/]+)$/

/** The answer to an OPTIONS request at one of the service's paths, without the database; null for other requests. */
export function preflight(
  request: Pick<AskedRequest, 'method' | 'url' | 'headers'>,
  allowed: AllowedOrigins,
): Response | null {
  if (request.method !== 'OPTIONS') return null
  const { pathname } = addressOf(request)
  if (!ACTION_PATH.test(pathname) && !DUMP_PATH.test(pathname)) return null
  const headers = { 'cache-control': 'no-cache', 'access-control-max-age': String(MAX_AGE_S) }
  return allowOrigin(request, new Response(null, { status: 200, headers }), allowed)
}

/** How long a browser need not ask again, in seconds: two hours is the most that Chromium keeps. */
const MAX_AGE_S = 7200
