import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The memory of a process that is in RAM, in bytes; null where the system doesn't say. */
export async function residentBytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const found = /VmRSS:\s+(\d+)/.exec(status)
  return found ? Number(found[1]) * 1024 : null
}

/** What the files in a folder hold, at any depth, in bytes; 0 if it isn't there. */
export async function folderBytes(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath ?? entry.path, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
