import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Asked } from '../faultProxy.ts'
import { isTable, listedTables, ORPHAN, READ_ONLY, recordsOf, WITH_J, type Row } from './ckanTables.ts'
import { datasetOf, findDatasets, facetsOf, resourceOf, type Dataset } from './ckanDatasets.ts'
import { refusedSearchOfCkan, refusedStatementOfCkan, type CkanAnswer } from './ckanRules.ts'
import { listening } from './listening.ts'

/** A CKAN as its versions answer, with as many datasets as are wanted, each with one table. */
export interface Portal {
  readonly version: '2.9' | '2.10' | '2.11'
  readonly datasets: number
  /** SQL is on by default in 2.9 and off in later versions; a site may decide otherwise. */
  readonly sql: boolean
  /** The token of somebody who sees and edits all; a wrong one is as good as none. */
  readonly token: string
  /** Seconds for which browsers may keep the answer to a preflight; null as CKAN itself, which does not say. */
  readonly maxAge: number | null
  /** false: the actions that list tables and datasets are not there. */
  readonly lists: boolean
}

export const PORTAL: Portal = {
  version: '2.11',
  datasets: 3,
  sql: true,
  token: 'rowan-e2e-token-portal',
  maxAge: null,
  lists: true,
}

export interface CkanPortal {
  readonly origin: string
  readonly requests: Asked[]
  stop(): Promise<void>
}

/** Starts one on a free port; pages of every origin may read it. `origin_allow_all` is on. */
export async function startCkanPortal(changes: Partial<Portal>): Promise<CkanPortal> {
  const portal = { ...PORTAL, ...changes }
  const requests: Asked[] = []
  const written = new Map<string, Row[]>()
  const server = createServer((incoming, outgoing) => {
    const answer = async (): Promise<void> => {
      const asked = askedOf(incoming, await text(incoming))
      requests.push(asked)
      const headers: Record<string, string> = {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST, PUT, GET, DELETE, OPTIONS',
        'access-control-allow-headers': 'Authorization, Content-Type',
      }
      if (portal.maxAge !== null) headers['access-control-max-age'] = String(portal.maxAge)
      for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
      if (asked.method === 'OPTIONS') outgoing.writeHead(200).end()
      else send(outgoing, answerTo(asked, portal, written))
    }
    answer().catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined))
  })
  return { ...(await listening(server)), requests }
}

type Action = (at: Call) => CkanAnswer

interface Call {
  readonly params: Asked['params']
  readonly portal: Portal
  readonly isMember: boolean
  readonly written: Map<string, Row[]>
}

function answerTo(asked: Asked, portal: Portal, written: Map<string, Row[]>): CkanAnswer {
  const match = /^(?:\/en)?\/api(?:\/3)?\/action\/(\w+)$/.exec(asked.path.replace(/\?.*$/, ''))
  const action = ACTIONS.get(match?.[1] ?? '')
  const isOff = action === sqlSearch && !portal.sql
  const isUnlisted = !portal.lists && match?.[1]?.startsWith('package_') === true
  if (action === undefined || isOff || isUnlisted) {
    return { status: 400, body: `Bad request - Action name not known: ${match?.[1] ?? ''}` }
  }
  const isMember = asked.headers['authorization'] === portal.token
  const isWrite = /^datastore_(create|upsert|delete)$/.test(match?.[1] ?? '')
  if (isWrite && !isMember) return denied('User  not authorized to perform resource_update')
  return action({ params: asked.params, portal, isMember, written })
}

const ok = (result: unknown): CkanAnswer => ({ status: 200, body: { help: '', success: true, result } })
const failed = (status: number, error: object): CkanAnswer => ({ status, body: { help: '', success: false, error } })
const denied = (message: string) => failed(403, { __type: 'Authorization Error', message: `Access denied: ${message}` })
const missing = (id: string) =>
  failed(404, { __type: 'Not Found Error', message: `Not found: Resource "${id}" was not found.` })

/** Why a table can't be read by this person; null if it can. A table without a dataset is found by nobody. */
function refusalToRead(id: string, { portal, isMember }: Pick<Call, 'portal' | 'isMember'>): CkanAnswer | null {
  const dataset = datasetOf(id, portal.datasets)
  if (dataset === null || id === ORPHAN) return missing(id)
  if (dataset.private && !isMember) return denied(`User  not authorized to read resource ${id}`)
  return null
}

const search: Action = (call) => {
  const { params, portal, written } = call
  const id = said(params, 'resource_id') || said(params, 'id')
  const limit = Math.min(Number(params['limit'] ?? 100), 32_000)
  const offset = Number(params['offset'] ?? 0)
  if (id === '_table_metadata' && portal.lists) {
    const all = listedTables(portal.datasets)
    const { name } = filtersOf(params)
    const found = name === undefined ? all : all.filter((table) => table === name)
    const records = found.slice(offset, offset + limit)
    const fields = ['_id', 'name', 'oid', 'alias_of'].map((field) => ({ id: field, type: 'text' }))
    const rows = records.map((table) => ({ _id: table, name: table, oid: 1, alias_of: null }))
    return ok({ resource_id: id, fields, records: rows, total: found.length, limit, include_total: true })
  }
  const refused = isTable(id, portal.datasets) ? refusalToRead(id, call) : missing(id)
  if (refused !== null) return refused
  const filters = Object.entries(filtersOf(params))
  const range = filters.find(([, value]) => typeof value === 'object' && !Array.isArray(value))
  if (range !== undefined) return failed(409, { __type: 'Validation Error', query: ['Invalid query'] })
  const { fields, records } = recordsOf(id, portal.datasets, written.get(id))
  const misread = refusedSearchOfCkan(
    params,
    fields.map((field) => field.id),
  )
  if (misread !== null) return misread
  const found = records.filter((row) =>
    filters.every(([name, value]) => [value].flat().some((one) => String(one) === String(row[name]))),
  )
  const named = [params['fields'] ?? []].flat().flatMap((list) => (typeof list === 'string' ? list.split(',') : []))
  const shown = fields.filter((field) => named.length === 0 || named.includes(field.id))
  const page = found
    .slice(offset, offset + limit)
    .map((row) => Object.fromEntries(shown.map((field) => [field.id, row[field.id]])))
  // Up to 2.11 the answer of a table with a column `j` lists the values of that column instead of the records.
  const isSpoilt = id === WITH_J && shown.some((field) => field.id === 'j')
  const given = isSpoilt ? page.map((row) => row['j']) : page
  return ok({ resource_id: id, fields: shown, records: given, total: found.length, limit, include_total: true })
}

/** Up to 2.9 it told nothing of indexes. */
const info: Action = (call) => {
  const { params, portal, written } = call
  const id = said(params, 'id')
  const refused = isTable(id, portal.datasets) ? refusalToRead(id, call) : missing(id)
  if (refused !== null) return refused
  const { fields, records } = recordsOf(id, portal.datasets, written.get(id))
  const meta = { id, count: records.length }
  if (portal.version === '2.9') return ok({ meta, schema: {} })
  const told = fields.map((field) => {
    const isKey = field.id === 'station'
    return { ...field, schema: { is_index: isKey, index_name: 'i', uniquekey: isKey } }
  })
  return ok({ meta, fields: told })
}

/** Knows statements that count tables, one that reads a whole table, and `SELECT 1 AS one`. */
const sqlSearch: Action = (call) => {
  const sql = said(call.params, 'sql')
  const misread = refusedStatementOfCkan(sql)
  if (misread !== null) return misread
  const tables = [...sql.matchAll(/FROM "([^"]+)"/g)].map((found) => found[1] ?? '')
  const refused = tables.map((id) => refusalToRead(id, call)).find((answer) => answer !== null)
  if (refused) return refused
  const rowsOf = (id: string) => recordsOf(id, call.portal.datasets, call.written.get(id))
  const answer = (fields: readonly { id: string; type: string }[], records: readonly Row[]) =>
    ok({ sql, fields, records })
  if (sql === 'SELECT 1 AS one') return answer([{ id: 'one', type: 'int4' }], [{ one: 1 }])
  if (
    sql
      .split(' UNION ALL ')
      .every((one) => /^SELECT '[^']+' AS "table", count\(\*\) AS "records" FROM "[^"]+"$/.test(one))
  ) {
    const fields = [
      { id: 'table', type: 'text' },
      { id: 'records', type: 'int8' },
    ]
    return answer(
      fields,
      tables.map((table) => ({ table, records: rowsOf(table).records.length })),
    )
  }
  const [table = ''] = tables
  if (/^SELECT \* FROM "[^"]+"( LIMIT \d+)?$/.test(sql)) return answer(rowsOf(table).fields, rowsOf(table).records)
  const orig = ['syntax error at or near "?"\nLINE 1: SELECT * FROM (']
  return failed(409, { __type: 'Validation Error', query: ['(psycopg2.errors.SyntaxError)'], info: { orig } })
}

/** Appends or changes records; refuses a resource that was uploaded until `force` is given. */
const write: Action = ({ params, portal, written }) => {
  const id = said(params, 'resource_id')
  if (!isTable(id, portal.datasets)) return failed(404, { __type: 'Not Found Error', message: 'Not found' })
  if (id === READ_ONLY && params['force'] !== true) {
    const message = 'Cannot edit read-only resource. Either pass"force=True" or change url_type to "datastore"'
    return failed(409, { __type: 'Validation Error', 'read-only': [message] })
  }
  const before = recordsOf(id, portal.datasets, written.get(id)).records
  const sent: readonly Row[] = Array.isArray(params['records']) ? params['records'] : []
  const kept = before.filter((row) => !sent.some((one) => one['_id'] === row['_id']))
  const numbered = sent.map((row, at) => ({ _id: before.length + at + 1, ...row }))
  written.set(
    id,
    [...kept, ...numbered].toSorted((a, b) => Number(a['_id']) - Number(b['_id'])),
  )
  return ok({ resource_id: id, method: params['method'] ?? 'upsert', records: sent })
}

const packageSearch: Action = ({ params, portal, isMember }) => {
  // With `:` it would be a query of fields, which nobody means who types words.
  if (/[()[\]{}:"]/.test(said(params, 'q'))) {
    return failed(409, { __type: 'Search Query Error', message: 'Search Query is invalid' })
  }
  const seesPrivate = isMember && [true, 'true'].some((yes) => params['include_private'] === yes)
  const found = findDatasets(portal.datasets, params, seesPrivate)
  const start = Number(params['start'] ?? 0)
  const rows = Math.min(Number(params['rows'] ?? 10), 1000)
  const facets = params['facet.field'] === undefined ? {} : facetsOf(found)
  return ok({
    count: found.length,
    results: found.slice(start, start + rows),
    search_facets: facets,
    sort: 'score desc',
  })
}

const packageShow: Action = ({ params, portal, isMember }) => {
  const id = said(params, 'id')
  const dataset: Dataset | null = datasetOf(id, portal.datasets)
  if (dataset === null) return failed(404, { __type: 'Not Found Error', message: 'Not found' })
  return dataset.private && !isMember ? denied(`User  not authorized to read package ${id}`) : ok(dataset)
}

const resourceShow: Action = (call) => {
  const id = said(call.params, 'id')
  return refusalToRead(id, call) ?? ok(resourceOf(id, call.portal.datasets))
}

const ACTIONS = new Map<string, Action>([
  ['status_show', ({ portal }) => ok({ ckan_version: `${portal.version}.5`, site_title: 'A portal' })],
  [
    'user_show',
    ({ portal, isMember }) => (portal.version === '2.11' && isMember ? ok({ name: 'ana' }) : missing('user')),
  ],
  ['dashboard_new_activities_count', ({ isMember }) => (isMember ? ok(0) : denied('You must be logged in'))],
  ['datastore_search', search],
  ['datastore_info', info],
  ['datastore_search_sql', sqlSearch],
  ['datastore_create', write],
  ['datastore_upsert', write],
  ['package_search', packageSearch],
  ['package_show', packageShow],
  ['resource_show', resourceShow],
])

/** A parameter as text; empty if it is missing or is no text. */
function said(params: Asked['params'], name: string): string {
  const value = params[name]
  return typeof value === 'string' ? value : ''
}

function filtersOf({ filters }: Asked['params']): Record<string, unknown> {
  const given: unknown = typeof filters === 'string' ? JSON.parse(filters) : filters
  return typeof given === 'object' && given !== null ? { ...given } : {}
}

function askedOf(incoming: IncomingMessage, body: string): Asked {
  const path = incoming.url ?? '/'
  const { pathname, searchParams } = new URL(path, 'http://portal')
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
  const isJson = headers['content-type']?.startsWith('application/json') === true
  const pairs = body !== '' && !isJson ? new URLSearchParams(body) : searchParams
  const texts = Object.fromEntries(
    [...new Set(pairs.keys())].map((name) => {
      const values = pairs.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
  const params = isJson && body !== '' ? JSON.parse(body) : texts
  return { method: incoming.method ?? '', path, action: pathname.split('/').at(-1) ?? '', params, headers, body }
}

function send(outgoing: ServerResponse, { status, body }: CkanAnswer): void {
  outgoing.writeHead(status, { 'content-type': 'application/json;charset=utf-8' })
  outgoing.end(JSON.stringify(body))
}
