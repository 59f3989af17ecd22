import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Takes the rights of everybody but the owner from a folder and all that is in it; links are left alone. What this process
 * may not change, because another user owns it or the file system has no rights, stays as it is.
 */
export function makeOwnerOnly(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return
  // The folder first: from then on nobody else gets at what is in it.
  if ((found.mode & OTHERS) !== 0) takeRights(path, found.isDirectory() ? 0o700 : 0o600)
  if (!found.isDirectory()) return
  for (const name of readdirSync(path)) makeOwnerOnly(join(path, name))
}

/**
 * Does the same to a data folder. If it holds other things than Rowan's, as a home folder would, those and the folder
 * itself are left as they are.
 */
export function makeDataFolderOwnerOnly(folder: string): void {
  const names = readdirSync(folder)
  const own = names.filter((name) => OWN.test(name))
  if (own.length === names.length) makeOwnerOnly(folder)
  else for (const name of own) makeOwnerOnly(join(folder, name))
}

/** The names of what Rowan keeps in a data folder. */
const OWN = /^(pglite|owner\.|reserve$|tokens\.json)/

/** The rights of the group and of all other users. */
const OTHERS = 0o077

function takeRights(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // A file may vanish meanwhile, as a socket does when a process ends.
    if (!['EPERM', 'ENOTSUP', 'EROFS', 'ENOENT'].includes(code)) throw error
  }
}
