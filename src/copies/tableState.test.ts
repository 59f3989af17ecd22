import { expect, test } from 'vitest'
import { sqlHandler } from '../../e2e/support/sqlHandler.ts'
import { createActionClient } from '../instances/client/createActionClient.ts'
import { tableState } from './tableState.ts'

test('a table has another state after each change, and the same one when it is as before', async () => {
  const setup = `CREATE TABLE "t" (_id int, _full_text text, "a b" text, n numeric);
    INSERT INTO t SELECT i, 'words', 'value ' || i, i FROM generate_series(1, 500) AS i`
  const { handler, database } = await sqlHandler(setup, 100)
  const fields = ['_id', '_full_text', 'a b', 'n'].map((id) => ({ id, type: 'text' }))
  const connection = { baseUrl: 'https://x.example', prefix: '/a', tokenHeader: 'Authorization', token: 'x' }
  const client = createActionClient(
    (request) =>
      request.url.endsWith('/datastore_search')
        ? Promise.resolve(Response.json({ success: true, result: { fields, records: [] } }))
        : handler(request),
    connection,
    { origin: 'https://x.example' },
  )
  const state = () => tableState(client, 't', new AbortController().signal)
  const first = await state()
  const after = async (change: string, back: string) => {
    await database.exec(change)
    const changed = await state()
    await database.exec(back)
    expect(await state(), back).toBe(first)
    return changed
  }
  const changed = [
    await after(`UPDATE t SET n = 7.0 WHERE _id = 7`, `UPDATE t SET n = 7 WHERE _id = 7`),
    await after(`UPDATE t SET "a b" = null WHERE _id = 250`, `UPDATE t SET "a b" = 'value 250' WHERE _id = 250`),
    await after(`UPDATE t SET "a b" = '' WHERE _id = 250`, `UPDATE t SET "a b" = 'value 250' WHERE _id = 250`),
    await after(`DELETE FROM t WHERE _id = 9`, `INSERT INTO t VALUES (9, 'other words', 'value 9', 9)`),
    await after(`INSERT INTO t SELECT * FROM t WHERE _id = 9`, `DELETE FROM t WHERE ctid = (SELECT max(ctid) FROM t)`),
  ]
  expect(new Set([first, ...changed]).size).toBe(6)
  await database.exec('TRUNCATE t')
  expect(changed).not.toContain(await state())
})
