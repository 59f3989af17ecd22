import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rights } from './auth/rights.ts'
import type { SqlAccess } from './sql/sqlAccess.ts'
import { serverSettings } from './serverSettings.ts'
import { functionNames } from '../protocol/sqlFunctions.ts'
import { createService } from './service.ts'
import { openPglite, type TestDatabase } from '../../e2e/support/testDatabases.ts'

let opened: TestDatabase
beforeAll(async () => {
  opened = await openPglite()
})
afterAll(() => opened.drop())

const access = (token: string | null): Rights =>
  token === 'anna' ? { read: true, write: false, token: 'read' } : { read: true, write: false, token: 'none' }

const address = 'http://service.test/api/3/action'

/** The answer to a statement; `query` goes behind the address. */
async function run(sql: SqlAccess, token: string | null, query = ''): Promise<readonly [status: number, text: string]> {
  const handler = await createService(opened.database, { access, sql })
  const response = await handler(
    new Request(`${address}/datastore_search_sql?sql=select+1+as+one${query}`, {
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
  const response = await handler(new Request(`${address}/status_show`))
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

test('an administrator may name the functions, and the page is told', async () => {
  const sqlFunctions = functionNames('upper # loud\r\n\n# nothing else\n')
  const handler = await createService(opened.database, { access, sqlFunctions })
  const send = async (path: string) => {
    const response = await handler(new Request(`${address}/${path}`))
    return [response.status, await response.text()]
  }
  expect(await send("datastore_search_sql?sql=select+upper('a')")).toEqual([200, expect.stringContaining('"A"')])
  const refused = expect.stringContaining('Not authorized to call function lower')
  expect(await send("datastore_search_sql?sql=select+lower('A')")).toEqual([403, refused])
  expect(await send('status_show')).toEqual([200, expect.stringContaining('"rowan_functions": ["upper"]')])
})

test('a file of functions that has no names, or is not there, ends the start with what is wrong', () => {
  expect(() => functionNames('upper\nlower(text)')).toThrow('line 2 is not the name of a function: lower(text)')
  const missing = { ROWAN_SQL_FUNCTIONS: 'nowhere.txt' }
  expect(() => serverSettings(missing, '/')).toThrow('ROWAN_SQL_FUNCTIONS names a file of functions, a name a line')
  const own = { ROWAN_SQL_FUNCTIONS: 'src/protocol/sqlFunctions.txt' }
  expect(serverSettings(own, process.cwd()).sqlFunctions?.has('date_bin')).toBe(true)
})
