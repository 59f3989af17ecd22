import { queryOptions } from '@tanstack/react-query'
import { measureTable, type Estimate } from '../../../copies/estimate.ts'
import { originWhere } from '../../../copies/copyOrigins.ts'
import { startCopy } from '../../../copies/orders.ts'
import { tableState } from '../../../copies/tableState.ts'
import { wholeTable } from '../../../query/query.ts'
import type { PlacedTable } from './acrossPlan.ts'

/** What a copy of a table would take, measured once. */
export function measuredTable({ instance, resource }: Pick<PlacedTable, 'instance' | 'resource'>) {
  const client = originWhere(({ id }) => id === instance.id)?.client
  return queryOptions({
    queryKey: [instance.id, 'copyEstimate', { resource }, client?.identity],
    queryFn: ({ signal }) => {
      if (client === undefined) throw new Error('an instance without a client')
      return measureTable(client, wholeTable(resource), signal)
    },
    staleTime: Infinity,
  })
}

/** Begins to copy the whole table, in place of the copy that there may be. Rejects if a table of This browser can't be read. */
export async function copyWholeTable(table: PlacedTable, { fields, total }: Estimate): Promise<void> {
  const { instance, resource, title, aliases, copy } = table
  const client = originWhere(({ id }) => id === instance.id)?.client
  if (client === undefined) return
  // One copy for a table, whatever it was called when that was begun.
  const query = wholeTable(copy?.resource ?? resource)
  const source =
    instance.origin === 'embedded' ? await tableState(client, resource, new AbortController().signal) : undefined
  const order = { instance, client, query, title, fields: fields.length, total, aliases }
  startCopy(source === undefined ? order : { ...order, source })
}
