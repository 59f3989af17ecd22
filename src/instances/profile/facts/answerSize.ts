import { ROWS_MAX } from '../../../protocol/actions.ts'
import { count, word, type Fact } from '../fact.ts'

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
