import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { CataloguePage } from '../../../instances/catalogue/cataloguePage.ts'
import { catalogueQuery, UNASKED } from './cataloguePages.ts'
import { facetsQuery, titlesOf } from './facets.ts'
import { foundTables } from './foundTables.ts'
import type { Found, PortalChoice } from '../shownTables.ts'
import { tableIdIn } from '../tableNames.ts'
import { useLate } from '../../../ui/browser/useLate.ts'

/** What is looked for at a portal, where, and by whom. */
export interface PortalSearchProps extends PortalChoice {
  readonly text: string
  /** Without words, too, the datasets that belong to what was chosen are wanted. */
  readonly browses: boolean
  readonly onFound: (found: Found) => void
}

export interface PortalSearch {
  /** What is looked for now; the answer may still be on its way. */
  readonly words: string
  readonly isSearching: boolean
  /** The titles of what it is narrowed to; none if it is not. */
  readonly narrowedTo: readonly string[]
  /** What was found so far; undefined until something was. */
  readonly page: CataloguePage | undefined
  readonly onMore: () => void
}

/** Searches the catalogue of a portal for words, a page at a time, once they have not changed for a moment. */
export function usePortalSearch(props: PortalSearchProps): PortalSearch {
  const { instanceId, client, text, browses, onFound } = props
  const cache = useQueryClient()
  const wanted = tableIdIn(text) === null ? text.trim() : ''
  const words = useLate(wanted, SETTLES_MS)
  const narrowed = words === '' && !browses ? UNASKED.narrowed : props.narrowed
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined)
  const place = JSON.stringify([words, narrowed])
  const [read, setRead] = useState({ place, pages: 1 })
  const pages = read.place === place ? read.pages : 1
  const { data: page, isFetching } = useQuery({
    ...catalogueQuery(cache, instanceId, client, { words, narrowed, pages }),
    placeholderData: (before) => before,
  })
  // They were asked for where the narrowing was chosen.
  const { data: facets } = useQuery({ ...facetsQuery(instanceId, client), enabled: false })
  const { hasToken } = client
  const found = useMemo(
    () => foundTables(new Set(page?.entries.keys()), isNarrowed, hasToken),
    [page, isNarrowed, hasToken],
  )
  const tell = useEffectEvent(onFound)
  useEffect(() => tell(found), [found])
  return {
    words,
    isSearching: isFetching || words !== wanted,
    narrowedTo: titlesOf(narrowed, facets),
    page,
    onMore: () => setRead({ place, pages: pages + 1 }),
  }
}

/** A word is asked for, and not each of its letters: after so long without a change, ms. */
const SETTLES_MS = 300
