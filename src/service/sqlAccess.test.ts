import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rights, SqlAccess } from './auth/rights.ts'
import { serverSettings } from './serverSettings.ts'
import { createService } from './service.ts'
import { openPglite, type TestDatabase } from '../../e2e/support/testDatabases.ts'

let opened: TestDatabase
beforeAll(async () => {
  opened = await openPglite()
})
afterAll(() => opened.drop())

const access = (token: string | null): Rights =>
  token === 'anna' ? { read: true, write: false, token: 'read' } : { read: true, write: false, token: 'none' }

/** The answer to a statement; `query` goes behind the address. */
async function run(sql: SqlAccess, token: string | null, query = ''): Promise<readonly [status: number, text: string]> {
  const handler = await createService(opened.database, { access, sql })
  const response = await handler(
    new Request(`http://service.test/api/3/action/datastore_search_sql?sql=select+1+as+one${query}`, {
      headers: token === null ? {} : { authorization: token },
    }),
  )
  return [response.status, await response.text()]
}

test('SQL is for whoever may read, for those with a token, or for nobody', async () => {
  expect(await run('public', null)).toEqual([200, expect.stringContaining('"one":1')])
  expect(await run('token', 'anna')).toEqual([200, expect.stringContaining('"one":1')])
  expect(await run('token', null)).toEqual([403, expect.stringContaining('SQL needs a token on this server: ask')])
  // As CKAN says it of an action that it doesn't have.
  expect(await run('off', 'anna')).toEqual([400, '"Bad request: Action name not known: datastore_search_sql"'])
})

test('a script on another site runs no SQL with the token of whoever loads it', async () => {
  expect((await run('token', 'anna', '&callback=f'))[0]).toBe(403)
})

test('status_show says who may run SQL', async () => {
  const handler = await createService(opened.database, { access, sql: 'token' })
  const response = await handler(new Request('http://service.test/api/3/action/status_show'))
  expect(await response.json()).toMatchObject({ result: { rowan_sql: 'token' } })
})

test('without a setting SQL is open on PGlite, and needs a token on PostgreSQL', () => {
  const read = (environment: Record<string, string>) => serverSettings(environment, '/')
  const DATABASE_URL = 'postgres://rowan@db/rowan'
  expect([read({}).sql, read({ DATABASE_URL }).sql, read({ DATABASE_URL, ROWAN_SQL: 'public' }).sql]).toEqual([
    'public',
    'token',
    'public',
  ])
  expect(() => read({ ROWAN_SQL: 'on' })).toThrow('ROWAN_SQL must be public (whoever may read), token')
})
