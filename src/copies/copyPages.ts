import type { ActionClient } from '../instances/client/actionClient.ts'
import { rowsIn, type SearchPage } from '../protocol/answers.ts'
import { ProblemError } from '../protocol/problem.ts'
import type { Query } from '../query/query.ts'
import { searchParams } from '../query/toSearch.ts'
import { conditionsOf } from '../query/where.ts'
import { createPageSize } from './pageSize.ts'
import { losesRank } from '../results/walk/ownColumns.ts'
import { idsOf } from '../results/walk/pageIds.ts'
import { BY_ID } from '../results/walk/pagesWithoutOffset.ts'
import { recordPages } from '../results/walk/recordPages.ts'
import { surePlan } from '../results/plan/plan.ts'
import { searchExactly } from '../results/plan/searchExactly.ts'
import { wholeId, type Fingerprint } from './fingerprint.ts'

/**
 * How the pages of a copy are asked for: by stretches of `_id`, each known before the one before it has come; by `_id`
 * greater than the last one; by `offset`, in the order of `_id`; or as `recordPages` finds a way, which can't begin in the
 * middle.
 */
export type PageWay = 'stretches' | 'after' | 'offset' | 'walk'

/** Where a copy goes on. */
export interface PagePlace {
  readonly way: PageWay
  /** The greatest `_id` that it has; null: none. */
  readonly after: number | null
  readonly done: number
}

/** A page, and where the next one begins. */
export interface CopyPageRead {
  readonly page: SearchPage
  readonly next: PagePlace
}

/** The best way to ask for all that a query finds. */
export function bestWay(client: ActionClient, query: Query, { ids, total }: Fingerprint): PageWay {
  if (ids === null) return 'walk'
  const mayRange =
    client.profile.get().rangeFilters === 'yes' && !conditionsOf(query.where).some(({ field }) => field === '_id')
  if (!mayRange) return 'offset'
  return total !== null && total >= (ids[1] - ids[0] + 1) * DENSE ? 'stretches' : 'after'
}

/** The way to try when that one gave other records than there are; null if there is none left. */
export function weakerWay(way: PageWay): PageWay | null {
  return way === 'walk' ? null : way === 'offset' ? 'walk' : 'offset'
}

/** In stretches of `_id` at least this share are records. */
const DENSE = 0.5

/**
 * Every page from a place on, at most two asked for at a time, with what is needed to begin at the next one. Of a `walk`
 * `ended` hears whether these are shown to be all.
 */
export async function* copyPages(
  client: ActionClient,
  query: Query,
  place: PagePlace,
  { ids, total }: Fingerprint,
  signal: AbortSignal,
  ended: (isProven: boolean) => void,
): AsyncGenerator<CopyPageRead, void> {
  if (place.way === 'walk') {
    let { done } = place
    for await (const page of recordPages(surePlan(client, query), signal, ended)) {
      // By its rows alone: a page that was put together from others has them, but the texts of the first of those.
      const { records: _, ...rest } = { ...page, rows: page.rows }
      if (client.profile.get().sql !== 'on') checkRank(client, query)
      done += rest.rows.length
      yield { page: rest, next: { way: 'walk', after: null, done } }
    }
    return
  }
  const size = createPageSize()
  const ask = async (request: Asked, ending: AbortSignal): Promise<SearchPage> => {
    const { answer, milliseconds } = await searchExactly(client, pageParams(query, request), { signal: ending })
    checkRank(client, query)
    const bytes = answer.records?.texts.reduce((sum, text) => sum + text.length, 0) ?? 0
    size.learn(request.limit, { bytes, milliseconds })
    if (answer.limit !== null && answer.limit < request.limit && rowsIn(answer) > 0) size.atMost(answer.limit)
    return answer
  }

  let { after, done } = place
  // What has been asked for, in order; how far that goes.
  const asked: { readonly request: Asked; readonly page: Promise<SearchPage>; readonly aborter: AbortController }[] = []
  let askedTo = after ?? (ids?.[0] ?? 1) - 1
  let askedDone = done
  const askNext = (): void => {
    const limit = size.get()
    const request: Asked =
      place.way === 'stretches'
        ? { after: askedTo, upTo: askedTo + limit, offset: 0, limit }
        : {
            after: place.way === 'after' ? after : null,
            upTo: null,
            offset: place.way === 'offset' ? askedDone : 0,
            limit,
          }
    askedTo += limit
    askedDone += limit
    const aborter = new AbortController()
    const page = ask(request, aborter.signal)
    page.catch(() => undefined)
    asked.push({ request, page, aborter })
  }
  const drop = (): void => {
    for (const { aborter } of asked.splice(0)) aborter.abort(signal.reason)
  }
  const isAhead = (): boolean => {
    if (place.way === 'after') return asked.length === 0
    const isMore = place.way === 'stretches' ? ids === null || askedTo < ids[1] : total === null || askedDone < total
    return asked.length === 0 || (asked.length < AT_A_TIME && isMore)
  }
  signal.addEventListener('abort', drop)
  try {
    for (;;) {
      signal.throwIfAborted()
      while (isAhead()) askNext()
      const [head] = asked
      if (head === undefined) return
      const page = await head.page
      asked.shift()
      const { request } = head
      const given = rowsIn(page)
      const last = lastOf(page, after)
      // Of an empty stretch in the middle there may be more. What an empty page means, the caller finds out.
      if (given === 0 && (request.upTo === null || ids === null || request.upTo >= ids[1])) return
      const isCut = given > 0 && given < request.limit && page.limit !== null && page.limit < request.limit
      after = request.upTo !== null && !isCut ? request.upTo : (last ?? after)
      done += given
      if (isCut || (place.way === 'offset' && given < request.limit)) {
        // What was asked for after it begins too late.
        drop()
        askedTo = after ?? askedTo
        askedDone = done
      }
      if (given === 0) continue
      // The next one comes while this one is stored.
      while (isAhead()) askNext()
      yield { page, next: { way: place.way, after, done } }
    }
  } finally {
    signal.removeEventListener('abort', drop)
    drop()
  }
}

/** One request: records with an `_id` after the one and up to the other. */
export interface Asked {
  readonly after: number | null
  readonly upTo: number | null
  readonly offset: number
  readonly limit: number
}

/** What `datastore_search` is asked for it. */
export function pageParams(query: Query, request: Asked): Readonly<Record<string, unknown>> {
  const params = searchParams({ ...query, sort: BY_ID }, { offset: request.offset, limit: request.limit }, false)
  const range = rangeOf(request)
  return range === null ? params : { ...params, filters: { ...Object(params['filters']), _id: range } }
}

function rangeOf({ after, upTo }: Asked): object | null {
  if (after === null && upTo === null) return null
  return { ...(after === null ? {} : { gt: after }), ...(upTo === null ? {} : { lte: upTo }) }
}

/** The `_id` of the last record. Throws if they don't ascend from the last one of before: then they are not what was asked for. */
function lastOf(page: SearchPage, after: number | null): number | null {
  let last = after ?? -Infinity
  const ids = idsOf(page)
  if (ids.length !== rowsIn(page)) throw new ProblemError({ code: 'pagesRepeat' })
  for (const id of ids) {
    const number = wholeId(id)
    if (number === null || number <= last) throw new ProblemError({ code: 'pagesRepeat' })
    last = number
  }
  return Number.isFinite(last) ? last : null
}

/** The most that may be asked for at a time: the next page, while one is stored and one is answered. */
const AT_A_TIME = 2

/** Throws if the table's own column `rank` came without its values: a copy has all values, or is none. */
function checkRank(client: ActionClient, { resource, search }: Query): void {
  if (search !== '' && losesRank(client, resource)) throw new ProblemError({ code: 'rankNotSent' })
}
