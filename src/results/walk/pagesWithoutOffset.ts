import { rowsIn, sameRows, type Row, type SearchPage } from '../../protocol/answers.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import { ProblemError } from '../../protocol/problem.ts'
import { wholeTable, type Query } from '../../query/query.ts'
import { searchParams } from '../../query/toSearch.ts'
import { ownStatement } from '../../query/statementPages.ts'
import { selectOf } from '../../query/toSql.ts'
import { filterKindOf } from '../../query/route.ts'
import { sentWords } from '../../query/words.ts'
import { activeParts, conditionsOf } from '../../query/where.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { askSearch, evidenceOf } from './evidence.ts'
import { countStatement, readStatement } from '../readStatement.ts'
import type { Plan } from '../plan/plan.ts'
import { tableChanged } from '../tableChanged.ts'

/** A read of everything that matches. */
export interface Walk {
  readonly plan: Plan
  readonly signal: AbortSignal
}

/** Why the second page can't be had by `offset`, and whether it is known that there is one. */
export interface NoSecondPage {
  readonly problem: 'pagesRepeat' | 'pagesRefused' | 'pagesOverlap'
  readonly isMore: boolean
}

/** The most records that are asked for at once. */
export const ROWS_PER_PAGE = 10_000

export const BY_ID = [{ field: '_id', descending: false }]

/** Whether it is known that `offset` is refused and ranges work, so that the next page need not be asked for by `offset` first. */
export function goesByRange({ profile }: ActionClient): boolean {
  const { refuses, rangeFilters } = profile.get()
  return rangeFilters === 'yes' && refuses.has('offset')
}

/**
 * What comes after the first page, if `offset` doesn't lead there: by ranges of `_id`, or by SQL; and whether it was shown
 * that it is everything. If neither is taken, throws why, unless nothing shows that there is more.
 */
export async function* withoutOffset(
  walk: Walk,
  first: SearchPage,
  told: number | null,
  { problem, isMore }: NoSecondPage,
): AsyncGenerator<SearchPage, boolean> {
  const { plan, signal } = walk
  const { client, query } = plan
  let done = rowsIn(first)
  const last = ascendingIds(first)?.at(-1)
  const isById = query.sort.every(({ field, descending }) => field === '_id' && !descending)
  const { rangeFilters } = client.profile.get()
  const mayRange =
    rangeFilters !== 'no' &&
    plan.route !== 'sql' &&
    last !== undefined &&
    isById &&
    !conditionsOf(query.where).some(({ field }) => field === '_id')
  if (mayRange && (query.sort.length > 0 || (await beginsById(client, query, first, signal)))) {
    // A server that is not known to take ranges may match none where it should match some.
    let isTaken = rangeFilters === 'yes'
    for await (const page of pagesAfter(client, query, last, signal)) {
      checkSame(first, page, null)
      isTaken = true
      done += page.rows.length
      yield page
    }
    if (isTaken) {
      if (told !== null && told !== done) throw tableChanged(told, done)
      return true
    }
  }
  const rest = await restBySql(walk, first, told, problem)
  if (rest !== null) {
    if (rest.rows.length > 0) yield rest
    return true
  }
  if (isMore) throw new ProblemError({ code: problem })
  return holdsMore(walk, rowsIn(first))
}

/** Whether the server gives more records than that in one answer, so that the number is no cap of its own. */
async function holdsMore({ plan: { client, query }, signal }: Walk, given: number): Promise<boolean> {
  const isNarrowed = query.search !== '' || activeParts(query.where).length > 0
  if (isNarrowed && evidenceOf(client).gave <= given) {
    const params = searchParams(wholeTable(query.resource), { offset: 0, limit: given + 1 }, true)
    await askSearch(client, params, { signal })
  }
  return evidenceOf(client).gave > given
}

/** Whether the first page is the first one by `_id`, too: not every server keeps that order by itself. */
async function beginsById(client: ActionClient, query: Query, first: SearchPage, signal: AbortSignal) {
  try {
    const can = filterKindOf(client.profile.get())
    const params = searchParams({ ...query, sort: BY_ID }, { offset: 0, limit: ROWS_PER_PAGE }, false, can)
    return sameRows(idRows(first), idRows((await askSearch(client, params, { signal })).answer))
  } catch (error) {
    if (error instanceof ActionError) return false
    throw error
  }
}

/** Page after page by `_id` greater than the last one; none if the server does not take such a filter. */
async function* pagesAfter(client: ActionClient, query: Query, last: JsonText, signal: AbortSignal) {
  let after = last
  for (let isFirst = true; ; isFirst = false) {
    const can = filterKindOf(client.profile.get())
    const params = searchParams({ ...query, sort: BY_ID }, { offset: 0, limit: ROWS_PER_PAGE }, false, can)
    const filters = { ...Object(params['filters']), _id: { gt: Number(jsonToPlain(after)) } }
    let page: SearchPage
    try {
      page = (await askSearch(client, { ...params, filters }, { signal })).answer
    } catch (error) {
      if (isFirst && error instanceof ActionError) return
      throw error
    }
    const ids = ascendingIds(page)
    const next = ids?.at(-1)
    if (page.rows.length === 0) return
    if (next === undefined || !(Number(ids?.[0]) > Number(after))) {
      if (isFirst) return
      throw new ProblemError({ code: 'pagesRepeat' })
    }
    if (isFirst) client.profile.learn('noticed', { rangeFilters: 'yes' })
    yield page
    after = next
  }
}

/** What the first page lacks, by SQL; null if that can't say the query, or the server doesn't take it. */
async function restBySql(
  { plan: { client, query }, signal }: Walk,
  first: SearchPage,
  told: number | null,
  problem: NoSecondPage['problem'],
): Promise<SearchPage | null> {
  // Only the server knows in which language it searches for words.
  if (sentWords(query.search) !== '' || first.fields.length === 0) return null
  try {
    const select = selectOf(query, first.fields)
    const total = await countStatement(client, select, signal)
    if (told !== null && told !== total) throw tableChanged(told, total)
    // The number shows that nothing is missing; to read it all again could only show the same.
    if (total === rowsIn(first)) return { ...first, rows: [] }
    const { answer, cut } = await readStatement(client, ownStatement(select), first, {
      signal,
      onProgress: () => undefined,
    })
    if (cut !== null) throw new ProblemError({ code: problem })
    if (told !== null && told !== answer.rows.length) throw tableChanged(told, answer.rows.length)
    const isKeyed = first.fields.some(({ id }) => id === '_id')
    const isInOrder = sameRows(idRows(first), idRows(answer))
    if (isInOrder) return { ...first, rows: answer.rows.slice(first.rows.length) }
    const others = query.sort.length === 0 ? rowsBeside(first, answer) : null
    if (others !== null) return { ...first, rows: others }
    throw isKeyed ? tableChanged(first.rows.length, answer.rows.length) : new ProblemError({ code: problem })
  } catch (error) {
    if (error instanceof ActionError) return null
    throw error
  }
}

/** The rows of the answer that are not on the page; null if it lacks some of that page. */
function rowsBeside(page: SearchPage, answer: Pick<SearchPage, 'fields' | 'rows'>): readonly Row[] | null {
  const left = new Map<string, number>()
  for (const row of idRows(page)) left.set(row.join(), (left.get(row.join()) ?? 0) + 1)
  const keys = idRows(answer).map((row) => row.join())
  const others = answer.rows.filter((_, place) => {
    const key = keys[place] ?? ''
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    return count === 0
  })
  return others.length + page.rows.length === answer.rows.length ? others : null
}

/** The `_id`s in their order, if that is ascending; else, or if there are none, null. */
function ascendingIds(page: Pick<SearchPage, 'fields' | 'rows'>): readonly JsonText[] | null {
  const ids = idRows(page).map(([id]) => id)
  const numbers = ids.map((id) => (id === undefined ? NaN : Number(id)))
  return numbers.every((id, place) => place === 0 || id > (numbers[place - 1] ?? NaN))
    ? ids.filter((id) => id !== undefined)
    : null
}

/** Search and SQL may write one value in two ways (CKAN's timestamps), so rows are identified by their `_id`s. */
function idRows({ fields, rows }: Pick<SearchPage, 'fields' | 'rows'>): readonly Row[] {
  const place = fields.findIndex(({ id }) => id === '_id')
  return rows.map((row) => (place === -1 ? row : [row[place]]))
}

/** Throws if a page has other fields than the first one, or another total. */
export function checkSame(first: SearchPage, page: SearchPage, total: number | null): void {
  if (page.hasGuessedFields !== true && namesOf(first) !== namesOf(page)) {
    throw new ProblemError({ code: 'tableFieldsChanged' })
  }
  if (total !== null && page.total !== null && page.total !== total) throw tableChanged(total, page.total)
}

function namesOf(page: SearchPage): string {
  return JSON.stringify(page.fields.map((field) => field.id))
}
