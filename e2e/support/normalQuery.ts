import { boundsOf } from '../../src/query/dates/period.ts'
import { operatorOf } from '../../src/query/operators/registry.ts'
import { countsAlikeOnce, type Condition, type Query, type Sort, type Where } from '../../src/query/query.ts'
import { activeWhere, partsOf } from '../../src/query/where.ts'
import { queryOfWords, sentWords } from '../../src/query/words.ts'

/**
 * What a query asks for, as text: the same for two that ask the same in other words. What is off is left out; operators that
 * say two comparisons in one are these two; brackets that change nothing are gone.
 */
export function normalQuery(query: Query, allColumns: readonly string[]): string {
  const active = activeWhere(query.where)
  const { resource, columns, search, limit } = query
  const distinct = countsAlikeOnce({ ...query, columns: columns ?? allColumns })
  const isAll = columns !== null && JSON.stringify(columns) === JSON.stringify(allColumns)
  return JSON.stringify({
    resource,
    limit,
    distinct,
    columns: isAll ? null : columns,
    where: active === null ? null : flat(normalWhere(active)),
    search: sentWords(search) === '' ? null : queryOfWords(search),
    sort: distinct ? distinctKeys(query.sort, columns ?? allColumns) : keysWithId(query),
  })
}

function keysWithId({ sort, search }: Query): readonly string[] {
  const isRanked = sort.length === 0 && sentWords(search) !== ''
  const keys = firstOnes(sort).map((key) => keyText(key))
  const hasId = sort.some(({ field }) => field === '_id')
  return [...(isRanked ? ['rank'] : []), ...keys, ...(hasId ? [] : [keyText({ field: '_id', descending: false })])]
}

function distinctKeys(sort: readonly Sort[], names: readonly string[]): readonly string[] {
  const keys = firstOnes(sort.filter(({ field }) => names.includes(field)))
  const rest = names.filter((name) => !keys.some(({ field }) => field === name))
  return [...keys, ...rest.map((field): Sort => ({ field, descending: false }))].map((key) => keyText(key))
}

function firstOnes(sort: readonly Sort[]): readonly Sort[] {
  return sort.filter(({ field }, at) => sort.findIndex((each) => each.field === field) === at)
}

function keyText({ field, descending, nullsFirst }: Sort): string {
  return JSON.stringify([field, descending, field !== '_id' && nullsFirst === true])
}

type Normal =
  | { readonly is: readonly (string | boolean)[] }
  | { readonly join: 'all' | 'any' | 'notAll' | 'notAny'; readonly parts: readonly Normal[] }

function normalWhere(where: Where): Normal {
  if ('field' in where) return normalCondition(where)
  const parts = partsOf(where).map((part) => normalWhere(part))
  const join = 'all' in where ? 'all' : 'any'
  if (where.not !== true) return { join, parts }
  const [only] = parts
  if (parts.length === 1 && only !== undefined && 'is' in only) {
    const [op, ...rest] = only.is
    const opposite = OPPOSITES.get(String(op))
    if (opposite !== undefined) return { is: [opposite, ...rest] }
  }
  const inside = flat({ join, parts })
  return 'is' in inside || inside.join.startsWith('not')
    ? { join: 'notAll', parts: [inside] }
    : { join: inside.join === 'all' ? 'notAll' : 'notAny', parts: inside.parts }
}

function normalCondition(condition: Condition): Normal {
  const { field, op, values, withoutNull } = condition
  const leaf = (name: string, ...texts: readonly string[]): Normal => ({ is: [name, field, ...texts] })
  const keepsNull = operatorOf(op).keepsNull === true && withoutNull !== true
  if (op === 'arrayDoesNotContain')
    return keepsNull ? leaf(op, ...values) : { join: 'all', parts: [leaf(op, ...values), leaf('isNotNull')] }
  if (op === 'pathIsNot') return { is: [op, field, keepsNull, ...values] }
  if (operatorOf(op).part !== undefined && operatorOf(op).keepsNull === true)
    return keepsNull ? leaf(op, ...values) : { is: ['known', op, field, ...values] }
  if (keepsNull) return { join: 'any', parts: [normalCondition({ ...condition, withoutNull: true }), leaf('isNull')] }
  if (op === 'isEmpty') return leaf('is', '')
  if (op === 'isNotEmpty') return leaf('isNot', '')
  if (op === 'isAnyOf' && values.length === 1) return leaf('is', ...values)
  if (op === 'isNoneOf' && values.length === 1) return leaf('isNot', ...values)
  const [from = '', to = ''] = values
  // Both are any text.
  if (op === 'endsWith' && from === '') return leaf('startsWith', '')
  if (op === 'doesNotEndWith' && from === '') return leaf('doesNotStartWith', '')
  if (op === 'outside') return { join: 'any', parts: [leaf('lessThan', from), leaf('greaterThan', to)] }
  if (op === 'isIn') {
    const periods = values.map((period): Normal => {
      const bounds = boundsOf(period)
      return { join: 'all', parts: [leaf('atLeast', bounds?.from ?? ''), leaf('lessThan', bounds?.until ?? '')] }
    })
    return { join: 'any', parts: periods }
  }
  if (op === 'isNotIn') return leaf(op, ...values.map((period) => JSON.stringify(boundsOf(period))))
  return leaf(op, ...values)
}

/** Operators whose opposite is written as what is not true of them. */
const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['arrayContains', 'arrayDoesNotContain'],
  ['onWeekday', 'notOnWeekday'],
  ['inMonth', 'notInMonth'],
  ['atHour', 'notAtHour'],
])

/** Groups of one kind in each other as one, and a group of one as that one. */
function flat(normal: Normal): Normal {
  if ('is' in normal) return normal
  const { join } = normal
  const isNot = join === 'notAll' || join === 'notAny'
  const parts = normal.parts.map((part) => flat(part))
  const open = isNot ? parts : parts.flatMap((part) => ('join' in part && part.join === join ? part.parts : [part]))
  const [only] = open
  return only !== undefined && open.length === 1 && !isNot ? only : { join, parts: open }
}
