import { TABLE_METADATA } from '../../protocol/actions.ts'
import { withoutNullsLast } from '../../query/toSearch.ts'
import type { Profile, ProfileStore } from '../profile/profile.ts'
import { isCkan } from './refusal.ts'

/** The parameters of a search. */
export type Params = Readonly<Record<string, unknown>>

/** Sends one search with exactly these parameters. */
export type SendSearch<Answer> = (params: Params) => Promise<Answer>

/** An answer, and the parameters that were left out because the server refuses them. */
export interface Tolerated<Answer> {
  readonly answer: Answer
  readonly leftOut: readonly string[]
}

/** The answer; what the server took is remembered. */
export async function taken<Answer>(send: SendSearch<Answer>, params: Params, profile: ProfileStore): Promise<Answer> {
  const answer = await send(params)
  const limit = Number(params['limit'] ?? 0)
  profile.learn('noticed', {
    takes: new Set(namesBeyond(params)),
    ...(withoutNullsLast(params) === null ? {} : { knowsNullsLast: true }),
    ...(limit > (profile.get().limitRead ?? 0) ? { limitRead: limit } : {}),
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

const OWN: ReadonlySet<string> = new Set(['resource_id', 'limit', 'q', 'filters', 'sql'])

/** The parameters that the interface names. */
export function onlyOwn(params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([name, value]) => isOwn(name, value)))
}

/** What can be sent of the parameters. */
export function withoutRefused(asked: Params, profile: ProfileStore): { params: Params; leftOut: readonly string[] } {
  const { refuses, takes, listsTables, limitTaken, knowsNullsLast, readsNoRecords } = profile.get()
  const leftOut = namesBeyond(asked).filter((name) => refuses.has(name))
  // It only saves the server work, so one that may know no more than the interface is not asked to know it.
  const isSpared = (name: string) => name === 'include_total' && listsTables === false && !takes.has(name)
  const left = Object.entries(asked).filter(([name]) => !leftOut.includes(name) && !isSpared(name))
  const params: Params = Object.fromEntries(left)
  const plainer = knowsNullsLast === false ? (withoutNullsLast(params) ?? params) : params
  if (limitTaken !== null && Number(plainer['limit']) > limitTaken)
    return { leftOut, params: { ...plainer, limit: limitTaken } }
  return { leftOut, params: plainer['limit'] === 0 && readsNoRecords === false ? { ...plainer, limit: 1 } : plainer }
}

/** The parameters that this server may not know: those that the interface does not name, and it has not taken yet. */
export function openNames(params: Params, { takes }: Pick<Profile, 'takes'>): readonly string[] {
  return namesBeyond(params).filter((name) => !takes.has(name))
}

/** Whether another limit can help: CKAN lowers one by itself, and what was taken once is not refused. */
export function isLimitOpen(params: Params, known: Profile): boolean {
  if (params['limit'] === undefined || isCkan(known) || params['resource_id'] === TABLE_METADATA) return false
  const limit = Number(params['limit'])
  if (limit === 0) return known.readsNoRecords === null
  return limit > Math.max(1, known.searchGave ?? 0, known.limitRead ?? 0)
}
