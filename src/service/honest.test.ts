import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '../protocol/handler.ts'
import { createService } from './service.ts'
import { honestStatements, honestTables } from '../../e2e/support/honestStatements.ts'
import { openGuardedPglite } from '../../e2e/support/guardedPglite.ts'
import { openPostgres, postgresUrl, type TestDatabase } from '../../e2e/support/testDatabases.ts'

/** What PostgreSQL has since version 16, 17 or 18. */
const newer: readonly string[] = [
  'select any_value(species) from strikes',
  "select date_add(at, '1 day', 'Europe/Vienna'), date_subtract(at, '1 day') from strikes",
  'select array_sample(array[1, 2, 3], 2), array_shuffle(array[1, 2])',
  'select random_normal() is not null, random(1, 6) between 1 and 6',
  "select json_array(1, 2), json_object('a' value 1), spec is json object from strikes",
  'select json_objectagg(_id value species), json_arrayagg(species) from strikes',
  "select json_value(spec, '$.engine'), json_query(spec, '$.parts'), json_exists(spec, '$.count') from strikes",
  "select t.* from strikes, json_table(spec, '$.parts[*]' columns (part text path '$')) t",
  'select to_bin(5), to_oct(8), erf(0.5), 0x1F, 1_000',
  "select array_reverse(array[1, 2]), array_sort(array[2, 1]), casefold('A'), crc32('a'), gamma(5), uuidv7() is not null",
]

/** What the service leaves out on purpose, how it says so, and why. */
const leftOut: readonly (readonly [sql: string, said: string, why: string])[] = [
  ['select pg_typeof(cost) from strikes', 'call function pg_typeof', 'pg_… are about the server; fields say the type'],
  ['select pg_column_size(note) from strikes', 'call function pg_column_size', 'pg_… are about the server'],
  ["select xpath('/a', '<a/>')", 'call function xpath', 'XML can’t be ended while it is read'],
  ['select version()', 'call function version', 'about the server'],
  ['select current_user', 'call function current_user', 'about the server'],
  ["select current_setting('timezone')", 'call function current_setting', 'settings'],
  ["select 'strikes'::regclass", 'the type regclass', 'looks names up in the system tables'],
  ['select table_name from information_schema.tables', 'system tables', 'names tables that are not served'],
  ['select * from strikes for share', 'lock rows', 'writes'],
  ['select (t).a from (select 1 as a) t', 'call function a', 'could be the call a(t): t.a is none'],
  ['select pg_sleep(1)', 'call function pg_sleep', 'waits'],
  ['select setseed(0.5)', 'call function setseed', 'changes the session'],
  ["select nextval('s')", 'call function nextval', 'writes'],
]

const engines: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  // The program of the server and of This browser.
  ['PGlite', () => openGuardedPglite()],
  ...(postgresUrl === null ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '')] as const]),
]

describe.each(engines)('honest statements on %s', (engine, open) => {
  let opened: TestDatabase
  let handler: Handler

  async function send(action: string, params: unknown): Promise<{ status: number; text: string }> {
    const response = await handler(
      new Request(`http://service.test/api/3/action/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(params),
      }),
    )
    return { status: response.status, text: await response.text() }
  }

  beforeAll(async () => {
    opened = await open()
    handler = await createService(opened.database, { access: () => ({ read: true, write: true }) })
    for (const made of honestTables) {
      const { status, text } = await send('datastore_create', made)
      expect(status, text).toBe(200)
    }
  }, 120_000)
  afterAll(() => opened.drop())

  test('none is refused', { timeout: 600_000 }, async () => {
    expect(honestStatements.length).toBeGreaterThanOrEqual(300)
    const refused: string[] = []
    for (const sql of engine === 'PGlite' ? [...honestStatements, ...newer] : honestStatements) {
      const { status, text } = await send('datastore_search_sql', { sql })
      if (status !== 200) refused.push(`${sql}\n  ${status} ${text.slice(text.indexOf('"error"'), 900)}`)
    }
    expect(refused).toEqual([])
  })

  test.each(leftOut)('%s is refused: not authorized to … %s (%s)', async (sql, said) => {
    const { status, text } = await send('datastore_search_sql', { sql })
    expect([status, text]).toEqual([403, expect.stringContaining(said)])
  })
})
