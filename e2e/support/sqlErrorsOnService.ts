import { createService } from '../../src/service/service.ts'
import { errorTables } from './sqlErrors.ts'
import type { TestDatabase } from './testDatabases.ts'

/** Our service with the tables of the statements that are refused. */
export async function openErrorsService(open: () => Promise<TestDatabase>) {
  const opened = await open()
  const handler = await createService(opened.database, { access: () => ({ read: true, write: true }) })
  for (const { title: _, ...table } of errorTables) {
    const body = JSON.stringify({ ...table, force: true })
    const headers = { 'content-type': 'application/json' }
    await handler(new Request('http://service.test/api/3/action/datastore_create', { method: 'POST', headers, body }))
  }
  return { handler, done: () => opened.drop() }
}
