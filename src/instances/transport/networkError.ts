import { ProblemError, type Problem } from '../../protocol/problem.ts'
import { addressSpaceOf, isMixedContent, reachesInward } from './addressSpace.ts'

/** No answer arrived that the page may read. */
export class NetworkError extends ProblemError {
  override readonly name = 'NetworkError'
  /** What was sent may have been stored all the same. */
  readonly mayBeStored: boolean
  /** Repeating the request can help; false for an engine that doesn't open. */
  readonly mayPass: boolean
  /** The server is there and has let the page read other answers, so this one may be a refusal. */
  readonly wasReached: boolean

  constructor(
    problem: Problem,
    options: ErrorOptions & { mayBeStored?: boolean; mayPass?: boolean; wasReached?: boolean } = {},
  ) {
    const { mayBeStored = false, mayPass = !LASTING.has(problem.code), wasReached = false, ...cause } = options
    super(problem, cause)
    this.mayBeStored = mayBeStored
    this.mayPass = mayPass
    this.wasReached = wasReached
  }
}

/** What won't change in a moment. After a time limit has passed the user sees the error instead of waiting again. */
const LASTING: ReadonlySet<Problem['code']> = new Set<Problem['code']>([
  'noAnswerInTime',
  'answerStalled',
  'answerTooLarge',
  'deviceOffline',
  'insecureAddress',
  'policyForbids',
  'redirectedElsewhere',
  'tokenUnsendable',
])

/** What a request went through before it failed. */
export interface Failed {
  readonly url: string
  readonly page: { readonly origin: string }
  /** It may have changed what is stored. */
  readonly writes: boolean
  /** Bytes of the answer's body that had arrived; null if no answer had begun. */
  readonly bytes: number | null
}

/** Says that a limit has passed: named as browsers name it, with the milliseconds as its message, which a clone keeps. */
export function timeLimit(milliseconds: number): DOMException {
  return new DOMException(String(milliseconds), 'TimeoutError')
}

/**
 * What a handler rejected with, as a `NetworkError`. A cancellation (`AbortError`) is no failure and is passed on as it
 * is, as is a `NetworkError`.
 */
export function networkErrorOf(cause: unknown, { url, page, writes, bytes }: Failed): unknown {
  if (cause instanceof NetworkError) return cause
  if (cause instanceof Error && cause.name === 'AbortError') return cause
  const problem = problemOfFetch(cause, new URL(url), page, bytes)
  const wasSent = problem.code !== 'deviceOffline' && problem.code !== 'insecureAddress'
  return new NetworkError(problem, { cause, mayBeStored: writes && wasSent })
}

/**
 * The refusal to follow a redirect with a token, as a token is for one server; null if the answer is no redirect. The
 * browser doesn't tell the page where it leads.
 */
export function redirectErrorOf(response: Response, url: string): NetworkError | null {
  const location = response.headers.get('location')
  if (response.type !== 'opaqueredirect' && !(response.status >= 300 && response.status < 400 && location)) return null
  const elsewhere = location !== null && URL.canParse(location, url) ? new URL(location, url).origin : null
  return new NetworkError({ code: 'redirectedElsewhere', server: new URL(url).origin, elsewhere })
}

function problemOfFetch(cause: unknown, url: URL, page: { readonly origin: string }, bytes: number | null): Problem {
  const { host } = url
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    const seconds = Number.isNaN(Number(cause.message)) ? null : Math.round(Number(cause.message) / 1000)
    return bytes === null ? { code: 'noAnswerInTime', host, seconds } : { code: 'answerStalled', host, bytes, seconds }
  }
  if (isOffline() && addressSpaceOf(url.hostname) !== 'loopback') return { code: 'deviceOffline' }
  if (bytes !== null) return { code: 'answerBrokeOff', host, bytes }
  if (isMixedContent(url, page) && addressSpaceOf(url.hostname) === 'public') return { code: 'insecureAddress', host }
  return unreachable(url, page)
}

/** All that a browser says of a failed fetch: not reached, not allowed to read it, or broken before the answer began. */
function unreachable(url: URL, page: { readonly origin: string }): Problem {
  const { host, hostname } = url
  if (url.origin === page.origin) return { code: 'ownServerSilent', host }
  const isLoopback = addressSpaceOf(hostname) === 'loopback'
  return {
    code: 'hostUnreachable',
    host,
    origin: page.origin,
    near: !reachesInward(page, hostname) ? 'notNear' : isLoopback ? 'onThisDevice' : 'onLocalNetwork',
    isPlainHttp: isMixedContent(url, page),
  }
}

/** Browsers know for certain only that there is no network, never that there is one. */
function isOffline(): boolean {
  return typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine
}
