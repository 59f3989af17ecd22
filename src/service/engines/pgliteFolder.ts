import { PGlite } from '@electric-sql/pglite'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OwnerOnlyFiles } from './ownerOnlyFiles.ts'

/** The PostgreSQL major version of PGlite. A folder of another version is never opened. */
export const POSTGRES_MAJOR = '18'

/** Makes a prepared folder a quarter of the usual size. For initdb, so only for new folders. */
export const INITDB_PARAMETERS = ['--wal-segsize=1']

/** PGlite's part of Rowan's data folder. */
export function pglitePath(dataFolder: string): string {
  return join(dataFolder, 'pglite')
}

/** Throws, with an explanation, if the folder holds files of another PostgreSQL version or something else entirely. */
export async function checkPgliteFolder(dataFolder: string): Promise<'new' | 'known'> {
  const path = pglitePath(dataFolder)
  if (!(await stat(path).catch(() => null))) return 'new'
  const version = (await readFile(join(path, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version === POSTGRES_MAJOR) return 'known'
  const rest = `Nothing was changed. Use another folder (ROWAN_DATA), or move ${path} away.`
  if (version === '') throw new Error(`${path} is not a data folder of PostgreSQL. ${rest}`)
  throw new Error(
    `${path} was written by PostgreSQL ${version}; this Rowan has PostgreSQL ${POSTGRES_MAJOR} and can't read it. ${rest}`,
  )
}

/**
 * Opens the PGlite of a data folder that this process owns. A missing folder is created from the sample (a dump of another
 * one) or empty. It gets its final name when complete, so an interrupted start leaves nothing half made.
 */
export async function openPglite(
  dataFolder: string,
  sample: string | null,
  program: WebAssembly.Module,
): Promise<PGlite> {
  const path = pglitePath(dataFolder)
  if ((await checkPgliteFolder(dataFolder)) === 'new') {
    const unfinished = `${path}.unfinished`
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { mode: 0o700 })
    const dump = sample === null ? null : await readFile(sample).catch(() => null)
    const made = await PGlite.create({
      fs: new OwnerOnlyFiles(unfinished),
      pgliteWasmModule: program,
      initDbStartParams: INITDB_PARAMETERS,
      ...(dump ? { loadDataDir: new Blob([dump], { type: 'application/x-gzip' }) } : {}),
    })
    await made.close()
    await rename(unfinished, path)
  }
  return PGlite.create({ fs: new OwnerOnlyFiles(path), pgliteWasmModule: program })
}
