import type { ActionClient } from '../instances/client/actionClient.ts'
import { rowsIn } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import type { Query } from '../query/query.ts'
import { searchParams } from '../query/toSearch.ts'
import { datedQuery } from '../query/datedQuery.ts'
import { dependsOnKinds } from '../query/dates/wholeTimes.ts'
import { unsaidBySearch } from '../query/searchFilters.ts'
import { activeParts } from '../query/where.ts'
import { askSearch, believedTotal, evidenceOf } from '../results/walk/evidence.ts'
import { bestWay, copyPages } from './copyPages.ts'
import { takeFingerprint, textsOf } from './fingerprint.ts'

/** What a copy of a table would take, as a few of its pages show. */
export interface Estimate {
  readonly fields: readonly Field[]
  readonly total: number | null
  /** The same, or, where the server doesn't say it, how many there were if these pages were all. */
  readonly expected: number | null
  /** Records a second, from so many pages; null if there were none. */
  readonly rate: number | null
  readonly pages: number
  /** Records of a large page. */
  readonly pageRows: number
  /** Bytes that a record takes here. */
  readonly recordBytes: number
  /** It can go on where it was left, and need not begin again. */
  readonly resumes: boolean
}

/** Reads a few pages of what a query finds, and measures them. */
export async function measureTable(client: ActionClient, query: Query, signal: AbortSignal): Promise<Estimate> {
  const { fingerprint, fields, first } = await takeFingerprint(client, query, signal)
  const way = bestWay(client, query, fingerprint)
  const begun = performance.now()
  let records = 0
  let pages = 0
  let pageRows = 0
  let isAll = true
  const place = { way, after: null, done: 0 }
  for await (const { page } of copyPages(client, query, place, fingerprint, signal, () => undefined)) {
    records += rowsIn(page)
    pages += 1
    pageRows = Math.max(pageRows, rowsIn(page))
    isAll = pages < MOST_PAGES && performance.now() - begun <= LONGEST_MS
    if (!isAll) break
  }
  const seconds = (performance.now() - begun) / 1000
  const texts = textsOf(first)
  const names = fields.reduce((sum, { id }) => sum + id.length + 4, 0)
  const perRecord = texts.length === 0 ? 0 : texts.reduce((sum, text) => sum + text.length, 0) / texts.length
  return {
    fields,
    total: fingerprint.total,
    expected: fingerprint.total ?? (isAll ? records : null),
    rate: records === 0 ? null : records / seconds,
    pages,
    pageRows: Math.max(pageRows, Math.min(LARGE_PAGE, evidenceOf(client).gave), 1),
    recordBytes: Math.max(perRecord - names, 8) + RECORD_BYTES,
    resumes: way !== 'walk',
  }
}

/** What a copy of so many records takes here, and how long; the time is null if there was nothing to measure it by. */
export function takenBy(
  { recordBytes, rate }: Estimate,
  records: number,
): { readonly bytes: number; readonly milliseconds: number | null } {
  const bytes = records * recordBytes
  return { bytes, milliseconds: rate === null ? null : (records / Math.min(rate, STORED_A_SECOND)) * 1000 }
}

/** What this browser stores, measured; a quicker server doesn't make a copy quicker. */
const STORED_A_SECOND = 40_000

const MOST_PAGES = 3
const LONGEST_MS = 2000
const LARGE_PAGE = 32_000

/** What PostgreSQL adds to the values of a record, with its entry in the index of `_id`. */
const RECORD_BYTES = 60

/** How many records a query finds; null if the server doesn't say so in a way that can be believed. */
export async function countFor(client: ActionClient, query: Query, signal: AbortSignal): Promise<number | null> {
  const { answer } = await askSearch(client, searchParams(query, { offset: 0, limit: 1 }, true), { signal })
  return believedTotal(answer, evidenceOf(client))
}

/**
 * The query with only those conditions that `datastore_search` of this server can say, whatever the kinds of the fields;
 * null if there are none.
 */
export function narrowingOf(client: ActionClient, query: Query, now: Date): Query | null {
  const can = client.profile.get().rangeFilters === 'yes' ? 'ranges' : 'equality'
  const parts = activeParts(datedQuery(query, null, now).where).filter(
    (part) => unsaidBySearch(part, can).length === 0 && !dependsOnKinds(part),
  )
  if (parts.length === 0) return null
  return { resource: query.resource, columns: null, where: { all: parts }, search: '', sort: [], limit: null }
}

/** How many bytes this browser still has for the page; null if it doesn't say. */
export async function freeRoom(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate()
    return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage)
  } catch {
    return null
  }
}
