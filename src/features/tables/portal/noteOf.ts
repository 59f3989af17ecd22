import { portalWords } from '../../../words/en/tables/portal.ts'
import type { PortalSearch } from './usePortalSearch.ts'

/** How much of a portal is shown, in words. */
export function noteOf({ page, words, narrowedTo, isSearching }: PortalSearch): string {
  const isNarrowed = narrowedTo.length > 0
  const where = isNarrowed ? ` ${portalWords.narrowedTo(narrowedTo)}` : ''
  if (isSearching || page === undefined) return portalWords.searching
  if (page.state !== 'read') return portalWords.notAnswered
  if (page.count === 0) return portalWords.none + where
  if (words === '' && !isNarrowed) return portalWords.all(page.count)
  if (page.read >= page.count) return portalWords.found(page.count) + where
  return `${portalWords.foundPart(page.read, page.count)} ${portalWords.narrow}${where}`
}
