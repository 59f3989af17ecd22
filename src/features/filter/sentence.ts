import type { Field, FieldKind } from '../../protocol/field.ts'
import { LONGEST_CELL } from '../../grid/cells/cellText.ts'
import { visibleLine } from '../../words/visibleText.ts'
import { fits } from '../../query/operator.ts'
import { isDecomposed } from '../../query/letterForms.ts'
import { wordsOf } from '../../query/operator.ts'
import { operatorOf } from '../../query/operators/registry.ts'
import type { Condition, Sort, Where } from '../../query/query.ts'
import { sentWords } from '../../query/words.ts'
import { activeParts, partsOf } from '../../query/where.ts'
import { queryWords } from '../../words/en/query.ts'
import { shownName } from '../../words/shownName.ts'

/**
 * A condition or a group in words: `subject is any of watershed, survey`, `stage is active or stage is closed`. `fields` are the
 * table's, as far as they are known: their kinds decide how a comparison is called.
 */
export function whereSentence(where: Where, fields: readonly Field[] = []): string {
  if ('field' in where) return conditionSentence(where, fields)
  const parts = partsOf(where).map((part) => {
    const sentence = whereSentence(part, fields)
    return 'field' in part ? sentence : queryWords.group(sentence)
  })
  const sentence = 'all' in where ? queryWords.all(parts) : queryWords.any(parts)
  return where.not === true ? queryWords.not(queryWords.group(sentence)) : sentence
}

function conditionSentence(condition: Condition, fields: readonly Field[]): string {
  const operator = operatorOf(condition.op)
  const sentence = wordsOf(operator, condition, fields).sentence(shownName(condition.field), valuesWords(condition))
  return condition.withoutNull === true || operator.keepsNull !== true ? sentence : queryWords.orNull(sentence)
}

/** The values of a condition as they are shown. */
export function valuesWords({ op, values }: Pick<Condition, 'op' | 'values'>): readonly string[] {
  const names = operatorOf(op).members?.()
  return values.map((value) => names?.get(value) ?? valueWords(value))
}

/** What stands around the values of a condition: `from`, `to` between them, nothing after. */
export interface ConditionParts {
  readonly before: string
  /** The values that are marked as such, as they are shown; a time zone is not. */
  readonly values: readonly string[]
  /** What stands before each value but the first; empty for a list. */
  readonly joints: readonly string[]
  readonly after: string
}

/** A condition in the parts of its sentence, in whatever order a language has them. */
export function conditionParts(condition: Condition, fields: readonly Field[]): ConditionParts {
  const operator = operatorOf(condition.op)
  const { takes } = operator
  const isList = fits(takes, Infinity)
  const values = valuesWords(condition)
  const marked = takes === 'lately' || takes === 'named' ? values.slice(0, -1) : values
  const given = isList ? [MARK] : [...marked.map(() => MARK), ...values.slice(marked.length)]
  const [before = '', ...rest] = wordsOf(operator, condition, fields).sentence('', given).split(MARK)
  const after = rest.pop() ?? ''
  return {
    before: before.trim(),
    values: marked,
    joints: isList ? [] : rest.map((joint) => joint.trim()),
    after: after.trim(),
  }
}

/** A sign that is in no sentence. */
const MARK = '\uE000'

/**
 * A value as it is shown: as in a cell, but empty text as two quotes, invisible characters made visible, a long one cut, and
 * one whose accents stand apart from their letters marked, as another one may look the same.
 */
export function valueWords(value: string): string {
  if (value === '') return '""'
  return isDecomposed(value) ? queryWords.decomposed(plainWords(value)) : plainWords(value)
}

function plainWords(value: string): string {
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
  return queryWords.sortBy(shownName(sort.field), sortWordsOf(sort, kind))
}

/** A key of a sort in words: `largest first`, `A to Z, nulls first`; that nulls come last goes without saying. */
export function sortWordsOf({ descending, nullsFirst }: Sort, kind: FieldKind): string {
  const order = orderWords(kind, descending)
  return nullsFirst === true ? queryWords.withNullsFirst(order) : order
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
