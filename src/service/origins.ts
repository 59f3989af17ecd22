/** Who may read answers from a page of another origin: nobody, every origin (`*`), or those listed. */
export type AllowedOrigins = '*' | readonly string[] | undefined

/** Answers are for other origins only where the service is told so (datastore-api.md §1); gives the response itself. */
export function allowOrigin(request: Pick<Request, 'headers'>, response: Response, allowed: AllowedOrigins): Response {
  const origin = request.headers.get('origin')
  if (allowed === undefined || (allowed !== '*' && (origin === null || !allowed.includes(origin)))) return response
  response.headers.set('access-control-allow-origin', allowed === '*' ? '*' : (origin ?? ''))
  response.headers.set('access-control-allow-methods', 'POST, GET, HEAD, OPTIONS')
  response.headers.set('access-control-allow-headers', 'Authorization, Content-Type')
  response.headers.set('access-control-expose-headers', TOKEN_HEADER)
  if (allowed !== '*') response.headers.append('vary', 'Origin')
  return response
}

/** The header in which an answer says what became of the token of its request: `read`, `write` or `refused`. */
export const TOKEN_HEADER = 'X-Rowan-Token'

/** `/{locale}` and `/3` may be left out; another version is no action. The first group is the action's name. */
export const ACTION_PATH = /^(?:\/[A-Za-z]{2,3}(?:[_-]\w+)?(?:@\w+)?)?\/api(?:\/3)?\/action\/([^/]+)$/

/** As `ACTION_PATH`, for a dump; the first group is the table's id or alias. */
export const DUMP_PATH = /^(?:\/[A-Za-z]{2,3}(?:[_-]\w+)?(?:@\w+)?)?\/datastore\/dump\/([^/]+)$/

/** The answer to an OPTIONS request at an address of the service, which needs no database; null for all others. */
export function preflight(request: Request, allowed: AllowedOrigins): Response | null {
  if (request.method !== 'OPTIONS') return null
  const { pathname } = new URL(request.url)
  if (!ACTION_PATH.test(pathname) && !DUMP_PATH.test(pathname)) return null
  return allowOrigin(request, new Response(null, { status: 200, headers: { 'cache-control': 'no-cache' } }), allowed)
}
