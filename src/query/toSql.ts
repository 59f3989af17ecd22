import type { Field } from '../protocol/field.ts'
import { operatorOf } from './operators/registry.ts'
import type { Query, Sort, Where } from './query.ts'
import { sqlName } from './sqlText.ts'
import { sentWords } from './toSearch.ts'
import { activeWhere } from './where.ts'

/**
 * The statement that selects the query's records, sorted as asked and then by `_id`. `fields` are the table's; the
 * query's `columns` choose among them. Null if the query searches for words: only the server knows what they match. The
 * statement has no limit.
 */
export function selectOf(query: Query, fields: readonly Field[]): string | null {
  if (sentWords(query.search) !== '') return null
  const names = query.columns ?? fields.map(({ id }) => id)
  const active = activeWhere(query.where)
  const where = active === null ? '' : ` WHERE ${whereText(active)}`
  const order = orderText(query.sort, fields)
  return `SELECT ${names.map((name) => sqlName(name)).join(', ')} FROM ${sqlName(query.resource)}${where}${order}`
}

/** AND binds closer than OR, so only an `any` needs parentheses, unless it stands alone. */
function whereText(where: Where): string {
  if ('all' in where) {
    return where.all.map((part) => ('any' in part ? `(${whereText(part)})` : whereText(part))).join(' AND ')
  }
  if ('any' in where) return where.any.map((part) => whereText(part)).join(' OR ')
  return operatorOf(where.op).toSql(where)
}

function orderText(sort: readonly Sort[], fields: readonly Field[]): string {
  const addsId = fields.some(({ id }) => id === '_id') && !sort.some(({ field }) => field === '_id')
  const keys = sort.map(({ field, descending }) => `${sqlName(field)}${descending ? ' DESC NULLS LAST' : ''}`)
  const all = [...keys, ...(addsId ? ['"_id"'] : [])]
  return all.length === 0 ? '' : ` ORDER BY ${all.join(', ')}`
}
