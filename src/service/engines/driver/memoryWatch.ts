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
  /** Until the first look at it: most statements end before that. */
  isNew: boolean
}

/** A watch that looks twenty times a second, while anything is watched, whether it holds more than so many megabytes. */
export function createMemoryWatch(megabytes: number): MemoryWatch {
  const watched = new Set<Watched>()
  let timer: NodeJS.Timeout | null = null

  function look(): void {
    const megabytesOf = measure()
    for (const each of watched) {
      const pid = each.isNew ? null : each.pid()
      each.isNew = false
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
      const each = { pid, end, isNew: true }
      watched.add(each)
      timer ??= setInterval(look, LOOK_EVERY_MS).unref()
      return () => watched.delete(each)
    },
  }
}

/** A statement takes two gigabytes a second at the most (measured), so it gets 0.2 more than it may have. */
const LOOK_EVERY_MS = 50

/**
 * Tells what a process of PostgreSQL and its parallel workers hold, in megabytes, without what all processes share; 0 if there
 * is no such process, as on another system than Linux, or if its number is that of another container. For one look: the
 * titles of all processes are read once, as that takes longer than all else.
 */
function measure(): (pid: number) => number {
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

/** The parallel workers below a server's first process, by the process that they work for. */
function workersBelow(first: number): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const each of contents(`/proc/${first}/task/${first}/children`)?.trim().split(' ') ?? []) {
    const leader = /parallel worker for PID (\d+)/.exec(contents(`/proc/${each}/cmdline`) ?? '')?.[1]
    if (leader === undefined) continue
    found.set(Number(leader), [...(found.get(Number(leader)) ?? []), Number(each)])
  }
  return found
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
