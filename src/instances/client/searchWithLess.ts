import { TABLE_METADATA } from '../../protocol/actions.ts'
import type { SearchPage } from '../../protocol/answers.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { sortKey, withoutNullsLast } from '../../query/toSearch.ts'
import type { Profile, ProfileStore } from '../profile/profile.ts'
import { isUnreadable } from '../transport/networkError.ts'
import {
  isOwn,
  namesBeyond,
  taken,
  withoutRefused,
  type Params,
  type Refusal,
  type SendSearch,
  type Tolerated,
} from './tolerantSearch.ts'

/**
 * Searches again after a refusal that may be about parameters. First without `nulls last`, if that was asked for. Then the
 * server is asked with the four parameters of the interface alone; if that is refused as well, with a smaller limit. If
 * that is answered, each of the others is tried with a harmless value. Those that are refused then are remembered and left
 * out. If none is, the refusal was about a value (a field that does not exist), and is thrown as it came. A parameter that
 * was taken once is never suspected again, so a server that takes all parameters is asked nothing twice.
 */
export async function searchWithLess<Answer extends { readonly answer: SearchPage }>(
  error: Refusal,
  send: SendSearch<Answer>,
  asked: Params,
  profile: ProfileStore,
): Promise<Tolerated<Answer>> {
  const search: Search<Answer> = { error, send, profile }
  const { params, leftOut } = withoutRefused(asked, profile)
  const plain = await withoutNulls(search, params)
  if (plain !== null) return { answer: plain, leftOut }

  const suspects = namesBeyond(params).filter((name) => !profile.get().takes.has(name))
  const mayBeName = suspects.length > 0 && mayBeAbout(error, suspects, profile.get())
  if (!mayBeName && !mayBeLimit(search, params)) throw error
  const least = (mayBeName ? await answered(send, onlyOwn(params)) : null) ?? (await withLessLimit(search, params))
  if (least === null) throw error
  if (mayBeName) await findRefused(search, params, suspects, least.answer)
  const rest = withoutRefused(asked, profile)
  const isLeast = namesBeyond(rest.params).length === 0
  return { answer: isLeast ? least : await taken(send, rest.params, profile), leftOut: rest.leftOut }
}

interface Search<Answer> {
  readonly error: Refusal
  readonly send: SendSearch<Answer>
  readonly profile: ProfileStore
}

/** The answer to the same without `nulls last`, if that was refused, which is remembered; else null. */
async function withoutNulls<Answer>({ error, send, profile }: Search<Answer>, params: Params): Promise<Answer | null> {
  const plainer = withoutNullsLast(params)
  const isOpen = plainer !== null && profile.get().knowsNullsLast === null
  if (!isOpen || !mayBeAbout(error, ['sort'], profile.get())) return null
  const answer = await answered((sent) => taken(send, sent, profile), plainer)
  if (answer !== null) profile.learn('noticed', { knowsNullsLast: false })
  return answer
}

/** Remembers which of the parameters are refused whatever their value. Throws the first refusal if none is. */
async function findRefused(
  { error, send, profile }: Search<unknown>,
  params: Params,
  suspects: readonly string[],
  least: SearchPage,
): Promise<void> {
  const [only] = suspects
  // What is answered without it and refused with it is refused, if no value of it can be wrong.
  const isClear =
    error instanceof ActionError &&
    suspects.length === 1 &&
    only !== undefined &&
    HARMLESS.has(only) &&
    profile.get().listsTables === false
  const verdicts = isClear
    ? [false]
    : await Promise.all(suspects.map((name) => isTaken({ error, send, profile }, params, name, least)))
  if (verdicts.includes(null)) throw error
  const refused = suspects.filter((_, at) => verdicts[at] === false)
  profile.learn('noticed', {
    takes: new Set(suspects.filter((_, at) => verdicts[at] === true)),
    refuses: new Set(refused),
  })
  if (refused.length === 0) throw error
}

const HARMLESS: ReadonlySet<string> = new Set(['offset', 'include_total', 'distinct', 'plain'])

/** Whether a smaller limit can help: CKAN lowers one by itself, and what was taken once is not refused. */
function mayBeLimit({ error, profile }: Search<unknown>, params: Params): boolean {
  const known = profile.get()
  const limit = Number(params['limit'])
  if (isCkan(known) || params['resource_id'] === TABLE_METADATA) return false
  if (!(limit > Math.max(1, known.searchGave ?? 0))) return false
  const named = namedBy(error)
  const isNamed = named.length === 0 || named.includes('limit')
  return isNamed && (!(error instanceof ActionError) || error.type === '') && mayBeAbout(error, ['limit'], known)
}

/** The answer to the interface's own parameters with the greatest usual limit that is taken, which is remembered; else null. */
async function withLessLimit<Answer>(search: Search<Answer>, params: Params): Promise<Answer | null> {
  const { send, profile } = search
  if (!mayBeLimit(search, params)) return null
  const own = onlyOwn(params)
  const one = await answered(send, { ...own, limit: 1 })
  if (one === null) return null
  for (const limit of LIMITS) {
    if (limit >= Number(params['limit'])) continue
    // oxlint-disable-next-line no-await-in-loop -- the next limit is tried only if this one is refused
    const answer = await answered(send, { ...own, limit })
    if (answer === null) continue
    profile.learn('noticed', { limitTaken: limit })
    return answer
  }
  profile.learn('noticed', { limitTaken: 1 })
  return one
}

const LIMITS = [5000, 1000, 500, 200, 100, 50, 20, 10, 5]

/** Whether this looks like a refusal of a parameter: missing rights, a missing table and a server in trouble do not. */
function isRefusal(error: Refusal, known: Profile): boolean {
  // It can't be read, and the server has let the page read other answers.
  if (!(error instanceof ActionError)) return !isCkan(known)
  // Some servers answer 200 and put the refusal into the envelope only.
  if (error.status === 200) return error.kind === 'validation' || error.kind === 'badRequest'
  // CKAN's 500 is trouble; a server of another kind may have no other status for a refusal.
  if (error.status === 500) return error.type === '' && !isCkan(known)
  return [400, 409, 422].includes(error.status)
}

function isCkan({ service, listsTables, isLikeCkan }: Profile): boolean {
  return service !== null || listsTables === true || isLikeCkan === true
}

/**
 * Whether a refusal may mean that one of these parameters is not known. One that names only others does not, nor does
 * one by the database, which has read them all.
 */
function mayBeAbout(error: Refusal, suspects: readonly string[], known: Profile): boolean {
  if (!isRefusal(error, known) || (error instanceof ActionError && error.kind === 'sql')) return false
  const named = namedBy(error)
  return !named.some((name) => isOwn(name, '')) || named.some((name) => suspects.includes(name))
}

/** The answer, or null if this is refused as well. */
async function answered<Answer>(send: SendSearch<Answer>, params: Params): Promise<Answer | null> {
  try {
    return await send(params)
  } catch (error) {
    if (isAnyRefusal(error)) return null
    throw error
  }
}

/** Whether the server takes the parameter; null if its answer does not show it. */
async function isTaken(
  { error, send, profile }: Search<unknown>,
  params: Params,
  name: string,
  least: SearchPage,
): Promise<boolean | null> {
  try {
    await send({ resource_id: params['resource_id'], limit: 1, [name]: harmless(name, params[name], least) })
    return true
  } catch (cause) {
    if (!isAnyRefusal(cause)) throw cause
    // Only a server that refuses by 500 means a refusal by it.
    const isLikeFirst = !isTrouble(cause) || isTrouble(error)
    return isLikeFirst && isRefusal(cause, profile.get()) ? false : null
  }
}

function isAnyRefusal(error: unknown): error is Refusal {
  return error instanceof ActionError || isUnreadable(error)
}

function isTrouble(error: Refusal): boolean {
  return !(error instanceof ActionError) || error.status === 500
}

/** The parameters that a refusal names. */
function namedBy(error: Refusal): readonly string[] {
  return error instanceof ActionError ? Object.keys(error.fields) : []
}

/** A value that no server has a reason to refuse. */
function harmless(name: string, value: unknown, { fields }: SearchPage): unknown {
  const field = fields[0]?.id ?? '_id'
  if (name === 'offset') return 0
  if (name === 'fields') return [field]
  if (name === 'sort') return [sortKey({ field, descending: false })]
  return value
}

function onlyOwn(params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([name, value]) => isOwn(name, value)))
}
