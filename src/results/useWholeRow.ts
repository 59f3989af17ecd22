import { useQuery } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Row } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import { wholeTable, type Query } from '../query/query.ts'
import { wholeRow, type RowSource } from '../rows/rowSource.ts'
import { planOf, type Plan } from './plan/plan.ts'
import { plannedPageQuery } from './queries.ts'

export interface RowOf {
  readonly instanceId: string
  readonly plan: Plan | null
  readonly rows: RowSource
}

/** A record with all the fields of its table. */
export interface WholeRow {
  readonly fields: readonly Field[]
  readonly row: Row
}

/**
 * A row of a search with all its fields; undefined until it is here, and if `index` is null. If only some of its columns
 * were loaded, it is asked for by itself; if only some are shown, by its `_id`.
 */
export function useWholeRow({ instanceId, plan, rows }: RowOf, index: number | null): WholeRow | undefined {
  const at = index ?? -1
  const query = plan?.query ?? null
  const subscribe = useCallback(
    (changed: () => void) => rows.subscribe({ start: at, end: at + 1 }, changed),
    [rows, at],
  )
  useSyncExternalStore(subscribe, () => rows.revision(at))
  const isChosen = query !== null && query.columns !== null
  const here = isChosen ? undefined : wholeRow(rows, at)
  const idPlace = rows.fields.get().findIndex(({ id }) => id === '_id')
  const id = rows.cell(at, idPlace)
  const isPartial = query !== null && here === undefined && typeof id === 'string'
  const asked = plan !== null && isChosen && typeof id === 'string' ? planOf(plan.client, recordOf(plan, id)) : plan
  const { data } = useQuery({
    ...plannedPageQuery(instanceId, asked, { offset: isChosen ? 0 : Math.max(0, at), limit: 1 }),
    enabled: isPartial,
  })
  if (!isPartial) return here && { fields: rows.fields.get(), row: here }
  if (data === undefined) return undefined
  const { fields } = data.answer
  // Records may have been added or removed before it since.
  const row = data.answer.rows[0]
  return row?.[fields.findIndex((field) => field.id === '_id')] === id ? { fields, row } : undefined
}

/** The query for one record, whole. */
function recordOf({ query: { resource } }: Plan, id: JsonText): Query {
  const condition = { id: '', field: '_id', op: 'is', values: [String(JSON.parse(id))] }
  return { ...wholeTable(resource), where: { all: [condition] }, limit: 1 }
}
