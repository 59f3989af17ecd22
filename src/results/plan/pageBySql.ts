import type { Row, SearchPage } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain, parseJsonText, type JsonText } from '../../protocol/jsonText.ts'
import { ProblemError } from '../../protocol/problem.ts'
import type { ActionClient, CallOptions, Searched } from '../../instances/client/actionClient.ts'
import type { Query } from '../../query/query.ts'
import type { Window } from '../../query/toSearch.ts'
import { isAskedInTexts, jsonTextSql, sqlName } from '../../query/sqlText.ts'
import { partsOfSelect } from '../../query/toSql.ts'
import { askSearch } from '../walk/evidence.ts'
import { fresh, keptFields } from './keptFields.ts'

/**
 * A stretch of a query's result by `datastore_search_sql`, in the shape of an answer of `datastore_search`: the same fields
 * with their dictionary, and an exact total if one is wanted. Throws as `client.sql` does.
 */
export async function pageBySql(
  client: ActionClient,
  query: Query,
  { offset, limit }: Window,
  withTotal: boolean,
  options: CallOptions,
): Promise<Searched> {
  const fields = await fieldsOf(client, query.resource, options)
  const kept = await keptFields(client, query, fields, options)
  const { columns, from, order } = partsOfSelect(query, kept, true)
  const stretch = `SELECT ${columns}${from}${order} LIMIT ${limit}${offset === 0 ? '' : ` OFFSET ${offset}`}`
  const rows = withJsonTexts(stretch, query.columns ?? fields.map(({ id }) => id), fields)
  const [page, total] = await Promise.all([
    limit === 0 ? null : client.sql(rows, options),
    withTotal ? countOf(client, query, from, columns, options) : null,
  ])
  const shown = (query.columns ?? fields.map(({ id }) => id)).map((id) =>
    fieldOf(id, fields, page?.answer.fields ?? []),
  )
  const answer: SearchPage = {
    fields: shown,
    rows: asSearched(page?.answer.rows ?? [], shown, page?.answer.fields ?? []),
    total,
    totalIsEstimate: false,
    limit: page?.answer.truncated === true ? page.answer.rows.length : limit,
    isCounted: true,
  }
  return { answer, milliseconds: page?.milliseconds ?? 0, leftOut: [] }
}

/** A statement that gives the same rows with some of the values as the texts of their JSON. */
function withJsonTexts(stretch: string, shown: readonly string[], fields: readonly Field[]): string {
  const isText = (id: string) => isAskedInTexts(fields.find((field) => field.id === id)?.type ?? '')
  if (!shown.some((id) => isText(id))) return stretch
  const columns = shown.map((id) => (isText(id) ? jsonTextSql(id) : sqlName(id)))
  return `SELECT ${columns.join(', ')} FROM (${stretch}) AS "page"`
}

/**
 * The rows as a search gives them: the JSON in the texts that were asked for. In answers to statements CKAN puts a `jsonb` into
 * a text, too.
 */
function asSearched(
  rows: readonly Row[],
  fields: readonly Field[],
  given: readonly Pick<Field, 'type'>[],
): readonly Row[] {
  const isJson = fields.map(({ type }, at) => type === 'jsonb' || (isAskedInTexts(type) && given[at]?.type === 'text'))
  if (!isJson.includes(true)) return rows
  return rows.map((row) => row.map((value, place) => (isJson[place] === true ? unwrapped(value) : value)))
}

function unwrapped(value: JsonText | undefined): JsonText | undefined {
  if (value === undefined || jsonKind(value) !== 'string') return value
  try {
    return parseJsonText(jsonToPlain(value))
  } catch (error) {
    // A server that puts the value there as it is.
    if (error instanceof SyntaxError) return value
    throw error
  }
}

async function countOf(client: ActionClient, query: Query, from: string, columns: string, options: CallOptions) {
  const counted = query.distinct === true ? ` FROM (SELECT ${columns}${from}) AS alike` : from
  const { answer } = await client.sql(`SELECT count(*) AS total${counted}`, options)
  const total = Number(jsonToPlain(answer.rows[0]?.[0] ?? 'null'))
  if (!Number.isSafeInteger(total)) throw new ProblemError({ code: 'rowsNotCounted' })
  return total
}

/** A field as the table's own answer describes it, else as the statement's does. */
function fieldOf(id: string, fields: readonly Field[], given: readonly Field[]): Field {
  return fields.find((field) => field.id === id) ?? given.find((field) => field.id === id) ?? { id, type: '' }
}

/** The table's fields: a page is of no use without them. */
function fieldsOf(client: ActionClient, resource: string, options: CallOptions): Promise<readonly Field[]> {
  const params = { resource_id: resource, limit: 0, include_total: false }
  return fresh([client.identity, resource], async () => (await askSearch(client, params, options)).answer.fields)
}
