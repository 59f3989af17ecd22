import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf, npm, root, run, say } from './project.mjs'

/** Installs the dependencies where they are missing or not those of the lock file; says so before it does. */
export async function ensureDependencies() {
  // npm would install through the link, into what belongs to another folder.
  if (lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(
      'node_modules is a link to another folder. Remove the link, then start again: a real folder is made.',
    )
  }
  const wanted = hashOf(['package-lock.json'])
  if (readOr(STAMP, '') === wanted) return
  if (!installedAsLocked()) {
    say('Installing the dependencies (npm ci) …')
    const code = await run(...npm('ci', '--include=dev', '--no-audit', '--no-fund'))
    if (code !== 0) {
      throw new Error('npm ci failed; its words are above. Without a network it needs a filled npm cache.')
    }
  }
  writeFileSync(STAMP, wanted)
}

const MODULES = join(root, 'node_modules')

/** Kept in node_modules, so that it goes with it; written last, so that an interrupted install is repeated. */
const STAMP = join(MODULES, '.rowan-installed')

/**
 * Whether npm's own record of what lies in node_modules agrees with the lock file: somebody installed by hand, as CI
 * does. Packages for other systems are optional and not in that record.
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
