import { isRecord, namesIn, type Members } from '../../../parser/repeatable/nodes.ts'
import type { Known } from '../../statement/columns.ts'
import { pieceName, type Phrase } from '../../statement/phrase.ts'
import type { Piece } from '../../statement/piece.ts'
import { isName, wordAt, type Range } from '../../statement/walk.ts'
import type { BoundColumn, BoundQuery, BoundSelect, Level, Name, Outputs, Reference } from './bound.ts'

/** Thrown for a statement whose tokens and tree are not followed here together. */
export class Unusual extends Error {}

/** Binds a query whose pieces are in that range. `onFirst` is told what its first arm gives before others are read. */
export type BindQuery = (
  around: Around,
  node: Members,
  range: Range,
  onFirst?: (outputs: Outputs) => void,
) => BoundQuery

/** What was found in a statement so far. */
export interface Binding {
  readonly phrase: Phrase
  /** Binds a query inside of another one. */
  readonly query: BindQuery
  readonly known: Known
  readonly placeOf: (location: number) => number
  /** By where each begins in the text. */
  readonly pieces: ReadonlyMap<number, number>
  readonly names: Name[]
  readonly references: Reference[]
  readonly selects: BoundSelect[]
  /** What a `ColumnRef` means, by its members. */
  readonly meant: Map<Members, Reference>
  /** How many relations and joins there are: each is known by its number. */
  count: number
}

/** A query of WITH. Its columns come when its first arm is read, so that it can read itself. */
export interface BoundCte {
  readonly as: Name
  columns: readonly BoundColumn[]
  complete: boolean
}

/** What surrounds an expression or a query. */
export interface Around {
  readonly binding: Binding
  /** The innermost first. */
  readonly levels: readonly Level[]
  /** The later one hides an earlier one of its name. */
  readonly ctes: readonly BoundCte[]
  /** Queries of WITH RECURSIVE that come later: PostgreSQL lets them be named, which is not followed here. */
  readonly later: readonly string[]
  readonly select: BoundSelect | null
  readonly depth: number
}

/** Deeper than a person nests. */
const DEEPEST = 60

/** One step further in. */
export function deeper(around: Around): Around {
  if (around.depth > DEEPEST) throw new Unusual()
  return { ...around, depth: around.depth + 1 }
}

/** A new name, known to the binding. */
export function newName(binding: Binding, kind: Name['kind'], name: string, given: Piece | null): Name {
  const made: Name = { kind, name, given, uses: [], joined: false }
  binding.names.push(made)
  return made
}

/** The piece that stands where a node of the tree says. */
export function pieceIndex({ pieces, placeOf }: Binding, { location }: Members): number {
  // The parser leaves out a zero.
  const index = pieces.get(placeOf(typeof location === 'number' ? location : 0))
  if (index === undefined) throw new Unusual()
  return index
}

/** The piece at an index, which has to be this name. */
export function namedPiece({ phrase }: Binding, index: number, name: string): Piece {
  const piece = phrase.pieces[index]
  if (piece === undefined || !isName(phrase, index) || pieceName(phrase, piece) !== name) throw new Unusual()
  return piece
}

/** The names of a `ColumnRef` as pieces, and whether a star ends it. */
export function pathPieces(binding: Binding, of: Members): readonly Piece[] {
  const { phrase } = binding
  const first = pieceIndex(binding, of)
  const fields = Array.isArray(of['fields']) ? of['fields'] : []
  return fields.map((field, place) => {
    const index = first + 2 * place
    if (place > 0 && wordAt(phrase, index - 1) !== '.') throw new Unusual()
    const [name] = namesIn([field])
    if (name !== undefined) return namedPiece(binding, index, name)
    const star = phrase.pieces[index]
    if (star?.word !== '*') throw new Unusual()
    return star
  })
}

/** Where pieces stand in the text. */
export function textOf({ pieces }: Phrase, { from, to }: Range): { readonly start: number; readonly end: number } {
  return { start: pieces[from]?.start ?? 0, end: pieces[to - 1]?.end ?? 0 }
}

/** The alias of an item of FROM, which begins at a piece, and the names of its columns. */
export interface ReadAlias {
  readonly name: string
  readonly piece: Piece
  readonly columns: readonly { readonly name: string; readonly piece: Piece }[]
}

/** Reads the alias that the tree has there; null if it has none. */
export function readAlias(binding: Binding, alias: unknown, from: number): ReadAlias | null {
  if (!isRecord(alias)) return null
  const { phrase } = binding
  const at = wordAt(phrase, from) === 'as' ? from + 1 : from
  const name = typeof alias['aliasname'] === 'string' ? alias['aliasname'] : ''
  const piece = namedPiece(binding, at, name)
  const names = namesIn(alias['colnames'])
  if (names.length > 0 && wordAt(phrase, at + 1) !== '(') throw new Unusual()
  return {
    name,
    piece,
    columns: names.map((column, index) => ({ name: column, piece: namedPiece(binding, at + 2 + 2 * index, column) })),
  }
}
