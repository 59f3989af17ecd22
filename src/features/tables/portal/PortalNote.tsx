import { noteOf } from './noteOf.ts'
import { usePortalSearch, type PortalSearchProps } from './usePortalSearch.ts'

/** Searches a portal while a list of tables is open, and says how much of it was found. */
export function PortalNote(props: PortalSearchProps) {
  return <output>{noteOf(usePortalSearch(props))}</output>
}
