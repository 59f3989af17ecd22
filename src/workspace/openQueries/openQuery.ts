import * as v from 'valibot'
import type { Query } from '../../query/query.ts'
import type { ColumnLayout } from '../../rows/columnLayout.ts'
import { decodeView, emptyView, encodeView, type View } from '../view.ts'
import { queryOf } from '../edits/viewEdits.ts'

/** The last run of a statement. */
export interface RunSummary {
  readonly sql: string
  /** Ms since 1970; null if that is not known. */
  readonly at: number | null
}

/** A query that is being worked on: of a table, or as SQL. The URL holds the one that is shown. */
export interface OpenQuery {
  readonly id: string
  readonly instanceId: string
  readonly layout: ColumnLayout
  readonly body: TableQuery | SqlQuery
}

export interface TableQuery {
  readonly kind: 'table'
  readonly query: Query
  /** What is shown of it, as the view has it; absent: its records. */
  readonly shown?: Pick<View, 'summary' | 'chart'>
}

export interface SqlQuery {
  readonly kind: 'sql'
  /** The text in the editor. */
  readonly text: string
  /** What had been run last when that was written. */
  readonly lastRun: RunSummary | null
}

/** An open query as the browser's database keeps it. A table's query is kept as its link, which is read for ever. */
export interface StoredQuery {
  readonly id: string
  readonly instanceId: string
  /** Ms since 1970. */
  readonly changedAt: number
  readonly layout: ColumnLayout
  readonly body: SqlQuery | { readonly kind: 'table'; readonly link: string }
}

/** The query as it is kept, with the moment of its last change. */
export function storedQuery({ id, instanceId, layout, body }: OpenQuery, changedAt: number): StoredQuery {
  return {
    id,
    instanceId,
    changedAt,
    layout,
    body:
      body.kind === 'sql' ? body : { kind: 'table', link: encodeView({ ...emptyView, ...body.query, ...body.shown }) },
  }
}

/** The open query that was kept; null for what can't be read. Never throws. */
export function openQueryOf(stored: unknown): OpenQuery | null {
  const read = v.safeParse(Stored, stored)
  if (!read.success) return null
  const { id, instanceId, layout, body } = read.output
  if (body.kind === 'sql') return { id, instanceId, layout: layoutOf(layout), body }
  const view = decodeView(body.link)
  if (view.resource === null) return null
  const { summary, chart } = view
  const query = queryOf(view, view.resource)
  const shown = summary === '' && chart === '' ? {} : { shown: { summary, chart } }
  return { id, instanceId, layout: layoutOf(layout), body: { kind: 'table', query, ...shown } }
}

const names = v.optional(v.array(v.string()))

const Stored = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  instanceId: v.pipe(v.string(), v.minLength(1)),
  changedAt: v.number(),
  layout: v.fallback(
    v.object({ order: names, hidden: names, pinned: names, widths: v.optional(v.record(v.string(), v.number())) }),
    {},
  ),
  body: v.variant('kind', [
    v.object({ kind: v.literal('table'), link: v.string() }),
    v.object({
      kind: v.literal('sql'),
      text: v.string(),
      lastRun: v.nullable(v.object({ sql: v.string(), at: v.nullable(v.number()) })),
    }),
  ]),
})

/** Without members that are undefined. */
function layoutOf({ order, hidden, pinned, widths }: v.InferOutput<typeof Stored>['layout']): ColumnLayout {
  return {
    ...(order && { order }),
    ...(hidden && { hidden }),
    ...(pinned && { pinned }),
    ...(widths && { widths }),
  }
}
