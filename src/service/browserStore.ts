import { IdbFs, MemoryFS, PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { DAMAGED_STORE, type EngineParts, type EngineStore } from '../protocol/engineMessages.ts'
import { opfsFolder, OpfsFolder, patiently, removeOpfsFolder } from './opfsFolder.ts'

export interface BrowserStoreOptions {
  readonly parts: EngineParts
  /** Removes what is stored first. */
  readonly fresh: boolean
  /** Stores nothing. */
  readonly memory: boolean
  /** The data folder (a tar, also gzipped) that a new store begins with. */
  seed(): Promise<Blob>
}

export interface OpenStore {
  readonly db: PGlite
  readonly store: EngineStore
}

/**
 * Opens the page's own database in this worker: in the origin's private files, else in IndexedDB, else in memory; where
 * it was stored before comes first. A store that is new, or was not finished, begins with the seed. Throws in plain
 * words, beginning with `DAMAGED_STORE` where something is stored that does not open. The caller is its only owner.
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

/** Whether a store opened so would begin with its seed, so that the seed may be loaded beside the engine. */
export async function beginsNew({ fresh, memory }: Pick<BrowserStoreOptions, 'fresh' | 'memory'>): Promise<boolean> {
  return fresh || memory || (await isUnfinished().catch(() => false)) || (await whereStored()) === null
}

/** PostgreSQL's major version is in the names: another one could not read the files. */
const OPFS_FOLDER = 'rowan-postgres-18'
const IDB_PATH = 'rowan-postgres-18'
const IDB_NAME = `/pglite/${IDB_PATH}`

/** Lies in the folder until the seed is in it whole. */
const UNFINISHED = 'unfinished'

async function openOpfs(options: BrowserStoreOptions): Promise<OpenStore> {
  if (await isUnfinished()) await removeOpfsFolder(OPFS_FOLDER)
  const known = await opfsFolder(OPFS_FOLDER, false)
  const folder = known ?? (await opfsFolder(OPFS_FOLDER, true))
  if (known === null) await folder?.getFileHandle(UNFINISHED, { create: true })
  const seed = known === null ? await options.seed() : null
  const db = await opened(known !== null, () =>
    // A try that found a file held elsewhere has taken some handles itself, which only the end of a worker gives back;
    // so the first file, which each owner holds, is waited for beforehand.
    patiently(() => firstFileIsFree(known)).then(() =>
      create(options, new OpfsFolder(OPFS_FOLDER, { initialPoolSize: POOL_SIZE }), seed),
    ),
  )
  if (known === null) {
    await db.exec('checkpoint')
    await folder?.removeEntry(UNFINISHED)
  }
  return { db, store: 'opfs' }
}

/** Files made ahead for a new store: those of the seed, and some for what comes. */
const POOL_SIZE = 450

async function openIndexedDb(options: BrowserStoreOptions): Promise<OpenStore> {
  const known = (await whereStored()) === 'indexeddb'
  const seed = known ? null : await options.seed()
  const db = await opened(known, () => create(options, new IdbFs(IDB_PATH), seed))
  // All of it in one transaction of IndexedDB, so a new store is there whole or not at all.
  await db.syncToFs()
  return { db, store: 'indexeddb' }
}

async function openMemory(options: BrowserStoreOptions): Promise<OpenStore> {
  const seed = await options.seed()
  return { db: await create(options, new MemoryFS(), seed), store: 'memory' }
}

function create(
  options: BrowserStoreOptions,
  fs: NonNullable<PGliteOptions['fs']>,
  seed: Blob | null,
): Promise<PGlite> {
  return PGlite.create({
    fs,
    pgliteWasmModule: options.parts.wasm,
    fsBundle: options.parts.data,
    // A folder is always given, so initdb never runs; without a module its file would be loaded all the same.
    initdbWasmModule: new WebAssembly.Module(EMPTY_WASM),
    ...(seed ? { loadDataDir: seed } : {}),
  })
}

const EMPTY_WASM = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])

/** PGlite's own failures to open, in words. */
async function opened(known: boolean, work: () => Promise<PGlite>): Promise<PGlite> {
  try {
    return await work()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (cause instanceof DOMException && cause.name === 'QuotaExceededError') throw new Error(NO_ROOM_LEFT, { cause })
    if (cause instanceof DOMException && cause.name === 'NoModificationAllowedError') {
      throw new Error('What this browser stores for the page is held by another tab. Close it, then try again.', {
        cause,
      })
    }
    // PostgreSQL does not tell for want of what it ends; a reset is not to be offered for want of room.
    if (await isNearlyFull()) throw new Error(NO_ROOM_LEFT, { cause })
    throw new Error(known ? `${DAMAGED_STORE}: ${reason}` : `PostgreSQL could not start: ${reason}`, { cause })
  }
}

/** What is said where the browser refuses more room. */
export const NO_ROOM_LEFT = 'This device has no room left for the page. Free some space, then try again.'

/** Asked of the store itself: what a browser estimates says nothing of a full disk, nor of all limits (Chromium, measured). */
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
    return error instanceof DOMException && error.name === 'QuotaExceededError'
  }
}

const PROBE = 'rowan-room'

/** Of PostgreSQL's files the largest has 16 MB; browsers set room aside in larger steps than are written. */
const ROOM_BYTES = 32_000_000

async function firstFileIsFree(folder: FileSystemDirectoryHandle | null): Promise<void> {
  if (folder === null) return
  const file = await folder.getFileHandle('state.txt').catch(() => null)
  const handle = await file?.createSyncAccessHandle()
  handle?.close()
}

async function isUnfinished(): Promise<boolean> {
  const folder = await opfsFolder(OPFS_FOLDER, false)
  if (folder === null) return false
  return folder.getFileHandle(UNFINISHED).then(
    () => true,
    () => false,
  )
}

async function whereStored(): Promise<'opfs' | 'indexeddb' | null> {
  try {
    if ((await hasOpfs()) && (await opfsFolder(OPFS_FOLDER, false)) !== null) return 'opfs'
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === IDB_NAME) ? 'indexeddb' : null
  } catch {
    return null
  }
}

/** Both are asked for in earnest: private windows have the functions and refuse them. */
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
    // What is stored there is still there on a full device.
    return error instanceof DOMException && error.name === 'QuotaExceededError'
  }
}

async function hasIndexedDb(): Promise<boolean> {
  try {
    const name = 'rowan-probe'
    await settled(indexedDB.open(name)).then((db) => db.close())
    await settled(indexedDB.deleteDatabase(name))
    return true
  } catch {
    return false
  }
}

async function removeStores(): Promise<void> {
  if (await hasOpfs()) await removeOpfsFolder(OPFS_FOLDER)
  if (await hasIndexedDb()) await settled(indexedDB.deleteDatabase(IDB_NAME))
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused')))
  })
}
