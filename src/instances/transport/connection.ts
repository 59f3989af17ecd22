/** Where an instance of the service is reached, and as whom. */
export interface Connection {
  /** Absolute, without a trailing slash: `https://data.example/ckan`. */
  readonly baseUrl: string
  /** What comes between the base URL and the name of an action: `/en/api/3/action`. */
  readonly prefix: string
  /** The header that carries the token, as the server has it configured: `Authorization`. */
  readonly tokenHeader: string
  readonly token: string | null
}

export type ParsedAddress =
  | { ok: true; baseUrl: string; prefix: string | null; resource: string | null }
  | { ok: false; problem: AddressProblem }

/** Why a text is no address of a site. `scheme` is the one it has (`ftp:`). */
export type AddressProblem =
  | { readonly code: 'empty' | 'tableId' | 'noAddress' | 'credentials' | 'blank' }
  | { readonly code: 'scheme'; readonly scheme: string }

/**
 * Takes apart any address of a site: its base URL, one with the path prefix or an action, a dataset's, a resource's or a
 * dump's page (then also its resource id). `prefix` is null if the address has none. Given a base URL that it
 * returned, it returns the same one. Never throws.
 */
export function parseAddress(text: string): ParsedAddress {
  const typed = withoutQuotes(text)
  if (typed === '') return problem({ code: 'empty' })
  if (UUID.test(typed) && typed.length === 36) return problem({ code: 'tableId' })
  const url = urlOf(typed)
  if (url === null) return problem({ code: 'noAddress' })
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return problem({ code: 'scheme', scheme: url.protocol })
  }
  if (url.username !== '' || url.password !== '') return problem({ code: 'credentials' })
  const segments = segmentsOf(url)
  const { base, prefix } = splitPath(segments)
  const marked = urlOf(typed, BLANK_MARK)
  const kept = marked === null ? null : splitPath(segmentsOf(marked))
  if (kept === null || [...kept.base, kept.prefix ?? ''].some((part) => part.includes(BLANK_MARK))) {
    return problem({ code: 'blank' })
  }
  return { ok: true, baseUrl: [url.origin, ...base].join('/'), prefix, resource: resourceOf(url, segments) }
}

export interface CleanToken {
  token: string
  /** What was removed, each kind once; nothing if the token was fine. */
  removed: readonly Wrapping[]
}

/** What often comes along when a token is copied. */
export type Wrapping = 'blanks' | 'quotes' | 'header' | 'bearer'

/** The bare token in what was pasted: blanks and line breaks, quotes, `Authorization:` and `Bearer ` are removed. */
export function cleanToken(text: string): CleanToken {
  const removed: Wrapping[] = []
  const without = (pattern: RegExp, name: Wrapping, from: string): string => {
    const to = from.replace(pattern, '')
    if (to !== from && !removed.includes(name)) removed.push(name)
    return to
  }
  let token = text
  for (let before = ''; before !== token;) {
    before = token
    token = without(/^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/g, 'blanks', token)
    token = without(/^["'`“”‘’]+|["'`“”‘’]+$/g, 'quotes', token)
    token = without(/^(?:authorization|x-ckan-api-key)\s*:/i, 'header', token)
    token = without(/^bearer\s+/i, 'bearer', token)
  }
  token = without(/[\s\u200b\ufeff]+/g, 'blanks', token)
  return { token, removed }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

/**
 * The languages that CKAN is translated to. Only these are read as the language of a page, since a site may also be
 * mounted at a short path such as `/gis` or `/map`.
 */
const LANGUAGES = new Set(
  (
    'am ar az bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka km ko lt lv mk mn ms ' +
    'my nb ne nl nn no pl pt ro ru sk sl sq sr sv ta th tl tr uk ur vi zh'
  ).split(' '),
)

/** How CKAN writes a language in a path: `en`, `pt_BR`, `zh_Hans_CN`. */
const LOCALE = /^([a-z]{2})(?:[_-](?:[A-Z][a-z]{3}|[A-Z]{2}|[a-z]{2})){0,2}$/

/** The first segments of CKAN's own pages; what comes before them is the path that the site is mounted at. */
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

/** Marks a blank that was typed, to tell it from one that was written `%20`. */
const BLANK_MARK = '%0B'

function problem(why: AddressProblem): ParsedAddress {
  return { ok: false, problem: why }
}

/** A single quote at the end only may belong to the address; the others can't be in one unescaped. */
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
  // Not `URL.canParse`: in Node 20 it refuses addresses with umlauts once it has been called some ten thousand times.
  try {
    return new URL(escaped)
  } catch {
    return null
  }
}

function segmentsOf(url: URL): readonly string[] {
  return url.pathname.split('/').filter((segment) => segment !== '' && segment !== 'index.html')
}

interface SplitPath {
  readonly base: readonly string[]
  readonly prefix: string | null
}

/** Split until nothing more comes off, so that the remaining base is the same when it is split again. */
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
