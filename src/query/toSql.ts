import type { Field } from '../protocol/field.ts'
import { operatorOf } from './operators/registry.ts'
import { countsAlikeOnce, type Query, type Sort, type Where } from './query.ts'
import { sqlLiteral, sqlName } from './sqlText.ts'
import { queryOfWords, sentWords } from './words.ts'
import { activeWhere, partsOf } from './where.ts'

/** A statement in its parts, so that it can be read, counted and cut into pages. */
export interface Select {
  /** What it gives, in order: `"_id", "title"`, with DISTINCT before it if alike ones count once. */
  readonly columns: string
  /** ` FROM … WHERE …` */
  readonly from: string
  /** ` ORDER BY …`, or empty. */
  readonly order: string
}

/**
 * The statement that selects the query's records, sorted as asked and then by `_id`. `fields` are the table's; the
 * query's `columns` choose among them. A field of the type `JSON_PAIR` is read as CKAN keeps it. Words are searched for as `datastore_search` does, best matches first. The
 * statement has no limit.
 */
export function selectOf(query: Query, fields: readonly Field[]): string {
  const { columns, from, order } = partsOfSelect(query, fields)
  return `SELECT ${columns}${from}${order}`
}

/**
 * The same statement in its parts. With `namesTable` the column of words is named with its table, as a copy without such a
 * column needs it (see `src/service/copying`).
 */
export function partsOfSelect(query: Query, fields: readonly Field[], namesTable = false): Select {
  const noted = namesTable ? `${sqlName(query.resource)}.${WORDS}` : WORDS
  const names = query.columns ?? fields.map(({ id }) => id)
  const isDistinct = countsAlikeOnce({ ...query, columns: names })
  const typeOf = (field: string) => fields.find(({ id }) => id === field)?.type ?? ''
  const active = activeWhere(query.where)
  const words = sentWords(query.search) === '' ? null : matchOf(query.search)
  const parts = [
    ...(words === null ? [] : [`${noted} @@ ${words}`]),
    ...(active === null ? [] : [inAll(active, typeOf)]),
  ]
  const [only] = parts
  const where =
    only === undefined
      ? ''
      : ` WHERE ${parts.length === 1 && active !== null ? whereText(active, typeOf) : parts.join(' AND ')}`
  return {
    columns: `${isDistinct ? 'DISTINCT ' : ''}${names.map((name) => sqlName(name)).join(', ')}`,
    from: ` FROM ${sqlName(query.resource)}${where}`,
    order: isDistinct
      ? distinctOrder(query.sort, names)
      : orderText(query.sort, fields, words === null ? null : `ts_rank(${noted}, ${words}, 32) DESC`),
  }
}

/** The column in which CKAN keeps the words of each record. */
const WORDS = '"_full_text"'

function matchOf(search: string): string {
  const { q, plain } = queryOfWords(search)
  return `${plain ? 'plainto_tsquery' : 'to_tsquery'}('english', ${sqlLiteral(q)})`
}

type TypeOf = (field: string) => string

/** AND binds closer than OR, so only an `any` needs brackets, unless it stands alone. */
function whereText(where: Where, typeOf: TypeOf): string {
  if ('field' in where) return operatorOf(where.op).toSql(where, typeOf(where.field))
  const parts = partsOf(where)
  const text =
    'all' in where
      ? parts.map((part) => inAll(part, typeOf)).join(' AND ')
      : parts.map((part) => whereText(part, typeOf)).join(' OR ')
  // Not NOT: where null makes it unknown whether the group matches, it does not, so the opposite does.
  return where.not === true ? `(${text}) IS NOT TRUE` : text
}

function inAll(where: Where, typeOf: TypeOf): string {
  return 'any' in where && where.not !== true ? `(${whereText(where, typeOf)})` : whereText(where, typeOf)
}

function orderText(sort: readonly Sort[], fields: readonly Field[], rank: string | null): string {
  const addsId = fields.some(({ id }) => id === '_id') && !sort.some(({ field }) => field === '_id')
  const best = sort.length === 0 && rank !== null ? [rank] : []
  return orderBy([...best, ...sort.map((key) => keyText(key)), ...(addsId ? ['"_id"'] : [])])
}

/** Only what is shown can sort it; the other columns come last, so that pages don't overlap. */
function distinctOrder(sort: readonly Sort[], names: readonly string[]): string {
  const keys = sort.filter(({ field }) => names.includes(field))
  const rest = names.filter((name) => !keys.some(({ field }) => field === name))
  return orderBy([...keys.map((key) => keyText(key)), ...rest.map((name) => sqlName(name))])
}

function keyText({ field, descending, nullsFirst }: Sort): string {
  const nulls = nullsFirst === true ? (descending ? '' : ' NULLS FIRST') : descending ? ' NULLS LAST' : ''
  return `${sqlName(field)}${descending ? ' DESC' : ''}${nulls}`
}

function orderBy(keys: readonly string[]): string {
  return keys.length === 0 ? '' : ` ORDER BY ${keys.join(', ')}`
}
