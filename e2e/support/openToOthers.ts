import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The paths of a folder and of all in it, links aside, with which the group or other users may do anything. */
export async function openToOthers(folder: string): Promise<readonly string[]> {
  const inside = await readdir(folder, { recursive: true })
  const paths = [folder, ...inside.map((name) => join(folder, name))]
  const found = await Promise.all(paths.map(async (path) => ({ path, rights: await lstat(path) })))
  return found.filter(({ rights }) => !rights.isSymbolicLink() && (rights.mode & 0o077) !== 0).map(({ path }) => path)
}
