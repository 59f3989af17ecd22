import { DEFAULT_PREFIX, TABLE_METADATA } from '../protocol/actions.ts'
import type { Capabilities } from '../protocol/capabilities.ts'
import { ActionError } from '../protocol/envelope.ts'
import type { Handler } from '../protocol/handler.ts'
import { createActionClient } from './actionClient.ts'
import { addressSpaceOf, isMixedContent, reachesInward } from './addressSpace.ts'
import {
  ACCEPTED,
  asker,
  askService,
  checkToken,
  NO_TOKEN,
  probeCapabilities,
  refusalOf,
  REFUSED,
  searchPage,
  type Asker,
  type Reply,
  type ServiceFound,
  type TokenFound,
} from './capabilities.ts'
import type { Connection } from './connection.ts'
import { NetworkError } from './networkError.ts'
import { readRemedies, statusUrl, tokenRemedies, type Remedy } from './remedy.ts'
import { requestOf } from './requestEncoding.ts'

/** One finding of 'Test connection'. */
export interface Step {
  /** A sentence of what is so. */
  readonly title: string
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped'
  /** A few words at the end of the line: how long it took, in which way, or why it was not made. */
  readonly measure: string | null
  /** The cause and what to do. */
  readonly detail: string | null
  /** What to send to the administrator. */
  readonly remedies: readonly Remedy[]
  /** The path prefix under which the action API was found instead. */
  readonly prefix: string | null
  /** What the server can do; with the last step alone. */
  readonly capabilities: Capabilities | null
}

/**
 * Finds out, step by step, whether the page can work with an instance, and what stands in the way: address, host, reading
 * (CORS), the API and its prefix, the token, the table that was asked for, what the server can do. Always yields all
 * steps; those behind a failure are skipped. Throws only when cancelled.
 */
export async function* testConnection(
  handler: Handler,
  connection: Connection,
  page: { origin: string },
  resource: string | null,
  signal: AbortSignal,
): AsyncGenerator<Step, void> {
  signal.throwIfAborted()
  const titles = titlesOf(resource)
  const address = addressStep(connection, page)
  yield address
  if (address.outcome === 'failed') return yield* skipped(titles)

  const anonymous = { ...connection, token: null }
  const asNobody = asker(handler, anonymous, page, signal)
  const start = performance.now()
  const answer = await asNobody('datastore_search', { resource_id: TABLE_METADATA, limit: 1 })
  const took = millisecondsWords(performance.now() - start)
  const elsewhere = () => usualPrefixThatAnswers(handler, anonymous, page, signal)
  if (answer === null) {
    // A path that is not the API's often answers without the headers that the API gives to pages of other origins.
    const [other, answers] = await Promise.all([elsewhere(), answersUnread(handler, anonymous, page, signal)])
    if (other !== null) {
      yield* [step('The host answers', 'ok', { measure: took }), step(READ, 'ok', { measure: 'under another prefix' })]
      yield notHere(connection, other)
      return yield* skipped(titles.slice(3))
    }
    if (!answers) {
      yield unreached(connection, page)
      return yield* skipped(titles.slice(1))
    }
    yield step('The host answers', 'ok', { measure: took })
    yield unreadable(connection, page)
    return yield* skipped(titles.slice(2))
  }
  yield step('The host answers', 'ok', { measure: took })

  const reason = await reasonWithTable(answer, asNobody, resource)
  const asAsked = asker(handler, connection, page, signal)
  const tokenIsOpen = reason === null && connection.token !== null
  const preflighted = tokenIsOpen ? await asAsked('datastore_search', { resource_id: TABLE_METADATA, limit: 1 }) : null
  const tokenIsBlocked = tokenIsOpen && preflighted === null
  yield tokenIsBlocked ? blockedToken(connection, page) : readStep(connection, page, preflighted !== null)

  if (reason !== null) {
    const other = await elsewhere()
    yield other === null ? noApi(connection, reason, resource) : notHere(connection, other)
    return yield* skipped(titles.slice(3))
  }
  const service = await askService(asNobody)
  yield step(service.name === null ? 'The action API is there' : `The service is ${service.name}`, 'ok')

  const found = tokenIsBlocked ? NO_TOKEN : await tokenFound(asAsked, connection, service, answer, preflighted)
  yield tokenIsBlocked ? step('Token', 'skipped', { measure: 'not sent' }) : tokenStep(connection, found)

  // What follows is found out as the person that reads from now on.
  const reader = tokenIsBlocked || found.token === 'refused' ? anonymous : connection
  const ask = reader === anonymous ? asNobody : asAsked
  if (resource !== null) yield await resourceStep(ask, resource, reader.token !== null)

  const tables = await tablesListed(handler, reader, page, signal)
  const known = { tables, resource, service, token: tokenIsBlocked ? NO_TOKEN : found }
  yield await capabilitiesStep(() => probeCapabilities(handler, reader, page, known, signal))
}

const READ = 'The browser may read the answer'
const LAST = 'SQL, range filters, row cap'

/** What stands for each step behind the first while it is not reached. */
function titlesOf(resource: string | null): readonly string[] {
  const table = resource === null ? [] : ['This table']
  return ['The host answers', READ, 'Service and version', 'Token accepted', ...table, LAST]
}

function* skipped(titles: readonly string[]): Generator<Step, void> {
  for (const title of titles) yield step(title, 'skipped', { measure: 'not reached' })
}

function step(title: string, outcome: Step['outcome'], more: Partial<Step> = {}): Step {
  return { title, outcome, measure: null, detail: null, remedies: [], prefix: null, capabilities: null, ...more }
}

function millisecondsWords(milliseconds: number): string {
  return `${Math.round(milliseconds).toLocaleString('en')} ms`
}

function addressStep({ baseUrl, prefix }: Connection, page: { origin: string }): Step {
  if (!URL.canParse(baseUrl + prefix) || !/^https?:/.test(baseUrl)) {
    return step('The address is not well formed', 'failed', { detail: 'One looks like https://data.example.org.' })
  }
  if (!prefix.startsWith('/')) {
    const detail = 'It begins with a slash, such as /en/api/3/action.'
    return step('The path prefix is not well formed', 'failed', { detail })
  }
  const url = new URL(baseUrl)
  if (isMixedContent(url, page) && addressSpaceOf(url.hostname) === 'public') {
    const detail =
      'This page came by https and the address begins with http (mixed content). Use its https address, or open this page by http.'
    return step('The browser blocks this address', 'failed', { detail })
  }
  return step(`The address is well formed${url.protocol === 'https:' ? ' and uses https' : ''}`, 'ok')
}

/** The first of the usual prefixes, but the one given, that the action API answers at; null where none does. */
async function usualPrefixThatAnswers(
  handler: Handler,
  anonymous: Connection,
  page: { origin: string },
  signal: AbortSignal,
): Promise<string | null> {
  const others = USUAL_PREFIXES.filter((prefix) => prefix !== anonymous.prefix)
  const found = await Promise.all(
    others.map(async (prefix) => {
      const there = asker(handler, { ...anonymous, prefix }, page, signal)
      const reply = await there('datastore_search', { resource_id: TABLE_METADATA, limit: 1 })
      return reply !== null && noApiReason(reply) === null
    }),
  )
  return others.find((_, at) => found[at]) ?? null
}

const USUAL_PREFIXES = [DEFAULT_PREFIX, '/api/3/action'] as const

/** Whether the host answers at all: such a request needs nobody's leave, but its answer stays closed to the page. */
async function answersUnread(
  handler: Handler,
  anonymous: Connection,
  page: { origin: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { url } = requestOf(anonymous, page, 'datastore_search', { resource_id: TABLE_METADATA, limit: 1 })
  if (new URL(url).origin === page.origin) return false
  const limited = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
  try {
    await handler(new Request(url, { mode: 'no-cors', credentials: 'omit', signal: limited }))
    return true
  } catch {
    signal.throwIfAborted()
    return false
  }
}

const PATIENCE_MS = 15_000

function readStep({ baseUrl }: Connection, page: { origin: string }, isPreflighted: boolean): Step {
  const isOwn = new URL(baseUrl).origin === page.origin
  return step(READ, 'ok', { measure: isOwn ? 'same origin' : isPreflighted ? 'simple and preflighted' : 'simple' })
}

function unreadable({ baseUrl, prefix }: Connection, page: { origin: string }): Step {
  return step('The browser may not read the answer (CORS)', 'failed', {
    detail:
      'The server replied, but without an Access-Control-Allow-Origin header for this page. Only its administrator can change that.',
    remedies: readRemedies(page.origin, statusUrl(baseUrl, prefix)),
  })
}

function blockedToken({ baseUrl, prefix, tokenHeader }: Connection, page: { origin: string }): Step {
  return step('Requests with a token are blocked (CORS)', 'failed', {
    measure: 'simple ones are not',
    detail: `The browser asks first by OPTIONS, and the answer does not allow the header ${tokenHeader} for this page. Without a token, public tables work. Only the administrator can change the rest.`,
    remedies: tokenRemedies(page.origin, statusUrl(baseUrl, prefix), tokenHeader),
  })
}

function unreached({ baseUrl, prefix }: Connection, page: { origin: string }): Step {
  const url = new URL(baseUrl)
  const { host, hostname, origin } = url
  const offline = typeof navigator !== 'undefined' && !navigator.onLine
  if (offline && addressSpaceOf(hostname) !== 'loopback') {
    return step('This device is offline', 'failed', { detail: 'Connect it and test again.' })
  }
  if (!reachesInward(page, hostname)) {
    const check = 'Check the spelling and the port, and that the server is running.'
    if (origin === page.origin) {
      return step('The host does not answer', 'failed', { detail: `Nothing came back from ${host}. ${check}` })
    }
    // A server may keep its answers from other sites altogether (Cross-Origin-Resource-Policy), which looks the same.
    return step('The host does not answer', 'failed', {
      detail: `Nothing came back from ${host} that this page may see. ${check} If it is, it keeps its answers from pages of other origins, and its administrator has to allow this one.`,
      remedies: readRemedies(page.origin, statusUrl(baseUrl, prefix)),
    })
  }
  const where = addressSpaceOf(hostname) === 'loopback' ? 'this device' : 'your local network'
  const way = page.origin.startsWith('https:')
    ? `Chromium asks before a page reaches into ${where}: allow Local network access in the settings of this site, beside the address.${isMixedContent(url, page) ? ' Other browsers refuse http from a page that came by https.' : ''}`
    : `Chromium lets only pages that came by https ask to reach into ${where}: open this page by https, or from there.`
  const detail = `Nothing came back from ${host}: the server is not running, or the browser blocks the way. ${way}`
  return step('The host does not answer, or the browser blocks it', 'failed', { detail })
}

/** Without a table to ask for, a service that lists none looks like no service. */
function noApi({ prefix }: Connection, reason: string, resource: string | null): Step {
  const remedy = 'Check the base URL and the path prefix.'
  const unlisted =
    resource === null ? ' If this service lists no tables, give the address of one of them as base URL.' : ''
  const detail = `${reason}${reason.includes(remedy) ? '' : ` ${remedy}`}${unlisted}`
  return step(`There is no action API under ${prefix || '/'}`, 'failed', { detail })
}

function notHere({ prefix }: Connection, elsewhere: string): Step {
  return step(`There is no action API under ${prefix || '/'}`, 'failed', {
    detail: `It answers at ${elsewhere} of the same site.`,
    prefix: elsewhere,
  })
}

/** Why this is no answer of the action API; null where it is one. A refusal in the API's own form is an answer of it. */
function noApiReason(answer: Pick<Reply, 'status' | 'body'>): string | null {
  const refused = refusalOf(answer)
  return refused?.kind === 'server' ? refused.message : null
}

/** A server without a list of tables may have no answer for one; a table that answers shows that the API is there. */
async function reasonWithTable(answer: Reply, ask: Asker, resource: string | null): Promise<string | null> {
  const reason = noApiReason(answer)
  if (reason === null || resource === null) return reason
  const reply = await ask('datastore_search', { resource_id: resource, limit: 1 })
  return reply !== null && noApiReason(reply) === null ? null : reason
}

/** Also compares what the list of tables says to somebody with the token and to nobody. */
async function tokenFound(
  ask: Asker,
  connection: Connection,
  service: ServiceFound,
  toNobody: Reply,
  toBearer: Reply | null,
): Promise<TokenFound> {
  if (connection.token === null || toBearer === null) return NO_TOKEN
  const isOpenToNobody = refusalOf(toNobody) === null
  const isOpenToBearer = refusalOf(toBearer) === null
  if (isOpenToBearer && (isRefusal(toNobody) || (sizeOf(toNobody) >= 0 && sizeOf(toBearer) > sizeOf(toNobody))))
    return ACCEPTED
  if (isRefusal(toBearer) && isOpenToNobody) return REFUSED
  return checkToken(ask, connection, service)
}

/** Also one that a proxy before the API gives, in a form of its own. */
function isRefusal(reply: Reply): boolean {
  return [401, 403].includes(reply.status)
}

function tokenStep({ token }: Connection, found: TokenFound): Step {
  if (token === null) return step('No token', 'skipped', { measure: 'public tables need none' })
  if (found.token === 'accepted') {
    return step('The token was accepted', 'ok', { measure: found.user === null ? null : `as ${found.user}` })
  }
  if (found.token === 'refused') {
    return step('The token was not accepted', 'warning', {
      measure: 'read as anonymous',
      detail:
        'It may be mistyped or expired. Many servers do not refuse a wrong token but ignore it: public tables work, private ones look missing.',
    })
  }
  return step('The token could not be checked', 'warning', {
    detail:
      'This server does not say whose it is, and may read a wrong token as none. If private tables are missing, check it.',
  })
}

async function resourceStep(ask: Asker, resource: string, hasToken: boolean): Promise<Step> {
  const start = performance.now()
  const reply = await ask('datastore_search', { resource_id: resource, limit: 1 })
  const measure = millisecondsWords(performance.now() - start)
  if (reply === null) {
    const detail = 'Its answer did not come, though the others did. Try again.'
    return step('This table does not answer', 'failed', { detail })
  }
  const refused = refusalOf(reply)
  if (refused === null) return step('This table answers', 'ok', { measure })
  if (refused.kind === 'notAuthorized') {
    const detail = hasToken
      ? 'The token has no right to read it.'
      : 'It is private: give an API token that may read it.'
    return step(`This table is not open to ${hasToken ? 'this token' : 'anonymous readers'}`, 'failed', { detail })
  }
  if (refused.kind === 'notFound') {
    const detail = `No table has the id ${resource}. It may be deleted, private, or not loaded into the DataStore.`
    return step('This table is not here', 'failed', { detail })
  }
  return step('This table gives no records', 'failed', { detail: refused.message })
}

/** How many records match; -1 where the answer does not tell. */
function sizeOf(reply: Reply): number {
  return searchPage(reply)?.total ?? -1
}

/** How many tables are listed; null where there is no list. */
async function tablesListed(
  handler: Handler,
  reader: Connection,
  page: { origin: string },
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const client = createActionClient(handler, reader, page)
    const { length } = await client.tables({ signal })
    return client.manners.get().listsTables === false ? null : length
  } catch (error) {
    if (error instanceof ActionError || error instanceof NetworkError) return null
    throw error
  }
}

async function capabilitiesStep(probe: () => Promise<Capabilities>): Promise<Step> {
  const start = performance.now()
  const capabilities = await probe()
  const measure = millisecondsWords(performance.now() - start)
  return step('What it can do was asked', 'ok', { measure, capabilities })
}
