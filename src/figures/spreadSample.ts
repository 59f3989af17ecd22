import type { CallOptions } from '../instances/client/actionClient.ts'
import { inTurn } from '../instances/client/turns.ts'
import { rowsIn, type SearchPage } from '../protocol/answers.ts'
import { ActionError } from '../protocol/envelope.ts'
import { countsAlikeOnce } from '../query/query.ts'
import type { Window } from '../query/toSearch.ts'
import { believedTotal, evidenceOf } from '../results/walk/evidence.ts'
import { createMetRecords } from '../results/walk/metRecords.ts'
import { surePlan } from '../results/plan/plan.ts'
import { together, type AskedTable } from './askSql.ts'
import { gather } from './gather.ts'
import { inSlices } from './inSlices.ts'
import { columnsAtHand, type AtHand, type From, type RowsAtHand } from './rowsAtHand.ts'
import { sampleById } from './sampleById.ts'
import { spreadPlaces } from './spreadIds.ts'

/** The records of a sample, or as many of the first ones. */
const SAMPLED = 2000

/** Where records can't be had by their `_id`, a sample is of at most so many pages: each is a request. */
const PAGES_MOST = 20

/** And of no fewer: records that lie together may be alike. */
const PAGES_LEAST = 5

/** A server has to count its way to an offset; so many records in all keep it busy for a few seconds. */
const COUNTED = 2_500_000

interface Sample extends RowsAtHand {
  readonly from: From
}

/**
 * Records of a query without SQL: all if they are few, else some from all over them, or stretches of them, or else the first
 * ones. What is wanted
 * of them in one moment is asked for at once, and nothing is asked for twice.
 */
export function spreadSample(
  table: AskedTable,
  total: number | null,
): (names: readonly string[], options: CallOptions) => Promise<AtHand> {
  const samples: { readonly names: ReadonlySet<string>; readonly sample: Sample }[] = []
  const ask = gather<readonly string[], Sample>(async (all, options) => {
    const names = [...new Set(all.flat())]
    const sample = await sampleOf(table, names, total, options)
    samples.push({ names: new Set(names), sample })
    return all.map(() => sample)
  })
  return async (names, options) => {
    const before = samples.find((each) => names.every((name) => each.names.has(name)))
    const sample = before?.sample ?? (await ask(names, options))
    return inSlices(() => columnsAtHand(table, sample, names, sample.from), options)
  }
}

async function sampleOf(
  table: AskedTable,
  names: readonly string[],
  shown: number | null,
  options: CallOptions,
): Promise<Sample> {
  const total = shown ?? (await totalOf(table, options))
  if (total !== null && total > SAMPLED && !countsAlikeOnce(table.query)) {
    const spread = await sampleById(table, names, total, SAMPLED, options)
    if (spread !== null) return { ...spread, from: {} }
    const windows = windowsIn(total)
    const pages = windows.length < PAGES_LEAST ? null : await pagesOf(table, names, total, windows, options)
    if (pages !== null) return { ...pages, from: { stretches: windows.length } }
  }
  const page = await askPage(table, names, { offset: 0, limit: SAMPLED }, options)
  return {
    fields: page.fields,
    rows: page.rows,
    total: believedTotal(page, evidenceOf(table.client)) ?? (total !== null && total > rowsIn(page) ? total : null),
    from: { isFirst: true },
  }
}

async function totalOf({ client, query }: AskedTable, options: CallOptions): Promise<number | null> {
  const plan = surePlan(client, { ...query, sort: [], limit: null })
  const page = await inTurn(client.identity, () => plan.count(options), options)
  return believedTotal(page, evidenceOf(client))
}

/** Pages from all over the records; null if the server does not give such pages. */
async function pagesOf(
  table: AskedTable,
  names: readonly string[],
  total: number,
  windows: readonly Window[],
  options: CallOptions,
): Promise<RowsAtHand | null> {
  if (table.client.profile.get().refuses.has('offset')) return null
  try {
    const asks = windows.map((window) => (own: CallOptions) => askPage(table, names, window, own))
    const pages = await together(asks, options)
    const met = createMetRecords()
    const isOwn = pages.every((page) => rowsIn(page) > 0 && met.add(page).again === 0)
    const [first] = pages
    const isAlike = pages.every(({ fields }) => fields.length === first?.fields.length)
    if (first === undefined || !isOwn || !isAlike || !met.haveIds()) return null
    return { fields: first.fields, rows: pages.flatMap(({ rows }) => rows), total }
  } catch (error) {
    if (error instanceof ActionError) return null
    throw error
  }
}

/** A page from somewhere in each of equal parts of the records. */
function windowsIn(total: number): readonly Window[] {
  const pages = Math.min(PAGES_MOST, Math.floor((2 * COUNTED) / total))
  const limit = Math.floor(SAMPLED / pages)
  return spreadPlaces(total, pages, limit).map((offset) => ({ offset, limit }))
}

async function askPage(
  { client, query, fields }: AskedTable,
  names: readonly string[],
  window: Window,
  options: CallOptions,
): Promise<SearchPage> {
  // With `_id` it shows whether each page holds records of its own.
  const withId = names.includes('_id') || !fields.some(({ id }) => id === '_id') ? names : ['_id', ...names]
  const columns = countsAlikeOnce(query) || names.length === 0 ? query.columns : withId
  const question = surePlan(client, { ...query, columns, sort: [], limit: null }).page(window)
  return (await inTurn(client.identity, () => question.ask(options), options)).answer
}
