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
 * dump's page (then also its resource id). `prefix` is null where the address tells none. The base URL of an answer is
 * taken apart to itself. Never throws.
 */
export function parseAddress(text: string): ParsedAddress {
  const typed = withoutQuotes(text)
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
  const segments = segmentsOf(url)
  const { base, prefix } = splitPath(segments)
  const marked = urlOf(typed, BLANK_MARK)
  const kept = marked === null ? null : splitPath(segmentsOf(marked))
  if (kept === null || [...kept.base, kept.prefix ?? ''].some((part) => part.includes(BLANK_MARK))) {
    return problem('This is not an address: there is a blank in it. One looks like https://data.example.org.')
  }
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

/**
 * The languages that CKAN is translated to. Only these are read as the language of a page: a site may as well be mounted
 * at a short path, such as `/gis` or `/map`.
 */
const LANGUAGES = new Set(
  (
    'am ar az bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka km ko lt lv mk mn ms ' +
    'my nb ne nl nn no pl pt ro ru sk sl sq sr sv ta th tl tr uk ur vi zh'
  ).split(' '),
)

/** How CKAN writes a language in a path: `en`, `pt_BR`, `zh_Hans_CN`. */
const LOCALE = /^([a-z]{2})(?:[_-](?:[A-Z][a-z]{3}|[A-Z]{2}|[a-z]{2})){0,2}$/

/** The first segments of CKAN's own pages; what stands before them is the path that the site is mounted at. */
const PAGES = new Set([
  'dataset',
  'resource',
  'datastore',
  'organization',
  'group',
  'dashboard',
  'user',
  'harvest',
  'about',
])

/** Stands for a blank that was typed, so that it is told from one that was written `%20`. */
const BLANK_MARK = '%0B'

function problem(words: string): ParsedAddress {
  return { ok: false, problem: words }
}

/** A quote at the end alone may belong to the address; all others can't stand in one unescaped. */
function withoutQuotes(text: string): string {
  const whole = text.trim()
  const opened = whole.replace(/^[<"'“‘\s]+/, '')
  return opened.replace(opened === whole ? /[>"”’\s]+$/ : /[>"'”’\s]+$/, '')
}

function urlOf(typed: string, blank = '%20'): URL | null {
  const local = /^(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/i.test(typed)
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) || /^(?:mailto|javascript|data|file|blob):/i.test(typed)
  const absolute = hasScheme ? typed : `${local ? 'http' : 'https'}://${typed.replace(/^\/+/, '')}`
  const escaped = absolute.replace(/\s/g, blank)
  return URL.canParse(escaped) ? new URL(escaped) : null
}

function segmentsOf(url: URL): readonly string[] {
  return url.pathname.split('/').filter((segment) => segment !== '' && segment !== 'index.html')
}

interface SplitPath {
  readonly base: readonly string[]
  readonly prefix: string | null
}

/** Split until nothing more comes off, so that the base that is left says the same when it is read again. */
function splitPath(segments: readonly string[]): SplitPath {
  const { base, prefix } = splitOnce(segments)
  if (base.length === segments.length) return { base, prefix }
  const again = splitPath(base)
  const between = base.slice(again.base.length)
  return { base: again.base, prefix: prefix === null ? again.prefix : ['', ...between].join('/') + prefix }
}

function splitOnce(segments: readonly string[]): SplitPath {
  const page = segments.findIndex((segment) => PAGES.has(segment))
  const api = segments.findIndex((segment, at) => {
    const next = segments[at + 1]
    if (segment !== 'api') return false
    // A dataset may be called "api".
    return next === undefined ? page === -1 : /^(?:\d+|action)$/.test(next)
  })
  if (api !== -1) {
    const start = hasLocaleAt(segments, api - 1) ? api - 1 : api
    const next = segments[api + 1]
    const version = next !== undefined && next !== 'action' ? [next] : next === undefined ? ['3'] : []
    const prefix = ['', ...segments.slice(start, api), 'api', ...version, 'action'].join('/')
    return { base: segments.slice(0, start), prefix }
  }
  if (page !== -1) return { base: segments.slice(0, hasLocaleAt(segments, page - 1) ? page - 1 : page), prefix: null }
  return { base: segments.length === 1 && hasLocaleAt(segments, 0) ? [] : segments, prefix: null }
}

function hasLocaleAt(segments: readonly string[], at: number): boolean {
  return LANGUAGES.has(LOCALE.exec(segments[at] ?? '')?.[1] ?? '')
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
