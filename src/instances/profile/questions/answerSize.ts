import { searchPage, type Probing } from '../probing.ts'

interface AnswerSize {
  readonly rowCap: number | null
  readonly totals: 'unknown' | 'exact' | 'estimated' | 'absent'
}

/**
 * The cap shows in the `limit` of an answer to a huge one, at no cost if nothing matches. A server that does not say what
 * it is might ignore the filter and send all it has, so that is tried first with a limit of 1.
 */
export async function askAnswerSize({ ask, table, isTold }: Probing): Promise<AnswerSize> {
  if (table === null) return { rowCap: null, totals: 'unknown' }
  const { resource, field, none } = table
  const search = async (limit: number) =>
    searchPage(await ask('datastore_search', { resource_id: resource, filters: { [field]: none }, limit }))
  const small = isTold ? null : await search(1)
  const isSafe = isTold || (small !== null && small.rows.length === 0 && small.limit !== null)
  const answer = isSafe ? await search(HUGE) : small
  if (answer === null) return { rowCap: null, totals: 'unknown' }
  return {
    rowCap: isSafe && answer.limit !== null && answer.limit > 0 && answer.limit < HUGE ? answer.limit : null,
    totals: answer.total === null ? 'absent' : answer.totalIsEstimate ? 'estimated' : 'exact',
  }
}

const HUGE = 1_000_000
