import { isFound, type HistoryRun } from '../../../workspace/history/historyRun.ts'

/** Which runs are listed. */
export type HistoryFilter = 'all' | 'starred' | 'failed' | 'cut'

/** A run in the list, and with it those not long before it that were of the same statement of the same sheet. */
export interface HistoryEntry {
  readonly run: HistoryRun
  /** The runs of other texts before it, the latest first. */
  readonly versions: readonly HistoryRun[]
}

/** Runs of a day, or those with a star of any day. */
export interface HistoryGroup {
  /** The beginning of the day, ms since 1970; null of those with a star. */
  readonly day: number | null
  readonly entries: readonly HistoryEntry[]
}

/** What is listed of an instance's runs, of which the latest is first. */
export interface HistoryChoice {
  readonly instanceId: string
  readonly filter: HistoryFilter
  /** All of them must occur; empty: all runs. */
  readonly words: string
}

/** The runs that are listed, in groups; where nothing is searched, runs of one statement are one entry. */
export function historyGroups(runs: readonly HistoryRun[], choice: HistoryChoice): readonly HistoryGroup[] {
  const { instanceId, filter, words } = choice
  const found = runs.filter((run) => run.instanceId === instanceId && PASSES[filter](run) && isFound(run, words))
  const isPlain = filter === 'all' && words.trim() === ''
  const starred = filter === 'starred' ? [] : found.filter((run) => run.starred)
  const others = found.filter((run) => filter === 'starred' || !run.starred)
  const entries = isPlain ? inARow(others) : others.map((run) => ({ run, versions: [] }))
  const days = byDay(entries)
  return [
    ...(starred.length === 0 ? [] : [{ day: null, entries: starred.map((run) => ({ run, versions: [] })) }]),
    ...[...days].map(([day, ofDay]) => ({ day, entries: ofDay })),
  ]
}

const PASSES: Readonly<Record<HistoryFilter, (run: HistoryRun) => boolean>> = {
  all: () => true,
  starred: ({ starred }) => starred,
  failed: ({ outcome }) => outcome === 'failed' || outcome === 'stopped',
  cut: ({ outcome }) => outcome === 'cut',
}

/** Where a person has written on one statement, each run of it is a version. */
function inARow(runs: readonly HistoryRun[]): readonly HistoryEntry[] {
  const entries: { run: HistoryRun; versions: HistoryRun[] }[] = []
  for (const run of runs) {
    const entry = entries.findLast((each) => each.run.sheetId === run.sheetId && each.run.index === run.index)
    const last = entry?.versions.at(-1) ?? entry?.run
    const goesOn =
      last !== undefined && dayOf(last.startedAt) === dayOf(run.startedAt) && last.startedAt - run.endedAt < PAUSE_MS
    if (entry === undefined || !goesOn) entries.push({ run, versions: [] })
    else if (last?.text !== run.text) entry.versions.push(run)
  }
  return entries
}

/** After a longer pause it is counted as another piece of work. */
const PAUSE_MS = 30 * 60_000

function dayOf(moment: number): number {
  return new Date(moment).setHours(0, 0, 0, 0)
}

function byDay(entries: readonly HistoryEntry[]): ReadonlyMap<number, readonly HistoryEntry[]> {
  const days = new Map<number, HistoryEntry[]>()
  for (const entry of entries) {
    const day = dayOf(entry.run.startedAt)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return days
}
