/**
 * Chromium reserves room for an open file that grows: the next power of two, 1 MB at least, until the file is closed
 * (measured in 156). PostgreSQL has hundreds of small files open, which took 290 MB of the quota for 23 MB of data. So each
 * file counts what was reserved for it, and is closed and opened again when that is much.
 */
class GrowingFile implements FileSystemSyncAccessHandle {
  readonly #open: () => Promise<FileSystemSyncAccessHandle>
  #handle: FileSystemSyncAccessHandle
  #size: number
  #reserved: number

  constructor(open: () => Promise<FileSystemSyncAccessHandle>, handle: FileSystemSyncAccessHandle) {
    this.#open = open
    this.#handle = handle
    this.#size = this.#reserved = handle.getSize()
    files.add(this)
  }

  /** How many bytes are reserved in vain. */
  get spare(): number {
    return this.#reserved - this.#size
  }

  async reopen(): Promise<void> {
    this.#handle.close()
    this.#handle = await patiently(this.#open)
    this.#size = this.#reserved = this.#handle.getSize()
  }

  getSize(): number {
    return this.#handle.getSize()
  }

  read(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number {
    return this.#handle.read(bytes, options)
  }

  /**
   * On a full device Chromium reports 4,294,967,288 bytes written, an error code read as a number, instead of throwing
   * (measured in 156). PostgreSQL then writes forever. It does know how to report a full disk.
   */
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number {
    try {
      const written = this.#handle.write(bytes, options)
      if (written <= bytes.byteLength) {
        this.#grown(Math.max(this.#size, options.at + written))
        return written
      }
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error
    }
    noteRefusedSpace()
    throw Object.defineProperty(new DOMException('No space left', 'QuotaExceededError'), 'code', { value: ENOSPC })
  }

  truncate(size: number): void {
    this.#handle.truncate(size)
    this.#grown(size)
  }

  flush(): void {
    this.#handle.flush()
  }

  close(): void {
    files.delete(this)
    this.#handle.close()
  }

  #grown(size: number): void {
    this.#size = size
    if (size > this.#reserved) this.#reserved = Math.max(LEAST_RESERVED, 2 ** Math.ceil(Math.log2(size)))
  }
}

const LEAST_RESERVED = 1_048_576

/** In the numbering of PGlite's file system. */
const ENOSPC = 51

/** All that are open. */
const files = new Set<GrowingFile>()

/**
 * From now on this thread counts what is reserved for the files that it opens, and waits for those that an ending worker still
 * holds: Chromium frees them one after another.
 */
export function countGrowingFiles(): void {
  const { prototype } = FileSystemFileHandle
  // oxlint-disable-next-line typescript/unbound-method -- called with its file as `this`
  const { createSyncAccessHandle } = prototype
  prototype.createSyncAccessHandle = async function createGrowingFile() {
    const open = () => createSyncAccessHandle.call(this)
    return new GrowingFile(open, await patiently(open))
  }
}

/**
 * Gives back what is reserved in vain, if it is much. No file may be used meanwhile. Only in Chromium: others reserve nothing
 * and don't tell what kinds of things take how much. How much room is left no browser tells truly.
 */
export async function giveBackRoom(): Promise<void> {
  let spare = 0
  for (const file of files) spare += file.spare
  if (spare < MUCH) return
  reserves ??= 'usageDetails' in (await navigator.storage.estimate())
  if (reserves) await Promise.all([...files].filter((file) => file.spare > 0).map((file) => file.reopen()))
}

const MUCH = 16_000_000

/** Whether this browser reserves; null as long as that is not known. */
let reserves: boolean | null = null

/** Retries while an ending worker still holds the files. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isHeld = error instanceof DOMException && HELD.has(error.name)
      if (!isHeld || performance.now() - begun > PATIENCE_MS) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Firefox gives a worker 30 s to end; the caller is the only owner by its lock, so nobody else holds them for longer. */
const PATIENCE_MS = 40_000

/** How browsers report that a file is open elsewhere. */
const HELD = new Set(['NoModificationAllowedError', 'InvalidStateError'])

/** How browsers refuse more space. */
export function isQuotaExceeded(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

let refusedSpace = false

/** Notes that there was no space, however that was learnt. */
export function noteRefusedSpace(): void {
  refusedSpace = true
}

/** Whether a write of this worker failed for lack of space. */
export function ranOutOfSpace(): boolean {
  return refusedSpace
}
