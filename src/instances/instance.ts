import { DEFAULT_PREFIX } from '../protocol/actions.ts'

/** A service that this page knows: data only, no functions and no secret. */
export interface Instance {
  readonly id: string
  readonly title: string
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string
  readonly prefix: string
  readonly tokenHeader: string
  /** The table that is shown if none is asked for. */
  readonly resource: string | null
  /** Where it is known from; `embedded` is the page's own PostgreSQL. */
  readonly origin: 'settings' | 'own' | 'embedded'
}

/** The page's own PostgreSQL: its address stands for it in links and names no host (`invalid` can't be one). */
export const thisBrowser: Instance = {
  id: 'this-browser',
  // The page names it, in the reader's language.
  title: '',
  baseUrl: 'http://this-browser.invalid',
  prefix: DEFAULT_PREFIX,
  tokenHeader: 'Authorization',
  resource: 'field_programmes',
  origin: 'embedded',
}

export type ChosenInstance =
  | { readonly kind: 'known'; readonly instance: Instance }
  | { readonly kind: 'unknown'; readonly baseUrl: string; readonly prefix: string }
  | {
      readonly kind: 'none'
      /** What the view has for an address, though it isn't one; null if it has nothing. */
      readonly base: string | null
    }

/**
 * The instance that a view names, or the first one if it names none. One that is not known comes from a link: no
 * request may go there before the user has agreed. A text that is no address counts as no instance.
 */
export function instanceOf(
  view: { readonly base: string | null; readonly prefix: string | null },
  instances: readonly Instance[],
): ChosenInstance {
  if (view.base === null) {
    const first = instances[0]
    return first === undefined ? { kind: 'none', base: null } : { kind: 'known', instance: first }
  }
  const baseUrl = normalBaseUrl(view.base)
  if (baseUrl === null) return { kind: 'none', base: view.base }
  const prefix = view.prefix === null ? null : normalPrefix(view.prefix)
  const known = instances.find((i) => i.baseUrl === baseUrl && (prefix === null || i.prefix === prefix))
  return known === undefined
    ? { kind: 'unknown', baseUrl, prefix: prefix ?? DEFAULT_PREFIX }
    : { kind: 'known', instance: known }
}

/** A base URL as it is compared and kept: http or https, no user, no query, no trailing slash; null if it isn't one. */
export function normalBaseUrl(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return null
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** A path prefix that starts with one slash and ends with none, without dots that would lead out of it. */
export function normalPrefix(text: string): string {
  const url = new URL(`http://x/${text.replace(/^[\\/]+/, '').replace(/[?#].*$/s, '')}`)
  return url.pathname.replace(/\/+$/, '')
}

/** An id for an own instance, unlike any other on this device, so that it finds no token and no draft of another. */
export function newInstanceId(): string {
  // `crypto.randomUUID` is missing on pages loaded over plain http.
  const random = crypto.getRandomValues(new Uint32Array(2))
  return `own:${random[0]?.toString(36)}${random[1]?.toString(36)}`
}
