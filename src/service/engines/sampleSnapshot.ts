import { writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { loadSample } from '../sample/loadSample.ts'
import { createService } from '../service.ts'
import { createPgliteSql } from './pglite.ts'
import { INITDB_PARAMETERS } from './pgliteFolder.ts'

/**
 * Writes the data folder that new ones are copied from: a PGlite with the sample, loaded through the service's actions; and,
 * as JSON by their addresses, its answers to what the page asks first.
 */
export async function writeSampleSnapshot(file: string, answersFile: string): Promise<void> {
  const db = await PGlite.create({ initDbStartParams: INITDB_PARAMETERS })
  // Otherwise old log segments are kept for reuse and copied into every new data folder.
  await db.exec('set wal_recycle = off')
  const service = await createService(createPgliteSql(db), { access: () => ({ read: true, write: true }) })
  await loadSample(service, 'the build')
  // Rewrites tables and indexes without the free space that loading left: half the bytes.
  for (const statement of ['vacuum full', 'analyze', ...WITHOUT_TEMPLATES, 'checkpoint', 'checkpoint']) {
    await db.exec(statement)
  }
  const dump = await db.dumpDataDir('gzip')
  // After that: to ask leaves marks in the files.
  const answers: Record<string, string> = {}
  for (const url of FIRST_QUESTIONS) {
    answers[url] = await (await service(new Request(url))).text()
  }
  await writeFile(answersFile, JSON.stringify(answers))
  await db.close()
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()))
}

/** Of its own PostgreSQL, as it names it. If the page comes to ask otherwise, `e2e/embeddedEarly.spec.ts` fails. */
const FIRST_QUESTIONS = ['resource_id=field_programmes&limit=200', 'resource_id=_table_metadata&limit=1000'].map(
  (asked) => `http://this-browser.invalid/en/api/3/action/datastore_search?${asked}`,
)

/**
 * The template databases are never used, as the service has one database. Without them the folder has 324 files instead
 * of 922, and a browser opens them one by one.
 */
const WITHOUT_TEMPLATES = [
  'update pg_database set datistemplate = false, datallowconn = true',
  'drop database template0',
  'drop database template1',
]
