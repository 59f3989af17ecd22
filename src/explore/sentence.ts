import type { FieldKind } from '../protocol/field.ts'
import { LONGEST_CELL } from '../grid/cellText.ts'
import { visibleLine } from '../grid/visibleText.ts'
import { sentWords, type Filter, type Sort } from '../protocol/querySpec.ts'

/** The condition as one reads it: `subject is any of watershed, survey`, `stage is active`. */
export function filterSentence(filter: Filter): string {
  return `${filter.field} ${operatorWords(filter.values)} ${filter.values.map(valueWords).join(', ')}`
}

/** `is` for one value, `is any of` for several. */
export function operatorWords(values: readonly string[]): 'is' | 'is any of' {
  return values.length > 1 ? 'is any of' : 'is'
}

/** A value as it is shown: as in a cell, empty text as two quotes, what can't be seen made visible, a long one cut. */
export function valueWords(value: string): string {
  if (value === '') return '""'
  return value.length > LONGEST_CELL ? `${visibleLine(value.slice(0, LONGEST_CELL))}…` : visibleLine(value)
}

/** The values that fit on a chip, and how many are left out; never just one, as its name would take no more room. */
export function valuesOnChip(values: readonly string[], room = 40): { shown: readonly string[]; more: number } {
  let used = 0
  let count = 0
  for (const value of values) {
    used += Math.min(value.length, 24) + 2
    if (count > 0 && used > room) break
    count += 1
  }
  if (count === values.length - 1 && used <= room + 24) count += 1
  return { shown: values.slice(0, count), more: values.length - count }
}

/** The order as one reads it: `Sort by area_km2, largest first`. */
export function sortSentence(sort: Sort, kind: FieldKind): string {
  return `Sort by ${sort.field}, ${orderWords(kind, sort.descending)}`
}

/** What an order means for values of that kind: `largest first`, `A to Z`, `latest first`. */
export function orderWords(kind: FieldKind, descending: boolean): string {
  return ORDERS[kind][descending ? 1 : 0]
}

const NUMBERS = ['smallest first', 'largest first'] as const
const TIMES = ['earliest first', 'latest first'] as const
const OTHERS = ['ascending', 'descending'] as const

/** Upwards and downwards. */
const ORDERS: Readonly<Record<FieldKind, readonly [string, string]>> = {
  integer: NUMBERS,
  numeric: NUMBERS,
  date: TIMES,
  timestamp: TIMES,
  time: TIMES,
  text: ['A to Z', 'Z to A'],
  boolean: ['false first', 'true first'],
  json: OTHERS,
  array: OTHERS,
  other: OTHERS,
}

/** Why a result is empty: `No record matches all 3 conditions.`, with one condition that condition itself. */
export function noMatchSentence(search: string, filters: readonly Filter[]): string {
  const conditions = filters.length + (sentWords(search) === '' ? 0 : 1)
  if (conditions === 0) return 'This table has no records.'
  if (conditions > 1) return `No record matches ${conditions === 2 ? 'both' : `all ${conditions}`} conditions.`
  const filter = filters[0]
  return filter ? `There is no record where ${filterSentence(filter)}.` : `No record matches "${search}".`
}
