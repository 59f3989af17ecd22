import { sameRows, type Row, type SearchPage } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import { ActionError } from '../protocol/envelope.ts'
import { jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import { ProblemError } from '../protocol/problem.ts'
import type { Query } from '../query/query.ts'
import { searchParams } from '../query/toSearch.ts'
import type { ActionClient, Searched } from '../instances/client/actionClient.ts'
import { alignedRow, withFieldsOf } from './pageFields.ts'
import { readStatement, type ReadOptions } from './readStatement.ts'
import { ROWS_IN_MEMORY, type Cut } from '../rows/resultExtent.ts'
import { mayBeCap } from './rowWindow.ts'
import { selectOf } from '../query/toSql.ts'
import { conditionsOf } from '../query/where.ts'
import { tableChanged } from './tableChanged.ts'

/**
 * Every record that matches, whatever `limit` says, page after page: by `offset`, or, if the server ignores or
 * refuses it, by filters on `_id` (CKAN 2.12) or by SQL. Best matches first has ties in no order, so a search without
 * sort is read by `_id`. Throws if the table changes meanwhile or pages can't be read; it never ends early.
 */
export async function* recordPages(
  client: ActionClient,
  query: Query,
  signal: AbortSignal,
): AsyncGenerator<SearchPage, void> {
  const ordered = query.search !== '' && query.sort.length === 0 ? { ...query, sort: BY_ID } : query
  let first: SearchPage | null = null
  let before: SearchPage | null = null
  let done = 0
  for (;;) {
    signal.throwIfAborted()
    const total: number | null = first === null ? null : exactTotal(first)
    const isLast = total !== null && done + ROWS_PER_PAGE >= total
    const params = searchParams(ordered, { offset: done, limit: ROWS_PER_PAGE }, first === null || isLast)
    if (first !== null && before === first && goesByRange(client)) {
      yield* withoutOffset(client, ordered, first, 'pagesRefused', signal)
      return
    }
    // oxlint-disable-next-line no-await-in-loop -- this page decides where the next one begins
    const page: Searched | null = await pageOrRefusal(client, params, signal)
    const answer: SearchPage | null = page?.answer ?? null
    if (answer === null || (before !== null && sameRows(before.rows, answer.rows))) {
      // What is here is the first page: a server that goes on once goes on.
      const noMore = answer === null ? 'pagesRefused' : 'pagesRepeat'
      if (first === null || before !== first) throw new ProblemError({ code: noMore })
      yield* withoutOffset(client, ordered, first, noMore, signal)
      return
    }
    if (first !== null) checkSame(first, answer, total)
    const all: number | null = exactTotal(first ?? answer)
    done += answer.rows.length
    if (answer.rows.length > 0 || first === null) yield answer
    const full = answer.rows.length >= Math.min(ROWS_PER_PAGE, answer.limit ?? ROWS_PER_PAGE) || mayBeCap(answer)
    const more: boolean = all === null ? full && answer.rows.length > 0 : done < all && answer.rows.length > 0
    if (more && page?.leftOut.includes('sort') === true && query.search !== '')
      throw new ProblemError({ code: 'pagesUnordered' })
    if (!more) {
      if (all !== null && done !== all) throw tableChanged(all, done)
      return
    }
    first ??= answer
    before = answer
  }
}

/** Records that were read into the page's memory. */
export interface WholeRecords {
  readonly fields: readonly Field[]
  readonly rows: readonly Row[]
  readonly cut: Cut | null
  /** From the first request to the last answer. */
  readonly milliseconds: number
}

/** The records that match, up to `limit` and to what the page holds. */
export async function readRecords(client: ActionClient, query: Query, options: ReadOptions): Promise<WholeRecords> {
  const start = performance.now()
  const most = Math.min(query.limit ?? Infinity, ROWS_IN_MEMORY)
  const rows: Row[] = []
  let first: SearchPage | null = null
  let fields: readonly Field[] = []
  for await (const page of recordPages(client, query, options.signal)) {
    fields = first === null ? page.fields : withFieldsOf(fields, [page.fields])
    first ??= page
    for (const row of page.rows.slice(0, most - rows.length)) rows.push(alignedRow(row, page.fields, fields))
    options.onProgress(rows.length, first.total === null ? null : Math.min(first.total, most))
    if (rows.length === most) break
  }
  const isCut =
    rows.length === ROWS_IN_MEMORY && rows.length < Math.min(first?.total ?? Infinity, query.limit ?? Infinity)
  const cut: Cut | null = isCut ? { at: rows.length, cause: 'memory' } : null
  return { fields, rows, cut, milliseconds: performance.now() - start }
}

const ROWS_PER_PAGE = 10_000

const BY_ID = [{ field: '_id', descending: false }]

function exactTotal(page: SearchPage): number | null {
  return page.totalIsEstimate ? null : page.total
}

/** A page; null if the server refuses `offset` itself. */
async function pageOrRefusal(client: ActionClient, params: Record<string, unknown>, signal: AbortSignal) {
  try {
    const page = await client.search(params, { signal })
    return page.leftOut.includes('offset') ? null : page
  } catch (error) {
    const isRefused = error instanceof ActionError && ('offset' in error.fields || '__extras' in error.fields)
    if (isRefused && params['offset'] !== undefined) return null
    throw error
  }
}

/** Whether it is known that `offset` is refused and ranges work, so that the next page need not be asked for by `offset` first. */
function goesByRange({ profile }: ActionClient): boolean {
  const { refuses, rangeFilters } = profile.get()
  return rangeFilters === 'yes' && refuses.has('offset')
}

async function* withoutOffset(
  client: ActionClient,
  query: Query,
  first: SearchPage,
  noMore: 'pagesRepeat' | 'pagesRefused',
  signal: AbortSignal,
): AsyncGenerator<SearchPage, void> {
  let done = first.rows.length
  const last = idsOf(first)?.at(-1)
  const isById = query.sort.every(({ field, descending }) => field === '_id' && !descending)
  const mayRange =
    client.profile.get().rangeFilters !== 'no' &&
    last !== undefined &&
    isById &&
    !conditionsOf(query.where).some(({ field }) => field === '_id')
  if (mayRange && (query.sort.length > 0 || (await beginsById(client, query, first, signal)))) {
    let isTaken = false
    for await (const page of pagesAfter(client, query, last, signal)) {
      checkSame(first, page, null)
      isTaken = true
      done += page.rows.length
      yield page
    }
    if (isTaken) {
      const total = exactTotal(first)
      if (total !== null && total !== done) throw tableChanged(total, done)
      return
    }
  }
  yield await restBySql(client, query, first, noMore, signal)
}

/** Whether the first page is the first one by `_id`, too: not every server keeps that order by itself. */
async function beginsById(client: ActionClient, query: Query, first: SearchPage, signal: AbortSignal) {
  try {
    const params = searchParams({ ...query, sort: BY_ID }, { offset: 0, limit: ROWS_PER_PAGE }, false)
    return sameRows(idRows(first), idRows((await client.search(params, { signal })).answer))
  } catch (error) {
    if (error instanceof ActionError) return false
    throw error
  }
}

/** Page after page by `_id` greater than the last one; none if the server does not take such a filter. */
async function* pagesAfter(client: ActionClient, query: Query, last: JsonText, signal: AbortSignal) {
  let after = last
  for (let isFirst = true; ; isFirst = false) {
    const params = searchParams({ ...query, sort: BY_ID }, { offset: 0, limit: ROWS_PER_PAGE }, false)
    const filters = { ...Object(params['filters']), _id: { gt: Number(jsonToPlain(after)) } }
    let page: SearchPage
    try {
      // oxlint-disable-next-line no-await-in-loop -- this page decides where the next one begins
      page = (await client.search({ ...params, filters }, { signal })).answer
    } catch (error) {
      if (isFirst && error instanceof ActionError) return
      throw error
    }
    const ids = idsOf(page)
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

async function restBySql(
  client: ActionClient,
  query: Query,
  first: SearchPage,
  noMore: 'pagesRepeat' | 'pagesRefused',
  signal: AbortSignal,
): Promise<SearchPage> {
  const statement = selectOf(query, first.fields)
  if (statement === null) throw new ProblemError({ code: noMore })
  try {
    const { answer, cut } = await readStatement(client, statement, first, { signal, onProgress: () => undefined })
    if (cut !== null) throw new ProblemError({ code: noMore })
    const total = exactTotal(first)
    if (total !== null && total !== answer.rows.length) throw tableChanged(total, answer.rows.length)
    if (!sameRows(idRows(first), idRows(answer))) throw tableChanged(first.rows.length, answer.rows.length)
    return { ...first, rows: answer.rows.slice(first.rows.length) }
  } catch (error) {
    if (error instanceof ActionError) throw new ProblemError({ code: noMore }, { cause: error })
    throw error
  }
}

/** The `_id`s in their order, if that is ascending; else, or if there are none, null. */
function idsOf(page: Pick<SearchPage, 'fields' | 'rows'>): readonly JsonText[] | null {
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

function checkSame(first: SearchPage, page: SearchPage, total: number | null): void {
  if (page.hasGuessedFields !== true && namesOf(first) !== namesOf(page)) {
    throw new ProblemError({ code: 'tableFieldsChanged' })
  }
  if (total !== null && page.total !== null && page.total !== total) throw tableChanged(total, page.total)
}

function namesOf(page: SearchPage): string {
  return JSON.stringify(page.fields.map((field) => field.id))
}
