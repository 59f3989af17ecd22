import { actions, ROWS_DEFAULT, ROWS_MAX, type ActionName } from '../protocol/actions.ts'
import type { Handler } from '../protocol/handler.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import type { Action } from './actions/action.ts'
import { datastoreCreate } from './actions/datastoreCreate.ts'
import { datastoreDelete, datastoreRecordsDelete } from './actions/datastoreDelete.ts'
import { datastoreInfo } from './actions/datastoreInfo.ts'
import { datastoreSearch } from './actions/datastoreSearch.ts'
import { datastoreSearchSql } from './actions/datastoreSearchSql.ts'
import { datastoreUpsert } from './actions/datastoreUpsert.ts'
import { helpShow, statusShow } from './actions/about.ts'
import { prepareCatalog } from './catalog.ts'
import { queryRefusal } from './databaseError.ts'
import { dump } from './dump.ts'
import { badRequest, forbidden, Refusal } from './refusal.ts'
import { fromPairs, readParams } from './request.ts'
import type { Sql } from './sql.ts'

export interface ServiceOptions {
  /** What the bearer of this token (null: none) may do. Default: everybody reads, nobody writes. */
  access?: ((token: string | null) => { readonly read: boolean; readonly write: boolean }) | undefined
  /** Origins that may read answers: none by default, '*' all, or a list. */
  cors?: '*' | readonly string[] | undefined
  /** Records of a search that names no limit: 100 unless said. */
  rowsDefault?: number | undefined
  /** Most records of any answer: 32,000 unless said. */
  rowsMax?: number | undefined
  /** Largest body of a request: 256 MiB unless said. */
  maxBodyBytes?: number | undefined
  /** PostgreSQL only: the role that statements of `datastore_search_sql` run under. */
  readerRole?: string | undefined
}

/**
 * The service: answers the action API below any path of CKAN's shape (`/en/api/3/action/…`), from the tables of one
 * database, which it prepares first. The handler never rejects: what goes wrong is an answer too.
 */
export async function createService(database: Sql, options: ServiceOptions = {}): Promise<Handler> {
  await prepareCatalog(database)
  const access = options.access ?? (() => ({ read: true, write: false }))
  const maxBodyBytes = options.maxBodyBytes ?? 256 * 1024 * 1024

  async function run(request: Request, action: string): Promise<Response> {
    const url = new URL(request.url)
    const known = isAction(action)
      ? { ...actions[action], run: RUN[action] }
      : isExtra(action)
        ? { reads: true, run: EXTRA[action] }
        : null
    if (!known) throw badRequest(`Action name not known: ${action}`)
    const params = new Map(await readParams(request, known, maxBodyBytes))
    const callback = request.method === 'GET' ? url.searchParams.get('callback') : null
    if (callback !== null) params.delete('callback')
    // A script of another site carries no token of its own: such a call is anonymous (CKAN behaviour).
    const rights = access(callback === null ? request.headers.get('authorization') : null)
    if (!rights.read) throw forbidden(`User is not authorized to call ${action}: a token is needed`)
    const result = await known.run({
      database,
      params,
      rowsDefault: options.rowsDefault ?? ROWS_DEFAULT,
      rowsMax: options.rowsMax ?? ROWS_MAX,
      readerRole: options.readerRole ?? null,
      mayWrite() {
        if (!rights.write) throw forbidden(`User is not authorized to call ${action}: a token that may write is needed`)
      },
    })
    const body = envelope(url, action, 'true', ['result', result])
    if (callback === null) return json(200, body)
    if (!/^[\w$.[\]]{1,200}$/.test(callback)) throw badRequest('The callback is not the name of a function')
    return new Response(`${callback}(${body});`, {
      headers: { ...HEADERS, 'content-type': 'application/javascript;charset=utf-8' },
    })
  }

  async function runDump(request: Request, id: string): Promise<Response> {
    if (!access(request.headers.get('authorization')).read) throw forbidden('a token is needed')
    const params = fromPairs(new URL(request.url).searchParams)
    return dump(database, new Map([...params, ['resource_id', JSON.stringify(id)]]))
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    const action = decoded(ACTION.exec(pathname)?.[1])
    const dumped = decoded(DUMP.exec(pathname)?.[1])
    const methods = dumped === null ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD']
    let response: Response
    if (action === null && dumped === null) response = plain(404, 'There is nothing at this address.')
    else if (request.method === 'OPTIONS') response = new Response(null, { status: 200 })
    else if (!methods.includes(request.method)) {
      const allow = [...methods, 'OPTIONS'].join(', ')
      response = plain(405, `This address takes ${allow}.`, { allow })
    } else if (dumped === null)
      response = await run(request, action ?? '').catch((error: unknown) => refuse(request, action ?? '', error))
    else response = await runDump(request, dumped).catch(refuseDump)
    if (request.method === 'HEAD') {
      await response.body?.cancel()
      response = new Response(null, { status: response.status, headers: response.headers })
    }
    return allowOrigin(request, response, options.cors)
  }
}

/** `/{locale}` and `/3` may be left out; another version is no action. */
const ACTION = /^(?:\/[A-Za-z]{2,3}(?:[_-]\w+)?(?:@\w+)?)?\/api(?:\/3)?\/action\/([^/]+)$/
const DUMP = /^(?:\/[A-Za-z]{2,3}(?:[_-]\w+)?(?:@\w+)?)?\/datastore\/dump\/([^/]+)$/

/** A part of a path as text; null where there is none or it is not properly encoded. */
function decoded(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part)
  } catch {
    return null
  }
}

const RUN: Readonly<Record<ActionName, Action>> = {
  datastore_create: datastoreCreate,
  datastore_upsert: datastoreUpsert,
  datastore_search: datastoreSearch,
  datastore_search_sql: datastoreSearchSql,
  datastore_info: datastoreInfo,
  datastore_delete: datastoreDelete,
  datastore_records_delete: datastoreRecordsDelete,
}

const EXTRA = { help_show: helpShow, status_show: statusShow } as const

function isAction(name: string): name is ActionName {
  return Object.hasOwn(actions, name)
}

function isExtra(name: string): name is keyof typeof EXTRA {
  return Object.hasOwn(EXTRA, name)
}

const HEADERS = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' } as const

function json(status: number, body: JsonText): Response {
  return new Response(body, { status, headers: { ...HEADERS, 'content-type': 'application/json;charset=utf-8' } })
}

function plain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...HEADERS, ...headers, 'content-type': 'text/plain;charset=utf-8' },
  })
}

function envelope(
  url: URL,
  action: string,
  success: 'true' | 'false',
  [member, value]: readonly [string, JsonText],
): JsonText {
  const help = `${url.origin}/api/3/action/help_show?name=${encodeURIComponent(action)}`
  return `{"help": ${JSON.stringify(help)}, "success": ${success}, "${member}": ${value}}`
}

/** The one place where a failure becomes an answer; what nobody foresaw tells nothing of itself. */
function refuse(request: Request, action: string, error: unknown): Response {
  const refusal = error instanceof Refusal ? error : (queryRefusal(error) ?? UNFORESEEN)
  if (typeof refusal.error === 'string') return json(refusal.status, JSON.stringify(refusal.error))
  return json(refusal.status, envelope(new URL(request.url), action, 'false', ['error', JSON.stringify(refusal.error)]))
}

/** Dumps have no envelope: 404 for what is not there or not allowed, 400 for what can't be read (CKAN behaviour). */
function refuseDump(error: unknown): Response {
  const refusal = error instanceof Refusal ? error : (queryRefusal(error) ?? UNFORESEEN)
  const words = typeof refusal.error === 'string' ? refusal.error : JSON.stringify(refusal.error)
  if (refusal.status >= 500) return plain(500, words)
  return refusal.status === 404 || refusal.status === 403 ? plain(404, words) : plain(400, words)
}

const UNFORESEEN = new Refusal(500, { message: 'Internal Server Error', __type: 'Internal Server Error' })

/** Answers are for other origins only where the service is told so (datastore-api.md §1). */
function allowOrigin(request: Request, response: Response, cors: ServiceOptions['cors']): Response {
  const origin = request.headers.get('origin')
  if (cors === undefined || (cors !== '*' && (origin === null || !cors.includes(origin)))) return response
  response.headers.set('access-control-allow-origin', cors === '*' ? '*' : (origin ?? ''))
  response.headers.set('access-control-allow-methods', 'POST, GET, HEAD, OPTIONS')
  response.headers.set('access-control-allow-headers', 'Authorization, Content-Type')
  if (cors !== '*') response.headers.append('vary', 'Origin')
  return response
}
