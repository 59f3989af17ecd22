import { portalWords } from '../../../words/en/tables/portal.ts'
import type { PortalSearch } from '../usePortalSearch.ts'

/** How much of a portal is shown, in words. */
export function PortalNote({ portal }: { readonly portal: PortalSearch }) {
  return <output>{noteOf(portal)}</output>
}

/** The same as text. */
export function noteOf({ page, words, isNarrowed, isSearching, narrowed }: PortalSearch): string {
  const chosen = Object.values(narrowed).filter((value) => value !== undefined)
  const where = chosen.length === 0 ? '' : ` ${portalWords.narrowedTo(chosen)}`
  if (isSearching) return portalWords.searching
  if (page.state !== 'read') return portalWords.notAnswered
  if (page.count === 0) return (isNarrowed ? portalWords.noneNarrowed : portalWords.none) + where
  if (words === '' && !isNarrowed) return portalWords.all(page.count)
  if (page.read >= page.count) return portalWords.found(page.count) + where
  return `${portalWords.foundPart(page.read, page.count)} ${portalWords.narrow}${where}`
}
