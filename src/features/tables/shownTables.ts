import type { Narrowing } from '../../instances/catalogue/cataloguePage.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Table } from '../../instances/catalogue/table.ts'
import { matchOptions } from '../../ui/picker/matchOptions.ts'
import { tableKeywords } from './tableNames.ts'

/** A portal with more datasets than one page, and what is chosen there, in whichever list it was chosen. */
export interface PortalChoice {
  readonly instanceId: string
  readonly client: ActionClient
  readonly narrowed: Narrowing
  readonly onNarrow: (narrowed: Narrowing) => void
}

/** What was looked for at a portal, and the resources found, by id. */
export interface Found {
  readonly ids: ReadonlySet<string>
  /** Only what was found is wanted: an organisation, a group or a tag was chosen. */
  readonly isNarrowed: boolean
}

/**
 * The tables to show for a search: those that have its words and, if it was made at a portal too, those that were found
 * there. While a portal is not searched, tables without a name are left out of a long list.
 */
export function shownTables(
  tables: readonly Table[],
  search: string,
  found: Found | null,
  current?: string,
): readonly Table[] {
  const matching = matchOptions(
    tables.map((table) => ({ ...table, keywords: tableKeywords(table) })),
    search,
  )
  if (found === null) return matching
  if (found.isNarrowed) return tables.filter(({ id }) => found.ids.has(id))
  if (search.trim() === '' && tables.length > LONG) {
    return tables.filter(({ id, isNamed }) => isNamed || id === current)
  }
  const own = new Set(matching.map(({ id }) => id))
  return [...matching, ...tables.filter(({ id }) => found.ids.has(id) && !own.has(id))]
}

/** What is found before anything was looked for. */
export const NOT_FOUND: Found = { ids: new Set(), isNarrowed: false }

/** Of more tables than this, those without a name are no use to look through. */
const LONG = 100
