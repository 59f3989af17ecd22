import '../../query/operators/all.ts'
import { decodeView } from '../view.ts'
import type { KeptQueriesState } from './createKeptQueries.ts'
import type { KeptQuery, RecentQuery } from './keptQuery.ts'

/** The queries of one table, in the order of the lists they come from. */
export interface QueriesOfTable {
  readonly kept: readonly KeptQuery[]
  readonly recent: readonly RecentQuery[]
}

/** The queries of a table. Links are read once for each state, however many tables ask. */
export function queriesOfTable(state: KeptQueriesState, instanceId: string, table: string): QueriesOfTable {
  let tables = known.get(state)
  if (tables === undefined) {
    tables = grouped(state)
    known.set(state, tables)
  }
  return tables.get(`${instanceId} ${table}`) ?? NONE
}

const known = new WeakMap<KeptQueriesState, ReadonlyMap<string, QueriesOfTable>>()

const NONE: QueriesOfTable = { kept: [], recent: [] }

function grouped({ kept, recent }: KeptQueriesState): ReadonlyMap<string, QueriesOfTable> {
  const tables = new Map<string, { kept: KeptQuery[]; recent: RecentQuery[] }>()
  const at = ({ instanceId, link }: { readonly instanceId: string; readonly link: string }) => {
    const key = `${instanceId} ${decodeView(link).resource ?? ''}`
    const found = tables.get(key) ?? { kept: [], recent: [] }
    tables.set(key, found)
    return found
  }
  for (const query of kept) at(query).kept.push(query)
  for (const query of recent) at(query).recent.push(query)
  return tables
}
