import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { wholeTable } from '../../../query/query.ts'
import { surePlan } from '../../../results/plan/plan.ts'
import { searchPageQuery } from '../../../results/queries.ts'
import { findTable } from '../../tables/tableNames.ts'
import { useTables } from '../../tables/useTables.ts'
import type { TypeOf } from '../runs/filledText.ts'
import { tablesRead } from '../../../sql/tables/tablesRead.ts'

/** The types of the columns of the open table and of those that a text reads, as far as they are known; of no text, none. */
export function useColumnTypes(instanceId: string, client: ActionClient, open: string | null, text: string): TypeOf {
  const { data: tables } = useTables(instanceId, client)
  const named = text === '' ? [] : tablesRead(text).flatMap((name) => findTable(tables, name)?.id ?? [])
  const wanted = text === '' ? [] : [...new Set([...(open === null ? [] : [open]), ...named])].slice(0, MOST_TABLES)
  const types = useQueries({
    queries: wanted.map((id) => searchPageQuery(instanceId, surePlan(client, wholeTable(id)), { offset: 0, limit: 0 })),
    combine: (all) => {
      const fields = all.flatMap(({ data }) => data?.answer.fields ?? [])
      // Of columns that share a name the first one's.
      return JSON.stringify(fields.toReversed().map(({ id, type }) => [id, type]))
    },
  })
  return useMemo(() => {
    const read: readonly (readonly [string, string])[] = JSON.parse(types)
    const known = new Map(read)
    return (column) => known.get(column) ?? null
  }, [types])
}

/** A statement reads few; each is asked for once. */
const MOST_TABLES = 8
