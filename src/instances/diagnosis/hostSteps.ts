import { addressSpaceOf, isMixedContent, reachesInward } from '../transport/addressSpace.ts'
import type { Connection } from '../transport/connection.ts'
import { readRemedies, statusUrl, tokenRemedies } from './remedy.ts'
import { step, type Step } from './step.ts'

/** Whether address and prefix can be right at all, and whether the browser would send anything there. */
export function addressStep({ baseUrl, prefix }: Connection, page: { readonly origin: string }): Step {
  if (!URL.canParse(baseUrl + prefix) || !/^https?:/.test(baseUrl)) return step('failed', { code: 'badAddress' })
  if (!prefix.startsWith('/')) return step('failed', { code: 'badPrefix' })
  const url = new URL(baseUrl)
  if (isMixedContent(url, page) && addressSpaceOf(url.hostname) === 'public') {
    return step('failed', { code: 'mixedContent' })
  }
  return step('ok', { code: 'goodAddress', isHttps: url.protocol === 'https:' })
}

/** Nothing came back, by as much as can be said of why. */
export function noAnswer({ baseUrl, prefix }: Connection, page: { readonly origin: string }): Step {
  const url = new URL(baseUrl)
  const { host, hostname, origin } = url
  const space = addressSpaceOf(hostname)
  const isOffline = typeof navigator !== 'undefined' && !navigator.onLine
  if (isOffline && space !== 'loopback') return step('failed', { code: 'offline' })
  if (reachesInward(page, hostname) && space !== 'public') {
    const isPageHttps = page.origin.startsWith('https:')
    return step('failed', { code: 'noAnswerInside', host, space, isPageHttps, isMixed: isMixedContent(url, page) })
  }
  const isOwn = origin === page.origin
  // A server may close its answers to all other sites (Cross-Origin-Resource-Policy), which looks the same.
  const remedies = isOwn ? [] : readRemedies(page.origin, statusUrl(baseUrl, prefix))
  return step('failed', { code: 'noAnswer', host, isOwn }, remedies)
}

/** The page may read the answers. */
export function readable({ baseUrl }: Connection, page: { readonly origin: string }, isPreflighted: boolean): Step {
  const isOwn = new URL(baseUrl).origin === page.origin
  return step('ok', { code: 'readable', way: isOwn ? 'sameOrigin' : isPreflighted ? 'preflighted' : 'simple' })
}

/** The host answers, and the browser keeps the answer from the page. */
export function notReadable({ baseUrl, prefix, token }: Connection, page: { readonly origin: string }): Step {
  return step(
    'failed',
    { code: 'notReadable', hasToken: token !== null },
    readRemedies(page.origin, statusUrl(baseUrl, prefix)),
  )
}

/** The page may read answers to anonymous requests only. */
export function tokenBlocked({ baseUrl, prefix, tokenHeader }: Connection, page: { readonly origin: string }): Step {
  const remedies = tokenRemedies(page.origin, statusUrl(baseUrl, prefix), tokenHeader)
  return step('failed', { code: 'tokenBlocked', tokenHeader }, remedies)
}
