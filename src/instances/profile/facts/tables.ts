import { count, yesNo } from '../fact.ts'

export const tableFacts = {
  /** How many tables are listed; null if there is no list. Used by the card. */
  tables: count('day'),
  /**
   * Whether there is a list of tables; null until it was asked for. Used by the list itself, which says why it is empty and
   * is not asked for again, and by the probe: a server without one is asked nothing that the interface does not name.
   */
  listsTables: yesNo('noticed', true),
  /** Whether there are more tables than were read of the list. Used by the list, which then searches, and the card. */
  moreTables: yesNo('tab'),
  /** Whether the site has a catalogue with titles of tables; null until it was asked. Not asked again in this tab if it has none. */
  hasCatalogue: yesNo('tab'),
}
