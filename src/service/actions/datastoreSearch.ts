import type { JsonText } from '../../protocol/jsonText.ts'
import {
  countedStretchOf,
  fieldsJson,
  pickShown,
  recordsOf,
  RECORDS_FORMATS,
  shownName,
  stretchOf,
  type RecordsFormat,
} from '../search/answer.ts'
import { registered } from '../catalog/catalog.ts'
import { searchRefusal } from '../sql/databaseError.ts'
import { OUTDATED } from '../catalog/knownTables.ts'
import { extras, flag, given, names, natural, objectText, plainText, resourceId, type Params } from '../http/params.ts'
import { invalid, notFound } from '../refusal.ts'
import { planSearch, readSearchQuery } from '../search/searchQuery.ts'
import { SqlError } from '../sql/sql.ts'
import { sql, statement, trusted } from '../sql/statement.ts'
import type { Action } from './action.ts'
import { pageLinks } from './pageLinks.ts'

/** `datastore_search` (protocol/README.md P27): one statement gives the total and the records. */
export const datastoreSearch: Action = async ({ database, tables, tally, params, url, rowsDefault, rowsMax }) => {
  const id = resourceId(params)
  const limit = readLimit(params, rowsDefault, rowsMax)
  const offset = natural(params, 'offset', (digits) => [`invalid value "${digits}"`]) ?? '0'
  const format = readFormat(params)
  const threshold = readThreshold(params)
  const includeTotal = flag(params, 'include_total', true)
  const includeNextPage = flag(params, 'include_next_page', false)
  const distinct = flag(params, 'distinct', false)
  const query = readSearchQuery(params)
  const fields = names(params, 'fields')

  return tables.use(id, async (table) => {
    const unknown = extras(params, KNOWN)
    if (unknown !== null) {
      const [first] = Object.keys(JSON.parse(unknown))
      throw invalid({ __extras: [`invalid value "${first}"`] })
    }
    const search = planSearch(query, table)
    const items = pickShown(table, search, fields)
    const stretch = { items, distinct, limit, offset }
    const pagesById =
      includeNextPage && search.byId !== null && (!distinct || items.some((item) => shownName(item) === '_id'))
    const last = pagesById ? [sql`to_json(${trusted(search.byId === 'desc' ? 'min' : 'max')}(t."_id"))::text`] : []
    const none = trusted('')
    const { before, rows, total } = includeTotal
      ? countedStretchOf(table, search, stretch)
      : { before: none, rows: stretchOf(table, search, stretch), total: trusted('null') }
    const version = table.number === 0 ? trusted(`''`) : registered(table, 'version')
    const asked = {
      ...statement(
        sql`${before}select ${version}, ${total}::text, r.* from (${recordsOf(items, search, format, rows, last)}) r`,
      ),
      // For all records or one key the same plan is always best; for other conditions it depends on the values.
      prepare: search.findsAll || search.findsOne,
    }
    const found = await database.query(asked).catch((error: unknown) => {
      // 42P01: the table was dropped after it was looked up.
      if (error instanceof SqlError && error.code === '42P01') throw notFound(`Resource "${id}" was not found.`)
      throw searchRefusal(error, asked)
    })
    const [asOf, count, text, lastId] = found.rows[0] ?? []
    if (asOf !== table.version) return OUTDATED
    tally.searched(table, search.filtered)

    const members: [string, JsonText][] = [
      ['include_total', String(includeTotal)],
      ['include_next_page', String(includeNextPage)],
      ['limit', limit],
      ['records_format', `"${format}"`],
      ['resource_id', JSON.stringify(table.id)],
      ['total_estimation_threshold', threshold],
    ]
    if (given(params, 'offset') !== null) members.push(['offset', offset])
    for (const name of ['q', 'full_text', 'language', 'sort']) {
      const sent = given(params, name)
      if (sent !== null) members.push([name, sent])
    }
    if (given(params, 'plain') !== null) members.push(['plain', String(query.plain)])
    if (given(params, 'distinct') !== null) members.push(['distinct', String(distinct)])
    if (query.filters !== null) members.push(['filters', query.filters])
    members.push(['fields', fieldsJson(items)], ['records', text ?? '[]'], ['_links', pageLinks(url, limit, offset)])
    if (includeTotal) members.push(['total', count ?? '0'], ['total_was_estimated', 'false'])
    if (lastId) members.push(['next_page', `{"_id": {"${search.byId === 'desc' ? 'lt' : 'gt'}": ${lastId}}}`])
    return objectText(members)
  })
}

/** Any other parameter is refused (protocol/README.md P11). */
const KNOWN: ReadonlySet<string> = new Set([
  'resource_id',
  'id',
  'filters',
  'q',
  'full_text',
  'plain',
  'language',
  'distinct',
  'limit',
  'offset',
  'fields',
  'sort',
  'include_total',
  'include_next_page',
  'records_format',
  'total_estimation_threshold',
])

function readLimit(params: Params, rowsDefault: number, rowsMax: number): string {
  const asked = natural(params, 'limit', () => ['Must be a natural number'])
  if (asked === null) return String(rowsDefault)
  return BigInt(asked) > BigInt(rowsMax) ? String(rowsMax) : asked
}

/** From which size on CKAN may estimate a total; here it is only given back, because every total is counted. */
function readThreshold(params: Params): JsonText {
  const asked = plainText(params, 'total_estimation_threshold')
  if (asked === null) return 'null'
  const digits = /^\s*\+?(-?\d{1,18})(\.0*)?\s*$/.exec(asked)?.[1]
  if (digits === undefined) throw invalid({ total_estimation_threshold: ['Invalid integer'] })
  return String(BigInt(digits))
}

function readFormat(params: Params): RecordsFormat {
  const asked = plainText(params, 'records_format') || 'objects'
  const format = RECORDS_FORMATS.find((item) => item === asked)
  if (!format)
    throw invalid({
      records_format: [`Value must be one of [${RECORDS_FORMATS.map((item) => `'${item}'`).join(', ')}]`],
    })
  return format
}
