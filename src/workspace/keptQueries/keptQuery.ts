import '../../query/operators/all.ts'
import * as v from 'valibot'
import { decodeView, emptyView, encodeView, type View } from '../view.ts'

/** How many records a query had when it was last shown. */
export interface KnownCount {
  /** Of a summary its groups. */
  readonly records: number
  /** Of a summary: how many groups are columns; 0 if none are. */
  readonly columns?: number | undefined
  /** Ms since 1970. */
  readonly at: number
}

/** A query that a person has named, to come back to it. */
export interface KeptQuery {
  readonly id: string
  readonly instanceId: string
  readonly title: string
  /** The name of its folder; null if it is in none. */
  readonly folder: string | null
  /** As `linkOfView` writes it; links are read for ever. */
  readonly link: string
  /** Ms since 1970. */
  readonly keptAt: number
  readonly count: KnownCount | null
}

/** A query that was shown lately. */
export interface RecentQuery {
  readonly id: string
  readonly instanceId: string
  readonly link: string
  /** When it was last shown, ms since 1970. */
  readonly at: number
  readonly count: KnownCount | null
}

/**
 * What a view asks, as a link without the address of its instance: the same for equal queries. A statement has nothing of
 * the filter form, and the form nothing of a statement. null if it asks for nothing but a table as it is.
 */
export function linkOfView(view: View, resource: string | null): string | null {
  if (view.mode === 'sql') {
    const { sql, parameters } = view
    return sql === '' ? null : encodeView({ ...emptyView, resource, mode: 'sql', sql, parameters })
  }
  if (resource === null) return null
  const asked = { ...view, base: null, prefix: null, resource, sql: '', parameters: '', layout: '' }
  return encodeView(asked) === encodeView({ ...emptyView, resource }) ? null : encodeView(asked)
}

/** The view that such a link opens at an instance, whose place in links is given. */
export function viewOfLink(link: string, place: Pick<View, 'base' | 'prefix'>): View {
  return { ...decodeView(link), ...place }
}

/** The kept query that was stored; null for what can't be read. Never throws. */
export function keptQueryOf(stored: unknown): KeptQuery | null {
  const read = v.safeParse(Kept, stored)
  return read.success ? read.output : null
}

/** The recent query that was stored; null for what can't be read. Never throws. */
export function recentQueryOf(stored: unknown): RecentQuery | null {
  const read = v.safeParse(Recent, stored)
  return read.success ? read.output : null
}

const text = v.pipe(v.string(), v.minLength(1))
const count = v.fallback(
  v.nullable(v.object({ records: v.number(), columns: v.optional(v.number()), at: v.number() })),
  null,
)
const folder = v.fallback(v.nullable(text), null)
const Kept = v.object({ id: text, instanceId: text, title: text, folder, link: text, keptAt: v.number(), count })
const Recent = v.object({ id: text, instanceId: text, link: text, at: v.number(), count })
