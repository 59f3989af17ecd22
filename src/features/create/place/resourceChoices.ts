import type { Table } from '../../../instances/catalogue/table.ts'
import { matchOptions } from '../../../ui/picker/matchOptions.ts'

/** A resource in a list to choose from. */
export interface ResourceChoice {
  readonly id: string
  readonly title: string
  /** What else helps to recognize it; may be empty. */
  readonly note: string
}

/** The first tables that have the words, and how many there are beside them. */
export function matchingTables(
  tables: readonly Table[],
  words: string,
): { readonly shown: readonly ResourceChoice[]; readonly others: number } {
  const matching = matchOptions(
    tables.map((table) => ({ ...table, keywords: [table.id, table.dataset, ...table.aliases].join(' ') })),
    words,
  )
  const shown = matching.slice(0, MOST_SHOWN).map(({ id, title, dataset }) => ({ id, title, note: dataset || id }))
  return { shown, others: matching.length - shown.length }
}

const MOST_SHOWN = 50
