import { ROWS_MAX } from '../../../protocol/actions.ts'
import { count, word, type Fact } from '../fact.ts'
import { searchPage, type Probing } from '../probing.ts'

export const answerSizeFacts = {
  /** The most records of one answer. Used by the SQL tab (whether an answer was cut) and the card. */
  rowCap: count('day', 1, ROWS_MAX),
  /** Whether answers count all matches. Used by the counts in the list of tables and the card. */
  totals: word('day', ['unknown', 'exact', 'estimated', 'absent'], 'exact'),
  /** The most records that an answer to a search has held: fewer were not cut. Used to tell where a result ends. */
  searchGave: most(),
  /** The same of answers to statements. */
  sqlGave: most(),
}

/** A number that only grows, noticed while asking. */
function most(): Fact<number | null, 'page'> {
  return { ...count('page'), add: (before, news) => Math.max(before ?? 0, news ?? 0) }
}

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
