import { readFileSync } from 'node:fs'

/** Ends what takes too much memory on PostgreSQL, which has no setting for that. */
export interface MemoryWatch {
  /**
   * Watches a process of PostgreSQL on this machine, with its parallel workers, until the function that is returned is called.
   * `end` is called once if they hold too much, which only Linux tells. `pid` gives null while there is no process.
   */
  watch(pid: () => number | null, end: () => void): () => void
}

interface Watched {
  readonly pid: () => number | null
  readonly end: () => void
}

/** A watch that looks ten times a second, while anything is watched, whether it holds more than so many megabytes. */
export function createMemoryWatch(megabytes: number): MemoryWatch {
  const watched = new Set<Watched>()
  const measure = createMeasure()
  let timer: NodeJS.Timeout | null = null

  function look(): void {
    const megabytesOf = measure()
    for (const each of watched) {
      const pid = each.pid()
      if (pid === null || megabytesOf(pid) <= megabytes) continue
      watched.delete(each)
      each.end()
    }
    if (watched.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  return {
    watch(pid, end) {
      const each = { pid, end }
      watched.add(each)
      timer ??= setInterval(look, LOOK_EVERY_MS).unref()
      return () => watched.delete(each)
    },
  }
}

/**
 * A statement takes two gigabytes a second at the most (measured), so it gets 0.2 more than it may have. Eight scans took some
 * 3 % longer beside twice as many looks that read the titles of all processes each time.
 */
const LOOK_EVERY_MS = 100

/** Tells what a process holds, in megabytes, to one look. */
type Measure = () => (pid: number) => number

/**
 * What a process of PostgreSQL and its parallel workers hold, without what all processes share; 0 if there is no such process,
 * as on another system than Linux, or if its number is that of another container. The workers are found once for each look.
 */
function createMeasure(): Measure {
  const workersBelow = createWorkerSearch()
  return () => {
    const workersOf = new Map<number, ReadonlyMap<number, readonly number[]>>()
    return (pid) => {
      const own = statusOf(pid)
      if (own === null) return 0
      const workers = workersOf.get(own.parent) ?? workersBelow(own.parent)
      workersOf.set(own.parent, workers)
      const ofThis = workers.get(pid) ?? []
      return ofThis.reduce((sum, worker) => sum + (statusOf(worker)?.kilobytes ?? 0), own.kilobytes) / 1024
    }
  }
}

/** Finds the parallel workers below a server's first process, by the process that they work for. */
function createWorkerSearch(): (first: number) => ReadonlyMap<number, readonly number[]> {
  /** Whom each process that was there at the last look works for, null for none: it never changes, and reading it takes long. */
  const known = new Map<number, ReadonlyMap<string, number | null>>()
  return (first) => {
    const before = known.get(first)
    const now = new Map<string, number | null>()
    const found = new Map<number, number[]>()
    for (const each of contents(`/proc/${first}/task/${first}/children`)?.trim().split(' ') ?? []) {
      const seen = before?.get(each)
      const leader = seen === undefined ? leaderOf(each) : seen
      // One that has only just begun has no title yet.
      if (leader === undefined) continue
      now.set(each, leader)
      if (leader !== null) found.set(leader, [...(found.get(leader) ?? []), Number(each)])
    }
    known.set(first, now)
    return found
  }
}

/** Null if the process is no parallel worker; undefined while it has no title. */
function leaderOf(process: string): number | null | undefined {
  const title = contents(`/proc/${process}/cmdline`) ?? ''
  const leader = /parallel worker for PID (\d+)/.exec(title)?.[1]
  if (leader !== undefined) return Number(leader)
  return title.startsWith('postgres:') ? null : undefined
}

function statusOf(pid: number): { readonly parent: number; readonly kilobytes: number } | null {
  const status = contents(`/proc/${pid}/status`)
  if (status === null || !/^Name:\tpost(?:gres|master)$/m.test(status)) return null
  const numberOf = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  return { parent: numberOf('PPid'), kilobytes: numberOf('RssAnon') + numberOf('VmSwap') }
}

/** Null if there is no such file. */
function contents(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
