import type { SearchPage } from '../protocol/answers.ts'
import { ActionError } from '../protocol/envelope.ts'
import { sortKey, withoutNullsLast } from '../protocol/querySpec.ts'
import type { MannersStore } from './manners.ts'

type Params = Readonly<Record<string, unknown>>

/** Sends one search with exactly these parameters. */
export type SendSearch<Answer> = (params: Params) => Promise<Answer>

/** An answer, and the parameters that were not sent for it, as the server refuses them. */
export interface Tolerated<Answer> {
  readonly answer: Answer
  readonly leftOut: readonly string[]
}

/**
 * Searches with as many of the parameters as the server takes. The interface names four of them; a server may refuse all
 * others, in words of its own or in none. So where a request with others is refused, and the refusal may be about them,
 * it is asked with the four alone; if that is answered, each of the others is tried with a value that nothing speaks
 * against. What is refused then is remembered and left out; where nothing is, the refusal was about a value (a field that
 * does not exist), and is thrown as it came. What was taken once is never suspected again, so on a server that takes all
 * parameters nothing is asked twice.
 */
export async function tolerantSearch<Answer extends { readonly answer: SearchPage }>(
  send: SendSearch<Answer>,
  asked: Params,
  manners: MannersStore,
): Promise<Tolerated<Answer>> {
  const { params, leftOut } = withoutRefused(asked, manners)
  try {
    return { answer: await sendWithSort(send, params, manners), leftOut }
  } catch (error) {
    const suspects = namesBeyond(params).filter((name) => !manners.get().takes.has(name))
    if (suspects.length === 0 || !mayBeAbout(error, suspects)) throw error
    const least = await answered(send, onlyOwn(params))
    if (least === null) throw error
    const verdicts = await Promise.all(suspects.map((name) => isTaken(send, params, name, least.answer)))
    if (verdicts.includes(null)) throw error
    const refused = suspects.filter((_, at) => verdicts[at] === false)
    manners.learn({
      takes: new Set(suspects.filter((_, at) => verdicts[at] === true)),
      refuses: new Set(refused),
    })
    if (refused.length === 0) throw error
    const rest = withoutRefused(asked, manners)
    const answer = namesBeyond(rest.params).length === 0 ? least : await sendWithSort(send, rest.params, manners)
    return { answer, leftOut: rest.leftOut }
  }
}

/** The parameters of a search that interface.md names (section 4): every server takes them. */
const OWN: ReadonlySet<string> = new Set(['resource_id', 'limit', 'q', 'filters'])

/** A server that does not know `nulls last` is asked without it, and not asked with it again. */
async function sendWithSort<Answer>(send: SendSearch<Answer>, params: Params, manners: MannersStore): Promise<Answer> {
  const plainer = withoutNullsLast(params)
  const known = manners.get().knowsNullsLast
  if (plainer === null || known === false) return taken(send, plainer ?? params, manners)
  try {
    const answer = await taken(send, params, manners)
    manners.learn({ knowsNullsLast: true })
    return answer
  } catch (error) {
    if (known === true || !isRefusal(error) || !mayBeAbout(error, ['sort'])) throw error
    const answer = await answered((sent) => taken(send, sent, manners), plainer)
    if (answer === null) throw error
    manners.learn({ knowsNullsLast: false })
    return answer
  }
}

async function taken<Answer>(send: SendSearch<Answer>, params: Params, manners: MannersStore): Promise<Answer> {
  const answer = await send(params)
  manners.learn({ takes: new Set(namesBeyond(params)) })
  return answer
}

/** What a refusal of a parameter may look like: rights, a table that is missing and a server in trouble are none. */
function isRefusal(error: unknown): error is ActionError {
  if (!(error instanceof ActionError)) return false
  // Some servers answer 200 and tell the refusal in the envelope alone.
  if (error.status === 200) return error.kind === 'validation' || error.kind === 'badRequest'
  return error.status === 400 || error.status === 409 || error.status === 422
}

/**
 * Whether a refusal may be about the being there of one of these parameters. One that names only others is not, nor is
 * one of the database, which has read them all.
 */
function mayBeAbout(error: unknown, suspects: readonly string[]): boolean {
  if (!isRefusal(error) || error.kind === 'sql') return false
  const named = Object.keys(error.fields)
  return !named.some((name) => OWN.has(name)) || named.some((name) => suspects.includes(name))
}

/** The answer, or null where this is refused as well. */
async function answered<Answer>(send: SendSearch<Answer>, params: Params): Promise<Answer | null> {
  try {
    return await send(params)
  } catch (error) {
    if (error instanceof ActionError) return null
    throw error
  }
}

/** Null where neither is told. */
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

/** A value that no server has a reason to refuse for itself. */
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

function withoutRefused(params: Params, manners: MannersStore): { params: Params; leftOut: readonly string[] } {
  const { refuses } = manners.get()
  const leftOut = namesBeyond(params).filter((name) => refuses.has(name))
  return { leftOut, params: Object.fromEntries(Object.entries(params).filter(([name]) => !leftOut.includes(name))) }
}
