import type { FieldKind } from '../../protocol/field.ts'
import { jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { Figure } from '../../summary/summary.ts'
import { summariseWords } from '../../words/en/summarise.ts'
import { countWords } from '../../words/figures.ts'

/** A figure as it is read in a cell, as JSON: all its digits, with separators; a share as a percentage with one decimal. */
export function shownFigure(figure: Figure, value: JsonText, kind: FieldKind): JsonText {
  if (value === 'null') return value
  const text = jsonToPlain(value)
  if (figure.kind === 'share') return JSON.stringify(percentWords(Number(text)))
  const isNumber = !('field' in figure) || (figure.kind !== 'min' && figure.kind !== 'max') || NUMBERS.has(kind)
  return isNumber ? JSON.stringify(withSeparators(text)) : value
}

/** The part of all records that a share says, from 0 to 1; 0 if it says nothing. */
export function shareOf(value: JsonText | undefined): number {
  const share = value === undefined || value === 'null' ? 0 : Number(jsonToPlain(value))
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}

const NUMBERS: ReadonlySet<FieldKind> = new Set<FieldKind>(['integer', 'numeric'])

function percentWords(share: number): string {
  const { percent, smallShare } = summariseWords
  // What is there at all is not shown as nothing.
  if (share > 0 && share < 0.0005) return smallShare
  return percent((Math.round(share * 1000) / 10).toFixed(1))
}

/** The digits as they are, but for zeros that say nothing after the point; those before it in threes, as counts are. */
function withSeparators(text: string): string {
  const [, sign = '', whole, rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? []
  if (whole === undefined) return text
  const separator = countWords(1111).replaceAll('1', '')
  return `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, separator)}${rest.length > LONG ? rest.replace(/\.?0+$/, '') : rest}`
}

/** A point and more decimals than people write: PostgreSQL fills a mean with zeros. */
const LONG = 7
