import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '../protocol/handler.ts'
import { createService } from './service.ts'
import { openPglite, openPostgres, postgresUrl, type TestDatabase } from './testDatabases.ts'

const engines: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  ['PGlite', openPglite],
  ...(postgresUrl === null ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '')] as const]),
]

describe.each(engines)('upkeep on %s', (_, open) => {
  let opened: TestDatabase
  let service: Handler

  beforeAll(async () => {
    opened = await open()
    service = await createService(opened.database, { access: () => ({ read: true, write: true }) })
  })

  afterAll(() => opened.drop())

  async function load(id: string, rows: number): Promise<void> {
    const request = new Request('http://localhost/api/3/action/datastore_create', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resource_id: id, records: Array.from({ length: rows }, (_, at) => ({ a: at })) }),
    })
    expect((await service(request)).status).toBe(200)
  }

  async function visiblePages(id: string): Promise<number> {
    const found = await opened.database.query({
      text: `select relallvisible from pg_class where relname = $1 and relnamespace = 'datastore'::regnamespace`,
      values: [id],
    })
    return Number(found.rows[0]?.[0])
  }

  test('a table is vacuumed some time after a load, and one with few records is left alone', async () => {
    await load('small', 10)
    await load('large', 5000)
    await expect.poll(() => visiblePages('large'), { timeout: 30_000, interval: 100 }).toBeGreaterThan(0)
    expect(await visiblePages('small')).toBe(0)
  })

  test('a table that is gone before its turn harms nothing', async () => {
    await load('short_lived', 5000)
    await opened.database.query({ text: 'drop table datastore.short_lived', values: [] })
    await load('next', 5000)
    await expect.poll(() => visiblePages('next'), { timeout: 30_000, interval: 100 }).toBeGreaterThan(0)
  })
})
