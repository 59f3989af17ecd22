import type { FieldKind } from '../../protocol/field.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import { plainText } from '../../protocol/json/jsonCharacters.ts'
import type { Cell } from '../../rows/rowSource.ts'
import { markerFor, type MarkedPiece } from '../cells/searchMarks.ts'

/** Looks for a text in values, large and small letters alike. */
export interface FoundText {
  readonly isIn: (value: Cell, kind: FieldKind) => boolean
  /** A cell's text in pieces, those that match marked. */
  readonly pieces: (text: string) => readonly MarkedPiece[] | null
}

/** Finds what a search has found, as far as its words are marked in cells; null if there is nothing to mark. */
export function foundWords(search: string): FoundText | null {
  const pieces = markerFor(search)
  if (pieces === null) return null
  return { pieces, isIn: (value, kind) => isSaid(value) && pieces(plainText(value, kind)) !== null }
}

function isSaid(value: Cell): value is JsonText {
  return value !== undefined && value !== null && value !== 'null'
}

/** Null for an empty text, which is nowhere. */
export function foundText(sought: string): FoundText | null {
  if (sought === '') return null
  const pattern = new RegExp(sought.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`), 'giu')
  return {
    isIn(value, kind) {
      if (!isSaid(value)) return false
      pattern.lastIndex = 0
      return pattern.test(plainText(value, kind))
    },
    pieces(text) {
      const pieces: MarkedPiece[] = []
      let end = 0
      for (const { index, 0: hit } of text.matchAll(pattern)) {
        if (index > end) pieces.push({ text: text.slice(end, index), isHit: false })
        pieces.push({ text: hit, isHit: true })
        end = index + hit.length
      }
      if (pieces.length === 0) return null
      if (end < text.length) pieces.push({ text: text.slice(end), isHit: false })
      return pieces
    },
  }
}
