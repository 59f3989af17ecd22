import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '../../protocol/handler.ts'
import { createService } from '../service.ts'
import { SqlError, type Sql } from '../sql/sql.ts'
import { oddDumps, oddFields, oddRecords } from '../../../e2e/support/oddDumps.ts'
import { openPglite, openPostgres, postgresUrl, type TestDatabase } from '../../../e2e/support/testDatabases.ts'
import { isLong } from '../../../e2e/support/longForm.ts'

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

  test('writes odd values as it always did', async () => {
    const send = (action: string, body: string) =>
      handler(
        new Request(`http://service.test/api/3/action/${action}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        }),
      )
    const fields = JSON.stringify(oddFields)
    const made = await send('datastore_create', `{"resource_id": "odd", "fields": ${fields}, "records": ${oddRecords}}`)
    expect(made.status).toBe(200)
    for (const [query, expected] of oddDumps) {
      const response = await handler(new Request(`http://service.test/datastore/dump/odd?${query}`))
      expect([query, await response.text()]).toEqual([query, expected])
    }
    expect((await send('datastore_delete', '{"resource_id": "odd"}')).status).toBe(200)
  })

  test('writes timestamps as a search does, with or without parts of a second', async () => {
    const times = [
      '2021-03-04T05:06:07',
      '0001-01-01',
      '0001-12-31 BC',
      '9999-12-31T23:59:59',
      '9999-12-31T23:59:59.9999',
    ]
    const records = [...times, '1969-12-31T23:59:59.0005', '1999-12-31T23:59:59.999999', '-infinity', null].map(
      (w) => ({ w }),
    )
    const send = (action: string, body: object) =>
      handler(
        new Request(`http://service.test/api/3/action/${action}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ resource_id: 'times', ...body }),
        }),
      )
    const made = await send('datastore_create', { fields: [{ id: 'w', type: 'timestamp' }], records })
    expect(made.status, await made.text()).toBe(200)
    const { result } = await (await send('datastore_search', { records_format: 'csv' })).json()
    const file = await (await handler(new Request('http://service.test/datastore/dump/times'))).text()
    expect(file).toBe(`_id,w\r\n${result.records}`)
    expect(file).toContain('1,2021-03-04T05:06:07.000\n2,0001-01-01T00:00:00.000\n')
    expect((await send('datastore_delete', {})).status).toBe(200)
  })

  test.each(['', 'sort=_id+desc', 'sort=n', 'distinct=true'])(
    'goes on in pages where its statement was cut: %s',
    async (query) => {
      let cuts = 0
      const cutting: Sql = {
        ...opened.database,
        until: () => cutting,
        copiesAsItRuns: true,
        async *copy(text) {
          for await (const rows of opened.database.copy(text)) {
            if (cuts === 1) yield rows
            else {
              cuts = 1
              yield { bytes: rows.bytes, ends: rows.ends.slice(0, 7) }
              throw new SqlError({ code: '57014', message: 'canceling statement due to statement timeout' })
            }
          }
        },
      }
      const service = await createService(cutting)
      const response = await service(new Request(`http://service.test/datastore/dump/long?fields=_id&${query}`))
      const ids = (await response.text()).trimEnd().split('\n').slice(1)
      expect([cuts, ids.length, new Set(ids).size]).toEqual([1, ROWS, ROWS])
    },
  )

  test('refuses what PostgreSQL refuses before its first byte', async () => {
    const bad = ['language=none&q=kelp', 'filters={"n":"x\'; --"}', 'q=%00', 'filters={"w":"%00"}']
    for (const query of bad) {
      const response = await handler(new Request(`http://service.test/datastore/dump/long?${query}`))
      expect([query, response.status]).toEqual([query, 400])
    }
    expect(await lines(`filters=${encodeURIComponent(String.raw`{"w": "\\'; drop table long; --"}`)}`)).toEqual([])
    expect(await lines('limit=1')).toEqual(['1'])
  })

  if (isLong) {
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
  }
})
