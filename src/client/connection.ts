/** Where an instance of the service is reached, and as whom. */
export interface Connection {
  /** Absolute, without a trailing slash: `https://data.example/ckan`. */
  readonly baseUrl: string
  /** What stands between the base URL and the name of an action: `/en/api/3/action`. */
  readonly prefix: string
  /** The header that carries the token, as the server has it configured: `Authorization`. */
  readonly tokenHeader: string
  readonly token: string | null
}

export type ParsedAddress =
  | { ok: true; baseUrl: string; prefix: string | null; resource: string | null }
  | { ok: false; problem: string }

/**
 * Takes apart any address of a site: its base URL, one with the path prefix or an action, a dataset's, a resource's or a
 * dump's page (then also its resource id). `prefix` is null where the address tells none. Never throws.
 */
export function parseAddress(text: string): ParsedAddress {
  const typed = text.trim().replace(/^[<"'“‘]+|[>"'”’]+$/g, '')
  if (typed === '') return problem('Enter the address of the site, such as https://data.example.org.')
  if (UUID.test(typed) && typed.length === 36) {
    return problem('This is the id of a table, not an address. Enter the address of the site that holds it.')
  }
  const url = urlOf(typed)
  if (url === null) return problem('This is not an address. One looks like https://data.example.org.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return problem(`An address begins with https:// or http://, not with ${url.protocol}`)
  }
  if (url.username !== '' || url.password !== '') {
    return problem('Take the user name and password out of the address. A token goes into the field API token.')
  }
  const segments = url.pathname.split('/').filter((segment) => segment !== '' && segment !== 'index.html')
  const { base, prefix } = splitPath(segments)
  return { ok: true, baseUrl: [url.origin, ...base].join('/'), prefix, resource: resourceOf(url, segments) }
}

export interface CleanToken {
  token: string
  /** What was taken off, in words; null where the token was fine. */
  removed: string | null
}

/** The bare token in what was pasted: blanks and line breaks, quotes, `Authorization:` and `Bearer ` are taken off. */
export function cleanToken(text: string): CleanToken {
  const removed: string[] = []
  const without = (pattern: RegExp, name: string, from: string): string => {
    const to = from.replace(pattern, '')
    if (to !== from && !removed.includes(name)) removed.push(name)
    return to
  }
  let token = text
  for (let before = ''; before !== token;) {
    before = token
    token = without(/^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/g, 'blanks', token)
    token = without(/^["'`“”‘’]+|["'`“”‘’]+$/g, 'quotes', token)
    token = without(/^(?:authorization|x-ckan-api-key)\s*:/i, 'the name of the header', token)
    token = without(/^bearer\s+/i, 'the word Bearer', token)
  }
  token = without(/[\s\u200b\ufeff]+/g, 'blanks', token)
  const last = removed.pop()
  const list = removed.length === 0 ? last : `${removed.join(', ')} and ${last}`
  return { token, removed: last === undefined ? null : `Taken off around the token: ${list}.` }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

/** A segment that CKAN reads as the language of the page: `en`, `pt_BR`, `zh_Hans_CN`. */
const LOCALE = /^[a-z]{2,3}(?:[_-][A-Za-z]{2,4}){0,2}$/

/** The first segments of CKAN's own pages; what stands before them is the path that the site is mounted at. */
const PAGES = new Set(['dataset', 'datastore', 'organization', 'group', 'dashboard', 'user', 'harvest', 'about'])

function problem(words: string): ParsedAddress {
  return { ok: false, problem: words }
}

function urlOf(typed: string): URL | null {
  const local = /^(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/i.test(typed)
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) || /^(?:mailto|javascript|data|file|blob):/i.test(typed)
  const absolute = hasScheme ? typed : `${local ? 'http' : 'https'}://${typed.replace(/^\/+/, '')}`
  return URL.canParse(absolute) && !/\s/.test(absolute) ? new URL(absolute) : null
}

function splitPath(segments: readonly string[]): { base: readonly string[]; prefix: string | null } {
  const api = segments.findIndex(
    (segment, at) =>
      segment === 'api' && /^(?:\d+|action)?$/.test(segments[at + 1] ?? '') && !PAGES.has(segments[0] ?? ''),
  )
  if (api !== -1) {
    const start = hasLocaleAt(segments, api - 1) ? api - 1 : api
    const next = segments[api + 1]
    const version = next !== undefined && next !== 'action' ? [next] : next === undefined ? ['3'] : []
    const prefix = ['', ...segments.slice(start, api), 'api', ...version, 'action'].join('/')
    return { base: segments.slice(0, start), prefix }
  }
  const page = segments.findIndex((segment) => PAGES.has(segment))
  const end = page === -1 ? segments.length : page
  return { base: segments.slice(0, hasLocaleAt(segments, end - 1) ? end - 1 : end), prefix: null }
}

function hasLocaleAt(segments: readonly string[], at: number): boolean {
  const segment = segments[at]
  return segment !== undefined && segment !== 'api' && LOCALE.test(segment)
}

function resourceOf(url: URL, segments: readonly string[]): string | null {
  const asked = url.searchParams.get('resource_id') ?? url.searchParams.get('id')
  if (asked !== null && asked !== '') return asked
  const after = (name: string) => {
    const id = segments[segments.indexOf(name) + 1]
    return segments.includes(name) && id !== undefined && UUID.test(id) ? id : null
  }
  return after('resource') ?? after('dump')
}
