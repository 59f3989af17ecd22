import type { QueryObserverResult } from '@tanstack/react-query'
import type { SearchPage } from '../protocol/answers.ts'
import type { Searched } from '../instances/client/actionClient.ts'
import { idsOf } from './walk/pageIds.ts'
import type { Piece } from './pagePieces.ts'

type PieceResult = Pick<QueryObserverResult<Searched>, 'data' | 'error' | 'fetchStatus'>

const NO_ANSWER: PieceResult = { data: undefined, error: null, fetchStatus: 'idle' }

/** How the request of a piece is going; nothing while nobody looks at it. */
export function resultOf({ observer }: Pick<Piece, 'observer'>): PieceResult {
  return observer === null ? NO_ANSWER : observer.getCurrentResult()
}

/** Whether columns of one page that were asked for apart belong to other records. */
export function isTorn(pieces: Iterable<Piece>): boolean {
  const pages = new Map<number, SearchPage>()
  for (const piece of pieces) {
    const { data, fetchStatus } = resultOf(piece)
    if (piece.page === 0 || data === undefined || fetchStatus === 'fetching') continue
    const beside = pages.get(piece.page)
    if (beside !== undefined && !hasSameIds(beside, data.answer)) return true
    pages.set(piece.page, data.answer)
  }
  return false
}

function hasSameIds(a: SearchPage, b: SearchPage): boolean {
  const [ids, others] = [idsOf(a), idsOf(b)]
  return ids.length === others.length && ids.every((id, place) => id === others[place])
}
