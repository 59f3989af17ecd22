import { readEnvelope, ActionError } from '../protocol/envelope.ts'
import { DEFAULT_PREFIX, TABLE_METADATA } from '../protocol/actions.ts'
import type { Handler } from '../protocol/handler.ts'
import { createActionClient, requestOf } from './actionClient.ts'
import type { Connection } from './connection.ts'
import { NetworkError } from './networkError.ts'

/** One finding of 'Test connection'; `title` is a sentence of what is so, `detail` says what to do. */
export interface Step {
  readonly title: string
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly detail: string | null
  readonly milliseconds: number | null
}

/**
 * Finds out, step by step, whether the page can work with an instance: address, host, reading (CORS), the API, its list
 * of tables, SQL, the token. Always yields all six steps; those behind a failure are skipped. Throws only when cancelled.
 */
export async function* testConnection(
  handler: Handler,
  connection: Connection,
  page: { origin: string },
  signal: AbortSignal,
): AsyncGenerator<Step, void> {
  signal.throwIfAborted()
  const anonymous = { ...connection, token: null }
  const address = addressStep(connection, page)
  yield address
  if (address.outcome === 'failed') {
    yield* skipped(TITLES)
    return
  }

  const probe = requestOf(anonymous, page, 'datastore_search', { resource_id: TABLE_METADATA, limit: 1 }, signal)
  const elsewhere = () => usualPrefixThatAnswers(handler, anonymous, page, signal)
  const host = await hostStep(handler, probe, page, elsewhere, signal)
  yield host.step
  if (host.answer === null) {
    if (host.elsewhere !== null) yield notHere(connection, host.elsewhere)
    yield* skipped(TITLES.slice(host.elsewhere === null ? 1 : 2))
    return
  }

  const api = await apiStep(host.answer, connection, elsewhere)
  yield api
  if (api.outcome === 'failed') {
    yield* skipped(TITLES.slice(2))
    return
  }

  const asAsked = createActionClient(handler, connection, page)
  const asNobody = createActionClient(handler, anonymous, page)
  const tables = await tablesStep(() => asNobody.tables({ signal }))
  yield tables.step
  yield await sqlStep(() => asNobody.sql('SELECT 1 AS one', { signal }))
  yield connection.token === null
    ? step('No token', 'skipped', 'Public tables need none.')
    : await tokenStep(() => asAsked.tables({ signal }), tables.seen)
}

const TITLES = ['The host answers', 'The action API is there', 'Tables are listed', 'SQL', 'Token'] as const

function* skipped(titles: readonly string[]): Generator<Step, void> {
  for (const title of titles) yield step(title, 'skipped', 'Not reached.')
}

function step(
  title: string,
  outcome: Step['outcome'],
  detail: string | null = null,
  milliseconds: number | null = null,
) {
  return { title, outcome, detail, milliseconds }
}

function addressStep({ baseUrl, prefix }: Connection, page: { origin: string }): Step {
  if (!URL.canParse(baseUrl + prefix) || !/^https?:/.test(baseUrl)) {
    return step('The address is not well formed', 'failed', 'One looks like https://data.example.org.')
  }
  if (!prefix.startsWith('/')) {
    return step('The path prefix is not well formed', 'failed', 'It begins with a slash, such as /en/api/3/action.')
  }
  const { protocol, hostname } = new URL(baseUrl)
  const local = /^(?:localhost|127\..*|\[::1\])$/.test(hostname)
  if (protocol === 'http:' && page.origin.startsWith('https:') && !local) {
    return step(
      'The browser blocks this address',
      'failed',
      'This page came by https and the address begins with http. Use its https address, or open this page by http.',
    )
  }
  return step(`The address is well formed${protocol === 'https:' ? ' and uses https' : ''}`, 'ok')
}

interface HostAnswer {
  readonly status: number
  readonly body: string
}

async function hostStep(
  handler: Handler,
  probe: Request,
  page: { origin: string },
  findElsewhere: () => Promise<string | null>,
  signal: AbortSignal,
): Promise<{ step: Step; answer: HostAnswer | null; elsewhere: string | null }> {
  const start = performance.now()
  try {
    const response = await handler(probe.clone())
    const answer = { status: response.status, body: await response.text() }
    return { step: step(HOST_READ, 'ok', null, performance.now() - start), answer, elsewhere: null }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Error && error.name === 'AbortError') throw error
    // A path that is not the API's often answers without the headers that the API gives to pages of other origins.
    const [elsewhere, answers] = await Promise.all([findElsewhere(), answersUnread(handler, probe, signal)])
    const found = elsewhere !== null ? step(HOST_READ, 'ok') : answers ? unreadable(page) : unreached(probe)
    return { step: found, answer: null, elsewhere }
  }
}

const HOST_READ = 'The host answers, and this page may read it'

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
      const there = { ...anonymous, prefix }
      const params = { resource_id: TABLE_METADATA, limit: 1 }
      try {
        const response = await handler(requestOf(there, page, 'datastore_search', params, signal))
        return noApiReason({ status: response.status, body: await response.text() }) === null
      } catch {
        signal.throwIfAborted()
        return false
      }
    }),
  )
  return others.find((_, at) => found[at]) ?? null
}

const USUAL_PREFIXES = [DEFAULT_PREFIX, '/api/3/action'] as const

/** Whether the host answers at all: such a request needs nobody's leave, but its answer stays closed to the page. */
async function answersUnread(handler: Handler, probe: Request, signal: AbortSignal): Promise<boolean> {
  if (probe.method !== 'GET') return false
  try {
    await handler(new Request(probe.url, { mode: 'no-cors', credentials: 'omit', signal }))
    return true
  } catch {
    signal.throwIfAborted()
    return false
  }
}

function unreadable(page: { origin: string }): Step {
  return step(
    'The browser may not read the answer (CORS)',
    'failed',
    `The server replied, but without an Access-Control-Allow-Origin header for this page. Only its administrator can change that. Send this line for ckan.ini: ckan.cors.origin_whitelist = ${page.origin}`,
  )
}

function unreached(probe: Request): Step {
  const { host } = new URL(probe.url)
  const offline = typeof navigator !== 'undefined' && !navigator.onLine
  return step(
    'The host does not answer',
    'failed',
    offline
      ? 'This device is offline. Connect it and try again.'
      : `Nothing came back from ${host}. Check the spelling and the port, and that the server is running.`,
  )
}

async function apiStep(
  answer: HostAnswer,
  connection: Connection,
  findElsewhere: () => Promise<string | null>,
): Promise<Step> {
  const reason = noApiReason(answer)
  if (reason === null) return step('The action API is there', 'ok')
  const elsewhere = await findElsewhere()
  if (elsewhere !== null) return notHere(connection, elsewhere)
  return step(
    `There is no action API under ${connection.prefix || '/'}`,
    'failed',
    `${reason} Check the base URL and the path prefix.`,
  )
}

function notHere({ prefix }: Connection, elsewhere: string): Step {
  return step(
    `There is no action API under ${prefix || '/'}`,
    'failed',
    `The action API is not at ${prefix || '/'}; it answers at ${elsewhere}. Put that into the field Path prefix.`,
  )
}

/** Why this is no answer of the action API; null where it is one. A refusal in the API's own form is an answer of it. */
function noApiReason({ status, body }: HostAnswer): string | null {
  try {
    readEnvelope(status, body)
    return null
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    return error.kind === 'server' ? error.message : null
  }
}

/** What somebody without a token sees: a number of tables, or that the list is closed to them; null where neither is told. */
type Seen = number | 'refused' | null

async function tablesStep(list: () => Promise<readonly unknown[]>): Promise<{ step: Step; seen: Seen }> {
  const start = performance.now()
  try {
    const { length } = await list()
    const took = performance.now() - start
    const found =
      length === 0
        ? step('No table is listed', 'warning', 'Tables may need a token; one can also be opened by its id.', took)
        : step(
            length === 1 ? '1 table is listed' : `${length.toLocaleString('en')} tables are listed`,
            'ok',
            null,
            took,
          )
    return { step: found, seen: length }
  } catch (error) {
    const found = step('Tables are not listed', 'warning', `A table can be opened by its id. ${wordsOf(error)}`)
    return { step: found, seen: isRefusal(error) ? 'refused' : null }
  }
}

async function sqlStep(run: () => Promise<unknown>): Promise<Step> {
  const start = performance.now()
  try {
    await run()
    return step('SQL is on', 'ok', null, performance.now() - start)
  } catch (error) {
    if (error instanceof ActionError && error.kind === 'notAuthorized') {
      return step('SQL is not open to everybody', 'warning', `A token may be needed. ${wordsOf(error)}`)
    }
    return step('SQL is off on this server', 'warning', `The filter form still works. ${wordsOf(error)}`)
  }
}

/** `seenWithout` is what shows that a token was accepted: whoever sees more with it is known to the server. */
async function tokenStep(list: () => Promise<readonly unknown[]>, seenWithout: Seen): Promise<Step> {
  const start = performance.now()
  try {
    const { length } = await list()
    const accepted = seenWithout === 'refused' || (seenWithout !== null && length > seenWithout)
    const took = performance.now() - start
    if (accepted) return step('The token was accepted', 'ok', 'More is open with it than without.', took)
    return step(
      'The token could not be checked',
      'warning',
      'This server reads a wrong token as none. If private tables are missing, check it.',
      took,
    )
  } catch (error) {
    if (error instanceof NetworkError) {
      return step(
        'Requests with a token are blocked (CORS)',
        'failed',
        'The server has to allow the token header and content-type in its answer to OPTIONS. Without a token, public tables work.',
      )
    }
    if (isRefusal(error)) {
      return step('The token was not accepted', 'failed', `Paste it again, or make a new one. ${wordsOf(error)}`)
    }
    return step('The token could not be checked', 'warning', wordsOf(error))
  }
}

/** Also one that a proxy before the API gives, in a form of its own. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof ActionError && (error.kind === 'notAuthorized' || error.status === 401 || error.status === 403)
  )
}

/** The reason in the server's words. A cancellation is none and ends the test. */
function wordsOf(error: unknown): string {
  if (error instanceof ActionError || error instanceof NetworkError) return error.message
  throw error
}
