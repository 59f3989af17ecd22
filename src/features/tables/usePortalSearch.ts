import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CataloguePage, Narrowing } from '../../instances/catalogue/cataloguePage.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { catalogueQuery, UNASKED } from './cataloguePages.ts'
import type { Found } from './shownTables.ts'
import { tableIdIn } from './tableNames.ts'

/** A portal with more datasets than were read, to be searched. */
export interface PortalSearch extends Found {
  readonly instanceId: string
  readonly client: ActionClient
  readonly narrowed: Narrowing
  readonly onNarrow: (narrowed: Narrowing) => void
  /** What is looked for now; the answer may still be on its way. */
  readonly words: string
  readonly isSearching: boolean
  /** What was found so far. */
  readonly page: CataloguePage
  readonly onMore: () => void
}

/** What is chosen at a portal by its users; shared by the places where they search. */
export interface PortalChoice {
  readonly instanceId: string
  readonly client: ActionClient
  readonly narrowed: Narrowing
  readonly onNarrow: (narrowed: Narrowing) => void
}

/**
 * Searches the catalogue of a portal for words, a page at a time, once they have not changed for a moment; null where one
 * page holds all datasets, or there is no catalogue.
 */
export function usePortalSearch(
  { instanceId, client, narrowed, onNarrow }: PortalChoice,
  text: string,
): PortalSearch | null {
  const cache = useQueryClient()
  const words = useSettled(tableIdIn(text) === null ? text.trim() : '')
  const place = JSON.stringify([words, narrowed])
  const [read, setRead] = useState({ place, pages: 1 })
  const pages = read.place === place ? read.pages : 1
  const first = useQuery({ ...catalogueQuery(cache, instanceId, client, UNASKED), enabled: false }).data
  const isPortal = first !== undefined && first.read < first.count
  const asked = { words, narrowed, pages }
  const { data = first, isFetching } = useQuery({
    ...catalogueQuery(cache, instanceId, client, asked),
    enabled: isPortal,
    placeholderData: (before) => before,
  })
  if (!isPortal || data === undefined) return null
  return {
    instanceId,
    client,
    narrowed,
    onNarrow,
    words,
    isSearching: isFetching || words !== text.trim(),
    page: data,
    ids: new Set(data.entries.keys()),
    isNarrowed: Object.values(narrowed).some((value) => value !== undefined),
    onMore: () => setRead({ place, pages: pages + 1 }),
  }
}

/** The text as it was when it had not changed for a moment, so that a word is asked for and not each of its letters. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLES_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const SETTLES_MS = 300
