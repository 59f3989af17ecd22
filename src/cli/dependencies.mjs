import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf, npm, root, run, say } from './project.mjs'

/** Installs the dependencies if they are missing or don't match the lock file. Says so first. */
export async function ensureDependencies() {
  // npm would follow the link and install into another project's folder.
  if (lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(
      'node_modules is a link to another folder. Remove the link and start again: a real folder will be created.',
    )
  }
  const wanted = hashOf(['package-lock.json'])
  if (readOr(STAMP, '') === wanted) return
  if (!installedAsLocked()) {
    say('Installing the dependencies (npm ci) …')
    const code = await run(...npm('ci', '--include=dev', '--no-audit', '--no-fund'))
    if (code !== 0) {
      throw new Error('npm ci failed, see above. Without a network it needs a filled npm cache.')
    }
  }
  writeFileSync(STAMP, wanted)
}

const MODULES = join(root, 'node_modules')

/** In node_modules, so that both are removed together. Written last, so that an interrupted install is repeated. */
const STAMP = join(MODULES, '.rowan-installed')

/**
 * Whether npm's own record of node_modules matches the lock file, as after an install by hand or by CI. Packages for other
 * systems are optional and not in that record.
 */
function installedAsLocked() {
  const installed = packagesOf(join(MODULES, '.package-lock.json'))
  const locked = packagesOf(join(root, 'package-lock.json'))
  return Object.entries(locked).every(
    ([path, { version, integrity, optional }]) =>
      path === '' ||
      (installed[path]
        ? installed[path].version === version && installed[path].integrity === integrity && existsSync(join(root, path))
        : optional === true),
  )
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}
