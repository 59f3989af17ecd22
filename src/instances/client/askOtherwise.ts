import { USUAL_PREFIXES } from '../../protocol/actions.ts'
import { ActionError } from '../../protocol/envelope.ts'
import type { Profile, ProfileStore } from '../profile/profile.ts'
import type { Connection } from '../transport/connection.ts'
import { NetworkError } from '../transport/networkError.ts'
import type { Way } from '../transport/requestEncoding.ts'
import type { Timed } from './actionClient.ts'
import type { Otherwise } from './createActionClient.ts'

/** A query as it was sent, and how to send it in another way. */
interface Query<T> {
  readonly query: { readonly usual: string; readonly way: Way }
  readonly params: Readonly<Record<string, unknown>>
  readonly profile: ProfileStore
  readonly connection: Connection
  readonly sendAs: (how: Otherwise) => Promise<Timed<T>>
}

/**
 * Sends a query again, in the other ways in which a server may want it, if the refusal may be about the way: under the
 * other usual prefix, with its parameters in another place. What is answered is remembered, so the next query goes that
 * way at once. Else throws what was thrown first.
 */
export async function askOtherwise<T>(error: ActionError | NetworkError, asked: Query<T>): Promise<Timed<T>> {
  const elsewhere = await underOtherPrefix(error, asked)
  if (elsewhere !== null) return elsewhere
  const { query, profile, sendAs } = asked
  for (const way of otherWays(error, asked)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next way is tried only if this one fails
      const answer = await sendAs({ way })
      profile.learn('noticed', { ways: { [query.usual]: way } })
      return answer
    } catch (other) {
      if (!isFailure(other)) throw other
      // The parameters were read, and something else was wrong.
      if (other instanceof ActionError && !isAboutBody(other, asked)) break
    }
  }
  throw explained(error, asked)
}

function isFailure(error: unknown): error is ActionError | NetworkError {
  return error instanceof ActionError || error instanceof NetworkError
}

/** The answer under the other usual prefix; null if the API need not be there, or isn't. */
async function underOtherPrefix<T>(error: Error, { profile, connection, sendAs }: Query<T>): Promise<Timed<T> | null> {
  const { hasAnswered, prefixFound } = profile.get()
  if (hasAnswered === true || prefixFound !== null || !isNothingThere(error)) return null
  for (const prefix of USUAL_PREFIXES) {
    if (prefix === connection.prefix) continue
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next prefix is tried only if this one fails
      const answer = await sendAs({ prefix })
      profile.learn('noticed', { prefixFound: prefix })
      return answer
    } catch (other) {
      if (!isFailure(other)) throw other
      // Also a refusal shows that the API is there, unless anything before it could have sent it.
      if (!(other instanceof ActionError) || (other.type === '' && !isRefusal(other, profile.get()))) continue
      profile.learn('noticed', { prefixFound: prefix })
      throw other
    }
  }
  return null
}

/** No API at this address, or one that does not know the table: CKAN says by `__type` which of them it is. */
function isNothingThere(error: Error): boolean {
  return error instanceof ActionError && error.type === '' && (error.status === 404 || error.status === 410)
}

/** The ways that are left to try. */
function otherWays<T>(error: Error, { query, params, profile }: Query<T>): readonly Way[] {
  if (!(error instanceof ActionError)) return []
  const { usual, way } = query
  const known = profile.get()
  const isKnown = known.ways[usual] === way
  if (isAboutBody(error, { params, profile })) {
    if (isTooLong(error)) return []
    if (way === 'url') return usual === 'form' ? [] : ['json']
    // What is too long as a form is too long as JSON.
    return way === 'json' || error.status === 413 ? ['url'] : ['json', 'url']
  }
  if (isKnown || error.kind === 'sql' || !isRefusal(error, known)) return []
  if (usual === 'form' && way === 'form') return ['json', 'url']
  return mayBeAboutFilters(error, params, known) && way === 'url' ? ['json'] : []
}

/** The address is: there is no shorter way. */
function isTooLong({ status }: ActionError): boolean {
  return status === 414 || status === 431
}

/** A query that is too long or of the wrong kind, or a method that is not taken. */
function isAboutBody(error: ActionError, { params, profile }: Pick<Query<unknown>, 'params' | 'profile'>): boolean {
  if (isTooLong(error) || [405, 411, 413, 415, 501].includes(error.status)) return true
  // A server that refuses everything by 500 does not say what is too long for it.
  return error.status === 500 && isRefusal(error, profile.get()) && JSON.stringify(params).length > SHORT
}

/** Characters of a query that no server finds too long. */
const SHORT = 900

/** A server that does not read the parameters where they are complains of them, or that one is missing. */
function isRefusal({ status, type }: ActionError, known: Profile): boolean {
  if (status === 500) return type === '' && known.service === null && known.isLikeCkan !== true
  return [400, 409, 422].includes(status)
}

/** Only if nothing else in the query can be what the server doesn't take, and only of servers that are not CKAN. */
function mayBeAboutFilters(
  { type }: ActionError,
  params: Readonly<Record<string, unknown>>,
  { service, isLikeCkan, takes }: Profile,
): boolean {
  if (type !== '' || service !== null || isLikeCkan === true || params['filters'] === undefined) return false
  return Object.keys(params).every((name) => OWN.has(name) || takes.has(name))
}

const OWN: ReadonlySet<string> = new Set(['resource_id', 'limit', 'q', 'filters'])

/** Why no answer came, as far as the page can tell: who has answered before allows the page to read. */
function explained<T>(error: ActionError | NetworkError, { profile, connection }: Query<T>): Error {
  if (!(error instanceof NetworkError) || error.problem.code !== 'hostUnreachable') return error
  const hasToken = connection.token !== null
  const { host } = error.problem
  const problem =
    profile.get().hasAnswered === true ? ({ code: 'answerUnreadable', host } as const) : { ...error.problem, hasToken }
  const { cause, mayBeStored, mayPass } = error
  return new NetworkError(problem, { cause, mayBeStored, mayPass })
}
