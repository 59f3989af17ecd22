import { addressSpaceOf, isMixedContent, reachesInward } from './addressSpace.ts'

/**
 * Why no answer came: `unreachable` is all that a browser calls a failed fetch (not reached, not allowed to read it,
 * broken before the answer began), `brokeOff` an answer that ended too early, `stalled` one that stopped coming,
 * `redirected` one that sends a token on to another address, `unsendable` a request that could not even be made,
 * `unopened` an engine in this browser that does not open, `other` what else it says of itself.
 */
export type NetworkReason =
  | 'unreachable'
  | 'offline'
  | 'mixedContent'
  | 'timeout'
  | 'stalled'
  | 'brokeOff'
  | 'tooLarge'
  | 'redirected'
  | 'unsendable'
  | 'unopened'
  | 'other'

/** No answer came that the page may read; `message` says in plain words why that may be and what to do. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly reason: NetworkReason

  constructor(message: string, { reason = 'other', ...options }: ErrorOptions & { reason?: NetworkReason } = {}) {
    super(message, options)
    this.reason = reason
  }
}

/** What a request went through before it failed. */
export interface Failed {
  readonly url: string
  readonly page: { readonly origin: string }
  /** It may have changed what is stored. */
  readonly writes: boolean
  /** Bytes of the answer's body that had come; null where no answer had begun. */
  readonly bytes: number | null
}

/** A limit that was passed: the name that browsers give to it, with what was waited for. */
export function timeLimit(milliseconds: number): DOMException {
  return new DOMException(`within ${Math.round(milliseconds / 1000)} s`, 'TimeoutError')
}

/**
 * What a handler rejected with, in plain words: a `NetworkError`, or the cancellation itself (`AbortError`), which is
 * nobody's failure and is passed on as it came, as is what is a `NetworkError` already.
 */
export function networkErrorOf(cause: unknown, { url, page, writes, bytes }: Failed): unknown {
  if (cause instanceof NetworkError) return cause
  if (cause instanceof Error && cause.name === 'AbortError') return cause
  const { reason, words } = reasonOf(cause, new URL(url), page, bytes)
  const sent = writes && reason !== 'offline' && reason !== 'mixedContent'
  return new NetworkError(sent ? `${words} ${PERHAPS_STORED}` : words, { cause, reason })
}

/**
 * The refusal to go where an answer sends a request that carries a token, as one token is for one server; null where the
 * answer is none of that kind. A browser does not tell the page where that is.
 */
export function redirectErrorOf(response: Response, url: string): NetworkError | null {
  const location = response.headers.get('location')
  if (response.type !== 'opaqueredirect' && !(response.status >= 300 && response.status < 400 && location)) return null
  const where = location !== null && URL.canParse(location, url) ? ` (${new URL(location, url).origin})` : ''
  const look = where === '' ? ` Open ${new URL(url).origin} in a tab to see which.` : ''
  return new NetworkError(
    `The server sends this request on to another address${where}, where the token is not taken.${look} Enter that address as the base URL if you trust it.`,
    { reason: 'redirected' },
  )
}

/** What is said of a write whose answer was lost. */
export const PERHAPS_STORED = 'The change may or may not have been stored: look before you repeat it.'

function reasonOf(
  cause: unknown,
  url: URL,
  page: { readonly origin: string },
  bytes: number | null,
): { reason: NetworkReason; words: string } {
  const { host } = url
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return bytes === null
      ? {
          reason: 'timeout',
          words: `${host} did not answer ${cause.message}. Try again, or ask for less: fewer records, a narrower filter.`,
        }
      : {
          reason: 'stalled',
          words: `The answer of ${host} stopped: after ${sizeOf(bytes)} nothing more came ${cause.message}. Try again, or ask for fewer records.`,
        }
  }
  if (isOffline() && addressSpaceOf(url.hostname) !== 'loopback') {
    return { reason: 'offline', words: 'This device is offline. Connect it and try again.' }
  }
  if (bytes !== null) {
    return {
      reason: 'brokeOff',
      words: `The answer of ${host} broke off after ${sizeOf(bytes)}, so none of it is used. Try again, or ask for fewer records.`,
    }
  }
  if (isMixedContent(url, page) && addressSpaceOf(url.hostname) === 'public') {
    return {
      reason: 'mixedContent',
      words: `The browser blocks ${host}, since this page came by https and the address begins with http. Use its https address.`,
    }
  }
  return { reason: 'unreachable', words: unreachable(url, page) }
}

function unreachable(url: URL, page: { readonly origin: string }): string {
  const { host, hostname, origin } = url
  if (origin === page.origin) return `${host} does not answer. Check that the server is running, then try again.`
  const ways = `Either it is not reached (check the address), or it does not allow ${page.origin} to read it (CORS), which only its administrator can change.`
  const all = `No answer from ${host} that this page may read. ${ways}`
  if (!reachesInward(page, hostname)) return all
  const isLoopback = addressSpaceOf(hostname) === 'loopback'
  const near = `It is an address of ${isLoopback ? 'this device' : 'the local network'}: the browser may have blocked it, unless this site has its permission for that (see the settings of this site in the address bar).`
  const only = ' Of pages that came by https, those in Chromium alone may ask it by http.'
  return `${all} ${near}${isMixedContent(url, page) && !isLoopback ? only : ''}`
}

/** Browsers know for certain only that there is no network, never that there is one. */
function isOffline(): boolean {
  return typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
