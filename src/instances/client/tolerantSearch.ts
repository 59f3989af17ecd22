import type { SearchPage } from '../../protocol/answers.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { sortKey, withoutNullsLast } from '../../query/toSearch.ts'
import type { ProfileStore } from '../profile/profile.ts'

type Params = Readonly<Record<string, unknown>>

/** Sends one search with exactly these parameters. */
export type SendSearch<Answer> = (params: Params) => Promise<Answer>

/** An answer, and the parameters that were left out because the server refuses them. */
export interface Tolerated<Answer> {
  readonly answer: Answer
  readonly leftOut: readonly string[]
}

/**
 * Searches with as many of the parameters as the server takes. The interface names four of them; a server may refuse all
 * others, in any words or none. So if a request with others is refused, and the refusal may be about them, the server is
 * asked with the four alone; if that is answered, each of the others is tried with a harmless value. Those that are
 * refused then are remembered and left out. If none is, the refusal was about a value (a field that does not exist), and
 * is thrown as it came. A parameter that was taken once is never suspected again, so a server that takes all parameters
 * is asked nothing twice.
 */
export async function tolerantSearch<Answer extends { readonly answer: SearchPage }>(
  send: SendSearch<Answer>,
  asked: Params,
  profile: ProfileStore,
): Promise<Tolerated<Answer>> {
  const { params, leftOut } = withoutRefused(asked, profile)
  try {
    return { answer: await sendWithSort(send, params, profile), leftOut }
  } catch (error) {
    const suspects = namesBeyond(params).filter((name) => !profile.get().takes.has(name))
    if (suspects.length === 0 || !mayBeAbout(error, suspects)) throw error
    const least = await answered(send, onlyOwn(params))
    if (least === null) throw error
    const verdicts = await Promise.all(suspects.map((name) => isTaken(send, params, name, least.answer)))
    if (verdicts.includes(null)) throw error
    const refused = suspects.filter((_, at) => verdicts[at] === false)
    profile.learn('noticed', {
      takes: new Set(suspects.filter((_, at) => verdicts[at] === true)),
      refuses: new Set(refused),
    })
    if (refused.length === 0) throw error
    const rest = withoutRefused(asked, profile)
    const answer = namesBeyond(rest.params).length === 0 ? least : await sendWithSort(send, rest.params, profile)
    return { answer, leftOut: rest.leftOut }
  }
}

/** The parameters of a search that every server takes (protocol/README.md P10). */
const OWN: ReadonlySet<string> = new Set(['resource_id', 'limit', 'q', 'filters'])

/** A server that does not know `nulls last` is asked without it, and not asked with it again. */
async function sendWithSort<Answer>(send: SendSearch<Answer>, params: Params, profile: ProfileStore): Promise<Answer> {
  const plainer = withoutNullsLast(params)
  const known = profile.get().knowsNullsLast
  if (plainer === null || known === false) return taken(send, plainer ?? params, profile)
  try {
    const answer = await taken(send, params, profile)
    profile.learn('noticed', { knowsNullsLast: true })
    return answer
  } catch (error) {
    if (known === true || !isRefusal(error) || !mayBeAbout(error, ['sort'])) throw error
    const answer = await answered((sent) => taken(send, sent, profile), plainer)
    if (answer === null) throw error
    profile.learn('noticed', { knowsNullsLast: false })
    return answer
  }
}

async function taken<Answer>(send: SendSearch<Answer>, params: Params, profile: ProfileStore): Promise<Answer> {
  const answer = await send(params)
  profile.learn('noticed', { takes: new Set(namesBeyond(params)) })
  return answer
}

/** Whether this looks like a refusal of a parameter: missing rights, a missing table and a server in trouble do not. */
function isRefusal(error: unknown): error is ActionError {
  if (!(error instanceof ActionError)) return false
  // Some servers answer 200 and put the refusal into the envelope only.
  if (error.status === 200) return error.kind === 'validation' || error.kind === 'badRequest'
  return error.status === 400 || error.status === 409 || error.status === 422
}

/**
 * Whether a refusal may mean that one of these parameters is not known. One that names only others does not, nor does
 * one by the database, which has read them all.
 */
function mayBeAbout(error: unknown, suspects: readonly string[]): boolean {
  if (!isRefusal(error) || error.kind === 'sql') return false
  const named = Object.keys(error.fields)
  return !named.some((name) => OWN.has(name)) || named.some((name) => suspects.includes(name))
}

/** The answer, or null if this is refused as well. */
async function answered<Answer>(send: SendSearch<Answer>, params: Params): Promise<Answer | null> {
  try {
    return await send(params)
  } catch (error) {
    if (error instanceof ActionError) return null
    throw error
  }
}

/** Whether the server takes the parameter; null if its answer does not show it. */
async function isTaken(
  send: SendSearch<unknown>,
  params: Params,
  name: string,
  least: SearchPage,
): Promise<boolean | null> {
  try {
    await send({ resource_id: params['resource_id'], limit: 1, [name]: harmless(name, params[name], least) })
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    if (error instanceof ActionError) return null
    throw error
  }
}

/** A value that no server has a reason to refuse. */
function harmless(name: string, value: unknown, { fields }: SearchPage): unknown {
  const field = fields[0]?.id ?? '_id'
  if (name === 'offset') return 0
  if (name === 'fields') return [field]
  if (name === 'sort') return [sortKey({ field, descending: false })]
  return value
}

function namesBeyond(params: Params): readonly string[] {
  return Object.keys(params).filter((name) => !OWN.has(name) && params[name] !== undefined)
}

function onlyOwn(params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([name]) => OWN.has(name)))
}

function withoutRefused(params: Params, profile: ProfileStore): { params: Params; leftOut: readonly string[] } {
  const { refuses } = profile.get()
  const leftOut = namesBeyond(params).filter((name) => refuses.has(name))
  return { leftOut, params: Object.fromEntries(Object.entries(params).filter(([name]) => !leftOut.includes(name))) }
}
