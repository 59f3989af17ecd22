import '../../query/operators/all.ts'
import type { Field } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain } from '../../protocol/jsonText.ts'
import { parametersOfAddress, parametersOfJson, queryOfParameters } from '../../faces/fromJson/queryOfJson.ts'
import { dependsOnKinds, withMoments } from '../../query/dates/wholeTimes.ts'
import { queryOfSql } from '../../faces/fromSql/queryOfSql.ts'
import type { Misfit } from '../../faces/misfit.ts'
import type { Query } from '../../query/query.ts'
import { decodeView, type View } from '../../workspace/view.ts'

/** What a pasted text turned out to be. */
export type Pasted =
  | { readonly kind: 'view'; readonly view: View }
  | { readonly kind: 'query'; readonly query: Query }
  /** A statement that the form can't say: it can be gone on with in SQL mode. */
  | { readonly kind: 'statement'; readonly sql: string; readonly misfit: Misfit }
  | { readonly kind: 'misfit'; readonly misfit: Misfit }

/**
 * Reads what people paste: a link of Rowan, JSON or an address of `datastore_search` or `datastore_search_sql`, or SQL.
 * `fieldsOf` gives the fields of a table that it names.
 */
export async function readPasted(
  text: string,
  fieldsOf: (table: string) => Promise<readonly Field[]>,
): Promise<Pasted> {
  const trimmed = text.trim()
  const [, hash] = /^\S*#(v=1(?:&\S*)?)$/.exec(trimmed) ?? []
  if (hash !== undefined) return { kind: 'view', view: decodeView(hash) }
  const given = parametersOfJson(trimmed) ?? parametersOfAddress(trimmed)
  const sql = given?.get('sql')
  if (given !== null && sql === undefined) {
    const found = await queryOfParameters(given)
    if (!found.fits) return { kind: 'misfit', misfit: found.misfit }
    const { query } = found
    if (!dependsOnKinds(query.where)) return { kind: 'query', query }
    // A server takes a day for the moment at which it begins.
    return { kind: 'query', query: { ...query, where: withMoments(query.where, await fieldsOf(query.resource)) } }
  }
  const statement = sql === undefined ? trimmed : jsonKind(sql) === 'string' ? jsonToPlain(sql) : ''
  const isSql = /^(?:\s|\(|--.*$|\/\*.*?\*\/)*(?:select|with|table|values)\b/ims.test(statement)
  if (!isSql) return { kind: 'misfit', misfit: { code: 'unreadable' } }
  const found = await queryOfSql(statement, fieldsOf)
  return found.fits
    ? { kind: 'query', query: found.query }
    : { kind: 'statement', sql: statement, misfit: found.misfit }
}
