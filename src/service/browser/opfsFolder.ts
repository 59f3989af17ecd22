import type { PGlite } from '@electric-sql/pglite'
import { OpfsAhpFS } from '@electric-sql/pglite/opfs-ahp'

/** What PGlite's own file system passes to the engine. */
type EngineOptions = Parameters<OpfsAhpFS['init']>[1]

/**
 * PGlite's file system over the origin's private files, made safe against being killed at any moment. PGlite rewrites its
 * list of files now and then and empties it first: killed (or out of quota) in between, the whole database would be lost.
 * Here it is rewritten only while opening, and a copy is kept until that has succeeded.
 */
export class OpfsFolder extends OpfsAhpFS {
  override async init(pg: PGlite, options: EngineOptions) {
    refuseImpossibleWrites()
    const folder = await opfsFolder(this.dataDir, true)
    if (folder === null) throw new Error("The folder couldn't be created")
    await keepList(folder)
    const made = await super.init(pg, options)
    await super.checkpointState()
    await folder.removeEntry(COPY).catch(() => undefined)
    return made
  }

  override async maybeCheckpointState(): Promise<void> {
    // Only while opening. The list grows by a line for each file created or removed.
  }

  /**
   * If no more files can be created, PGlite's own version never settles (measured with 0.5.16), and everything that waits
   * for the store hangs. The pool is only a reserve: its files last until there is space again.
   */
  override async maintainPool(size?: number): Promise<void> {
    const listening = new AbortController()
    const refused = new Promise<void>((resolve) => {
      const hear = (event: PromiseRejectionEvent) => {
        if (!isQuotaExceeded(event.reason)) return
        event.preventDefault()
        refusedSpace = true
        resolve()
      }
      addEventListener('unhandledrejection', hear, { signal: listening.signal })
    })
    try {
      await Promise.race([super.maintainPool(size), refused])
    } finally {
      listening.abort()
    }
  }

  /** A reused file may still have its old contents if the process was killed in between. */
  override writeFile(path: string, data: string | Uint8Array, options?: Parameters<OpfsAhpFS['writeFile']>[2]): void {
    super.writeFile(path, data, options)
    if (data.length === 0 && this.lstat(path).size > 0) this.truncate(path, 0)
  }
}

/**
 * On a full device Chromium reports 4,294,967,288 bytes written, an error code read as a number, instead of throwing
 * (measured in 156). PostgreSQL then writes forever. It does know how to report a full disk.
 */
function refuseImpossibleWrites(): void {
  const files = FileSystemSyncAccessHandle.prototype
  // oxlint-disable-next-line typescript/unbound-method -- called with its file as `this`
  const { write } = files
  files.write = function strictWrite(bytes, options) {
    try {
      const written = write.call(this, bytes, options)
      if (written <= bytes.byteLength) return written
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error
    }
    refusedSpace = true
    throw Object.defineProperty(new DOMException('No space left', 'QuotaExceededError'), 'code', { value: ENOSPC })
  }
}

/** How browsers refuse more space. */
function isQuotaExceeded(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

let refusedSpace = false

/** Whether a write of this worker failed for lack of space. */
export function ranOutOfSpace(): boolean {
  return refusedSpace
}

/** In the numbering of PGlite's file system. */
const ENOSPC = 51

/** A folder in the origin's private files; null if it doesn't exist and `create` is false. */
export async function opfsFolder(name: string, create: boolean): Promise<FileSystemDirectoryHandle | null> {
  const root = await navigator.storage.getDirectory()
  try {
    return await root.getDirectoryHandle(name, { create })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null
    throw error
  }
}

/** Removes a folder with everything in it. Waits for a worker that is ending and still holds its files. */
export async function removeOpfsFolder(name: string): Promise<void> {
  const root = await navigator.storage.getDirectory()
  await patiently(async () => {
    try {
      await root.removeEntry(name, { recursive: true })
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
    }
  })
}

/** Retries for some seconds while an ending worker still holds the files. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- retries one after the other
      return await work()
    } catch (error) {
      const isHeld = error instanceof DOMException && HELD.has(error.name)
      if (!isHeld || performance.now() - begun > PATIENCE_MS) throw error
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const PATIENCE_MS = 8000

/** How browsers report that a file is open elsewhere. */
const HELD = new Set(['NoModificationAllowedError', 'InvalidStateError'])

const LIST = 'state.txt'
const COPY = 'state.copy'

/** Copies the list of files, or restores it if it was emptied. Drops a last line that was cut. */
async function keepList(folder: FileSystemDirectoryHandle): Promise<void> {
  const list = await textOf(folder, LIST)
  if (list !== null && isWhole(list)) {
    const lines = withoutCutLine(list)
    await write(folder, COPY, lines)
    if (lines !== list) await write(folder, LIST, lines)
    return
  }
  const copy = await textOf(folder, COPY)
  if (copy !== null && isWhole(copy)) await write(folder, LIST, copy)
}

/** The first line is the tree of files, the rest what has changed since. */
function isWhole(list: string): boolean {
  try {
    const state: unknown = JSON.parse(list.split('\n', 1)[0] ?? '')
    return typeof state === 'object' && state !== null && 'root' in state
  } catch {
    return false
  }
}

function withoutCutLine(list: string): string {
  const end = list.lastIndexOf('\n')
  if (end === -1) return list
  try {
    JSON.parse(list.slice(end + 1) || 'null')
    return list
  } catch {
    return list.slice(0, end)
  }
}

async function textOf(folder: FileSystemDirectoryHandle, name: string): Promise<string | null> {
  try {
    const handle = await folder.getFileHandle(name)
    const file = await handle.getFile()
    return await file.text()
  } catch {
    return null
  }
}

async function write(folder: FileSystemDirectoryHandle, name: string, text: string): Promise<void> {
  const file = await folder.getFileHandle(name, { create: true })
  const handle = await file.createSyncAccessHandle()
  try {
    const bytes = new TextEncoder().encode(text)
    handle.truncate(0)
    handle.write(bytes, { at: 0 })
    handle.flush()
  } finally {
    handle.close()
  }
}
