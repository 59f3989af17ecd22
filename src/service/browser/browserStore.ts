import { IdbFs, MemoryFS, PGlite, type PGliteOptions } from '@electric-sql/pglite'
import type { EngineParts, EngineStore } from '../../protocol/engineMessages.ts'
import { ProblemError } from '../../protocol/problem.ts'
import { opfsFolder, OpfsFolder, patiently, removeOpfsFolder } from './opfsFolder.ts'

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

/** The names have PostgreSQL's major version, because another one can't read the files. */
const OPFS_FOLDER = 'rowan-postgres-18'
const IDB_PATH = 'rowan-postgres-18'
const IDB_NAME = `/pglite/${IDB_PATH}`

/** A file in the folder until the seed is complete. */
const UNFINISHED = 'unfinished'

async function openOpfs(options: BrowserStoreOptions): Promise<OpenStore> {
  if (await isUnfinished()) await removeOpfsFolder(OPFS_FOLDER)
  const known = await opfsFolder(OPFS_FOLDER, false)
  const folder = known ?? (await opfsFolder(OPFS_FOLDER, true))
  if (known === null) await folder?.getFileHandle(UNFINISHED, { create: true })
  const seed = known === null ? await options.seed() : null
  const db = await opened(known !== null, () =>
    // A failed try keeps the handles it got until the worker ends. So this waits beforehand for the first file, which
    // every owner holds.
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

/** Files created in advance for a new store: for the seed, and some more. */
const POOL_SIZE = 450

async function openIndexedDb(options: BrowserStoreOptions): Promise<OpenStore> {
  const known = (await whereStored()) === 'indexeddb'
  const seed = known ? null : await options.seed()
  const db = await opened(known, () => create(options, new IdbFs(IDB_PATH), seed))
  // One IndexedDB transaction, so a new store is complete or absent.
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
    // There is always a folder, so initdb never runs. Without a module PGlite would still load its file.
    initdbWasmModule: new WebAssembly.Module(EMPTY_WASM),
    ...(seed ? { loadDataDir: seed } : {}),
  })
}

const EMPTY_WASM = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])

/** Gives PGlite's failures to open a code. */
async function opened(known: boolean, work: () => Promise<PGlite>): Promise<PGlite> {
  try {
    return await work()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (cause instanceof DOMException && cause.name === 'QuotaExceededError')
      throw new ProblemError({ code: 'storeFull' }, { cause })
    if (cause instanceof DOMException && cause.name === 'NoModificationAllowedError') {
      throw new ProblemError({ code: 'storeHeldElsewhere' }, { cause })
    }
    // PostgreSQL doesn't say what it lacked. If it was space, nobody should be offered a reset.
    if (await isNearlyFull()) throw new ProblemError({ code: 'storeFull' }, { cause })
    throw new ProblemError({ code: known ? 'storeDamaged' : 'engineNotStarted', text: reason }, { cause })
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
    return error instanceof DOMException && error.name === 'QuotaExceededError'
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
