import type { PGlite } from '@electric-sql/pglite'
import { OpfsAhpFS } from '@electric-sql/pglite/opfs-ahp'

/** What PGlite's own file system hands to the engine. */
type EngineOptions = Parameters<OpfsAhpFS['init']>[1]

/**
 * PGlite's file system over the origin's private files, safe against a process that is killed at any moment. PGlite
 * writes its list of files anew now and then by emptying it first: killed (or out of quota) in between, the whole
 * database would be gone. Here that is done only while opening, with a copy kept until it has succeeded.
 */
export class OpfsFolder extends OpfsAhpFS {
  override async init(pg: PGlite, options: EngineOptions) {
    refuseImpossibleWrites()
    const folder = await opfsFolder(this.dataDir, true)
    if (folder === null) throw new Error('The folder could not be made')
    await keepList(folder)
    const made = await super.init(pg, options)
    await super.checkpointState()
    await folder.removeEntry(COPY).catch(() => undefined)
    return made
  }

  override async maybeCheckpointState(): Promise<void> {
    // Only while opening; the list grows by a line for each file made or removed.
  }

  /**
   * Where no file can be made any more, PGlite's own never settles (measured with 0.5.16), and what waits for the store
   * waits for ever. The files made ahead are only a reserve: those that are there do until there is room.
   */
  override async maintainPool(size?: number): Promise<void> {
    const listening = new AbortController()
    const refused = new Promise<void>((resolve) => {
      const hear = (event: PromiseRejectionEvent) => {
        if (!isWantOfRoom(event.reason)) return
        event.preventDefault()
        refusedRoom = true
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

  /** A file given back and taken anew may still hold its old contents where the process was killed in between. */
  override writeFile(path: string, data: string | Uint8Array, options?: Parameters<OpfsAhpFS['writeFile']>[2]): void {
    super.writeFile(path, data, options)
    if (data.length === 0 && this.lstat(path).size > 0) this.truncate(path, 0)
  }
}

/**
 * On a full device Chromium answers some writes with 4,294,967,288 bytes, its error code taken for a number, in the place
 * of an exception (measured in 156). PostgreSQL then writes on for ever; a full disk is what it knows how to tell.
 */
function refuseImpossibleWrites(): void {
  const files = FileSystemSyncAccessHandle.prototype
  // oxlint-disable-next-line typescript/unbound-method -- called with the file that it is asked of
  const { write } = files
  files.write = function strictWrite(bytes, options) {
    try {
      const written = write.call(this, bytes, options)
      if (written <= bytes.byteLength) return written
    } catch (error) {
      if (!isWantOfRoom(error)) throw error
    }
    refusedRoom = true
    throw Object.defineProperty(new DOMException('No room left', 'QuotaExceededError'), 'code', { value: ENOSPC })
  }
}

/** How browsers refuse more room. */
function isWantOfRoom(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

let refusedRoom = false

/** Whether a write of this worker was refused for want of room. */
export function ranOutOfRoom(): boolean {
  return refusedRoom
}

/** As the file system of PGlite numbers its errors. */
const ENOSPC = 51

/** A folder of the origin's private files by its name; null where it is not there and not to be made. */
export async function opfsFolder(name: string, create: boolean): Promise<FileSystemDirectoryHandle | null> {
  const root = await navigator.storage.getDirectory()
  try {
    return await root.getDirectoryHandle(name, { create })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null
    throw error
  }
}

/** Removes a folder and all in it; waits for a worker that is just ending and still holds its files. */
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

/** Tries again for some seconds while files are held by a worker that is just ending. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each try follows the failure before
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

/** How browsers say that a file is open elsewhere. */
const HELD = new Set(['NoModificationAllowedError', 'InvalidStateError'])

const LIST = 'state.txt'
const COPY = 'state.copy'

/** Keeps a copy of the list of files, or puts it back where it was emptied. A last line that was cut is left out. */
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
