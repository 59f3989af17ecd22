import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '../../protocol/handler.ts'
import { createService } from '../service.ts'
import { SqlError, type Sql, type Statement } from '../sql/sql.ts'
import { openPglite, openPostgres, postgresUrl, type TestDatabase } from '../../../e2e/support/testDatabases.ts'

const engines: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  ['PGlite', openPglite],
  ...(postgresUrl === null ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '')] as const]),
]

describe.each(engines)('upkeep on %s', (_, open) => {
  let opened: TestDatabase
  let service: Handler

  const vacuums: Statement[] = []
  const finished: string[] = []
  /** The table of which one vacuum is yet to be refused. */
  let refused: string | null = null

  beforeAll(async () => {
    opened = await open()
    const watched: Sql = {
      ...opened.database,
      async query(statement) {
        if (statement.text.startsWith('vacuum')) {
          vacuums.push(statement)
          if (refused !== null && statement.text.includes(refused)) {
            refused = null
            throw new SqlError({ code: '57014', message: 'canceling statement due to user request' })
          }
        }
        const result = await opened.database.query(statement)
        if (statement.text.startsWith('vacuum')) finished.push(statement.text)
        return result
      },
    }
    service = await createService(watched, { access: () => ({ read: true, write: true }) })
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

  function vacuumsOf(id: string): readonly Statement[] {
    return vacuums.filter(({ text }) => text.includes(id))
  }

  async function visiblePages(id: string): Promise<number> {
    const found = await opened.database.query({
      text: `select relallvisible from pg_class where relname = $1 and relnamespace = 'datastore'::regnamespace`,
      values: [id],
    })
    return Number(found.rows[0]?.[0])
  }

  /** On a server that others use, something may hold an old snapshot while it is vacuumed: then the next vacuum does it. */
  async function expectVisible(id: string): Promise<void> {
    let inVain = 0
    await expect
      .poll(async () => {
        const done = finished.filter((text) => text.includes(id)).length
        const pages = await visiblePages(id)
        if (pages === 0 && done > inVain) {
          inVain = done
          await load(id, 5000)
        }
        return pages
      })
      .toBeGreaterThan(0)
  }

  test('a table is vacuumed some time after a load, and one with few records is left alone', async () => {
    await load('small', 10)
    await load('large', 5000)
    await expect.poll(() => vacuumsOf('large').length).toBe(1)
    await expectVisible('large')
    expect(vacuumsOf('small').length).toBe(0)
    expect(await visiblePages('small')).toBe(0)
  })

  test('a vacuum that was stopped for the sake of a request is done later', async () => {
    refused = 'stopped'
    await load('stopped', 5000)
    // PostgreSQL's own autovacuum may come first, so the table's state alone says nothing of ours.
    await expect.poll(() => vacuumsOf('stopped').length, { timeout: 5000 }).toBe(2)
    const [first, second] = vacuumsOf('stopped')
    expect(second?.makesWayAfterMs).toBe(2 * Number(first?.makesWayAfterMs))
    await expectVisible('stopped')
  })

  test('the log of changes that a start after a crash has to read stays short', async () => {
    const query = (text: string) => opened.database.query({ text, values: [] })
    // PostgreSQL has a process that sees to it.
    if (opened.engine === 'PostgreSQL') return expect('shortenLog' in opened.database).toBe(false)
    const logged = async () => {
      const { rows } = await query(
        'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) from pg_control_checkpoint()',
      )
      return Number(rows[0]?.[0]) / 1024 / 1024
    }
    await query('create table public.long_log (a text)')
    await query('insert into public.long_log select md5(n::text) from generate_series(1, 900000) n')
    expect(await logged()).toBeGreaterThan(64)
    await load('log', 5000)
    return expect.poll(logged).toBeLessThan(64)
  })

  test('a table that is gone before its turn harms nothing', async () => {
    await load('short_lived', 5000)
    await opened.database.query({ text: 'drop table datastore.short_lived', values: [] })
    await load('next', 5000)
    await expect.poll(() => vacuumsOf('next').length).toBe(1)
    await expectVisible('next')
  })
})
