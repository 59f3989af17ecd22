import { actions, ROWS_DEFAULT, ROWS_MAX, type ActionName } from '../protocol/actions.ts'
import { addressOf, byAddress } from '../protocol/addressOf.ts'
import type { AskedRequest, ServerHandler } from '../protocol/handler.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import { setHeader, wholeResponse } from '../protocol/wholeBody.ts'
import type { Action } from './actions/action.ts'
import { datastoreCreate } from './actions/datastoreCreate.ts'
import { datastoreDelete, datastoreRecordsDelete } from './actions/datastoreDelete.ts'
import { datastoreInfo } from './actions/datastoreInfo.ts'
import { datastoreSearch } from './actions/datastoreSearch.ts'
import { datastoreSearchSql } from './actions/datastoreSearchSql.ts'
import { datastoreUpsert } from './actions/datastoreUpsert.ts'
import { createLikelyColumns } from './search/likelyColumns.ts'
import { helpShow, statusShow } from './actions/about.ts'
import type { Rights } from './auth/rights.ts'
import type { SqlAccess } from './sql/sqlAccess.ts'
import { createFilterTally } from './catalog/filterTally.ts'
import { internalRefusal, isDiskFull, isInternalError, isOutOfReach, queryRefusal } from './sql/databaseError.ts'
import { createDump } from './search/dump.ts'
import { createSearchPlans } from './search/searchPlans.ts'
import type { Placement } from './catalog/placement.ts'
import { rememberTables } from './catalog/knownTables.ts'
import { ACTION_PATH, allowOrigin, DUMP_PATH, preflight, TOKEN_HEADER, type AllowedOrigins } from './http/origins.ts'
import { prepareCatalog } from './catalog/prepareCatalog.ts'
import { badRequest, diskFull, forbidden, Refusal } from './refusal.ts'
import { responseInPieces } from './http/inPieces.ts'
import { queryParams, readParams } from './http/request.ts'
import type { Sql } from './sql/sql.ts'
import { createUpkeep } from './catalog/upkeep.ts'

export interface ServiceOptions {
  /** What the bearer of this token (null: none) may do. By default everyone may read and no one may write. */
  access?: ((token: string | null) => Rights) | undefined
  /** Who may run SQL. Whoever may read, by default. */
  sql?: SqlAccess | undefined
  /** The functions that SQL may call; null, the default: those of `sqlFunctions.txt`. */
  sqlFunctions?: ReadonlySet<string> | null | undefined
  /** Other origins that may read answers. None by default. */
  cors?: AllowedOrigins
  /** Records of a search without a limit. 100 by default. */
  rowsDefault?: number | undefined
  /** Most records in one answer. 32,000 by default. */
  rowsMax?: number | undefined
  /** Largest request body. 256 MiB by default. */
  maxBodyBytes?: number | undefined
  /** What else the server allows, by name. */
  limits?: Readonly<Record<string, number>> | undefined
  /** The same database for users' statements, by connections of their own. */
  statements?: Sql | undefined
  /** PostgreSQL only: the role that the statements of `datastore_search_sql` take. */
  readerRole?: string | undefined
  /** PostgreSQL only: where tables lie, if not beside the registry. */
  placement?: Placement | undefined
  /** Called with a sentence for the operator when a large table is often filtered by a field without an index. */
  onSlowFilter?: ((sentence: string) => void) | undefined
  /**
   * Called for every failure that is not the client's, with the status of the answer: a 500, 503 or 507, or a 409 for an
   * internal error of PostgreSQL. Clients get no details.
   */
  onFailure?: ((request: AskedRequest, error: unknown, status: number) => void) | undefined
}

/**
 * Prepares a database and gives the handler that serves the action API from its tables, under any path of CKAN's shape
 * (`/en/api/3/action/…`). The handler never rejects: every failure becomes a response.
 */
export async function createService(database: Sql, options: ServiceOptions = {}): Promise<ServerHandler> {
  await prepareCatalog(database)
  // Read where the records are read, so that the table and its records are of one time.
  const tables = rememberTables(database.until?.(null) ?? database)
  const upkeep = createUpkeep(database)
  const tally = createFilterTally(database, options.onSlowFilter)
  const plans = createSearchPlans()
  const likely = createLikelyColumns()
  const dump = createDump(options.placement === undefined)
  const access = options.access ?? ((): Rights => ({ read: true, write: false }))
  const sql = options.sql ?? 'public'
  const maxBodyBytes = options.maxBodyBytes ?? 256 * 1024 * 1024

  async function run(request: AskedRequest, action: string, sent: Rights): Promise<Response> {
    const url = addressOf(request)
    const known = ACTIONS.get(action)
    if (known === undefined) throw badRequest(`Action name not known: ${action}`)
    const callback = request.method === 'GET' ? url.searchParams.get('callback') : null
    const sentParams = await readParams(request, known, maxBodyBytes)
    const params = callback === null ? sentParams : new Map([...sentParams].filter(([name]) => name !== 'callback'))
    // Any site can load JSONP as a script, so the token doesn't count: the call is anonymous (protocol/README.md P13).
    const rights = callback === null ? sent : access(null)
    if (!rights.read) throw forbidden(`User is not authorized to call ${action}: a token is needed`)
    const own = action === 'datastore_search_sql' ? (options.statements ?? database) : database
    const result = await known.run({
      database: known.reads ? (own.until?.(request.signal) ?? own) : database,
      tables,
      upkeep,
      tally,
      plans,
      likely,
      params,
      url,
      rowsDefault: options.rowsDefault ?? ROWS_DEFAULT,
      rowsMax: options.rowsMax ?? ROWS_MAX,
      limits: () => ({
        rows_default: options.rowsDefault ?? ROWS_DEFAULT,
        rows_max: options.rowsMax ?? ROWS_MAX,
        ...options.limits,
      }),
      readerRole: options.readerRole ?? null,
      placement: options.placement ?? null,
      sql: { access: sql, functions: options.sqlFunctions ?? null },
      mayRunSql() {
        if (sql === 'off') throw badRequest(`Action name not known: ${action}`)
        if (sql === 'token' && rights.token !== 'read' && rights.token !== 'write') {
          throw forbidden('SQL needs a token on this server: ask whoever runs it for one that may read')
        }
      },
      mayWrite() {
        if (!rights.write) throw forbidden(`User is not authorized to call ${action}: a token that may write is needed`)
      },
    })
    const [before, after] = envelope(request, action, 'true', 'result')
    if (callback === null) {
      if (typeof result === 'string') return json(200, before + result + after, sent)
      return responseInPieces([before, ...result, after], { headers: HEADERS_BY_TOKEN[sent.token ?? 'none'] })
    }
    if (!/^[\w$.[\]]{1,200}$/.test(callback)) throw badRequest('The callback is not the name of a function')
    const script = [`${callback}(${before}`, ...(typeof result === 'string' ? [result] : result), `${after});`]
    return responseInPieces(script, {
      headers: { ...HEADERS, 'content-type': 'application/javascript;charset=utf-8' },
    })
  }

  async function runDump(request: AskedRequest, id: string, rights: Rights): Promise<Response> {
    if (!rights.read) throw forbidden('a token is needed')
    const params = queryParams(addressOf(request))
    return dump(database.until?.(request.signal) ?? database, new Map([...params, ['resource_id', JSON.stringify(id)]]))
  }

  const { cors, onFailure } = options
  return async (request) => {
    const free = preflight(request, cors)
    if (free !== null) return free
    const { action, dumped } = targetOf(request)
    const methods = dumped === null ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD']
    const rights = access(request.headers.get('authorization'))
    let response: Response
    if (action === null && dumped === null) response = plain(404, 'There is nothing at this address.')
    else if (!methods.includes(request.method)) {
      const allow = [...methods, 'OPTIONS'].join(', ')
      response = plain(405, `This address takes ${allow}.`, { allow })
    } else if (dumped === null)
      response = await run(request, action ?? '', rights).catch((error: unknown) =>
        refuse(request, action ?? '', refusalOf(error, request), rights),
      )
    else
      response = await runDump(request, dumped, rights).catch((error: unknown) => refuseDump(refusalOf(error, request)))
    if (request.method === 'HEAD') {
      await response.body?.cancel()
      response = new Response(null, { status: response.status, headers: response.headers })
    }
    const { token } = rights
    // Answers of JSON have it already.
    if (token !== undefined && token !== 'none') setHeader(response, TOKEN_HEADER, token)
    return allowOrigin(request, response, cors)
  }

  /** Unexpected errors go to the operator's log only. */
  function refusalOf(error: unknown, request: AskedRequest): Refusal {
    const refusal = error instanceof Refusal ? error : queryRefusal(error)
    if (refusal !== null) return refusal
    const answer = options.placement?.outOfReach(error) ?? answerToFailure(error)
    if (!request.signal.aborted) onFailure?.(request, error, answer.status)
    return answer
  }
}

function answerToFailure(error: unknown): Refusal {
  if (isDiskFull(error)) return diskFull
  if (isInternalError(error)) return internalRefusal()
  return isOutOfReach(error) ? OUT_OF_REACH : UNFORESEEN
}

/** What is asked for: an action, or the dump of a table. */
const targetOf = byAddress(({ pathname }) => ({
  action: decoded(ACTION_PATH.exec(pathname)?.[1]),
  dumped: decoded(DUMP_PATH.exec(pathname)?.[1]),
}))

/** A decoded part of a path; null if it is absent or badly encoded. */
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

const ACTIONS: ReadonlyMap<string, { readonly reads: boolean; readonly run: Action }> = new Map([
  ...Object.entries(actions).map(([name, { reads }]) => [name, { reads, run: Reflect.get(RUN, name) }] as const),
  ['help_show', { reads: true, run: helpShow }],
  ['status_show', { reads: true, run: statusShow }],
])

const HEADERS = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' } as const

const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json;charset=utf-8' } as const

/** CKAN silently treats a wrong token as none. Here the answer says so. */
const HEADERS_BY_TOKEN = {
  none: JSON_HEADERS,
  refused: { ...JSON_HEADERS, [TOKEN_HEADER]: 'refused' },
  read: { ...JSON_HEADERS, [TOKEN_HEADER]: 'read' },
  write: { ...JSON_HEADERS, [TOKEN_HEADER]: 'write' },
} as const

function json(status: number, body: JsonText, { token }: Rights): Response {
  return wholeResponse(body, { status, headers: HEADERS_BY_TOKEN[token ?? 'none'] })
}

function plain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...HEADERS, ...headers, 'content-type': 'text/plain;charset=utf-8' },
  })
}

function envelope(
  request: Pick<AskedRequest, 'url'>,
  action: string,
  success: 'true' | 'false',
  member: 'result' | 'error',
): readonly [before: string, after: string] {
  const known = helpOf(request)
  const help = known.action === action ? known.help : helpFor(known.origin, action)
  return [`{"help": ${help}, "success": ${success}, "${member}": `, '}']
}

/** The address of the help for an action, as JSON. */
function helpFor(origin: string, action: string): JsonText {
  return JSON.stringify(`${origin}/api/3/action/help_show?name=${encodeURIComponent(action)}`)
}

const helpOf = byAddress(({ origin, pathname }) => {
  const action = decoded(ACTION_PATH.exec(pathname)?.[1]) ?? ''
  return { origin, action, help: helpFor(origin, action) }
})

/** The only place where a refusal becomes a response. */
function refuse(request: AskedRequest, action: string, refusal: Refusal, rights: Rights): Response {
  if (typeof refusal.error === 'string') return json(refusal.status, JSON.stringify(refusal.error), rights)
  const [before, after] = envelope(request, action, 'false', 'error')
  return json(refusal.status, before + JSON.stringify(refusal.error) + after, rights)
}

/** Dumps have no envelope: 404 if missing or forbidden, 400 for bad parameters (protocol/README.md P34). */
function refuseDump(refusal: Refusal): Response {
  const words = typeof refusal.error === 'string' ? refusal.error : JSON.stringify(refusal.error)
  if (refusal.status >= 500) return plain(refusal.status, words)
  return refusal.status === 404 || refusal.status === 403 ? plain(404, words) : plain(400, words)
}

const UNFORESEEN = new Refusal(500, { message: 'Internal Server Error', __type: 'Internal Server Error' })

/** 503 tells clients and proxies that they may repeat a read. */
const OUT_OF_REACH = new Refusal(503, {
  message: "The service can't reach its database right now. Try again later.",
  __type: 'Service Unavailable',
})
