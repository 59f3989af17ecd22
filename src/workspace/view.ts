import { useSyncExternalStore } from 'react'
import { keepIds } from '../query/keepIds.ts'
import type { QueryBody } from '../query/query.ts'
import { linkOfQuery, queryOfLink, type LinkPair } from '../query/queryLink.ts'
import { sheetOfEntry, steps, useSteps } from './steps.ts'

/** Everything about what is shown: the hash of the URL holds this and nothing else. It has no place for a token. */
export interface View extends QueryBody {
  /** The base URL of the instance; null means the first instance. */
  readonly base: string | null
  readonly prefix: string | null
  readonly resource: string | null
  readonly mode: 'filter' | 'sql'
  /** The statement that was last run. */
  readonly sql: string
  /** The values of its parameters, as `src/query/parameterValues.ts` writes and reads them; empty: none. */
  readonly parameters: string
  /** How the records are summarised, as `src/summary` writes and reads it; empty: not at all, they are shown. */
  readonly summary: string
  /** Which chart of the result is shown, as `src/charts` writes and reads it; empty: none. */
  readonly chart: string
  /** How its columns are laid out, as `src/rows/columnLayout.ts` writes and reads it; empty: as last on this device. */
  readonly layout: string
}

/** In the place of a chart: the one that suits the result best. */
export const AUTO_CHART = 'auto'

export const emptyView: View = {
  base: null,
  prefix: null,
  resource: null,
  mode: 'filter',
  search: '',
  where: { all: [] },
  sort: [],
  limit: null,
  columns: null,
  sql: '',
  parameters: '',
  summary: '',
  chart: '',
  layout: '',
}

/**
 * The hash of a view, without `#`; the hash of the empty view is empty. `decodeView` returns the same view. Statements
 * are never shortened: browsers take addresses of 2 MB, and half a statement would be another one.
 */
export function encodeView(view: View): string {
  const pairs: LinkPair[] = []
  const add = (name: ViewName, value: string | null) => {
    if (value !== null && value !== '') pairs.push([name, value])
  }
  add('base', view.base)
  add('prefix', view.prefix)
  add('table', view.resource)
  add('mode', view.mode === 'filter' ? null : view.mode)
  pairs.push(...linkOfQuery(view))
  add('sql', view.sql)
  add('parameters', view.parameters)
  add('summary', view.summary)
  add('chart', view.chart)
  add('layout', view.layout)
  if (pairs.length === 0) return ''
  return ['v=1', ...pairs.map(([name, value]) => `${name}=${escaped(value)}`)].join('&')
}

/** The parameters of a link beside those of the question about records. */
export const VIEW_NAMES = {
  base: 'base',
  prefix: 'prefix',
  resource: 'table',
  mode: 'mode',
  sql: 'sql',
  parameters: 'parameters',
  summary: 'summary',
  chart: 'chart',
  layout: 'layout',
} as const satisfies { readonly [Part in Exclude<keyof View, keyof QueryBody>]: string }

/** One of them. */
type ViewName = (typeof VIEW_NAMES)[keyof typeof VIEW_NAMES]

const NAMES_OF_VIEW: ReadonlySet<string> = new Set(['', 'v', ...Object.values(VIEW_NAMES)])

/** The names of a hash's parameters that ask something of records. */
export function queryNamesInLink(hash: string): readonly string[] {
  return hash
    .replace(/^#/, '')
    .split('&')
    .map((pair) => pair.split('=')[0] ?? '')
    .filter((name) => !NAMES_OF_VIEW.has(name))
}

/** Reads the URL again, as more of it can be read now. */
export function readViewAgain(): void {
  read = readHash(window.location.hash, read.view)
  for (const listener of listeners) listener()
}

/** The view in a hash, with or without `#`. Never throws: what is unknown or damaged is left out. */
export function decodeView(hash: string): View {
  const pairs = linkPairs(hash)
  const one = (name: ViewName) => pairs.find(([key]) => key === name)?.[1] ?? ''
  return {
    base: one('base') || null,
    prefix: one('prefix') || null,
    resource: one('table') || null,
    mode: one('mode') === 'sql' ? 'sql' : 'filter',
    ...queryOfLink(pairs),
    sql: one('sql'),
    parameters: one('parameters'),
    summary: one('summary'),
    chart: one('chart'),
    layout: one('layout'),
  }
}

/** The parameters of a hash, with or without `#`. */
export function linkPairs(hash: string): readonly LinkPair[] {
  return hash
    .replace(/^#/, '')
    .split('&')
    .map((pair): LinkPair => {
      const equals = pair.indexOf('=')
      return equals === -1 ? [pair, ''] : [pair.slice(0, equals), unescaped(pair.slice(equals + 1))]
    })
}

/** Whether a hash is packed into one parameter, which `openPackedLink` has to open before anything is shown. */
export function isPackedHash(hash: string): boolean {
  return hash.startsWith('#z=')
}

/** The view of the page's URL; it changes with `navigate`, Back, Forward and a hash that was typed. */
export function useView(): View {
  return useSyncExternalStore(subscribe, currentView, () => emptyView)
}

/** The view of the page's URL now; the same object until the hash changes. */
export function currentView(): View {
  const { hash } = window.location
  // While a packed link is opened, what is shown stays.
  if (read.hash !== hash && !isPackedHash(hash)) read = readHash(hash, read.view)
  return read.view
}

/**
 * Shows a view: as a new entry of the history, or in place of the one shown. Conditions keep their ids. Returns false,
 * and makes no entry, if the view is already shown.
 */
export function navigate(view: View, how: 'push' | 'replace' = 'push'): boolean {
  const hash = encodeView(view)
  const before = currentView()
  if (hash === encodeView(before)) return false
  if (!steps.isStep(window.history.state)) window.history.replaceState(ofSheet(steps.next(null, 'replace', true)), '')
  enter(view, how, steps.next(window.history.state, how, tableOf(before) === tableOf(view)))
  return true
}

/** Shows a view as a sheet of that id, in a new entry of the history that begins a row of steps of its own. */
export function showAsSheet(id: string, view: View): void {
  sheet = id
  enter(view, 'push', steps.next(window.history.state, 'push', false))
}

/** Says which sheet is shown: this entry of the history and those that are made from now on name it. */
export function nameSheet(id: string): void {
  sheet = id
  const { state } = window.history
  if (sheetOfEntry(state) !== id) window.history.replaceState(ofSheet(steps.isStep(state) ? state : {}), '')
}

let sheet: string | null = null

function ofSheet(step: object): object {
  return sheet === null ? step : { ...step, sheet }
}

function enter(view: View, how: 'push' | 'replace', step: object): void {
  const hash = encodeView(view)
  const url = `${window.location.pathname}${window.location.search}${hash === '' ? '' : `#${hash}`}`
  if (how === 'push') window.history.pushState(ofSheet(step), '', url)
  else window.history.replaceState(ofSheet(step), '', url)
  read = readHash(window.location.hash, view)
  for (const listener of listeners) listener()
}

/** Shows the view of a hash in the place of the entry that is shown. */
export function replaceHash(hash: string): void {
  window.history.replaceState(ofSheet({}), '', `${window.location.pathname}${window.location.search}#${hash}`)
  for (const listener of listeners) listener()
}

/** Says which table is shown while the view names none, so that naming it counts as no other table. */
export function nameUsualTable(resource: string | null): void {
  usualTable = resource
}

let usualTable: string | null = null

function tableOf({ base, prefix, resource }: View): string {
  return JSON.stringify([base, prefix, resource ?? usualTable])
}

/** Whether the last change of what is asked can be undone, and one that was undone done again. */
export function useUndo() {
  return useSteps(subscribe)
}

/** A hash has no ids of conditions: they come from the view before. */
function readHash(hash: string, before: View): { hash: string; view: View } {
  const view = decodeView(hash)
  return { hash, view: { ...view, where: keepIds(view.where, before.where) } }
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

/**
 * Percent-encoded so that the link survives being pasted into a message: `:`, `/` and `,` stay readable; brackets, quotes
 * and a sign at the very end don't, because programs that find links in text cut them off there. Halves of a surrogate
 * pair, which no URL can hold, become U+FFFD.
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

/** Links get typed and cut off: a `%` that begins no escape stays, and bytes that are not UTF-8 become U+FFFD. */
function unescaped(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      Uint8Array.from(escapes.slice(1).split('%'), (byte) => Number.parseInt(byte, 16)),
    ),
  )
}
