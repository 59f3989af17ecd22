/** Whom a host can be reached by: this device alone, its network, or anybody. */
export type AddressSpace = 'loopback' | 'local' | 'public'

/** Judged by the name alone: a public name of a host in a local network counts as public. */
export function addressSpaceOf(hostname: string): AddressSpace {
  if (/^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/i.test(hostname)) return 'loopback'
  return LOCAL.test(hostname) ? 'local' : 'public'
}

/** RFC 1918 and 3927, their counterparts of IPv6, and names of a local network. */
const LOCAL =
  /^(?:10\.\d+\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|192\.168\.\d+\.\d+|169\.254\.\d+\.\d+|\[f[cd][0-9a-f]*:.*\]|\[fe[89ab][0-9a-f]:.*\]|.*\.local|[^.[\]]+)$/i

/** Chromium asks its user before a page reaches from a wider space into a narrower one (Local Network Access). */
export function reachesInward(page: { origin: string }, hostname: string): boolean {
  const order: readonly AddressSpace[] = ['public', 'local', 'loopback']
  const from = addressSpaceOf(URL.canParse(page.origin) ? new URL(page.origin).hostname : 'localhost')
  return order.indexOf(addressSpaceOf(hostname)) > order.indexOf(from)
}

/**
 * Whether a page loaded over https asks an http address. Every browser blocks that for addresses on the internet; Chromium
 * allows it for nearer ones.
 */
export function isMixedContent({ protocol }: URL, page: { origin: string }): boolean {
  return protocol === 'http:' && page.origin.startsWith('https:')
}
