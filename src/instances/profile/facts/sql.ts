import { word } from '../fact.ts'

export const sqlFacts = {
  /** `refused`: there is SQL, but not for this person. Used by the SQL tab, the instance's dot and the card. */
  sql: word('day', ['unknown', 'on', 'off', 'refused'], 'on'),
}
