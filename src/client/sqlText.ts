import type { Field } from '../protocol/field.ts'
import { sentWords, type QuerySpec, type Sort } from '../protocol/querySpec.ts'

/** A name in double quotes, as it stands in a statement. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * A literal that PostgreSQL casts to the type beside it. Colons and backslashes are escaped by their numbers: CKAN takes
 * ` :word` for a parameter and a backslash before a quote for a second statement.
 */
export function sqlLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`
  if (!/[:\\]/.test(text)) return quoted
  return `E${quoted.replaceAll('\\', String.raw`\x5c`).replaceAll(':', String.raw`\x3a`)}`
}

/**
 * The statement for those fields of every record that the filters let through, in the order of the sort with `_id` last;
 * null where there are words to search for, whose exact query only the server knows. `limit` is not part of it.
 */
export function selectOf(spec: QuerySpec, fields: readonly Field[]): string | null {
  if (sentWords(spec.search) !== '') return null
  const conditions = spec.filters.map(({ field, values }) =>
    values.length === 1
      ? `${sqlName(field)} = ${sqlLiteral(values[0] ?? '')}`
      : `${sqlName(field)} IN (${values.map((value) => sqlLiteral(value)).join(', ')})`,
  )
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  const names = fields.map(({ id }) => sqlName(id)).join(', ')
  const order = orderOf(spec.sort, fields)
  return `SELECT ${names} FROM ${sqlName(spec.resource)}${where}${order === '' ? '' : ` ORDER BY ${order}`}`
}

function orderOf(sort: readonly Sort[], fields: readonly Field[]): string {
  const hasId = fields.some(({ id }) => id === '_id') && !sort.some(({ field }) => field === '_id')
  const keys = sort.map(({ field, descending }) => `${sqlName(field)}${descending ? ' DESC NULLS LAST' : ''}`)
  return [...keys, ...(hasId ? ['"_id"'] : [])].join(', ')
}
