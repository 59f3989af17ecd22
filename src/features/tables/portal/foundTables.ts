import type { Found } from '../shownTables.ts'

/**
 * Found at a portal: the tables of these ids follow those that have the words themselves. While nothing is looked for,
 * tables without a name are left out of a long list. Where something was chosen, only what was found is shown.
 */
export function foundTables(ids: ReadonlySet<string>, isNarrowed: boolean): Found {
  return {
    among({ tables, matching, search, current }) {
      const those = tables.filter(({ id }) => ids.has(id))
      if (isNarrowed) return those
      if (search.trim() === '') {
        return tables.length > LONG ? tables.filter(({ id, isNamed }) => isNamed || id === current) : tables
      }
      const own = new Set(matching.map(({ id }) => id))
      return [...matching, ...those.filter(({ id }) => !own.has(id))]
    },
  }
}

/** Of more tables than this, those without a name are no use to look through. */
const LONG = 100
