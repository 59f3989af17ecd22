import { jsonElements, jsonKind, jsonMembers, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { Column } from '../catalog/column.ts'
import { invalid, type Refusal } from '../refusal.ts'
import { conditions, sql, trusted, value, type Fragment } from '../sql/statement.ts'

/** A tree of conditions. Its shape is checked, its columns are not. */
export type FilterTree =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterTree[] }
  | { readonly kind: 'compare'; readonly field: string; readonly operator: Operator; readonly value: JsonText }
  | {
      readonly kind: 'any'
      readonly field: string
      readonly values: readonly JsonText[]
      /** The list as it was sent, if it holds no operations and is not one of `in`. */
      readonly list?: JsonText
    }

type Operator = keyof typeof OPERATORS

const OPERATORS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** CKAN's limits. */
const DEEPEST = 10
const MOST_MEMBERS = 99
const MOST_OPERATIONS = 100

/**
 * Parses `filters` (protocol/README.md P28): columns with a value, a list (any of) or operations; `$or` and `$and`; a list of
 * objects, joined by OR. Unlike in CKAN, null finds nulls. Throws CKAN's refusals.
 */
export function parseFilters(filters: JsonText): FilterTree {
  const count = { operations: 0 }
  if (jsonKind(filters) === 'array') {
    if (jsonElements(filters).length === 0) throw refused('Must be a dict or a list of dicts')
    return parseAlternatives('or', filters, count, 1)
  }
  if (jsonKind(filters) !== 'object') throw refused('Must be a dict or a list of dicts')
  return parseObject(filters, count, 1)
}

/** Whether a tree matches everything, as `{}` does. */
export function holdsAlways(tree: FilterTree): boolean {
  return tree.kind === 'and' && tree.parts.every(holdsAlways)
}

/** The fields that have one fixed value in every match. */
export function fixedFields(tree: FilterTree): ReadonlySet<string> {
  if (tree.kind === 'and') return new Set(tree.parts.flatMap((part) => [...fixedFields(part)]))
  const isFixed = tree.kind === 'compare' && tree.operator === 'eq' && tree.value !== 'null'
  return new Set(isFixed ? [tree.field] : [])
}

/** The fields that a tree compares, each once. */
export function filteredFields(tree: FilterTree): readonly string[] {
  if (tree.kind === 'compare' || tree.kind === 'any') return [tree.field]
  return [...new Set(tree.parts.flatMap(filteredFields))]
}

/** The SQL condition for a tree; `source` writes a column. Throws if a column is unknown. */
export function filterCondition(
  tree: FilterTree,
  columns: ReadonlyMap<string, Column>,
  source: (column: Column) => Fragment,
): Fragment {
  if (tree.kind !== 'compare' && tree.kind !== 'any') {
    return conditions(
      tree.parts.map((part) => filterCondition(part, columns, source)),
      tree.kind,
    )
  }
  const column = columns.get(tree.field)
  if (!column) throw refused(tree.kind === 'any' ? `invalid value "${tree.field}"` : `Unknown field: ${tree.field}`)
  if (tree.kind === 'any') {
    if (tree.list !== undefined && isWholeArray(column, tree.values))
      return sql`${source(column)} = ${literal(column, tree.list)}`
    return anyOf(column, source(column), tree.values)
  }
  if (tree.value === 'null') return tree.operator === 'eq' ? sql`${source(column)} is null` : trusted('false')
  return sql`${source(column)} ${trusted(OPERATORS[tree.operator])} ${literal(column, tree.value)}`
}

function parseObject(object: JsonText, count: { operations: number }, depth: number): FilterTree {
  if (depth > DEEPEST) throw refused(`Maximum nesting depth of ${DEEPEST} exceeded`)
  const members = [...new Map(jsonMembers(object))]
  if (members.length > MOST_MEMBERS) throw refused('Maximum number of filter operations exceeded')
  const unknown = members
    .map(([name]) => name)
    .filter((name) => /^\$(?!\$)/.test(name) && name !== '$or' && name !== '$and')
  if (unknown.length > 0) throw refused(`Unknown operators (must be one of $or, $and): ${unknown.join(', ')}`)
  return {
    kind: 'and',
    parts: members.map(([name, held]) => {
      if (name === '$or' || name === '$and')
        return parseAlternatives(name === '$or' ? 'or' : 'and', held, count, depth + 1)
      return parseField(name.replace(/^\$\$/, '$'), held, count)
    }),
  }
}

function parseAlternatives(
  kind: 'and' | 'or',
  held: JsonText,
  count: { operations: number },
  depth: number,
): FilterTree {
  const items = jsonKind(held) === 'array' ? jsonElements(held) : null
  // CKAN takes a name with an empty list for a column.
  if (items?.length === 0) throw refused(`invalid value "$${kind}"`)
  if (items === null || items.some((item) => jsonKind(item) !== 'object')) {
    throw refused(`$${kind} needs a list of dicts`)
  }
  return { kind, parts: items.map((item) => parseObject(item, count, depth)) }
}

function parseField(field: string, held: JsonText, count: { operations: number }): FilterTree {
  if (jsonKind(held) === 'object') return parseOperations(field, held, count)
  if (jsonKind(held) !== 'array') return compare(field, 'eq', held, count)
  const items = jsonElements(held)
  const operations = items.filter((item) => jsonKind(item) === 'object')
  if (operations.length === 0) return { kind: 'any', field, values: items, list: held }
  const values: FilterTree = { kind: 'any', field, values: items.filter((item) => jsonKind(item) !== 'object') }
  return { kind: 'or', parts: [values, ...operations.map((item) => parseOperations(field, item, count))] }
}

function parseOperations(field: string, held: JsonText, count: { operations: number }): FilterTree {
  const operations = [...new Map(jsonMembers(held))]
  if (operations.length === 0) throw refused(`No filter operation for field: ${field}`)
  return {
    kind: 'and',
    parts: operations.map(([operator, operand]) => {
      if (operator === 'in' && jsonKind(operand) === 'array') {
        return { kind: 'any', field, values: jsonElements(operand) }
      }
      if (!isOperator(operator)) {
        throw refused(`Unknown filter operation: FilterOp(field='${field}', op='${operator}', value=${operand})`)
      }
      return compare(field, operator, operand, count)
    }),
  }
}

function isOperator(word: string): word is Operator {
  return Object.hasOwn(OPERATORS, word)
}

function compare(field: string, operator: Operator, held: JsonText, count: { operations: number }): FilterTree {
  count.operations += 1
  if (count.operations > MOST_OPERATIONS) throw refused('Maximum number of filter operations exceeded')
  return { kind: 'compare', field, operator, value: held }
}

/** Whether a list for an array column is the array to be found (protocol/README.md P38), not several arrays or nulls. */
function isWholeArray(column: Column, values: readonly JsonText[]): boolean {
  if (column.category !== 'A' || values.some((item) => jsonKind(item) === 'array')) return false
  return values.some((item) => item !== 'null')
}

/** All strings go in one parameter, and all numbers in another: a statement takes at most 65,535 parameters. */
function anyOf(column: Column, source: Fragment, values: readonly JsonText[]): Fragment {
  const parts: Fragment[] = []
  const asText = column.category === 'S'
  const strings = values.filter((item) => (asText ? item !== 'null' : jsonKind(item) === 'string'))
  const numbers = asText ? [] : values.filter((item) => jsonKind(item) === 'number')
  if (strings.length > 0) parts.push(sql`${source} = any(${elements(strings, column)})`)
  if (numbers.length > 0) parts.push(sql`${source} = any(${numericElements(numbers, column)})`)
  if (values.includes('null')) parts.push(sql`${source} is null`)
  const others = values.filter((item) => !asText && (jsonKind(item) === 'boolean' || jsonKind(item) === 'array'))
  for (const item of new Set(others)) parts.push(sql`${source} = ${literal(column, item)}`)
  return conditions(parts, 'or')
}

function elements(values: readonly JsonText[], column: Column): Fragment {
  if (column.category !== 'A') return constants(values.map(arrayElement), column.cast)
  return sql`array(select e.v::${trusted(column.cast)} from json_array_elements_text(${value(`[${values.join(',')}]`, 'json')}) as e(v))`
}

function numericElements(numbers: readonly JsonText[], column: Column): Fragment {
  if (!numbers.every((item) => /^-?\d{1,18}$/.test(item))) return constants(numbers, 'numeric')
  // In the column's own type if that is a smaller one: PostgreSQL hashes only where both sides have one type.
  const most = LARGEST.get(column.type)
  if (most === undefined) return constants(numbers, 'int8')
  const fitting = numbers.filter((item) => Number(item) <= most && Number(item) >= -most - 1)
  return constants(fitting, column.cast)
}

/** The integer types below `int8`, with the largest number of each. */
const LARGEST: ReadonlyMap<string, number> = new Map([
  ['int2', 2 ** 15 - 1],
  ['int4', 2 ** 31 - 1],
])

/**
 * An array as one parameter in PostgreSQL's own notation: for the planner a constant, so that it uses an index for few
 * values and a hash table for many, instead of looking through all of them for each row (measured with 60,000 values on
 * 1,000,000 rows: 0.9 s, and more than 8 s where PostgreSQL could not hash).
 */
function constants(inArray: readonly string[], cast: string): Fragment {
  return value(`{${inArray.join(',')}}`, `${cast}[]`)
}

/** As it is written in an array of PostgreSQL. A JSON string without escapes is written the same there: lists may be long. */
function arrayElement(item: JsonText): string {
  if (jsonKind(item) === 'string' && !item.includes('\\')) return item
  return `"${jsonToPlain(item).replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/**
 * A value as a literal of the column's type. The type reads text, a number stays one (7.0 finds 7), and for a text column
 * everything is text. PostgreSQL refuses what doesn't fit.
 */
function literal(column: Column, held: JsonText): Fragment {
  const plain = jsonToPlain(held)
  if (column.category === 'S') return value(plain, column.cast)
  const kind = jsonKind(held)
  if (kind === 'array') {
    const list = trusted(column.category === 'A' ? column.cast : 'text[]')
    return sql`(select r.v from json_to_record(${value(`{"v": ${held}}`, 'json')}) as r(v ${list}))`
  }
  if (kind === 'object') return value(plain, 'json')
  if (kind === 'boolean') return value(plain, 'boolean')
  if (kind !== 'number') return value(plain, column.cast)
  const whole = /^(-?\d{1,18})(\.0*)?$/.exec(plain)
  return whole?.[1] ? value(whole[1], 'int8') : value(plain, 'numeric')
}

function refused(message: string): Refusal {
  return invalid({ filters: [message] })
}
