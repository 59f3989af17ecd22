import { createActionClient } from '../../src/instances/client/createActionClient.ts'
import { ActionError } from '../../src/protocol/envelope.ts'
import { NetworkError } from '../../src/instances/transport/networkError.ts'
import type { Handler } from '../../src/protocol/handler.ts'
import { isLong } from './longForm.ts'
import { minimalAnswer, paramsIn, PLAIN, refusal, statementsOn, type Came, type Reading } from './minimalReading.ts'
import { minimalWrite, type Tables, type Writing } from './minimalWrites.ts'

/** How one server reads what the interface says of searches and of changes. */
export interface WholeReading {
  readonly reading: Reading
  readonly writing: Writing
  /** Whether a search of a table that is not there is refused, or answered with no records. */
  readonly unknownTables: 'are refused' | 'are empty'
}

/** The way of writing that CKAN has. */
export const PLAIN_WRITING: Writing = {
  fate: 'stored',
  reply: 'envelope',
  ids: 'kept',
  upsert: 'any',
  upsertBy: 'POST',
  otherMethods: 405,
}

type Choices<Of> = { readonly [Name in keyof Of]?: readonly Of[Name][] }

const READS: Choices<Reading> = {
  total: [false, true],
  fields: [false, true],
  others: ['ignored', 'refused'],
  errors: ['a JSON string', 'a web page', 'nothing'],
  statuses: ['by cause', 'always 500'],
  most: [100_000, 10],
  greaterLimits: ['are lowered', 'are refused'],
}

const WRITES: Choices<Writing> = {
  fate: ['stored', 'not stored', 400, 403, 409, 500],
  reply: ['envelope', 'bare object with the id', 'bare object', 'flag', '204', 'a word', 'cut'],
  ids: ['kept', 'its own'],
  upsert: ['any', 'by _id', 'not known'],
  upsertBy: ['POST', 'PUT', 'PATCH'],
  otherMethods: [404, 405],
}

/** An answer that says it was stored, of a server that did not store, is a lie and no reading. */
function isHonest({ fate, reply }: Writing): boolean {
  if (typeof fate === 'number') return reply === 'envelope'
  return fate === 'stored' || !(reply === 'envelope' || reply === 'bare object with the id')
}

/** Other methods are played only where all else is plain, as they change nothing of the rest. */
function isPlayed({ fate, reply, ids, upsert, upsertBy, otherMethods }: Writing): boolean {
  if (upsertBy === 'POST') return otherMethods === 405
  return fate === 'stored' && (reply === 'envelope' || reply === 'flag') && ids === 'kept' && upsert === 'any'
}

/** The changes that the server has looked at: it knew the action and the method. */
export function lookedAt(sent: readonly string[]): readonly string[] {
  return sent.filter((each) => !/40[45]$/.test(each))
}

/** Every way of writing, each with some of the ways of reading, or with all of them if there is time. */
export function wholeReadings(): readonly WholeReading[] {
  const reads = combined(READS).flatMap((read) =>
    (['are refused', 'are empty'] as const).map((unknownTables) => ({ reading: { ...PLAIN, ...read }, unknownTables })),
  )
  return combined(WRITES)
    .map((written): Writing => ({ ...PLAIN_WRITING, ...written }))
    .filter((writing) => isHonest(writing) && isPlayed(writing))
    .flatMap((writing, at) => {
      const some = isLong ? reads : reads.filter((_, place) => place % 197 === (at * 5) % 197)
      return some.map((read) => ({ ...read, writing }))
    })
}

function combined<Of>(choices: Choices<Of>): readonly Partial<Of>[] {
  return Object.entries(choices).reduce<readonly Partial<Of>[]>(
    (all, [name, list]) => all.flatMap((before) => [list].flat().map((value) => ({ ...before, [name]: value }))),
    [{}],
  )
}

let servings = 0

/** A client of such a server, of which nothing is known yet; `sent` names the changes that it was asked for. */
export function clientOf({ reading, writing, unknownTables }: WholeReading, tables: Tables) {
  const sent: string[] = []
  const methods: { readonly action: string; readonly asked: string }[] = []
  const handler: Handler = async (request) => {
    const { pathname, search } = new URL(request.url)
    const headers = Object.fromEntries(request.headers)
    const came: Came = { method: request.method, path: pathname + search, headers, body: await request.text() }
    const action = pathname.split('/').at(-1) ?? ''
    const params = paramsIn(came)
    const given = ['datastore_create', 'datastore_upsert', 'datastore_delete'].includes(action)
      ? minimalWrite(action, params, { method: request.method, tables, reading, writing })
      : await searched(came, params)
    if (!action.startsWith('datastore_search')) {
      sent.push(`${action} ${given?.status ?? 'cut'}`)
      methods.push({ action, asked: `${request.method} ${given?.status ?? 'cut'}` })
    }
    if (given === null) throw new NetworkError({ code: 'answerBrokeOff', host: 'h', bytes: 0 }, { mayBeStored: true })
    return new Response(given.status === 204 ? null : given.body, {
      status: given.status,
      headers: { 'content-type': given.type },
    })
  }
  const searched = (came: Came, params: Readonly<Record<string, unknown>>) => {
    const resource = String(params['resource_id'])
    const records = tables.get(resource) ?? []
    if (params['sql'] !== undefined) return Promise.resolve(refusal(reading, 404, 'There is no such action'))
    const isShown = tables.has(resource) || unknownTables === 'are empty'
    return minimalAnswer(came, { resource: isShown ? resource : '', records, sql: statementsOn(records), reading })
  }
  const methodsOf = (name: string) => methods.filter(({ action }) => action === name).map(({ asked }) => asked)
  const baseUrl = `http://writing${(servings += 1)}.example`
  const connection = { baseUrl, prefix: PLAIN.prefix, tokenHeader: 'Authorization', token: 'a token' }
  return { client: createActionClient(handler, connection, { origin: 'http://page.example' }), sent, methodsOf }
}

/** How a change ended for the page. */
export type End<T> = { readonly made: T } | { readonly error: Error }

export async function endOf<T>(change: Promise<T>): Promise<End<T>> {
  try {
    return { made: await change }
  } catch (error) {
    if (error instanceof Error) return { error }
    throw error
  }
}

/** Whether it is a plain refusal, after which nothing is looked for. */
export function isRefusal(error: Error): boolean {
  return error instanceof ActionError
}
