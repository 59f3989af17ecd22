import type { JsonText } from '../protocol/jsonText.ts'
import type { DateUnit } from '../summary/summary.ts'

/** A column of what is charted. */
export interface ChartField {
  /** What links call it. */
  readonly id: string
  /** What titles and axes call it: `stage`, `year of started_on`, `Records`. */
  readonly name: string
  /** The field that it comes from, as sentences about missing values call it: `started_on`. */
  readonly source: string
  readonly kind: 'text' | 'number' | 'time' | 'boolean' | 'other'
  /** The part of a date that each value is; null if it is none, or a whole date. */
  readonly unit: DateUnit | null
  /** The width of the steps whose beginnings the values are; null if they are no steps. */
  readonly step: string | null
  /** Where the steps of a logarithmic scale begin, and where the last one ends; the first may hold 0 alone. */
  readonly edges?: readonly string[]
  /** Whether its values are measured or counted, so that a length can stand for them. Codes and years are not. */
  readonly isMeasure: boolean
  /** Whether it counts records. */
  readonly isCount: boolean
  /** Whether its values may be added up: counts and sums, and neither means nor numbers of different values. */
  readonly isAdditive: boolean
  /** From the data dictionary; null if it names none. */
  readonly measuredIn: string | null
}

/** What the reader of a picture has to know about where it comes from. */
export interface ChartNotes {
  /** The answer was cut after so many rows. */
  readonly cut: number | null
  /** Only some records were looked at, of as many as there are if that is known. */
  readonly sample: { readonly of: number; readonly total: number | null } | null
  /** That total is an estimate. */
  readonly isAbout: boolean
}

/** What stands for a value in the rows that put the groups left out together. No JSON text is empty. */
export const REST = ''

/** What is charted: rows of values with the digits of the source. */
export interface ChartData {
  readonly fields: readonly ChartField[]
  readonly rows: readonly (readonly JsonText[])[]
  /** Each combination of the fields that are no measures has one row, so that nothing is left to count. */
  readonly isGrouped: boolean
  readonly notes: ChartNotes
  /** The query in words, the instance and the day. */
  readonly subtitle: string
}

/** Ways to draw a result. */
export const CHART_KINDS = [
  'stacked',
  'grouped',
  'lines',
  'area',
  'heat',
  'multiples',
  'histogram',
  'box',
  'scatter',
  'map',
] as const

export type ChartKind = (typeof CHART_KINDS)[number]

/** Which chart: its kind, and which fields go where, by id. */
export interface ChartSpec {
  readonly kind: ChartKind
  /** Along the picture; of a map the longitude, of a histogram the numbers. */
  readonly x: string | null
  /** The measure; null counts rows. Of a map it is the latitude, of a heat map what its colours mean. */
  readonly y: string | null
  /** What tells series apart; of a heat map its lines. */
  readonly series: string | null
  /** Bars lie. */
  readonly isOnSide: boolean
}

/** The field of that id, and its place in the rows. */
export function fieldOf(
  data: ChartData,
  id: string | null,
): { readonly field: ChartField; readonly at: number } | null {
  const at = id === null ? -1 : data.fields.findIndex((field) => field.id === id)
  const field = data.fields[at]
  return field === undefined ? null : { field, at }
}
