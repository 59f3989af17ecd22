import type { ActionClient, CallOptions, Searched } from '../../instances/client/actionClient.ts'
import { wholeTable, type Query } from '../../query/query.ts'
import { searchParams } from '../../query/toSearch.ts'
import { askSearch } from '../walk/evidence.ts'

/** The answer where it is known beforehand that nothing matches: only its fields are asked for. */
export async function askNothing(client: ActionClient, query: Query, options: CallOptions): Promise<Searched> {
  const params = searchParams({ ...wholeTable(query.resource), columns: query.columns }, { offset: 0, limit: 0 }, false)
  const { answer, ...rest } = await askSearch(client, params, options)
  const { fields, limit } = answer
  return { ...rest, answer: { fields, rows: [], total: 0, totalIsEstimate: false, limit, isCounted: true } }
}
