import type { FieldKind } from '../../protocol/field.ts'
import { LONGEST_CELL } from '../../grid/cells/cellText.ts'
import { visibleLine } from '../../grid/cells/visibleText.ts'
import { operatorOf } from '../../query/operators/registry.ts'
import type { Condition, Sort, Where } from '../../query/query.ts'
import { sentWords } from '../../query/toSearch.ts'
import { activeParts } from '../../query/where.ts'
import { queryWords } from '../../words/en/query.ts'

/** A condition or a group in words: `subject is any of watershed, survey`, `stage is active or stage is closed`. */
export function whereSentence(where: Where): string {
  if ('field' in where) return conditionSentence(where)
  if ('all' in where) return queryWords.all(where.all.map((part) => insideSentence(part)))
  return queryWords.any(where.any.map((part) => insideSentence(part)))
}

function conditionSentence({ op, field, values }: Condition): string {
  return operatorOf(op).words.sentence(field, queryWords.list(values.map((value) => valueWords(value))))
}

function insideSentence(part: Where): string {
  return 'field' in part ? conditionSentence(part) : queryWords.group(whereSentence(part))
}

/** A value as it is shown: as in a cell, but empty text as two quotes, invisible characters made visible, a long one cut. */
export function valueWords(value: string): string {
  if (value === '') return '""'
  return value.length > LONGEST_CELL ? `${visibleLine(value.slice(0, LONGEST_CELL))}…` : visibleLine(value)
}

/** The values that fit on a chip, and how many are left out; never just one, whose name would take no more room. */
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

/** A sort in words: `Sort by area_km2, largest first`. */
export function sortSentence(sort: Sort, kind: FieldKind): string {
  return queryWords.sortBy(sort.field, orderWords(kind, sort.descending))
}

/** What an order means for values of that kind: `largest first`, `A to Z`, `latest first`. */
export function orderWords(kind: FieldKind, descending: boolean): string {
  return queryWords.orders[ORDERS[kind]][descending ? 'down' : 'up']
}

const ORDERS = {
  integer: 'numbers',
  numeric: 'numbers',
  date: 'times',
  timestamp: 'times',
  time: 'times',
  text: 'text',
  boolean: 'truth',
  json: 'other',
  array: 'other',
  other: 'other',
} as const satisfies Readonly<Record<FieldKind, keyof typeof queryWords.orders>>

/** Why a result is empty: `No record matches all 3 conditions.`; a single condition is named. */
export function noMatchSentence(search: string, where: Where): string {
  const parts = activeParts(where)
  const [part] = parts
  const count = parts.length + (sentWords(search) === '' ? 0 : 1)
  if (count === 0) return queryWords.emptyTable
  if (count === 2) return queryWords.noneOfBoth
  if (count > 2) return queryWords.noneOfAll(count)
  return part === undefined ? queryWords.noneMatching(search) : queryWords.noneWhere(whereSentence(part))
}
