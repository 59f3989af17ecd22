import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DISK_FULL, SqlError, type Sql } from '../sql/sql.ts'

/**
 * The room on the disk of a data folder, and a reserve of it. PostgreSQL ends when it can't write its log, and needs some
 * room to begin again; a file that holds this room makes sure that it can, and that reads go on.
 */
export interface DiskRoom {
  /** Gives the reserve back to the disk, so that a database can open. */
  release(): void
  /** Whether a write may begin: some room is free, and the reserve is held, if need be from now on. */
  isEnough(): boolean
}

/** The room of this data folder. The reserve is the file `reserve` in it. */
export function createDiskRoom(folder: string): DiskRoom {
  const file = join(folder, 'reserve')
  let isHeld = false
  let lookedAt = -Infinity

  function hold(): boolean {
    if (performance.now() - lookedAt < LOOK_AGAIN_MS) return false
    lookedAt = performance.now()
    if (freeBytes(folder) < RESERVE_BYTES + LEAST_FREE_BYTES) return false
    try {
      const descriptor = openSync(file, 'w', 0o600)
      try {
        // Some file systems store zeros, and whatever can be compressed, in no room.
        const block = randomBytes(BLOCK_BYTES)
        for (let written = 0; written < RESERVE_BYTES; written += block.length) writeSync(descriptor, block)
      } finally {
        closeSync(descriptor)
      }
    } catch (error) {
      // Where users have quotas, only writing shows what is left.
      rmSync(file, { force: true })
      if (!isDiskFullError(error)) throw error
      return false
    }
    return true
  }

  return {
    release() {
      rmSync(file, { force: true })
      isHeld = false
      lookedAt = -Infinity
    },
    isEnough() {
      isHeld ||= hold()
      return isHeld && freeBytes(folder) >= LEAST_FREE_BYTES
    },
  }
}

/** Whether the disk of this folder has next to no room left, as far as the file system says so. */
export function isNearlyFull(folder: string): boolean {
  return freeBytes(folder) < LEAST_FREE_BYTES
}

/** Whether the operating system refused to write for want of room: disk full, quota used up, file too large. */
export function isDiskFullError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL.has(String(error.code))
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** The database, but a transaction that writes is refused (53100) while there isn't enough room. */
export function refuseWritesWithoutRoom(database: Sql, room: DiskRoom): Sql {
  return {
    ...database,
    async transaction(mode, work, settings) {
      if (mode === 'read write' && !room.isEnough()) {
        throw new SqlError({ code: DISK_FULL, message: 'Too little room is left on the disk to begin a write' })
      }
      return database.transaction(mode, work, settings)
    },
  }
}

/** In bytes; without limit if the file system can't say it. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Infinity
  }
}

/** What an engine takes to open after it ended in mid-write (measured: under 4 MB), with room to spare. */
const RESERVE_BYTES = 16 * 1024 * 1024

/** A write of 1 MB takes about 4 MB: its log, its table and its indexes. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024

const BLOCK_BYTES = 1024 * 1024

const LOOK_AGAIN_MS = 1000
