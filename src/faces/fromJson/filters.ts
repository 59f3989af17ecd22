import {
  jsonElements,
  jsonKind,
  jsonMembers,
  jsonToPlain,
  parseJsonText,
  type JsonText,
} from '../../protocol/jsonText.ts'
import type { Condition, Where } from '../../query/query.ts'
import { newConditionId } from '../../query/where.ts'
import { mergedAny, periodOf } from '../fromSql/merged.ts'
import { MisfitError } from '../misfit.ts'

/** The conditions that `filters` mean: values, lists of them, ranges, `$or` and `$and`. */
export function conditionsOfFilters(filters: JsonText | undefined): Where {
  if (filters === undefined || filters === 'null') return { all: [] }
  // A form has them as text.
  const json = jsonKind(filters) === 'string' ? parsed(jsonToPlain(filters)) : filters
  return { all: allOf(json) }
}

function parsed(text: string): JsonText {
  try {
    return parseJsonText(text)
  } catch {
    throw new MisfitError('json')
  }
}

function allOf(filters: JsonText): readonly Where[] {
  if (jsonKind(filters) !== 'object') throw new MisfitError('filter')
  return jsonMembers(filters).flatMap(([name, value]) => {
    if (name === '$or' || name === '$and') {
      if (jsonKind(value) !== 'array') throw new MisfitError('filter', name)
      const parts = jsonElements(value).map((part) => allOf(part))
      if (name === '$and') return parts.flat()
      return [{ any: parts.map((all): Where => (all.length === 1 && all[0] !== undefined ? all[0] : { all })) }]
    }
    if (/^\$(?!\$)/.test(name)) throw new MisfitError('filter', name)
    return conditionsOf(name.replace(/^\$\$/, '$'), value)
  })
}

function conditionsOf(field: string, value: JsonText): readonly Where[] {
  const kind = jsonKind(value)
  if (kind === 'object') return rangeConditions(field, value)
  if (kind !== 'array') return [condition(field, 'is', [valueOf(value)])]
  const items = jsonElements(value)
  if (items.every((item) => jsonKind(item) !== 'object')) {
    const values = items.map((item) => valueOf(item))
    return [condition(field, values.length === 1 ? 'is' : 'isAnyOf', values)]
  }
  const any = mergedAny(
    items.map((item): Where => {
      const all = conditionsOf(field, item)
      return all.length === 1 && all[0] !== undefined ? all[0] : { all }
    }),
  )
  return any.length === 1 ? any : [{ any }]
}

/** Bounds that all must hold, as `{"gte": 1, "lte": 5}`. */
function rangeConditions(field: string, range: JsonText): readonly Where[] {
  const bounds = new Map(jsonMembers(range).map(([sign, value]) => [sign, value]))
  const [from, to] = [bounds.get('gte'), bounds.get('lte')]
  const until = bounds.get('lt')
  if (bounds.size === 2 && from !== undefined && to !== undefined)
    return [condition(field, 'between', [valueOf(from), valueOf(to)])]
  const period = from !== undefined && until !== undefined ? periodOf(valueOf(from), valueOf(until)) : null
  if (bounds.size === 2 && period !== null) return [condition(field, 'isIn', [period])]
  return [...bounds].flatMap(([sign, value]) => {
    if (sign === 'eq') return [condition(field, 'is', [valueOf(value)])]
    if (sign === 'in' && jsonKind(value) === 'array')
      return [
        condition(
          field,
          'isAnyOf',
          jsonElements(value).map((item) => valueOf(item)),
        ),
      ]
    const op = OPERATORS[sign]
    if (op === undefined) throw new MisfitError('filter', sign)
    return [condition(field, op, [valueOf(value)])]
  })
}

const OPERATORS: Readonly<Record<string, string>> = { gt: 'greaterThan', gte: 'atLeast', lt: 'lessThan', lte: 'atMost' }

function condition(field: string, op: string, values: readonly string[]): Condition {
  return { id: newConditionId(), field, op, values }
}

function valueOf(value: JsonText): string {
  const kind = jsonKind(value)
  if (kind === 'null') throw new MisfitError('null')
  if (kind === 'object' || kind === 'array') throw new MisfitError('filter')
  return jsonToPlain(value)
}
