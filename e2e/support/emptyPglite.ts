import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { INITDB_PARAMETERS } from '../../src/service/engines/pgliteFolder.ts'

/** A new, empty PGlite in memory. `initdb` takes seconds, so its result is kept in `.build` and copied from then on. */
export async function emptyPglite(options: PGliteOptions = {}): Promise<PGlite> {
  return PGlite.create({ ...options, loadDataDir: await emptyDataFolder() })
}

/** The data folder of an empty PGlite, as a tar. */
async function emptyDataFolder(): Promise<Blob> {
  if (!existsSync(KEPT)) {
    const db = await PGlite.create({ initDbStartParams: INITDB_PARAMETERS })
    const dump = await db.dumpDataDir('none')
    await db.close()
    // Several tests may do this at once; each file appears whole.
    const own = `${KEPT}.${process.pid}`
    await mkdir(FOLDER, { recursive: true })
    await writeFile(own, new Uint8Array(await dump.arrayBuffer()))
    await rename(own, KEPT).catch(() => rm(own, { force: true }))
  }
  return new Blob([await readFile(KEPT)])
}

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, '.build', 'pglite')
/** Named after the version of PGlite and how `initdb` is called: another one begins without it. */
const KEPT = join(FOLDER, `empty-${stamp()}.tar`)

function stamp(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(ROOT, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'),
  )
  const called = createHash('sha256').update(JSON.stringify(INITDB_PARAMETERS)).digest('hex').slice(0, 8)
  return `${version}-${called}`
}
