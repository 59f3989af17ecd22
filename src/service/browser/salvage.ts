import type { PGlite } from '@electric-sql/pglite'
import type { EngineParts, Salvaged, SalvagedTable } from '../../protocol/engineMessages.ts'
import type { ServerHandler } from '../../protocol/handler.ts'
import { ProblemError } from '../../protocol/problem.ts'
import { name as quoted, sql, statement } from '../sql/statement.ts'
import { openInMemory } from './browserStore.ts'
import { transactionFiles, withControlFile, withEmptyLog, type FolderFiles } from './mendFolder.ts'
import { readNoted, TABLES } from './notedTables.ts'
import { storedFiles, tarOfFiles, UNLISTED, type StoredFile } from './storedFiles.ts'
import { tarEntries } from './tar.ts'

/** What is loaded only if it is needed. */
export interface SalvageProgram {
  parts(): Promise<EngineParts>
  /** The sample's folder, which has what is the same in each. */
  sample(): Promise<Blob>
}

/**
 * Saves what can be saved of a store that doesn't open, and touches nothing of it. `/folder` answers with its files as a
 * tar; `/tables` with a backup of the tables that can be read, and says in the header `x-rowan-salvaged` which those are;
 * `/noted` with the tables that were noted beside the store.
 */
export function salvager(program: SalvageProgram): ServerHandler {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/noted') return Response.json(await readNoted())
    const files = await storedFiles()
    if (pathname === '/folder')
      return new Response(tarOfFiles(files), { headers: { 'content-type': 'application/x-tar' } })
    const folder = files.filter(({ path }) => !path.startsWith(UNLISTED) && !WITHOUT.test(path))
    const { backup, salvaged } = await salvage(program, folder)
    return new Response(backup, {
      headers: { 'content-type': 'application/gzip', 'x-rowan-salvaged': encodeURIComponent(JSON.stringify(salvaged)) },
    })
  }
}

/** Files that say that a PostgreSQL is running, and those that it makes again where they are missing, but not where they are damaged. */
const WITHOUT =
  /^postmaster\.(?:pid|opts)$|(?:^|\/)pg_internal\.init|^pg_logical\/replorigin_checkpoint|^pg_stat(?:_tmp)?\/[^/]+$/

async function salvage(
  program: SalvageProgram,
  folder: readonly StoredFile[],
): Promise<{ backup: Blob; salvaged: Salvaged }> {
  const transactions = transactionFiles(await bytesOf(folder.filter(({ path }) => path.startsWith('pg_xact/'))))
  const others = folder.filter(({ path }) => !transactions.has(path))
  const opened = await firstOpened(program, [...others, ...blobsOf(transactions)])
  if (opened === null) throw new ProblemError({ code: 'nothingSalvaged' })
  const { db, rows, isLogLost } = opened
  const tables: SalvagedTable[] = []
  for (const { id, name, records } of rows) {
    const saved = await savedRecords(db, id)
    if (saved === null) await drop(db, id)
    tables.push({ name: name ?? id, saved, records: records === null ? null : Number(records) })
  }
  for (const { id, name, records } of await readNoted())
    if (!rows.some((row) => row.id === id)) tables.push({ name, saved: null, records })
  await db.exec('checkpoint')
  return { backup: await db.dumpDataDir('gzip'), salvaged: { tables, isLogLost } }
}

interface Opened {
  readonly db: PGlite
  readonly rows: readonly { readonly id: string; readonly name: string | null; readonly records: string | null }[]
  /** What had not yet come from the log into the files of the tables is missing. */
  readonly isLogLost: boolean
}

/** In memory: the folder as it is; else with its control file made from its log; else without its log. */
async function firstOpened(program: SalvageProgram, folder: readonly StoredFile[]): Promise<Opened | null> {
  const parts = await program.parts()
  const asItIs = await openedFolder(parts, folder).catch(() => null)
  if (asItIs !== null) return { ...asItIs, isLogLost: false }
  const [files, sample] = await Promise.all([bytesOf(folder), program.sample().then(filesIn)])
  const made = withControlFile(files, sample)
  const recovered = made && (await openedFolder(parts, blobsOf(made)).catch(() => null))
  if (recovered) return { ...recovered, isLogLost: false }
  const last = await openedFolder(parts, blobsOf(withEmptyLog(files, sample))).catch(() => null)
  return last && { ...last, isLogLost: true }
}

async function openedFolder(parts: EngineParts, folder: readonly StoredFile[]): Promise<Omit<Opened, 'isLogLost'>> {
  const db = await openInMemory(parts, tarOfFiles(folder), SALVAGING)
  await db.exec("set client_min_messages = 'error'")
  await db.exec('reindex system').catch(() => undefined)
  // Their indexes are made again; of the tables that people made, that comes with each (`savedRecords`).
  for (const of of CATALOG) await db.exec(`vacuum full rowan.${of}`).catch(() => undefined)
  const { rows } = await db.query<Opened['rows'][number]>(TABLES)
  return { db, rows }
}

/**
 * A page with a wrong checksum is read as if it were empty: the records of the others are saved. PostgreSQL's own tables are
 * read without their indexes, which are then made again.
 */
const SALVAGING = ['zero_damaged_pages=on', 'ignore_system_indexes=on']

/** What the service knows of its tables; none of them refers to one before it. */
const CATALOG = ['aliases', 'fields', 'tables']

async function bytesOf(folder: readonly StoredFile[]): Promise<FolderFiles> {
  return new Map(
    await Promise.all(
      folder.map(async ({ path, bytes }) => [path, new Uint8Array(await bytes.arrayBuffer())] as const),
    ),
  )
}

async function filesIn(tar: Blob): Promise<FolderFiles> {
  return new Map(
    [...tarEntries(await tar.arrayBuffer())].map(({ path, isFolder, bytes }) => [
      `${path.join('/')}${isFolder ? '/' : ''}`,
      bytes,
    ]),
  )
}

function blobsOf(files: FolderFiles): readonly StoredFile[] {
  return [...files].map(([path, bytes]) => ({ path, bytes: new Blob([bytes]) }))
}

/** Writes a table and its indexes again from what can be read. Null if that fails. */
async function savedRecords(db: PGlite, id: string): Promise<number | null> {
  const table = statement(sql`datastore.${quoted(id)}`).text
  try {
    await db.exec(`vacuum full ${table}`)
    const { rows } = await db.query<{ count: string }>(`select count(*)::text as count from ${table}`)
    const count = Number(rows[0]?.count)
    await db.query('update rowan.tables set records = $2 where resource_id = $1', [id, count])
    return count
  } catch {
    return null
  }
}

async function drop(db: PGlite, id: string): Promise<void> {
  const table = statement(sql`datastore.${quoted(id)}`).text
  await db.exec(`drop table if exists ${table} cascade`).catch(() => undefined)
  for (const of of CATALOG)
    await db.query(`delete from rowan.${of} where resource_id = $1`, [id]).catch(() => undefined)
}
