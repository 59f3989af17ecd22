import type { Narrowing } from '../../instances/catalogue/cataloguePage.ts'
import type { Table } from '../../instances/catalogue/table.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { matchOptions } from '../../ui/picker/matchOptions.ts'
import { tableKeywords } from './tableNames.ts'

/** A portal with more datasets than one page, and what is chosen there, in whichever list it was chosen. */
export interface PortalChoice {
  readonly instanceId: string
  readonly client: ActionClient
  readonly narrowed: Narrowing
  readonly onNarrow: (narrowed: Narrowing) => void
}

/** Puts together what a list has itself and what was found at a portal. */
export interface Found {
  readonly among: (lists: {
    readonly tables: readonly Table[]
    /** Those of them that have the words. */
    readonly matching: readonly Table[]
    readonly search: string
    readonly current: string | null | undefined
  }) => readonly Table[]
}

/** The tables that have the words of a search and, where a portal was searched too, those that were found there. */
export function shownTables(
  tables: readonly Table[],
  search: string,
  found: Found | null,
  current?: string | null,
): readonly Table[] {
  const matching = matchOptions(
    tables.map((table) => ({ ...table, keywords: tableKeywords(table) })),
    search,
  )
  return found?.among({ tables, matching, search, current }) ?? matching
}
