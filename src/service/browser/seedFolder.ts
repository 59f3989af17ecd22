import type { State, DirectoryNode } from '@electric-sql/pglite/opfs-ahp'
import { tarEntries, type TarEntry } from './tar.ts'

/**
 * Writes a data folder (a tar) into an empty folder of private files, with the list that PGlite keeps of them. Only some
 * files are open at a time, as each takes a megabyte of the quota while it is (`growingFiles.ts`).
 */
export async function seedFolder(folder: FileSystemDirectoryHandle, tar: Blob): Promise<void> {
  const data = await folder.getDirectoryHandle('data', { create: true })
  const state: State = { root: newFolder(0), pool: [] }
  const files: (() => Promise<void>)[] = []
  for (const entry of tarEntries(await tar.arrayBuffer())) {
    const place = folderOf(state.root, entry)
    const name = entry.path.at(-1) ?? ''
    if (entry.isFolder) place.children[name] ??= newFolder(entry.modified)
    else {
      const backingFilename = `seed-${files.length}`
      place.children[name] = { type: 'file', lastModified: entry.modified, mode: FILE_MODE, backingFilename }
      files.push(() => write(data, backingFilename, (file) => file.write(entry.bytes, { at: 0 })))
    }
  }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = files.shift(); next !== undefined; next = files.shift()) await next()
    }),
  )
  await writeFile(folder, 'state.txt', JSON.stringify(state))
}

const AT_ONCE = 12

const FILE_MODE = 0o100_600
const FOLDER_MODE = 0o40_700

function newFolder(lastModified: number): DirectoryNode {
  return { type: 'directory', lastModified, mode: FOLDER_MODE, children: {} }
}

function folderOf(root: DirectoryNode, { path, modified }: TarEntry): DirectoryNode {
  let place = root
  for (const part of path.slice(0, -1)) {
    const next = (place.children[part] ??= newFolder(modified))
    if (next.type !== 'directory') throw new Error(`${part} is a file and a folder`)
    place = next
  }
  return place
}

/** Writes a file whole, in the place of what was there, and waits until the device has it. */
export function writeFile(folder: FileSystemDirectoryHandle, name: string, text: string): Promise<void> {
  return write(folder, name, (file) => {
    file.truncate(0)
    file.write(new TextEncoder().encode(text), { at: 0 })
    file.flush()
  })
}

async function write(
  folder: FileSystemDirectoryHandle,
  name: string,
  work: (file: FileSystemSyncAccessHandle) => void,
): Promise<void> {
  const file = await folder.getFileHandle(name, { create: true })
  const handle = await file.createSyncAccessHandle()
  try {
    work(handle)
  } finally {
    handle.close()
  }
}
