import type { SearchPage } from '../../protocol/answers.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { sortKey, withoutNullsLast } from '../../query/toSearch.ts'
import type { ProfileStore } from '../profile/profile.ts'
import {
  isLimitOpen,
  isOwn,
  namesBeyond,
  onlyOwn,
  openNames,
  taken,
  withoutRefused,
  type Params,
  type SendSearch,
  type Tolerated,
} from './knownParams.ts'
import { isCkan, isFailure, mayBeAboutForm, type Refusal } from './refusal.ts'

/**
 * Searches again after a refusal that may be about parameters, in whatever words and status it came. First without
 * `nulls last`, if that was asked for. Then the server is asked with the four parameters of the interface alone; if that is
 * refused as well, with a smaller limit. If that is answered, each of the others is tried with a harmless value. Those that
 * are refused then are remembered and left out. If none is, the refusal was about a value (a field that does not exist), and
 * is thrown as it came. A parameter that was taken once is never suspected again, so a server that takes all parameters is
 * asked nothing twice.
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

  const suspects = openNames(params, profile.get())
  const mayBeName = suspects.length > 0 && mayBeAbout(search, suspects)
  if (!mayBeName && !isLimitOpen(params, profile.get())) throw error
  const least = (mayBeName ? await answered(search, onlyOwn(params)) : null) ?? (await withOtherLimit(search, params))
  if (least === null) throw error
  if (suspects.length > 0) await findRefused(search, params, suspects, least.answer)
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
async function withoutNulls<Answer>(search: Search<Answer>, params: Params): Promise<Answer | null> {
  const { profile } = search
  const plainer = withoutNullsLast(params)
  const isOpen = plainer !== null && profile.get().knowsNullsLast === null
  if (!isOpen || !mayBeAbout(search, ['sort'])) return null
  const answer = await answered(search, plainer)
  if (answer !== null) profile.learn('noticed', { knowsNullsLast: false })
  return answer
}

/** Remembers which of the parameters are refused whatever their value. Throws the first refusal if it was none of them. */
async function findRefused(
  search: Search<unknown>,
  params: Params,
  suspects: readonly string[],
  least: SearchPage,
): Promise<void> {
  const { error, profile } = search
  const wasOther = profile.get().limitTaken !== null || profile.get().readsNoRecords === false
  const [only] = suspects
  // What is answered without it and refused with it is refused, if no value of it can be wrong.
  const isClear =
    error instanceof ActionError &&
    suspects.length === 1 &&
    only !== undefined &&
    HARMLESS.has(only) &&
    !wasOther &&
    profile.get().listsTables === false
  const verdicts = isClear ? [false] : await Promise.all(suspects.map((name) => isTaken(search, params, name, least)))
  if (verdicts.includes(null)) throw error
  const refused = suspects.filter((_, at) => verdicts[at] === false)
  profile.learn('noticed', {
    takes: new Set(suspects.filter((_, at) => verdicts[at] === true)),
    refuses: new Set(refused),
  })
  if (refused.length === 0 && !wasOther) throw error
}

const HARMLESS: ReadonlySet<string> = new Set(['offset', 'include_total', 'distinct', 'plain'])

/** The answer to the interface's own parameters with the greatest usual limit that is taken, which is remembered; else null. */
async function withOtherLimit<Answer>(search: Search<Answer>, params: Params): Promise<Answer | null> {
  const { profile } = search
  if (!isLimitOpen(params, profile.get())) return null
  const own = onlyOwn(params)
  const asked = Number(params['limit'])
  const { ways, prefixFound } = profile.get()
  const one = await answered(search, { ...own, limit: 1 })
  if (one === null) return null
  // It may have been the form in which it was sent, which has been found just now.
  const isOtherForm = profile.get().ways !== ways || profile.get().prefixFound !== prefixFound
  const again = isOtherForm ? await answered(search, own) : null
  if (again !== null) return again
  if (asked === 0) {
    profile.learn('noticed', { readsNoRecords: false })
    return one
  }
  for (const limit of LIMITS) {
    if (limit >= asked) continue
    const answer = await answered(search, { ...own, limit })
    if (answer === null) continue
    profile.learn('noticed', { limitTaken: limit })
    return answer
  }
  profile.learn('noticed', { limitTaken: 1 })
  return one
}

const LIMITS = [5000, 1000, 500, 200, 100, 50, 20, 10, 5]

/**
 * Whether a refusal may mean that one of these parameters is not known. What CKAN names is meant; any other server may name
 * whatever it likes.
 */
function mayBeAbout({ error, profile }: Search<unknown>, suspects: readonly string[]): boolean {
  if (!mayBeAboutForm(error, profile.get())) return false
  if (!isCkan(profile.get()) || !(error instanceof ActionError)) return true
  const named = Object.keys(error.fields)
  return !named.some((name) => isOwn(name, '')) || named.some((name) => suspects.includes(name))
}

/** The answer, whose parameters are remembered, or null if this is refused as well. */
async function answered<Answer>({ send, profile }: Search<Answer>, params: Params): Promise<Answer | null> {
  try {
    return await taken(send, params, profile)
  } catch (error) {
    if (isFailure(error)) return null
    throw error
  }
}

/** Whether the server takes the parameter; null if its answer does not show it. */
async function isTaken(
  search: Search<unknown>,
  params: Params,
  name: string,
  least: SearchPage,
  isAgain = false,
): Promise<boolean | null> {
  const { error, send, profile } = search
  try {
    await send({ resource_id: params['resource_id'], limit: 1, [name]: harmless(name, params[name], least) })
    return true
  } catch (cause) {
    if (!isFailure(cause)) throw cause
    if (!mayBeAboutForm(cause, profile.get())) return null
    // Trouble passes, and a refusal does not.
    const isSure = isAgain || !isTrouble(cause) || isTrouble(error)
    return isSure ? false : isTaken(search, params, name, least, true)
  }
}

function isTrouble(error: Refusal): boolean {
  return !(error instanceof ActionError) || error.status === 500
}

/** A value that no server has a reason to refuse. */
function harmless(name: string, value: unknown, { fields }: SearchPage): unknown {
  const field = fields[0]?.id ?? '_id'
  if (name === 'offset') return 0
  if (name === 'fields') return [field]
  if (name === 'sort') return [sortKey({ field, descending: false })]
  return value
}
