import type { TokenKind } from '../tokens.ts'

/** A token of a statement, or the place where the cursor writes. */
export interface Piece {
  /** `cursor`: what is being typed there, be it nothing. It is never taken for a keyword. */
  readonly kind: TokenKind | 'cursor'
  readonly start: number
  readonly end: number
  /** A word in lower case, or the signs of an operator or of punctuation; else empty. */
  readonly word: string
}
