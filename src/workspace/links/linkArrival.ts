import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { loadOperators } from '../../query/operators/loadOperators.ts'
import { needsOperators } from '../../query/operators/registry.ts'
import { isPackedHash, queryNamesInLink, readViewAgain, replaceHash } from '../view.ts'

/** What is wrong with the link that led here. */
export type LinkProblem =
  | { readonly code: 'damaged' }
  /** These parameters say nothing to this page. */
  | { readonly code: 'unread'; readonly parts: readonly string[] }

/**
 * Opens the link in the address if it is packed, then calls back; and does the same, without calling back, for every link
 * that is put into the address later. What of a link can't be read is in `useLinkProblem`.
 */
export function openLinks(opened: () => void): void {
  const { hash } = window.location
  if (isPackedHash(hash)) void openPacked(hash).then(opened)
  else {
    opened()
    void look(hash)
  }
  window.addEventListener('hashchange', () => {
    const next = window.location.hash
    void (isPackedHash(next) ? openPacked(next) : look(next))
  })
}

/** What is wrong with the last link, until it is dismissed. */
export function useLinkProblem(): LinkProblem | null {
  return useStore(problem)
}

/** Takes back what was said about a link. */
export function dismissLinkProblem(): void {
  problem.setState(null, true)
}

const problem = createStore<LinkProblem | null>(() => null)

async function openPacked(packed: string): Promise<void> {
  const hash = await import('./packedLink.ts').then(
    ({ unpackHash }) => unpackHash(packed),
    () => null,
  )
  // Another link may have come meanwhile.
  if (window.location.hash !== packed) return undefined
  replaceHash(hash ?? '')
  if (hash === null) problem.setState({ code: 'damaged' }, true)
  else return look(hash)
  return undefined
}

async function look(hash: string): Promise<void> {
  problem.setState(null, true)
  if (hash.length < 2) return
  if (needsOperators(queryNamesInLink(hash))) {
    // Without them nothing can be said about the conditions; the page says that they are missing.
    const isLoaded = await loadOperators().then(
      () => true,
      () => false,
    )
    if (!isLoaded) return
    readViewAgain()
  }
  const { unreadParts } = await import('./linkParts.ts')
  const parts = unreadParts(hash)
  if (parts.length > 0) problem.setState({ code: 'unread', parts }, true)
}
