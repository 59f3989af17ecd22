/** No answer came that the page may read; `message` says in plain words why that may be and what to do. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/**
 * What a handler rejected with, in plain words: a `NetworkError`, or the cancellation itself (`AbortError`), which is
 * nobody's failure and is passed on as it came, as is what is a `NetworkError` already.
 */
export function networkErrorOf(cause: unknown, url: string, page: { origin: string }): unknown {
  if (cause instanceof NetworkError) return cause
  if (cause instanceof Error && cause.name === 'AbortError') return cause
  const { host, protocol } = new URL(url)
  const offline = typeof navigator !== 'undefined' && !navigator.onLine
  const words =
    cause instanceof Error && cause.name === 'TimeoutError'
      ? `${host} did not answer in time. Try again, or ask for less.`
      : offline && !isLocal(host)
        ? 'This device is offline. Connect it and try again.'
        : protocol === 'http:' && page.origin.startsWith('https:') && !isLocal(host)
          ? `The browser blocks ${host}, since this page came by https and the address begins with http. Use its https address.`
          : new URL(url).origin === page.origin
            ? `${host} does not answer. Check that the server is running, then try again.`
            : `No answer from ${host} that this page may read. Either it is not reached (check the address), or it does not allow ${page.origin} to read it (CORS), which only its administrator can change.`
  return new NetworkError(words, { cause })
}

function isLocal(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host)
}
