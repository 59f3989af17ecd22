import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { folderProblem } from './folderProblem.ts'
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
  let version = ''
  let isFolder = true
  try {
    const found = await stat(path).catch(unlessMissing)
    if (found === null) return 'new'
    isFolder = found.isDirectory()
    if (isFolder) version = ((await readFile(join(path, 'PG_VERSION'), 'utf8').catch(unlessMissing)) ?? '').trim()
  } catch (error) {
    throw new Error(folderProblem(path, [], error), { cause: error })
  }
  if (version === POSTGRES_MAJOR) return 'known'
  const rest = `Nothing was changed. Use another folder (ROWAN_DATA), or move ${path} away.`
  if (!isFolder) throw new Error(`${path} is a file, not a folder. ${rest}`)
  if (!/^\d+$/.test(version)) {
    const part = (await isPartOfOne(path))
      ? ', or one of which a part is missing: then restore a backup of all of it'
      : ''
    throw new Error(`${path} is not a data folder of PostgreSQL (it has no PG_VERSION)${part}. ${rest}`)
  }
  throw new Error(
    `${path} was written by PostgreSQL ${version}; this Rowan has PostgreSQL ${POSTGRES_MAJOR} and can't read it. ${rest}`,
  )
}

async function isPartOfOne(path: string): Promise<boolean> {
  return (await stat(join(path, 'global')).catch(() => null)) !== null
}

/** For a file or folder that need not be there. */
function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

/**
 * Opens the PGlite of a data folder that this process owns. A missing folder is created from the sample (a dump of another
 * one) or empty. It gets its final name when complete, so an interrupted start leaves nothing half made. Throws words for
 * people if the folder can't be opened or made.
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
    const dump = sample === null ? null : await readFile(sample).catch(() => null)
    try {
      await mkdir(unfinished, { mode: 0o700 })
      const made = await opened(unfinished, {
        pgliteWasmModule: program,
        initDbStartParams: INITDB_PARAMETERS,
        ...(dump ? { loadDataDir: new Blob([dump], { type: 'application/x-gzip' }) } : {}),
      })
      await made.close()
      await rename(unfinished, path)
    } catch (error) {
      // Made just now, and it would take the last room of a full disk.
      await rm(unfinished, { recursive: true, force: true })
      const isPlain = error instanceof Error && 'code' in error
      throw isPlain ? new Error(folderProblem(path, [], error), { cause: error }) : error
    }
  }
  return opened(path, { pgliteWasmModule: program })
}

/** Opens the PGlite in this folder; keeps what PostgreSQL says meanwhile for the case that it can't. */
async function opened(path: string, options: PGliteOptions): Promise<PGlite> {
  const said: string[] = []
  let isOpen = false
  const onStderr = (line: string): boolean => {
    if (!isOpen) said.push(line)
    return true
  }
  try {
    const db = await PGlite.create({ ...options, fs: new OwnerOnlyFiles(path), onStderr })
    isOpen = true
    return db
  } catch (error) {
    throw new Error(folderProblem(path, said, error), { cause: error })
  }
}
