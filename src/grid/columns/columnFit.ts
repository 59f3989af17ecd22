import type { FieldKind } from '../../protocol/field.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import { cellText } from '../cells/cellText.ts'
import { NARROWEST } from '../geometry/gridWindow.ts'

export type Face = 'text' | 'code' | 'number'

/** How wide the text is, px; `header` is the bold face of column names. */
export type Measure = (text: string, face: Face | 'header') => number

export interface ColumnFit {
  readonly width: number
  readonly face: Face
}

/** What is known of a column whose width is sought. */
export interface FittedColumn {
  readonly name: string
  readonly kind: FieldKind
  /** The face of its values in their format; absent: by what they are. */
  readonly face?: Face | undefined
  readonly format?: ((value: JsonText) => string | null) | undefined
}

const NARROWEST_FIT = 64
const WIDEST_FIT = 360
const WIDEST_NAME = 220
/** px: the type's icon with its gap, and room for the arrow and the number of a sort. */
const HEADER_EXTRAS = 20 + 23

/** Values looked at, and of these the longest that are measured. */
const SAMPLE = 30
const MEASURED = 3

/**
 * A width for a column that shows its name and, of the first values, nearly all (a single long text does not widen its
 * column), and the face to set them in: codes, as `NR-21-0412`, are text in the monospace face.
 */
export function columnFit(
  column: FittedColumn,
  values: readonly (JsonText | undefined)[],
  cellPadding: number,
  measure: Measure,
  bounds: { least: number; most: number } = { least: NARROWEST_FIT, most: WIDEST_FIT },
): ColumnFit {
  const sample = values.slice(0, SAMPLE).flatMap((value) => (value === undefined || value === 'null' ? [] : [value]))
  const face = column.face ?? faceOf(column.kind, sample)
  const longest = sample.toSorted((a, b) => b.length - a.length).slice(0, MEASURED)
  const isProse = face === 'text' || column.kind === 'json' || column.kind === 'array'
  const widths = longest.map((value) => measure(textOf(column, value), face))
  const content = (isProse && sample.length > 2 * MEASURED ? widths.at(-1) : Math.max(0, ...widths)) ?? 0
  const name = Math.min(measure(column.name, 'header') + HEADER_EXTRAS, WIDEST_NAME)
  const width = Math.ceil(Math.max(content, name)) + 2 * cellPadding + 1
  return { width: Math.min(Math.max(width, bounds.least), bounds.most), face }
}

/** The width that shows every one of the values, for a double click on the column's edge. */
export function wholeFit(
  column: FittedColumn,
  values: readonly (JsonText | undefined)[],
  cellPadding: number,
  measure: Measure,
  face: Face,
): number {
  const widths = values.map((value) => measure(textOf(column, value), face))
  const name = measure(column.name, 'header') + HEADER_EXTRAS
  const width = Math.ceil(Math.max(name, ...widths)) + 2 * cellPadding + 1
  return Math.min(Math.max(width, NARROWEST), WIDEST_WHOLE_FIT)
}

const WIDEST_WHOLE_FIT = 900

function textOf({ kind, format }: FittedColumn, value: JsonText | undefined): string {
  return (value === undefined ? null : format?.(value)) ?? cellText(value, kind).text
}

const CODE = /^"(?=[^"]*\d)[A-Za-z\d][A-Za-z\d._:/-]{0,39}"$/

function faceOf(kind: FieldKind, sample: readonly JsonText[]): Face {
  if (kind === 'integer' || kind === 'numeric') return 'number'
  if (kind !== 'text') return 'code'
  return sample.length >= 3 && sample.every((value) => CODE.test(value)) ? 'code' : 'text'
}

/** Estimates a width by the kinds of characters, if there is no canvas. px at 13 px text. */
export const estimate: Measure = (text, face) => text.length * (face === 'text' ? 6.6 : face === 'header' ? 6.8 : 7.2)
