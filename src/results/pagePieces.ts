import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import { rowsIn, valueIn, type SearchPage } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import type { Cell } from '../rows/rowSource.ts'
import type { Searched } from '../instances/client/actionClient.ts'
import { blockOf } from './columnBlocks.ts'
import { idsOf } from './walk/pageIds.ts'
import type { searchPageQuery } from './queries.ts'

export type PageQuery = ReturnType<typeof searchPageQuery>

/** One request of a result: for a page, or for some columns of it. */
export interface Piece {
  readonly page: number
  /** The blocks of columns that were asked for; null is all columns. */
  readonly blocks: readonly number[] | null
  readonly query: PageQuery
  /** Null while nobody looks at it: then a request is cancelled, and an answer leaves the cache after a while. */
  observer: QueryObserver<Searched> | null
  /** What it brought, kept while it is observed. */
  answer: SearchPage | undefined
  /** It was asked for some columns and brought all: the server ignores or refuses `fields`. */
  isWhole: boolean
}

/** The requests of one result: each is made when its rows and columns are wanted, and dropped when they are not. */
export interface PagePieces {
  /** Sees to it that these pages, in these blocks of columns (null is all), are here or on their way, and no others. */
  readonly observe: (pages: readonly number[], blocks: readonly number[] | null, queryOf: QueryOf) => void
  /** Whether `observe` would change anything. */
  readonly isObserving: (pages: readonly number[], blocks: readonly number[] | null) => boolean
  readonly observed: () => Iterable<Piece>
  /** The first page, which is always whole. */
  readonly first: () => Piece | undefined
  /** A value by its page and its row within the page; answers that are still in the cache count. */
  readonly cell: (page: number, row: number, column: number, fields: readonly Field[]) => Cell
  /** The pages of which something is here, in order. */
  readonly loaded: () => readonly number[]
  /** Subscribes to the observed requests, so that they are sent. */
  readonly listen: () => void
  /** Stops all requests; what came of the observed ones can still be read. */
  readonly stop: () => void
  /** Forgets the later pages; `isObserved` says of which. */
  readonly forget: (what: 'all but the first' | 'those not observed') => void
}

/** The query of a page, with all columns or with these blocks of them. */
export type QueryOf = (page: number, blocks: readonly number[] | null) => PageQuery

export function createPagePieces(cache: QueryClient, isListening: () => boolean, changed: () => void): PagePieces {
  const pieces = new Map<number, Piece[]>()
  const observed = new Set<Piece>()
  /** Answers that were looked up in the cache since `observe` was last called. */
  const lookedUp = new Map<Piece, SearchPage | undefined>()

  const start = (piece: Piece) => {
    piece.observer = new QueryObserver<Searched>(cache, piece.query)
    observed.add(piece)
    if (isListening()) piece.observer.subscribe(changed)
  }
  const drop = (piece: Piece) => {
    piece.observer?.destroy()
    piece.observer = null
    observed.delete(piece)
  }

  /** What is wanted of a page: pieces that there are, and the blocks that none of them holds (null is all columns). */
  const wantedOf = (page: number, blocks: readonly number[] | null) => {
    const all = pieces.get(page) ?? []
    const whole = all.find((piece) => piece.blocks === null || piece.isWhole)
    if (whole !== undefined) return { there: [whole], isMissing: false, missing: null }
    if (blocks === null || page === 0) return { there: [], isMissing: true, missing: null }
    const there = all.filter((piece) => piece.blocks?.some((block) => blocks.includes(block)))
    const missing = blocks.filter((block) => !there.some((piece) => piece.blocks?.includes(block)))
    return { there, isMissing: missing.length > 0, missing }
  }

  const answerOf = (piece: Piece): SearchPage | undefined => {
    if (piece.answer !== undefined) return piece.answer
    if (!lookedUp.has(piece)) lookedUp.set(piece, cache.getQueryData<Searched>(piece.query.queryKey)?.answer)
    return lookedUp.get(piece)
  }

  return {
    observe(pages, blocks, queryOf) {
      lookedUp.clear()
      const wanted = new Set<Piece>()
      for (const page of pages) {
        const { there, isMissing, missing } = wantedOf(page, blocks)
        for (const piece of there) wanted.add(piece)
        if (!isMissing) continue
        const query = queryOf(page, missing)
        const piece: Piece = { page, blocks: missing, query, observer: null, answer: undefined, isWhole: false }
        pieces.set(page, [...(pieces.get(page) ?? []), piece])
        wanted.add(piece)
      }
      for (const piece of observed) {
        if (wanted.has(piece)) continue
        drop(piece)
        piece.answer = undefined
      }
      for (const piece of wanted) if (piece.observer === null) start(piece)
    },
    isObserving(pages, blocks) {
      let count = 0
      for (const page of pages) {
        const { there, isMissing } = wantedOf(page, blocks)
        if (isMissing || there.some((piece) => piece.observer === null)) return false
        count += there.length
      }
      return count === observed.size
    },
    observed: () => observed,
    first: () => pieces.get(0)?.[0],
    cell(page, row, column, fields) {
      let reference: SearchPage | undefined
      for (const piece of pieces.get(page) ?? []) {
        const answer = answerOf(piece)
        if (answer === undefined) continue
        reference ??= answer
        const isHere = piece.blocks === null || piece.isWhole || piece.blocks.includes(blockOf(column))
        if (!isHere) continue
        const at = answer === reference ? row : rowOfId(answer, idsOf(reference)[row], row)
        if (at < 0 || at >= rowsIn(answer)) continue
        const place = placeOf(answer, column, fields)
        return place === -1 ? null : (valueIn(answer, at, place) ?? null)
      }
      return undefined
    },
    loaded: () =>
      [...pieces]
        .filter(([, all]) => all.some((piece) => answerOf(piece) !== undefined))
        .map(([page]) => page)
        .toSorted((a, b) => a - b),
    listen() {
      for (const piece of observed) piece.observer?.subscribe(changed)
    },
    stop() {
      for (const piece of observed) drop(piece)
    },
    forget(what) {
      lookedUp.clear()
      for (const [page, all] of pieces) {
        const kept = all.filter((piece) => (what === 'all but the first' ? page === 0 : piece.observer !== null))
        for (const piece of all) if (!kept.includes(piece)) drop(piece)
        if (kept.length === 0) pieces.delete(page)
        else pieces.set(page, kept)
      }
    },
  }
}

/** Where a record is in another answer for the same page: at the same row, unless the table changed in between. */
function rowOfId(answer: SearchPage, id: string | undefined, row: number): number {
  const ids = idsOf(answer)
  return id === undefined || ids[row] === id ? row : ids.indexOf(id)
}

/** The place of a column's field in an answer; −1 if it doesn't have that field. */
function placeOf(answer: SearchPage, column: number, fields: readonly Field[]): number {
  if (answer.fields[column]?.id === fields[column]?.id) return column
  const known = places.get(answer)
  if (known?.fields === fields) return known.places[column] ?? -1
  const byId = new Map(answer.fields.map(({ id }, place) => [id, place]))
  const found = fields.map(({ id }) => byId.get(id) ?? -1)
  places.set(answer, { fields, places: found })
  return found[column] ?? -1
}

const places = new WeakMap<SearchPage, { readonly fields: readonly Field[]; readonly places: readonly number[] }>()
