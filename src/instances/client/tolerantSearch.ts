import type { SearchPage } from '../../protocol/answers.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { withoutNullsLast } from '../../query/toSearch.ts'
import type { ProfileStore } from '../profile/profile.ts'
import { isUnreadable, type NetworkError } from '../transport/networkError.ts'

/** What may be a refusal of parameters. */
export type Refusal = ActionError | NetworkError

export type Params = Readonly<Record<string, unknown>>

/** Sends one search with exactly these parameters. */
export type SendSearch<Answer> = (params: Params) => Promise<Answer>

/** An answer, and the parameters that were left out because the server refuses them. */
export interface Tolerated<Answer> {
  readonly answer: Answer
  readonly leftOut: readonly string[]
}

/**
 * Searches with as many of the parameters as the server takes, and with no greater limit than it takes. The interface names
 * four of them; a server may refuse all others, in any words or none. What it refuses is found out when it refuses it
 * (`searchWithLess`), and left out from then on.
 */
export async function tolerantSearch<Answer extends { readonly answer: SearchPage }>(
  send: SendSearch<Answer>,
  asked: Params,
  profile: ProfileStore,
): Promise<Tolerated<Answer>> {
  const { params, leftOut } = withoutRefused(asked, profile)
  try {
    return { answer: await taken(send, params, profile), leftOut }
  } catch (error) {
    if (!(error instanceof ActionError || isUnreadable(error))) throw error
    let module
    try {
      module = await import('./searchWithLess.ts')
    } catch {
      throw error
    }
    return module.searchWithLess(error, send, asked, profile)
  }
}

/** The answer; what the server took is remembered. */
export async function taken<Answer>(send: SendSearch<Answer>, params: Params, profile: ProfileStore): Promise<Answer> {
  const answer = await send(params)
  profile.learn('noticed', {
    takes: new Set(namesBeyond(params)),
    ...(withoutNullsLast(params) === null ? {} : { knowsNullsLast: true }),
  })
  return answer
}

/** The parameters that the interface does not name; an object as `q` is none of its own (protocol/README.md P10, P29). */
export function namesBeyond(params: Params): readonly string[] {
  return Object.keys(params).filter((name) => !isOwn(name, params[name]) && params[name] !== undefined)
}

/** Whether every server takes a parameter with such a value. */
export function isOwn(name: string, value: unknown): boolean {
  return OWN.has(name) && (name !== 'q' || typeof value === 'string')
}

const OWN: ReadonlySet<string> = new Set(['resource_id', 'limit', 'q', 'filters'])

/** What can be sent of the parameters. */
export function withoutRefused(asked: Params, profile: ProfileStore): { params: Params; leftOut: readonly string[] } {
  const { refuses, takes, listsTables, limitTaken, knowsNullsLast } = profile.get()
  const leftOut = namesBeyond(asked).filter((name) => refuses.has(name))
  // It only saves the server work, so one that may know no more than the interface is not asked to know it.
  const isSpared = (name: string) => name === 'include_total' && listsTables === false && !takes.has(name)
  const left = Object.entries(asked).filter(([name]) => !leftOut.includes(name) && !isSpared(name))
  const params: Params = Object.fromEntries(left)
  const plainer = knowsNullsLast === false ? (withoutNullsLast(params) ?? params) : params
  const isTooMuch = limitTaken !== null && Number(plainer['limit']) > limitTaken
  return { leftOut, params: isTooMuch ? { ...plainer, limit: limitTaken } : plainer }
}
