import { useSyncExternalStore } from 'react'
import type { Filter, Sort } from '../protocol/querySpec.ts'

/** What is looked at, and all of it: the URL's hash holds this and nothing else. It has no place for a token. */
export interface View {
  /** The base URL of the instance; null is the first instance there is. */
  readonly base: string | null
  readonly prefix: string | null
  readonly resource: string | null
  readonly mode: 'filter' | 'sql'
  readonly search: string
  readonly filters: readonly Filter[]
  readonly sort: readonly Sort[]
  /** The result is the first `limit` matching records; null is all of them. */
  readonly limit: number | null
  /** The statement that was last run. */
  readonly sql: string
}

export const emptyView: View = {
  base: null,
  prefix: null,
  resource: null,
  mode: 'filter',
  search: '',
  filters: [],
  sort: [],
  limit: null,
  sql: '',
}

/**
 * The hash of a view, without `#`; the empty view has the empty hash. `decodeView` gives the same view back. However long
 * a statement is, it stands in it whole: browsers take addresses of 2 MB, and half a statement would be another one.
 */
export function encodeView(view: View): string {
  const pairs: [string, string][] = []
  const add = (name: string, value: string | null) => {
    if (value !== null && value !== '') pairs.push([name, value])
  }
  add('base', view.base)
  add('prefix', view.prefix)
  add('table', view.resource)
  add('mode', view.mode === 'filter' ? null : view.mode)
  add('q', view.search)
  for (const { field, values } of view.filters) add('filter', JSON.stringify([field, ...values]))
  for (const sort of view.sort) pairs.push(['sort', sortText(sort)])
  add('limit', view.limit === null ? null : String(view.limit))
  add('sql', view.sql)
  if (pairs.length === 0) return ''
  return ['v=1', ...pairs.map(([name, value]) => `${name}=${escaped(value)}`)].join('&')
}

/** The view that a hash holds, with or without `#`. Never throws: what it does not know or can't read is left out. */
export function decodeView(hash: string): View {
  const pairs = hash
    .replace(/^#/, '')
    .split('&')
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=')
      return equals === -1 ? [pair, ''] : [pair.slice(0, equals), unescaped(pair.slice(equals + 1))]
    })
  const all = (name: string) => pairs.filter(([key]) => key === name).map(([, value]) => value)
  const one = (name: string) => all(name)[0] ?? ''
  return {
    base: one('base') || null,
    prefix: one('prefix') || null,
    resource: one('table') || null,
    mode: one('mode') === 'sql' ? 'sql' : 'filter',
    search: one('q'),
    filters: all('filter').flatMap((text) => filterOf(text)),
    sort: all('sort').flatMap((text) => sortOf(text)),
    limit: /^\d{1,15}$/.test(one('limit')) ? Number(one('limit')) : null,
    sql: one('sql'),
  }
}

/** The view of the page's URL; it changes by `navigate`, Back and Forward, and a hash typed by hand. */
export function useView(): View {
  return useSyncExternalStore(subscribe, currentView, () => emptyView)
}

/** The view of the page's URL now; the same object until the hash changes. */
export function currentView(): View {
  const { hash } = window.location
  if (read.hash !== hash) read = { hash, view: decodeView(hash) }
  return read.view
}

/** Shows a view: as a new entry of the history, or in place of the one shown. The same view again makes no entry. */
export function navigate(view: View, how: 'push' | 'replace' = 'push'): void {
  const hash = encodeView(view)
  if (hash === encodeView(currentView())) return
  const url = `${window.location.pathname}${window.location.search}${hash === '' ? '' : `#${hash}`}`
  if (how === 'push') window.history.pushState(null, '', url)
  else window.history.replaceState(null, '', url)
  for (const listener of listeners) listener()
}

let read: { hash: string; view: View } = { hash: '', view: emptyView }

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('hashchange', listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('hashchange', listener)
    window.removeEventListener('popstate', listener)
  }
}

/** `-field` is downwards. An upward key gets a `+` where its name begins with one of these signs (or is empty). */
function sortText({ field, descending }: Sort): string {
  if (descending) return `-${field}`
  return /^(?:[-+]|$)/.test(field) ? `+${field}` : field
}

function sortOf(text: string): Sort[] {
  if (text === '') return []
  const sign = text.charAt(0)
  return [{ field: sign === '-' || sign === '+' ? text.slice(1) : text, descending: sign === '-' }]
}

function filterOf(text: string): Filter[] {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) return []
    const [field, ...values] = list
    return field === undefined ? [] : [{ field, values }]
  } catch {
    return []
  }
}

/**
 * Percent-encoded as far as a link needs it when it is pasted into a message: `:`, `/`, `,` stay readable, brackets,
 * quotes and a sign at the very end do not, as programs that find links in a text cut them off there. Halves of a
 * surrogate pair, which no URL can hold, become U+FFFD.
 */
function escaped(value: string): string {
  const wellFormed = value.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
  return encodeURIComponent(wellFormed)
    .replaceAll(/[!'()*~]/g, hex)
    .replaceAll(/%(?:3A|2F|2C)(?!$)/g, decodeURIComponent)
    .replace(/[._-]$/, hex)
}

function hex(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}

/** A `%` that begins no escape stays as it is, and bytes that are no UTF-8 become U+FFFD: links are typed and cut. */
function unescaped(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      Uint8Array.from(escapes.slice(1).split('%'), (byte) => Number.parseInt(byte, 16)),
    ),
  )
}
