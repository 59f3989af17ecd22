import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '../../protocol/handler.ts'
import { createService } from '../service.ts'
import { openPglite, openPostgres, postgresUrl, type TestDatabase } from '../../../e2e/support/testDatabases.ts'

const ROWS = 11_000
const engines: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  ['PGlite', openPglite],
  ...(postgresUrl === null ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '')] as const]),
]

describe.each(engines)('a dump from %s', (_, open) => {
  let opened: TestDatabase
  let handler: Handler

  beforeAll(async () => {
    opened = await open()
    handler = await createService(opened.database, { access: () => ({ read: true, write: true }) })
    const records = Array.from({ length: ROWS }, (_, n) => ({ n: n % 5, w: `kelp ${n}` }))
    const made = await handler(
      new Request('http://service.test/api/3/action/datastore_create', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          resource_id: 'long',
          aliases: 'also',
          fields: [
            { id: 'n', type: 'int' },
            { id: 'w', type: 'text' },
          ],
          records,
        }),
      }),
    )
    expect(made.status).toBe(200)
  })

  afterAll(() => opened.drop())

  const lines = async (query: string): Promise<readonly string[]> => {
    const response = await handler(new Request(`http://service.test/datastore/dump/also?fields=_id&${query}`))
    expect(response.status).toBe(200)
    return (await response.text()).trimEnd().split('\n').slice(1)
  }

  test.each([
    ['in its own order', ''],
    ['backwards', 'sort=_id+desc'],
    ['by a column of few values', 'sort=n'],
    ['of words', 'q=kelp&sort=n'],
    ['of distinct rows', 'distinct=true'],
  ])('holds every record once over its pages: %s', async (_, query) => {
    const ids = await lines(query)
    expect([ids.length, new Set(ids).size]).toEqual([ROWS, ROWS])
  })

  test('holds the stretch that is asked for', async () => {
    expect(await lines('offset=4999&limit=5003')).toEqual(Array.from({ length: 5003 }, (_, n) => String(n + 5000)))
    expect(await lines('limit=0')).toEqual([])
  })

  test('is JSON as a whole', async () => {
    const response = await handler(new Request('http://service.test/en/datastore/dump/long?format=json'))
    const { records } = await response.json()
    expect(records).toHaveLength(ROWS)
    expect(records.at(-1)).toEqual([ROWS, (ROWS - 1) % 5, `kelp ${ROWS - 1}`])
  })

  test('ends where its reader goes away', async () => {
    const response = await handler(new Request('http://service.test/datastore/dump/long'))
    await response.body?.cancel()
    expect(await lines('limit=1')).toEqual(['1'])
  })
  test('holds the whole list of tables, however long', async () => {
    // Each alias is a view: this is what 5,100 of them leave, in a second and not in minutes.
    const make = `do $$ begin
      for n in 1..5100 loop execute format('create view datastore.%I as select 1', 'list ' || n); end loop;
      insert into rowan.aliases select 'list ' || n, 'long' from generate_series(1, 5100) n;
    end $$`
    await opened.database.query({ text: make, values: [] })
    const response = await handler(new Request('http://service.test/datastore/dump/_table_metadata'))
    expect(response.status).toBe(200)
    const [, ...rows] = (await response.text()).trimEnd().split('\n')
    expect([rows.length, new Set(rows).size]).toEqual([5102, 5102])
  })
})
