import { namesTold, word } from '../fact.ts'

export const sqlFacts = {
  /** `refused`: there is SQL, but not for this person. Used by the SQL tab, the instance's dot and the card. */
  sql: word('day', ['unknown', 'on', 'off', 'refused'], 'on'),
  /**
   * Whether EXPLAIN may stand before a statement. CKAN has no such thing, our service says so; what neither says is noticed
   * when it is tried, so that nothing is asked for it. Used by the SQL view's Explain.
   */
  explains: word('noticed', ['unknown', 'yes', 'no'], 'yes'),
  /** The functions that statements may call, where the server says it. Used by the editor's suggestions and problems. */
  functions: namesTold(),
}
