import { USUAL_PREFIXES } from '../../protocol/actions.ts'
import { ActionError } from '../../protocol/envelope.ts'
import type { Profile, ProfileStore } from '../profile/profile.ts'
import type { Connection } from '../transport/connection.ts'
import { NetworkError } from '../transport/networkError.ts'
import type { SentQuery } from '../transport/requestEncoding.ts'
import type { Timed } from './actionClient.ts'
import { isAboutWay, lengthOf, waysLeft, type Form } from './forms.ts'
import type { Params } from './knownParams.ts'
import { isCkan, isFailure, mayBeAboutForm, type Refusal } from './refusal.ts'

/** A query as it was sent, and how to send it in another form. */
interface Query<T> {
  readonly query: SentQuery
  readonly params: Params
  /** It asks for records of a table, as the interface says it; all other actions are beyond it. */
  readonly isTable: boolean
  readonly profile: ProfileStore
  readonly connection: Connection
  readonly sendAs: (form: Form) => Promise<Timed<T>>
  /** Whether the server is there, which no failure of the network says. */
  readonly isReached: () => Promise<boolean>
}

/**
 * Sends a query again, in the other forms in which a server may want it, if the refusal may be about the form: under the
 * other usual prefix, with its parameters in another place. What is answered is remembered, so the next query goes that
 * way at once. Else throws what was refused first.
 */
export async function askOtherwise<T>(error: Refusal, asked: Query<T>): Promise<Timed<T>> {
  const plainer = (await mayBeHidden(error, asked)) ? await inAddress(asked) : null
  if (plainer !== null) return plainer
  const elsewhere = mayBeNoApi(error, asked.profile.get()) ? await underOtherPrefix(error, asked) : null
  if (elsewhere !== null && 'answer' in elsewhere) return elsewhere
  const first = elsewhere?.refusal ?? (await explained(error, asked))
  const { query, params, profile, isTable, sendAs } = asked
  const length = lengthOf(query.usual, params)
  let areAlike = true
  const ways = waysLeft(first, query, { params, isTable }, profile.get())
  for (const way of ways) {
    try {
      const answer = await sendAs({ way })
      profile.learn('noticed', { ways: { [query.usual]: way }, reads: { [query.usual]: length } })
      return answer
    } catch (other) {
      if (!isFailure(other)) throw other
      areAlike &&= other instanceof ActionError && isAlike(first, other)
    }
  }
  // Nothing else is left that it could be.
  const last = ways.length > 0 && elsewhere === null ? await underOtherPrefix(error, asked) : null
  if (last !== null && 'answer' in last) return last
  // Refused in the same words wherever it stands, so it was read.
  if (ways.length > 0 && areAlike && profile.get().hasAnswered === true)
    profile.learn('noticed', { reads: { [query.usual]: length } })
  throw first
}

/**
 * Whether a first refusal may be one of the body that the browser keeps from the page: it asks the server beforehand
 * whether it may send JSON, and tells nothing of a no. A server that is not there refuses nothing.
 */
async function mayBeHidden<T>(error: Refusal, { query, profile, isReached }: Query<T>): Promise<boolean> {
  if (!(error instanceof NetworkError) || error.problem.code !== 'hostUnreachable' || query.way === 'url') return false
  const known = profile.get()
  return known.hasAnswered !== true && !isCkan(known) && (await isReached())
}

/** The answer to the query with its parameters in the address; null if that is kept from the page, too. A refusal that it may read counts. */
async function inAddress<T>(asked: Query<T>): Promise<Timed<T> | null> {
  const { query, profile, sendAs } = asked
  const way = 'url'
  try {
    const answer = await sendAs({ way })
    profile.learn('noticed', { ways: { [query.usual]: way } })
    return answer
  } catch (other) {
    if (!isFailure(other)) throw other
    return other instanceof ActionError ? askOtherwise(other, { ...asked, query: { ...query, way } }) : null
  }
}

function isAlike(first: Refusal, { status, message, serverText }: ActionError): boolean {
  return (
    first instanceof ActionError &&
    first.status === status &&
    first.message === message &&
    first.serverText === serverText
  )
}

/** The answer under the other usual prefix, or the refusal of an API that is there; null if the API need not be there, or isn't. */
async function underOtherPrefix<T>(
  error: Refusal,
  { profile, connection, sendAs }: Query<T>,
): Promise<Timed<T> | { readonly refusal: ActionError } | null> {
  const { hasAnswered, prefixFound } = profile.get()
  if (hasAnswered === true || prefixFound !== null) return null
  for (const prefix of USUAL_PREFIXES) {
    if (prefix === connection.prefix) continue
    try {
      const answer = await sendAs({ prefix })
      profile.learn('noticed', { prefixFound: prefix })
      return answer
    } catch (other) {
      if (!isFailure(other)) throw other
      // A refusal shows that the API is there only in CKAN's own form, where there was nothing of it before.
      if (!(other instanceof ActionError) || other.type === '' || isTyped(error)) continue
      profile.learn('noticed', { prefixFound: prefix })
      return { refusal: other }
    }
  }
  return null
}

/** Nothing is at this address, or a web page, whatever its status. */
function mayBeNoApi(error: Refusal, known: Profile): boolean {
  if (!(error instanceof ActionError) || !mayBeAboutForm(error, known)) return isNothingThere(error)
  const isPage = error.problem?.code === 'notAnAnswer' && error.problem.body === 'isWebPage'
  return isNothingThere(error) || (isPage && !isAboutWay(error))
}

/** No API at this address, or one that does not know the table: CKAN says by `__type` which of them it is. */
function isNothingThere(error: Error): boolean {
  return error instanceof ActionError && error.type === '' && (error.status === 404 || error.status === 410)
}

function isTyped(error: Refusal): boolean {
  return error instanceof ActionError && error.type !== ''
}

/** Why no answer came, as far as the page can tell: who has answered before allows the page to read. */
async function explained<T>(error: Refusal, { profile, connection, isReached }: Query<T>): Promise<Refusal> {
  if (!(error instanceof NetworkError) || error.problem.code !== 'hostUnreachable') return error
  const hasToken = connection.token !== null
  const { host } = error.problem
  const known = profile.get()
  const { cause, mayBeStored, mayPass } = error
  if (known.hasAnswered !== true)
    return new NetworkError({ ...error.problem, hasToken }, { cause, mayBeStored, mayPass })
  const wasReached = !isCkan(known) && (await isReached())
  return new NetworkError({ code: 'answerUnreadable', host }, { cause, mayBeStored, mayPass, wasReached })
}
