import type { Table } from '../../../instances/catalogue/table.ts'
import type { Found } from '../shownTables.ts'

/**
 * Found at a portal: the tables of these ids follow those that have the words themselves. While nothing is looked for,
 * tables without a name are left out of a long list. What is not told of (`toldTables`) is there only if its name is typed
 * in full. Where something was chosen, only what was found is shown.
 */
export function foundTables(ids: ReadonlySet<string>, isNarrowed: boolean, hasToken: boolean): Found {
  return {
    among({ tables, matching, search, current }) {
      const those = tables.filter(({ id }) => ids.has(id))
      if (isNarrowed) return those
      const told = new Set(toldTables(tables, current, hasToken).map(({ id }) => id))
      const words = search.trim().toLowerCase()
      if (words === '') {
        return tables.length > LONG
          ? tables.filter((table) => table.id === current || (table.isNamed && told.has(table.id)))
          : tables
      }
      const isMeant = ({ id, aliases }: Table) => [id, ...aliases].some((name) => name.toLowerCase() === words)
      const own = matching.filter((table) => told.has(table.id) || isMeant(table))
      const shown = new Set(own.map(({ id }) => id))
      return [...own, ...those.filter(({ id }) => !shown.has(id))]
    },
  }
}

/**
 * Of a portal's tables those that may be offered: without a token, of a long list what the portal has told of and what is
 * open. CKAN lists the ids and aliases of private tables to everybody.
 */
export function toldTables(
  tables: readonly Table[],
  current: string | null | undefined,
  hasToken: boolean,
): readonly Table[] {
  if (hasToken || tables.length <= LONG) return tables
  return tables.filter(({ id, dataset }) => dataset !== '' || id === current)
}

/** Of more tables than this, those without a name are no use to look through. */
const LONG = 100
