import { TABLE_METADATA } from '../../protocol/actions.ts'
import { ActionError } from '../../protocol/envelope.ts'
import type { Handler } from '../../protocol/handler.ts'
import { createActionClient } from '../client/createActionClient.ts'
import { askService } from '../profile/questions/service.ts'
import { NO_TOKEN } from '../profile/facts/token.ts'
import { probe, type Probed, type ProbeKnowledge } from '../profile/probe.ts'
import { refusalOf } from '../profile/probing.ts'
import { asker, type Asker, type RawReply } from '../transport/asker.ts'
import type { Connection } from '../transport/connection.ts'
import { isReached } from '../transport/isReached.ts'
import { NetworkError } from '../transport/networkError.ts'
import { noApiWithTable, usualPrefixThatAnswers } from './apiSteps.ts'
import { addressStep, noAnswer, notReadable, readable, tokenBlocked } from './hostSteps.ts'
import { skipped, step, type Part, type Step } from './step.ts'
import { compareToken, tokenStep } from './tokenStep.ts'

/**
 * Finds out, step by step, whether the page can work with an instance, and what is in the way: address, host, reading
 * (CORS), the API and its prefix, the token, the table that was asked for, what the server can do. Always yields all
 * steps; those behind a failure are skipped. Throws only if cancelled.
 */
export async function* testConnection(
  handler: Handler,
  connection: Connection,
  page: { origin: string },
  resource: string | null,
  signal: AbortSignal,
): AsyncGenerator<Step, void> {
  signal.throwIfAborted()
  const parts: readonly Part[] = PARTS.filter((part) => part !== 'table' || resource !== null)
  const address = addressStep(connection, page)
  yield address
  if (address.outcome === 'failed') return yield* skipped(parts)

  const anonymous = { ...connection, token: null }
  const asNobody = asker(handler, anonymous, page, signal)
  const start = performance.now()
  const asAsked = asker(handler, connection, page, signal)
  const toNobody = await asNobody('datastore_search', { resource_id: TABLE_METADATA, limit: 1 })
  const hasToken = connection.token !== null
  let toBearer: RawReply | null = null
  let answer = toNobody
  const hostAnswers = step('ok', { code: 'hostAnswers', milliseconds: performance.now() - start })
  const elsewhere = () => usualPrefixThatAnswers(handler, anonymous, page, signal)
  if (answer === null) {
    // A path that is not the API's often answers without the headers that the API gives to pages of other origins.
    const [other, answers] = await Promise.all([elsewhere(), isReached(handler, anonymous, page, signal)])
    if (other !== null) {
      yield* [hostAnswers, step('ok', { code: 'readable', way: 'otherPrefix' }), apiElsewhere(connection, other)]
      return yield* skipped(parts.slice(3))
    }
    if (!answers) {
      yield noAnswer(connection, page)
      return yield* skipped(parts.slice(1))
    }
    // A server that needs a token may refuse strangers without letting a page read it.
    toBearer = hasToken ? await listAsAsked(asAsked) : null
    if (toBearer === null) {
      yield* [hostAnswers, notReadable(connection, page)]
      return yield* skipped(parts.slice(2))
    }
    answer = toBearer
  }
  yield hostAnswers

  const asReader = toNobody === null ? asAsked : asNobody
  const refusal = await noApiWithTable(answer, asReader, resource)
  const tokenIsOpen = refusal === null && hasToken
  const preflighted = tokenIsOpen ? (toBearer ?? (await listAsAsked(asAsked))) : null
  const tokenIsBlocked = tokenIsOpen && preflighted === null
  yield tokenIsBlocked ? tokenBlocked(connection, page) : readable(connection, page, preflighted !== null)

  if (refusal !== null) {
    const other = await elsewhere()
    const { prefix } = connection
    yield other === null
      ? step('failed', { code: 'noApi', prefix, refusal, isTableAsked: resource !== null })
      : apiElsewhere(connection, other)
    return yield* skipped(parts.slice(3))
  }
  const service = await askService(asReader)
  yield step('ok', { code: 'api', service: service.name, siteTitle: service.siteTitle })

  const token = tokenIsBlocked ? NO_TOKEN : await compareToken(asAsked, connection, service, answer, preflighted)
  yield tokenIsBlocked ? step('skipped', { code: 'tokenNotSent' }) : tokenStep(connection, token)

  // What follows is found out as the person that reads from now on.
  const reader = tokenIsBlocked || token.token === 'refused' ? anonymous : connection
  const ask = reader === anonymous ? asNobody : asAsked
  if (resource !== null) yield await tableStep(ask, resource, reader.token !== null)

  const listed = await tablesListed(handler, reader, page, signal)
  yield await capabilitiesStep(() => probe(handler, reader, page, { ...listed, resource, service, token }, signal))
}

/** How the list of tables is answered. */
function listAsAsked(ask: Asker): ReturnType<Asker> {
  return ask('datastore_search', { resource_id: TABLE_METADATA, limit: 1 })
}

/** What is tested after the address. */
const PARTS = ['host', 'reading', 'api', 'token', 'table', 'capabilities'] as const

function apiElsewhere({ prefix }: Connection, found: string): Step {
  return step('failed', { code: 'apiElsewhere', prefix, found })
}

async function tableStep(ask: Asker, resource: string, hasToken: boolean): Promise<Step> {
  const start = performance.now()
  const reply = await ask('datastore_search', { resource_id: resource, limit: 1 })
  if (reply === null) return step('failed', { code: 'tableSilent' })
  const refusal = refusalOf(reply)
  if (refusal === null) return step('ok', { code: 'tableAnswers', milliseconds: performance.now() - start })
  if (refusal.kind === 'notAuthorized') return step('failed', { code: 'tablePrivate', hasToken })
  if (refusal.kind === 'notFound') return step('failed', { code: 'tableMissing', resource })
  return step('failed', { code: 'tableRefused', refusal })
}

/** How many tables are listed, null if there is no list, and whether there are more. */
async function tablesListed(
  handler: Handler,
  reader: Connection,
  page: { origin: string },
  signal: AbortSignal,
): Promise<Pick<ProbeKnowledge, 'tables' | 'moreTables'>> {
  try {
    const client = createActionClient(handler, reader, page)
    const { length } = await client.tables({ signal })
    const { listsTables, moreTables } = client.profile.get()
    return { tables: listsTables === false ? null : length, moreTables: moreTables === true }
  } catch (error) {
    if (error instanceof ActionError || error instanceof NetworkError) return { tables: null, moreTables: false }
    throw error
  }
}

async function capabilitiesStep(ask: () => Promise<Probed>): Promise<Step> {
  const start = performance.now()
  const probed = await ask()
  return step('ok', { code: 'capabilities', milliseconds: performance.now() - start, probed })
}
