import type { PGlite } from '@electric-sql/pglite'
import { OpfsAhpFS } from '@electric-sql/pglite/opfs-ahp'
import { isQuotaExceeded, noteRefusedSpace, patiently } from './growingFiles.ts'
import { copyList, keepList } from './fileList.ts'

/** What PGlite's own file system passes to the engine. */
type EngineOptions = Parameters<OpfsAhpFS['init']>[1]

/**
 * PGlite's file system over the origin's private files, made safe against being killed at any moment. PGlite rewrites its
 * list of files now and then and empties it first: killed (or out of quota) in between, the whole database would be lost.
 * Here it is rewritten only while opening, and a copy is kept until that has succeeded.
 */
export class OpfsFolder extends OpfsAhpFS {
  override async init(pg: PGlite, options: EngineOptions) {
    const folder = await opfsFolder(this.dataDir, true)
    if (folder === null) throw new Error("The folder couldn't be created")
    await keepList(folder)
    const made = await super.init(pg, options)
    await super.checkpointState()
    await copyList(folder, this.state)
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
        noteRefusedSpace()
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
