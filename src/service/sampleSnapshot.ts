import { writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { createPgliteSql } from './pglite.ts'
import { INITDB_PARAMETERS } from './pgliteFolder.ts'
import { loadSample } from './sample/loadSample.ts'
import { createService } from './service.ts'

/** Writes the data folder that new ones are made from: a PGlite with the sample, loaded by the service's own actions. */
export async function writeSampleSnapshot(file: string): Promise<void> {
  const db = await PGlite.create({ initDbStartParams: INITDB_PARAMETERS })
  // Else the log's old segments are kept for later use, and copied into every new data folder.
  await db.exec('set wal_recycle = off')
  const service = await createService(createPgliteSql(db), { access: () => ({ read: true, write: true }) })
  await loadSample(service, 'the build')
  // Tables and indexes are written anew, without the room that loading left in them: half the bytes.
  for (const statement of ['vacuum full', 'analyze', ...WITHOUT_TEMPLATES, 'checkpoint', 'checkpoint']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, none in a transaction with another
    await db.exec(statement)
  }
  const dump = await db.dumpDataDir('gzip')
  await db.close()
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()))
}

/**
 * The databases that others are made from are never used here, as the service has one; without them the folder has 324
 * files in the place of 922, which a browser opens one by one.
 */
const WITHOUT_TEMPLATES = [
  'update pg_database set datistemplate = false, datallowconn = true',
  'drop database template0',
  'drop database template1',
]
