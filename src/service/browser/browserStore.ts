import { IdbFs, MemoryFS, PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { deleteDB, openDB } from 'idb'
import type { EngineParts, EngineStore } from '../../protocol/engineMessages.ts'
import { ProblemError } from '../../protocol/problem.ts'
import { folderFault } from '../engines/folderProblem.ts'
import { countGrowingFiles, isQuotaExceeded, patiently } from './growingFiles.ts'
import { opfsFolder, OpfsFolder, removeOpfsFolder } from './opfsFolder.ts'
import { seedFolder } from './seedFolder.ts'
import { storeName } from './storeName.ts'

export interface BrowserStoreOptions {
  readonly parts: EngineParts
  /** Deletes what is stored first. */
  readonly fresh: boolean
  /** Stores nothing. */
  readonly memory: boolean
  /** The data folder (a tar, may be gzipped) that a new store starts with. */
  seed(): Promise<Blob>
}

export interface OpenStore {
  readonly db: PGlite
  readonly store: EngineStore
  /** What is changed in IndexedDB is stored from then on; a store that turns out to be damaged before stays as it is. */
  readonly keep: () => Promise<void>
}

/**
 * Opens the page's own database in this worker: where it was stored before, or else in the origin's private files, in
 * IndexedDB or in memory. A new or unfinished store starts with the seed. Throws a `ProblemError`, `storeDamaged` if
 * something is stored that doesn't open. The caller must be the only owner.
 */
export async function openBrowserStore(options: BrowserStoreOptions): Promise<OpenStore> {
  if (options.memory) return openMemory(options)
  if (options.fresh) await removeStores()
  const place = await whereStored()
  if (place !== null) return place === 'opfs' ? openOpfs(options) : openIndexedDb(options)
  if (await hasOpfs()) return openOpfs(options)
  if (await hasIndexedDb()) return openIndexedDb(options)
  return openMemory(options)
}

/** Whether the store would start with the seed, so that the seed can be loaded in parallel with the engine. */
export async function beginsNew({ fresh, memory }: Pick<BrowserStoreOptions, 'fresh' | 'memory'>): Promise<boolean> {
  return fresh || memory || (await isUnfinished().catch(() => false)) || (await whereStored()) === null
}

/** The name of the database in IndexedDB. */
export function idbName(): string {
  return `/pglite/${storeName()}`
}

/** A file in the folder until the seed is complete. */
const UNFINISHED = 'unfinished'

async function openOpfs(options: BrowserStoreOptions): Promise<OpenStore> {
  countGrowingFiles()
  if (await isUnfinished()) await removeOpfsFolder(storeName())
  const known = await opfsFolder(storeName(), false)
  const folder = known ?? (await opfsFolder(storeName(), true))
  if (folder === null) throw new Error("The folder couldn't be created")
  if (known === null) await folder.getFileHandle(UNFINISHED, { create: true })
  const seed = known === null ? await options.seed() : null
  const db = await opened(known !== null, async (said) => {
    // Each file is waited for while an ending worker holds it; for the first one, which every owner holds, before hundreds
    // are asked for.
    if (seed === null) await patiently(() => firstFileIsFree(known))
    else await seedFolder(folder, seed)
    return create(options.parts, new OpfsFolder(storeName()), null, said)
  })
  if (known === null) {
    await db.exec('checkpoint')
    await folder.removeEntry(UNFINISHED)
  }
  return { db, store: 'opfs', keep: keepsAlready }
}

async function openIndexedDb(options: BrowserStoreOptions): Promise<OpenStore> {
  const known = (await whereStored()) === 'indexeddb'
  const seed = known ? null : await options.seed()
  const files = new HeldIdbFs(storeName())
  const db = await opened(known, (said) => create(options.parts, files, seed, said))
  const keep = () => {
    files.isHeld = false
    // One IndexedDB transaction, so a new store is complete or absent.
    return db.syncToFs()
  }
  return { db, store: 'indexeddb', keep }
}

/** Stores nothing while it is held. */
class HeldIdbFs extends IdbFs {
  isHeld = true

  override async syncToFs(relaxed?: boolean): Promise<void> {
    if (!this.isHeld) await super.syncToFs(relaxed)
  }
}

async function keepsAlready(): Promise<void> {}

async function openMemory(options: BrowserStoreOptions): Promise<OpenStore> {
  const seed = await options.seed()
  return { db: await openInMemory(options.parts, seed), store: 'memory', keep: keepsAlready }
}

/** A database of a data folder (a tar) that is stored nowhere; `settings` are PostgreSQL's, as `name=value`. */
export function openInMemory(parts: EngineParts, folder: Blob, settings?: readonly string[]): Promise<PGlite> {
  return create(parts, new MemoryFS(), folder, [], settings)
}

/** Adds to `said` what PostgreSQL logs until it has opened. */
async function create(
  parts: EngineParts,
  fs: NonNullable<PGliteOptions['fs']>,
  seed: Blob | null,
  said: string[],
  settings: readonly string[] = storeName() === COPIES ? LITTLE_LOG : [],
): Promise<PGlite> {
  let isOpen = false
  const db = await PGlite.create({
    fs,
    pgliteWasmModule: parts.wasm,
    fsBundle: parts.data,
    onStderr(line) {
      if (!isOpen) said.push(line)
      return true
    },
    // There is always a folder, so initdb never runs. Without a module PGlite would still load its file.
    initdbWasmModule: new WebAssembly.Module(EMPTY_WASM),
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
    ...(seed ? { loadDataDir: seed } : {}),
  })
  isOpen = true
  return db
}

const COPIES = 'rowan-copies-18'

/**
 * Of copies, which can be had again, what fills a new file is not logged, such as an index or a table that is rewritten, and
 * the log's files are not filled beforehand: only some are there for a statement, however large the table is.
 */
const LITTLE_LOG = ['wal_level=minimal', 'max_wal_senders=0', 'wal_init_zero=off']

const EMPTY_WASM = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])

/** Gives PGlite's failures to open a code. `said` is what PostgreSQL has logged meanwhile. */
async function opened(known: boolean, work: (said: string[]) => Promise<PGlite>): Promise<PGlite> {
  const said: string[] = []
  try {
    return await work(said)
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause
    if (isQuotaExceeded(cause)) throw new ProblemError({ code: 'storeFull' }, { cause })
    if (cause instanceof DOMException && cause.name === 'NoModificationAllowedError') {
      throw new ProblemError({ code: 'storeHeldElsewhere' }, { cause })
    }
    const { fault, told } = folderFault(said, cause)
    // PostgreSQL doesn't always say what it lacked. If it was space, nobody should be offered a reset.
    if (fault === 'noRoom' || (await isNearlyFull())) throw new ProblemError({ code: 'storeFull' }, { cause })
    if (known) throw new ProblemError({ code: 'storeDamaged', fault, told }, { cause })
    const text = told ?? (cause instanceof Error ? cause.message : String(cause))
    throw new ProblemError({ code: 'engineNotStarted', text }, { cause })
  }
}

/** Tries it: the browser's estimate ignores full disks and some limits (Chromium, measured). */
async function isNearlyFull(): Promise<boolean> {
  try {
    const root = await navigator.storage.getDirectory()
    const handle = await (await root.getFileHandle(PROBE, { create: true })).createSyncAccessHandle()
    try {
      handle.truncate(ROOM_BYTES)
    } finally {
      handle.close()
      await root.removeEntry(PROBE)
    }
    return false
  } catch (error) {
    return isQuotaExceeded(error)
  }
}

const PROBE = 'rowan-room'

/** PostgreSQL's largest files have 16 MB, and browsers reserve space in larger steps than are written. */
const ROOM_BYTES = 32_000_000

async function firstFileIsFree(folder: FileSystemDirectoryHandle | null): Promise<void> {
  if (folder === null) return
  const file = await folder.getFileHandle('state.txt').catch(() => null)
  const handle = await file?.createSyncAccessHandle()
  handle?.close()
}

async function isUnfinished(): Promise<boolean> {
  const folder = await opfsFolder(storeName(), false)
  if (folder === null) return false
  return folder.getFileHandle(UNFINISHED).then(
    () => true,
    () => false,
  )
}

/** Where something is stored; null if nothing is. */
export async function whereStored(): Promise<'opfs' | 'indexeddb' | null> {
  try {
    if ((await hasOpfs()) && (await isStoredIn('opfs'))) return 'opfs'
    return (await isStoredIn('indexeddb')) ? 'indexeddb' : null
  } catch {
    return null
  }
}

/** Whether there is a store in that place. */
export async function isStoredIn(place: 'opfs' | 'indexeddb'): Promise<boolean> {
  if (place === 'opfs') return (await opfsFolder(storeName(), false)) !== null
  return (await indexedDB.databases()).some(({ name }) => name === idbName())
}

/** Really tries it: private windows have the functions but refuse to run them. */
async function hasOpfs(): Promise<boolean> {
  if (!('FileSystemFileHandle' in globalThis) || !('createSyncAccessHandle' in FileSystemFileHandle.prototype)) {
    return false
  }
  try {
    const root = await navigator.storage.getDirectory()
    const name = `rowan-probe-${crypto.randomUUID()}`
    const file = await root.getFileHandle(name, { create: true })
    const handle = await file.createSyncAccessHandle()
    handle.close()
    await root.removeEntry(name)
    return true
  } catch (error) {
    // On a full device, what is stored is still there.
    return isQuotaExceeded(error)
  }
}

async function hasIndexedDb(): Promise<boolean> {
  try {
    const name = 'rowan-probe'
    await openDB(name).then((db) => db.close())
    await deleteDB(name)
    return true
  } catch {
    return false
  }
}

async function removeStores(): Promise<void> {
  if (await hasOpfs()) await removeOpfsFolder(storeName())
  if (await hasIndexedDb()) await deleteDB(idbName())
}
