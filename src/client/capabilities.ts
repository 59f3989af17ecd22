import { TABLE_METADATA } from '../protocol/actions.ts'
import { decodeSearch, type SearchPage } from '../protocol/answers.ts'
import type { Capabilities } from '../protocol/capabilities.ts'
import { ActionError, readEnvelope } from '../protocol/envelope.ts'
import type { Handler } from '../protocol/handler.ts'
import type { Connection } from './connection.ts'
import { networkErrorOf, redirectErrorOf, timeLimit } from './networkError.ts'
import { requestOf } from './requestEncoding.ts'
import { withoutToken } from './tokenMask.ts'
import { TOKEN_SAID } from './transport.ts'

/** What is known before the probe, so that it is not asked for again. */
export interface ProbeKnowledge {
  /** How many tables are listed; null where there is no list. */
  readonly tables: number | null
  /** A table that answers, by id; needed where no table is listed. */
  readonly resource: string | null
  /** What `askService` found; left out, it is asked for. */
  readonly service?: ServiceFound | undefined
  /** What `checkToken` found; left out, it is asked for. */
  readonly token?: TokenFound | undefined
}

/**
 * Finds out what a server can do, by few small requests: only the interface's own parameters as long as the server does
 * not say what it is, and none that is preflighted without a token. What it leaves open stays unknown. Rejects with a
 * `NetworkError` where nothing answers at all, and with the cancellation.
 */
export async function probeCapabilities(
  handler: Handler,
  connection: Connection,
  page: { origin: string },
  known: ProbeKnowledge,
  signal?: AbortSignal,
): Promise<Capabilities> {
  const ask = asker(handler, connection, page, signal)
  const [service, sql] = await Promise.all([known.service ?? askService(ask), askSql(ask)])
  const table = tableToAsk(known)
  const [size, rangeFilters] = await Promise.all([
    table === null ? NO_SIZE : askSize(ask, table, service.isTold),
    table !== null && service.isTold ? askRange(ask, table) : ('unknown' as const),
  ])
  const token = known.token ?? (await checkToken(ask, connection, service))
  if (ask.answered() === 0 && known.service === undefined) throw ask.lost()
  return {
    checkedAt: Date.now(),
    service: service.name,
    tables: known.tables,
    sql,
    ...size,
    rangeFilters,
    ...token,
  }
}

/** An answer as it came; null where none came that the page may read. */
export interface Reply {
  readonly status: number
  readonly body: string
  readonly headers: Headers
}

/** Asks one server as one person. It rejects with the cancellation only. */
export interface Asker {
  (action: string, params: Readonly<Record<string, unknown>>): Promise<Reply | null>
  /** How many requests went out, and how many of them were answered. */
  sent(): number
  answered(): number
  /** Why the last request without an answer had none. */
  lost(): unknown
}

/** A question that has no answer after 15 s is left open. */
export function asker(handler: Handler, connection: Connection, page: { origin: string }, signal?: AbortSignal): Asker {
  let sent = 0
  let answered = 0
  let lost: unknown = null
  const ask = async (action: string, params: Readonly<Record<string, unknown>>) => {
    sent += 1
    const limited = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal === undefined ? [] : [signal])])
    const request = requestOf(connection, page, action, params, limited)
    try {
      const response = await handler(request)
      const redirected = redirectErrorOf(response, request.url)
      if (redirected !== null) throw redirected
      // The words of a refusal are shown in the steps of the test.
      const body = withoutToken(await response.text(), connection.token)
      const reply = { status: response.status, body, headers: response.headers }
      answered += 1
      return reply
    } catch (error) {
      signal?.throwIfAborted()
      const cause = limited.aborted ? timeLimit(PATIENCE_MS) : error
      lost = networkErrorOf(cause, { url: request.url, page, writes: false, bytes: null })
      return null
    }
  }
  return Object.assign(ask, { sent: () => sent, answered: () => answered, lost: () => lost })
}

const PATIENCE_MS = 15_000

/** What `status_show` says. A server that does not know it may know no more than the interface. */
export interface ServiceFound {
  readonly isTold: boolean
  readonly name: string | null
}

/** Asks the server what it is. */
export async function askService(ask: Asker): Promise<ServiceFound> {
  const status = plainResult(await ask('status_show', {}))
  if (status === null) return { isTold: false, name: null }
  const told = (name: string) => (typeof status[name] === 'string' ? status[name] : null)
  const ckan = told('ckan_version')
  if (ckan !== null) return { isTold: true, name: `CKAN ${ckan}` }
  const product = told('product')
  return { isTold: true, name: product === null ? null : `${product} ${told('version') ?? ''}`.trim() }
}

/**
 * Only an unknown action means that SQL is off: CKAN tells it by a bare string (400), others by the lack of such an
 * address. Any other refusal may be about this statement.
 */
async function askSql(ask: Asker): Promise<Capabilities['sql']> {
  const reply = await ask('datastore_search_sql', { sql: 'SELECT 1 AS one' })
  if (reply === null) return 'unknown'
  const refused = refusalOf(reply)
  if (refused === null) return 'on'
  if (refused.kind === 'notAuthorized') return 'refused'
  const isBareString = /^\s*"/.test(reply.body)
  return [404, 405, 501].includes(reply.status) || (reply.status === 400 && isBareString) ? 'off' : 'unknown'
}

interface TableToAsk {
  readonly resource: string
  /** A field whose values are never less than `least`, and never `none`. */
  readonly field: string
  readonly none: string
  readonly least: unknown
}

/** The list of tables is small and always there on a CKAN; its `_id` is a text, so its names are asked for. */
function tableToAsk({ tables, resource }: ProbeKnowledge): TableToAsk | null {
  if (tables !== null && tables > 0) return { resource: TABLE_METADATA, field: 'name', none: '-1', least: '!' }
  return resource === null ? null : { resource, field: '_id', none: '-1', least: 0 }
}

type Size = Pick<Capabilities, 'rowCap' | 'totals'>

const NO_SIZE: Size = { rowCap: null, totals: 'unknown' }

/**
 * The cap shows in the `limit` of an answer to a huge one, at no cost where nothing matches. Whether it is so is asked
 * first where the server does not say what it is: one that ignored the filter would send all that it has.
 */
async function askSize(ask: Asker, { resource, field, none }: TableToAsk, isTold: boolean): Promise<Size> {
  const search = async (limit: number) =>
    searchPage(await ask('datastore_search', { resource_id: resource, filters: { [field]: none }, limit }))
  const small = isTold ? null : await search(1)
  const isSafe = isTold || (small !== null && small.rows.length === 0 && small.limit !== null)
  const answer = isSafe ? await search(HUGE) : small
  if (answer === null) return NO_SIZE
  return {
    rowCap: isSafe && answer.limit !== null && answer.limit > 0 && answer.limit < HUGE ? answer.limit : null,
    totals: answer.total === null ? 'absent' : answer.totalIsEstimate ? 'estimated' : 'exact',
  }
}

const HUGE = 1_000_000

/** Servers without such filters refuse it, or take no notice and send a record. */
async function askRange(ask: Asker, { resource, field, least }: TableToAsk): Promise<Capabilities['rangeFilters']> {
  const params = { resource_id: resource, filters: { [field]: { lt: least } }, limit: 1 }
  const reply = await ask('datastore_search', params)
  if (reply === null) return 'unknown'
  return searchPage(reply)?.rows.length === 0 ? 'yes' : 'no'
}

export type TokenFound = Pick<Capabilities, 'token' | 'writes' | 'user'>

/**
 * Whether the server knows the bearer of the token. Reading alone does not show it, as a wrong token reads as none; so
 * it is asked who that is. Rowan's service says it in a header of each answer. CKAN has `user_show` without an id (from
 * 2.11; before, it is refused to everybody), and where activities are shown `dashboard_new_activities_count`, which
 * takes anybody but strangers.
 */
export async function checkToken(
  ask: Asker,
  { token }: Pick<Connection, 'token'>,
  service: ServiceFound,
): Promise<TokenFound> {
  if (token === null) return NO_TOKEN
  const read = await ask('datastore_search', { resource_id: TABLE_METADATA, limit: 1 })
  const said = tokenFound(read?.headers.get(TOKEN_SAID) ?? null)
  if (said !== null) return said
  if (read?.status === 401) return REFUSED
  if (!service.isTold || /^Rowan\b/.test(service.name ?? '')) return UNCHECKED
  const shown = await ask('user_show', {})
  const user = plainResult(shown)?.['name']
  if (typeof user === 'string') return { ...ACCEPTED, user }
  const counted = await ask('dashboard_new_activities_count', {})
  if (counted === null) return UNCHECKED
  const refused = refusalOf(counted)
  if (refused === null) return isNumber(counted) ? ACCEPTED : UNCHECKED
  if (refused.kind === 'notAuthorized') return REFUSED
  const isKnownToTell = shown !== null && [403, 404].includes(shown.status) && knowsTheBearer(service.name)
  return isKnownToTell ? REFUSED : UNCHECKED
}

/** Without a token one reads as anybody. */
export const NO_TOKEN: TokenFound = { token: 'none', writes: 'no', user: null }
export const ACCEPTED: TokenFound = { token: 'accepted', writes: 'unknown', user: null }
/** The server takes no notice of it. */
export const REFUSED: TokenFound = { token: 'refused', writes: 'no', user: null }
const UNCHECKED: TokenFound = { token: 'unknown', writes: 'unknown', user: null }

/** What a server says of the token in the header `TOKEN_SAID`; null where that is nothing. */
export function tokenFound(said: string | null): TokenFound | null {
  if (said === 'refused') return REFUSED
  return said === 'read' || said === 'write' ? { ...ACCEPTED, writes: said === 'write' ? 'yes' : 'no' } : null
}

function isNumber({ status, body }: Reply): boolean {
  return /^\d+$/.test(readEnvelope(status, body))
}

/** From CKAN 2.11 on `user_show` without an id is about the bearer. */
function knowsTheBearer(service: string | null): boolean {
  const [, major, minor] = /^CKAN (\d+)\.(\d+)/.exec(service ?? '') ?? []
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 11)
}

/** Why the answer is none of the asked action; null where it is one. */
export function refusalOf({ status, body }: Pick<Reply, 'status' | 'body'>): ActionError | null {
  try {
    readEnvelope(status, body)
    return null
  } catch (error) {
    if (error instanceof ActionError) return error
    throw error
  }
}

/** The page of a search; null where the answer is none. */
export function searchPage(reply: Reply | null): SearchPage | null {
  if (reply === null || refusalOf(reply) !== null) return null
  try {
    return decodeSearch(readEnvelope(reply.status, reply.body))
  } catch {
    return null
  }
}

/** The result where it is an object. */
function plainResult(reply: Reply | null): Record<string, unknown> | null {
  if (reply === null || refusalOf(reply) !== null) return null
  const value: unknown = JSON.parse(readEnvelope(reply.status, reply.body))
  return typeof value === 'object' && value !== null ? { ...value } : null
}
