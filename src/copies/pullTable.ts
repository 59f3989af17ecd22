import type { ActionClient } from '../instances/client/actionClient.ts'
import { rowsIn, type SearchPage } from '../protocol/answers.ts'
import type { StoredCopy } from '../protocol/copyMessages.ts'
import { ProblemError } from '../protocol/problem.ts'
import type { Query } from '../query/query.ts'
import type { AskWhole } from './copyOrigin.ts'
import { bestWay, copyPages, weakerWay, type PagePlace, type PageWay } from './copyPages.ts'
import { readCopyState, type CopyState } from './copyState.ts'
import { copyTables, CopyStoreError } from './copyTables.ts'
import { compareFingerprints, takeFingerprint, textsOf, type Fingerprint, type Taken } from './fingerprint.ts'
import type { KnownCopy } from './knownCopy.ts'
import { mayBeWhole, pullAnswers } from './pullAnswers.ts'
import { hasCutTimes } from '../results/plan/wholeTimes.ts'

/** How far a pull is. */
export interface PullProgress {
  readonly phase: 'checking' | 'pulling' | 'finishing'
  readonly records: number
  readonly total: number | null
}

export interface PullTask {
  /** The table that it fills. */
  readonly id: string
  readonly client: ActionClient
  /** Asks for pages that need not be looked at here; null if all have to be. */
  readonly askWhole: AskWhole | null
  readonly query: Query
  readonly signal: AbortSignal
  /** The copy as it is listed now. */
  readonly copy: () => KnownCopy
  /** It shall be possible to search it by words. */
  readonly words: boolean
  /** A table of that name is there already, or should be. */
  readonly goesOn: boolean
  readonly onProgress: (progress: PullProgress) => void
}

/**
 * How a pull ended: with all records, shown to be all; with all that came, which nothing shows to be all; or before the
 * end, as the table is not the one it was, or as what was pulled is gone.
 */
export type PullEnd = 'complete' | 'unproven' | 'replaced' | 'lost'

/**
 * Fills a table of the copies' database with all that a query finds, from the beginning or from where it was left, after a
 * check that the table is still the one it was. It ends with `complete` only if the server then counts as many records as
 * have come, up to its last `_id`. Throws what the server, the network or the copies' database threw.
 */
export async function pullTable(task: PullTask): Promise<PullEnd> {
  const { id, client, query, signal, onProgress } = task
  onProgress({ phase: 'checking', records: 0, total: null })
  const [stored, taken] = await Promise.all([storedTable(id), takeFingerprint(client, query, signal)])
  if (task.goesOn && stored === null) return 'lost'
  let current = stored === null ? await begin(task, taken, bestWay(client, query, taken.fingerprint)) : stored
  if (stored !== null) {
    if (compareFingerprints(stored.fingerprint, taken.fingerprint) === 'other') return 'replaced'
    current =
      stored.place.way === 'walk'
        ? await begin(task, taken, 'walk')
        : { ...stored, fingerprint: taken.fingerprint, records: stored.records }
  }
  for (;;) {
    const outcome = await pullOnce(task, current)
    if (outcome !== 'short' && outcome !== 'odd')
      return outcome === 'more' ? pullTable({ ...task, goesOn: true }) : outcome
    // The way of asking may be what is wrong: a weaker one begins again.
    const way = weakerWay(current.place.way)
    if (way === null) throw new ProblemError({ code: 'pagesOverlap' })
    current = await begin(task, await takeFingerprint(client, query, signal), way)
  }
}

interface Current {
  readonly place: PagePlace
  readonly fingerprint: Fingerprint
  readonly records: number
}

async function storedTable(id: string): Promise<(Current & { readonly stored: StoredCopy }) | null> {
  const stored = (await copyTables.list()).find((table) => table.id === id)
  const state = stored === undefined ? null : readCopyState(stored.state)
  if (stored === undefined || state === null) return null
  const { place } = state
  const { records, last } = stored
  return { ...state, place: { ...place, after: last ?? place.after, done: records }, records, stored }
}

async function begin({ id, copy, words }: PullTask, { fingerprint, fields }: Taken, way: PageWay): Promise<Current> {
  const place: PagePlace = { way, after: null, done: 0 }
  await copyTables.begin({ id, fields, words, state: stateText({ copy: copy(), place, fingerprint }) })
  return { place, fingerprint, records: 0 }
}

/**
 * Goes through the pages once. `more`: the table has grown meanwhile; `short`: other records came than there are; `odd`:
 * what came was not what was asked for.
 */
async function pullOnce(task: PullTask, from: Current): Promise<PullEnd | 'more' | 'short' | 'odd'> {
  const { id, client, query, signal, copy, onProgress } = task
  const { fingerprint } = from
  let { place, records } = from
  const shape = JSON.stringify(fingerprint.fields)
  let isProven = true
  const ended = (isShown: boolean) => {
    isProven = isShown
  }
  onProgress({ phase: 'pulling', records, total: fingerprint.total })
  const fields = fingerprint.fields.map(([name, type]) => ({ id: name, type }))
  // Answers that are left as they come can't be completed.
  const askWhole = (await hasCutTimes(client, query.resource, fields, { signal })) ? null : task.askWhole
  const storeAnswer = async (at: PagePlace, after: number | null, bytes: Uint8Array) => {
    const state = stateText({ copy: copy(), place: at, fingerprint })
    const stored = await copyTables.answer({ id, before: records, after, fields, state }, bytes)
    if (stored === null) return null
    ;({ records } = stored)
    onProgress({ phase: 'pulling', records, total: fingerprint.total })
    return stored
  }
  try {
    let misses = 0
    let isEnd = false
    while (!isEnd) {
      const ask = misses < MOST_MISSES && mayBeWhole(query, fingerprint, place) ? askWhole : null
      if (ask !== null) {
        const { done } = place
        ;({ place, isEnd } = await pullAnswers({ ask, query, fingerprint, signal, store: storeAnswer }, place))
        misses = place.done > done ? 0 : misses + 1
        if (isEnd) break
      }
      isEnd = true
      for await (const { page, next } of copyPages(client, query, place, fingerprint, signal, ended)) {
        if (page.hasGuessedFields !== true && JSON.stringify(shapeOf(page)) !== shape) return 'replaced'
        const state = stateText({ copy: copy(), place: next, fingerprint })
        const sent = { id, before: records, fields: page.fields, state, last: next.after }
        const stored = await copyTables.page(sent, textsOf(page))
        if (stored.records !== records + rowsIn(page)) throw new CopyStoreError('otherRecords', UNFORESEEN)
        place = next
        ;({ records } = stored)
        onProgress({ phase: 'pulling', records, total: fingerprint.total })
        // What failed once, as at a busy server, may do again.
        isEnd = ask === null
        if (!isEnd) break
      }
    }
  } catch (error) {
    if (error instanceof ProblemError && ODD.has(error.problem.code)) return 'odd'
    throw error
  }
  onProgress({ phase: 'finishing', records, total: fingerprint.total })
  const now = (await takeFingerprint(client, query, signal)).fingerprint
  const compared = compareFingerprints(fingerprint, now)
  if (compared === 'other') return 'replaced'
  if (now.total !== null && records < now.total && compared === 'grown') return 'more'
  // A walk has shown by itself whether it came to the end.
  if (place.way !== 'walk') {
    const reachesEnd = now.ids !== null && (place.after ?? -Infinity) >= now.ids[1]
    if ((now.total !== null && records !== now.total) || !reachesEnd) return 'short'
  }
  try {
    await copyTables.end(id, stateText({ copy: copy(), place, fingerprint: now }))
  } catch (error) {
    if (error instanceof CopyStoreError && error.refusal === 'idsTwice') return 'short'
    throw error
  }
  return isProven ? 'complete' : 'unproven'
}

function shapeOf({ fields }: SearchPage) {
  return fields.map(({ id, type }) => [id, type])
}

function stateText(state: CopyState): string {
  return JSON.stringify(state)
}

/** So many times in a row no answer could be taken as it came: then all of them are looked at. */
const MOST_MISSES = 2

/** What shows that a way of asking doesn't lead through the table. */
const ODD: ReadonlySet<string> = new Set(['pagesRepeat', 'pagesOverlap', 'pagesRefused', 'totalNotReached'])

const UNFORESEEN = { code: 'foreign', text: 'other records than were sent' } as const
