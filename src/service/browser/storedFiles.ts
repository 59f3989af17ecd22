import { openDB } from 'idb'
import { idbName, whereStored } from './browserStore.ts'
import { readList } from './fileList.ts'
import { opfsFolder } from './opfsFolder.ts'
import { storeName } from './storeName.ts'
import { TAR_END, tarFrame } from './tar.ts'

/** A file of the store, by its path in PostgreSQL's data folder; the path of a folder ends with a slash. */
export interface StoredFile {
  readonly path: string
  readonly bytes: Blob
}

/**
 * The files that are stored, however damaged, read without opening or changing anything. Of private files, the list that
 * gives them their paths comes first, and those that aren't in it are in the folder `unlisted`.
 */
export async function storedFiles(): Promise<readonly StoredFile[]> {
  const place = await whereStored()
  if (place === 'indexeddb') return indexedDbFiles()
  const folder = await opfsFolder(storeName(), false)
  return folder === null ? [] : opfsFiles(folder)
}

/** All of them as one tar. */
export function tarOfFiles(files: readonly StoredFile[]): Blob {
  const parts = files.flatMap(({ path, bytes }) => {
    const [before, after] = tarFrame(path, bytes.size)
    return [before, bytes, after]
  })
  return new Blob([...parts, TAR_END], { type: 'application/x-tar' })
}

/** Begins the paths of what belongs to the store, but not to PostgreSQL's folder. */
export const UNLISTED = 'unlisted/'

async function opfsFiles(folder: FileSystemDirectoryHandle): Promise<readonly StoredFile[]> {
  const list = await readList(folder)
  const paths = new Map(list.map(({ path, name }) => [name, path]))
  const files = list.flatMap(({ path, name }) => (name === null ? [folderAt(path)] : []))
  const read = async (from: FileSystemDirectoryHandle, pathOf: (name: string) => string) => {
    for await (const handle of from.values()) {
      if (handle instanceof FileSystemFileHandle) {
        const bytes = await handle.getFile()
        const path = pathOf(handle.name)
        // Empty files of the reserve hold nothing.
        if (bytes.size > 0 || !path.startsWith(UNLISTED)) files.push({ path, bytes })
      }
    }
  }
  await read(folder, (name) => `${UNLISTED}${name}`)
  const data = await folder.getDirectoryHandle('data').catch(() => null)
  if (data !== null) await read(data, (name) => paths.get(name) ?? `${UNLISTED}data/${name}`)
  return files
}

async function indexedDbFiles(): Promise<readonly StoredFile[]> {
  const db = await openDB(idbName())
  try {
    const store = db.transaction(IDB_FILES).store
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
    return keys.flatMap((key, at) => {
      const value = values[at]
      const held: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'contents') : null
      const path = typeof key === 'string' ? key.slice(idbName().length + 1) : ''
      if (path === '') return []
      if (!ArrayBuffer.isView(held)) return [folderAt(path)]
      return [{ path, bytes: new Blob([new Uint8Array(held.buffer, held.byteOffset, held.byteLength).slice()]) }]
    })
  } finally {
    db.close()
  }
}

function folderAt(path: string): StoredFile {
  return { path: `${path}/`, bytes: new Blob() }
}

/** Where Emscripten keeps its files. */
const IDB_FILES = 'FILE_DATA'
