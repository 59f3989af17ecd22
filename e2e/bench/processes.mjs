// What the processes of a bench cost, as the kernel counts it (Linux).
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

/**
 * The seconds of processor time so far: of the server, of the database's backends, and of each kind of the browser's
 * processes, the page's by the names of its threads.
 */
export function processorTime(serverPid) {
  const seconds = new Map()
  const count = (name, stat) => {
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    seconds.set(name, (seconds.get(name) ?? 0) + (Number(user) + Number(system)) / TICKS_A_SECOND)
  }
  for (const { pid, command } of processes()) {
    try {
      if (pid === String(serverPid)) count('server', readFileSync(`/proc/${pid}/stat`, 'utf8'))
      else if (command.startsWith('postgres:')) count('PostgreSQL', readFileSync(`/proc/${pid}/stat`, 'utf8'))
      else if (isOurs(pid) && /--type=renderer/.test(command)) {
        for (const thread of readdirSync(`/proc/${pid}/task`)) {
          const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
          const name = /\((.*)\)/.exec(stat)?.[1] ?? ''
          const kind = thread === pid ? 'main thread' : name.startsWith('DedicatedWorker') ? 'worker' : 'other threads'
          count(`page: ${kind}`, stat)
        }
      } else if (isOurs(pid) && isBrowser(pid)) {
        count(/--type=([\w-]+)/.exec(command)?.[1] ?? 'browser', readFileSync(`/proc/${pid}/stat`, 'utf8'))
      }
    } catch {
      // It has ended meanwhile.
    }
  }
  return seconds
}

/** What was used between two looks, largest first, as text. */
export function processorTimeBetween(before, after) {
  return [...after]
    .map(([name, seconds]) => [name, seconds - (before.get(name) ?? 0)])
    .filter(([, seconds]) => seconds >= 0.1)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`)
    .join(', ')
}

/** The browser's memory in MB, by process: what is shared counts for each of those that share it by its part (PSS). */
export function browserMemory() {
  const sizes = new Map()
  for (const { pid, command } of processes()) {
    if (!isOurs(pid) || !isBrowser(pid)) continue
    try {
      const pss = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
      const kind = /--type=([\w-]+)/.exec(command)?.[1] ?? 'browser'
      sizes.set(kind, (sizes.get(kind) ?? 0) + Number(pss ?? 0) / 1000)
    } catch {
      // It has ended meanwhile.
    }
  }
  return { sizes, sum: Math.round([...sizes.values()].reduce((sum, size) => sum + size, 0)) }
}

/** Samples the browser's memory until `stop`, which gives the sum before and the sample with the greatest sum. */
export function watchMemory() {
  const from = browserMemory().sum
  let most = browserMemory()
  const timer = setInterval(() => {
    const now = browserMemory()
    if (now.sum > most.sum) most = now
  }, 1000)
  return {
    stop() {
      clearInterval(timer)
      const parts = [...most.sizes].map(([kind, size]) => `${kind} ${Math.round(size)}`).join(', ')
      return { from, most: most.sum, parts }
    },
  }
}

function processes() {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        return [{ pid, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }]
      } catch {
        return []
      }
    })
}

function isBrowser(pid) {
  return /^Name:\s+.*(?:chrom|headless)/im.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}

/** Whether this process has started it, or one that did. */
function isOurs(pid) {
  for (let at = pid; at !== '0' && at !== undefined;) {
    if (at === String(process.pid)) return true
    try {
      at = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${at}/status`, 'utf8'))?.[1]
    } catch {
      return false
    }
  }
  return false
}
