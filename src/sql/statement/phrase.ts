import { foldCase, nameOf } from '../names.ts'
import { segmentAt, statementFrom, type Statement } from '../statements.ts'
import { nextToken, type Token } from '../tokens.ts'
import { closings, type Closings } from './closings.ts'
import type { Piece } from './piece.ts'

/** The statement around a cursor, mended so that it can be read: with a piece where the cursor is. */
export interface Phrase extends Closings {
  readonly text: string
  readonly pieces: readonly Piece[]
  /** Which piece the cursor is. */
  readonly at: number
  readonly inside: Inside
  /** Where the cursor is in the text. */
  readonly cursor: number
}

/** What the cursor is in. `touching`: right behind a string, a number or a closing quote, where nothing can be written. */
export type Inside = 'between' | 'word' | 'name' | 'string' | 'parameter' | 'comment' | 'number' | 'touching'

/** Reads the statement that the cursor is in. A quote that was opened there and not closed yet ends at the cursor. */
export function phraseAt(text: string, cursor: number): Phrase {
  const { tokens } = segmentAt(text, cursor)
  const found = tokens.findIndex(({ end }) => end >= cursor)
  const token = found < 0 ? undefined : tokens[found]
  const isIn = token !== undefined && token.start < cursor
  const inside = isIn ? insideOf(text, token, cursor) : 'between'
  if (!isIn || inside === 'between' || inside === 'touching' || inside === 'comment') {
    const before = tokens.filter(({ end }) => end <= cursor)
    const after = tokens.filter(({ end, start }) => end > cursor && start >= cursor)
    return phraseOf(text, cursor, inside, before, { start: cursor, end: cursor }, after)
  }
  const isOpen = (inside === 'name' || inside === 'string') && tokens.at(-1)?.unfinished === true
  if (!isOpen) return phraseOf(text, cursor, inside, tokens.slice(0, found), token, tokens.slice(found + 1))
  // An odd number of quotes: the one before the cursor is taken for the one that has no other.
  const end = typedEnd(text, cursor)
  return phraseOf(
    text,
    cursor,
    inside,
    tokens.slice(0, found),
    { start: token.start, end },
    statementFrom(text, end).tokens,
  )
}

/** A whole statement as it is written, without a piece for a cursor. */
export function wholePhrase(text: string, { tokens, end }: Statement): Phrase {
  const pieces: Piece[] = []
  addPieces(pieces, text, tokens)
  return { text, pieces, at: pieces.length, inside: 'between', cursor: end, ...closings(pieces) }
}

/** The name that a piece means, if it is one. */
export function pieceName({ text }: Phrase, piece: Piece): string {
  const kind = piece.kind === 'cursor' && /^(?:U&)?"/i.test(text.slice(piece.start, piece.end)) ? 'name' : piece.kind
  return nameOf(text, { ...piece, kind: kind === 'name' ? 'name' : 'word', unfinished: !text.endsWith('"', piece.end) })
}

function insideOf(text: string, { kind, start, end, unfinished }: Token, cursor: number): Inside {
  const atEnd = cursor === end && !unfinished
  switch (kind) {
    case 'word':
      return 'word'
    case 'name':
      return atEnd ? 'touching' : 'name'
    case 'string':
      return atEnd ? 'touching' : 'string'
    case 'parameter':
      return atEnd ? 'touching' : 'parameter'
    case 'comment':
      return atEnd && text.charAt(start) === '/' ? 'between' : 'comment'
    case 'number':
    case 'argument':
      return 'number'
    case 'operator':
    case 'punctuation':
    case 'other':
      return 'between'
  }
}

function typedEnd(text: string, cursor: number): number {
  const token = nextToken(text, cursor)
  return token?.kind === 'word' && token.start === cursor ? token.end : cursor
}

function phraseOf(
  text: string,
  cursor: number,
  inside: Inside,
  before: readonly Token[],
  { start, end }: { readonly start: number; readonly end: number },
  after: readonly Token[],
): Phrase {
  const pieces: Piece[] = []
  addPieces(pieces, text, before)
  const at = pieces.length
  pieces.push({ kind: 'cursor', start, end, word: '' })
  addPieces(pieces, text, after)
  return { text, pieces, at, inside, cursor, ...closings(pieces) }
}

/** So many constants of a list say nothing that fewer don't: an `IN` with 300,000 of them is read as one with this many. */
const MOST_CONSTANTS = 500

function addPieces(pieces: Piece[], text: string, tokens: readonly Token[]): void {
  let constants = 0
  for (const { kind, start, end } of tokens) {
    if (kind === 'comment') continue
    const isConstant = kind === 'string' || kind === 'number'
    const signs = kind === 'operator' || kind === 'punctuation' ? text.slice(start, end) : ''
    if (isConstant) constants += 1
    else if (signs !== ',') constants = 0
    if (isConstant && constants > MOST_CONSTANTS && pieces.at(-1)?.word === ',') pieces.pop()
    else pieces.push({ kind, start, end, word: kind === 'word' ? foldCase(text.slice(start, end)) : signs })
  }
}
