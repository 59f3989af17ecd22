// A small disk for a test of full ones: a file system in memory, in a name space that its user may make (Linux).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Mounts a disk of that size on a folder, for processes started with its `prefix` alone; `path` is how others see the folder.
 * Null if this machine doesn't let its users do that.
 */
export async function smallDisk(folder, megabytes) {
  if (process.platform !== 'linux') return null
  const script = 'mount -t tmpfs -o size="$1"m,mode=700 tmpfs "$0" && echo mounted && exec cat'
  // Users other than root have no right to mount but in a name space of users, too.
  const isRoot = process.getuid() === 0
  const holder = spawn('unshare', [isRoot ? '-m' : '-rm', 'sh', '-c', script, folder, String(megabytes)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const said = await Promise.race([
    once(holder.stdout, 'data').then(String),
    once(holder, 'close').then(() => ''),
    once(holder, 'error').then(() => ''),
  ])
  if (!said.includes('mounted')) return null
  const { pid } = holder
  const path = join(`/proc/${pid}/root`, folder)
  const filler = join(path, 'filler')
  return {
    folder,
    path,
    prefix: ['nsenter', ...(isRoot ? [] : ['--preserve-credentials', '-U']), '-m', '-t', String(pid)],
    /** Takes all room but that many bytes. */
    fill(left = 0) {
      for (const size of [1024 * 1024, 4096]) {
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(size, 1))
        } catch (error) {
          if (error.code !== 'ENOSPC') throw error
        }
      }
      if (left > 0) truncateSync(filler, Math.max(0, statSync(filler).size - left))
    },
    /** Makes room again. */
    empty() {
      rmSync(filler, { force: true })
    },
    /** Ends the name space, and with it the disk. */
    async remove() {
      const gone = once(holder, 'close')
      holder.stdin.end()
      await gone
    },
  }
}
