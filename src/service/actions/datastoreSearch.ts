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
import { registered, type Table } from '../catalog/catalog.ts'
import { searchRefusal } from '../sql/databaseError.ts'
import { OUTDATED } from '../catalog/knownTables.ts'
import { extras, flag, given, membersText, names, natural, plainText, resourceId, type Params } from '../http/params.ts'
import { invalid, notFound } from '../refusal.ts'
import { likenessOf, type SearchPlan } from '../search/searchPlans.ts'
import { planSearch, readSearchQuery } from '../search/searchQuery.ts'
import { runAll, SqlError, type Sql, type SqlResult, type Statement } from '../sql/sql.ts'
import { sql, statement, trusted } from '../sql/statement.ts'
import type { Action, ActionContext } from './action.ts'
import { pageLinks } from './pageLinks.ts'

/** `datastore_search` (protocol/README.md P27): one statement gives the total and the records. */
export const datastoreSearch: Action = async (context) => {
  const { database, tables, tally, plans, params, url } = context
  const id = resourceId(params)
  const like = likenessOf(url, params)
  // What is wrong with the parameters is said before the table is looked for.
  let read = plans.has(like) ? null : readSearch(context)

  return tables.use(id, async (table) => {
    let plan = plans.find(like, table)
    if (plan === null) {
      plan = planned((read ??= readSearch(context)), table, url)
      plans.keep(like, table, plan)
    }
    const { asked, registry } = plan
    const [found, known] = await answersOf(database, asked, registry).catch((error: unknown) => {
      // 42P01: the table was dropped after it was looked up.
      if (error instanceof SqlError && error.code === '42P01') throw notFound(`Resource "${id}" was not found.`)
      throw searchRefusal(error, asked)
    })
    const [asOf, count, text, lastId] = found?.rows[0] ?? []
    const [version, records] = known?.rows[0] ?? [asOf]
    if (version !== table.version) return OUTDATED
    tally.searched(table, plan.filtered)

    // Put together by hand, without copying the text of many records.
    let before = `{${plan.beforeFilters}`
    if (plan.filters !== null) before += `, "filters": ${plan.filters}`
    before += `, ${plan.beforeRecords}, "records": `
    let after = `, ${plan.afterRecords}`
    if (plan.includeTotal) after += `, "total": ${count ?? records ?? '0'}, "total_was_estimated": false`
    if (lastId) after += `, "next_page": {"_id": {"${plan.byId === 'desc' ? 'lt' : 'gt'}": ${lastId}}}`
    after += '}'
    return found?.long === undefined ? before + (text ?? '[]') + after : [before, ...found.long, after]
  })
}

/** A version that is read after the records, and is still the same, is theirs: it only grows. */
async function answersOf(database: Sql, asked: Statement, registry: Statement | null): Promise<readonly SqlResult[]> {
  if (registry === null) return [await database.query(asked)]
  return database.transaction('read only', (tx) => runAll(tx, [asked, registry], true))
}

/** The parameters of a search, read and checked as far as that needs no table. */
type SearchRead = ReturnType<typeof readSearch>

function readSearch({ params, placement, rowsDefault, rowsMax }: ActionContext) {
  return {
    params,
    asksRegistry: placement === null,
    limit: readLimit(params, rowsDefault, rowsMax),
    offset: natural(params, 'offset', (digits) => [`invalid value "${digits}"`]) ?? '0',
    format: readFormat(params),
    threshold: readThreshold(params),
    includeTotal: flag(params, 'include_total', true),
    includeNextPage: flag(params, 'include_next_page', false),
    distinct: flag(params, 'distinct', false),
    query: readSearchQuery(params),
    fields: names(params, 'fields'),
  }
}

function planned(read: SearchRead, table: Table, url: Readonly<URL>): SearchPlan {
  const { params, asksRegistry, limit, offset, format, threshold, includeTotal, includeNextPage } = read
  const { distinct, query, fields } = read
  const unknown = extras(params, KNOWN)
  if (unknown !== null) {
    const [first] = Object.keys(JSON.parse(unknown))
    throw invalid({ __extras: [`invalid value "${first}"`] })
  }
  const search = planSearch(query, table)
  const items = pickShown(table, search, fields)
  const stretch = { items, distinct, limit, offset, asksRegistry }
  const pagesById =
    includeNextPage && search.byId !== null && (!distinct || items.some((item) => shownName(item) === '_id'))
  const last = pagesById ? [sql`to_json(${trusted(search.byId === 'desc' ? 'min' : 'max')}(t."_id"))::text`] : []
  const none = trusted('')
  const { before, rows, total } = includeTotal
    ? countedStretchOf(table, search, stretch)
    : { before: none, rows: stretchOf(table, search, stretch), total: trusted('null') }
  const version = table.number === 0 ? trusted(`''`) : asksRegistry ? registered(table, 'version') : trusted('null')
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
  return {
    asked: {
      ...statement(
        sql`${before}select ${version}, ${total}::text, r.* from (${recordsOf(items, search, format, rows, last)}) r`,
      ),
      longAt: RECORDS_AT,
      // For all records or one key the same plan is always best; for other conditions it depends on the values.
      prepare: search.findsAll || search.findsOne,
    },
    registry:
      asksRegistry || table.number === 0
        ? null
        : statement(sql`select ${registered(table, 'version')}, ${registered(table, 'records')}`),
    beforeFilters: membersText(members),
    filters: query.filters,
    beforeRecords: membersText([['fields', fieldsJson(items)]]),
    afterRecords: membersText([['_links', pageLinks(url, limit, offset)]]),
    filtered: search.filtered,
    includeTotal,
    byId: search.byId,
  }
}

/** Among the values of its row: after the version and the total. */
const RECORDS_AT = 2

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
