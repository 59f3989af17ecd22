import type { FieldKind } from '../../protocol/field.ts'
import { plainText } from '../../protocol/json/jsonCharacters.ts'
import type { Cell } from '../../rows/rowSource.ts'
import type { MarkedPiece } from '../cells/searchMarks.ts'

/** Looks for a text in values, large and small letters alike. */
export interface FoundText {
  readonly isIn: (value: Cell, kind: FieldKind) => boolean
  /** A cell's text in pieces, those that match marked. */
  readonly pieces: (text: string) => readonly MarkedPiece[] | null
}

/** Null for an empty text, which is nowhere. */
export function foundText(sought: string): FoundText | null {
  if (sought === '') return null
  const pattern = new RegExp(sought.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`), 'giu')
  return {
    isIn(value, kind) {
      if (value === undefined || value === null || value === 'null') return false
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
