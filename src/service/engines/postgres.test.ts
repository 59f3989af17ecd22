import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpServer } from '../http/httpServer.ts'
import { createPostgresSql } from './postgres.ts'
import { ensureReaderRole, readerRoleOf } from './readerRole.ts'
import { createService } from '../service.ts'
import { runAll } from '../sql/sql.ts'
import { postgresRelay } from '../../../e2e/support/postgresRelay.ts'
import { openPostgres, postgresUrl, type TestDatabase } from '../../../e2e/support/testDatabases.ts'
import { isLong } from '../../../e2e/support/longForm.ts'

const ENDLESS = 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 900000) b'
const PREFIX = '/en/api/3/action'
const BASE = 'http://service.test'

describe.skipIf(postgresUrl === null)('the service on PostgreSQL', () => {
  let opened: TestDatabase & { readonly url: string }
  let server: ReturnType<typeof createHttpServer>
  let origin = ''

  beforeAll(async () => {
    opened = await openPostgres(postgresUrl ?? '')
    server = createHttpServer({
      handler: await createService(opened.database),
      onFailure: () => new Response(null, { status: 500 }),
      answersTo: () => true,
      maxBodyBytes: () => 2 ** 20,
      onRefusedBody: () => new Response(null, { status: 413 }),
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  })

  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await opened.drop()
  })

  test.each(['LATIN1', 'SQL_ASCII'])(
    'a database in %s is refused, with the command for a better one',
    async (encoding) => {
      const name = `${new URL(opened.url).pathname.slice(1)}_${encoding.toLowerCase()}`
      const administer = (text: string) => opened.database.query({ text, values: [] })
      await administer(`create database ${name} template template0 encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`)
      try {
        const url = new URL(opened.url)
        url.pathname = `/${name}`
        await expect(createPostgresSql(url.href)).rejects.toThrow(
          new RegExp(
            `${name} has the encoding ${encoding}.*DATABASE_URL.*createdb --template=template0 --encoding=UTF8`,
          ),
        )
      } finally {
        await administer(`drop database ${name} with (force)`)
      }
    },
  )

  const urlOf = (base: string, text: string): string =>
    `${base}${PREFIX}/datastore_search_sql?${new URLSearchParams({ sql: text }).toString()}`
  const sql = (text: string, signal?: AbortSignal): Promise<Response> =>
    fetch(urlOf(origin, text), { signal: signal ?? null })

  /** Connections of the service that run something; PostgreSQL's own processes are not counted. */
  async function running(): Promise<number> {
    const text = `select count(*) from pg_stat_activity
      where datname = current_database() and state = 'active'
        and backend_type = 'client backend' and pid <> pg_backend_pid()`
    return Number((await opened.database.query({ text, values: [] })).rows[0]?.[0])
  }

  test('cancels what runs for a client that has gone, and the connection serves others', async () => {
    const leaving = Array.from({ length: 3 }, () => new AbortController())
    const asked = leaving.map((client) => sql(ENDLESS, client.signal))
    await expect.poll(running).toBe(3)
    for (const client of leaving) client.abort()
    await Promise.allSettled(asked)
    await expect.poll(running, { timeout: 2000 }).toBe(0)
    expect((await sql('SELECT 1 AS one')).status).toBe(200)
  })

  function settings(...names: readonly string[]): string {
    return names.map((name) => `current_setting('${name}')`).join(', ')
  }

  test('begins a transaction with its first statements, and commits it with its last ones', async () => {
    let trips = 0
    const pooler = await postgresRelay(opened.url, {
      answers(bytes) {
        // ReadyForQuery: the letter and the length; it ends each round trip.
        if (bytes.includes(Buffer.from([90, 0, 0, 0, 5]))) trips += 1
      },
    })
    const { url } = pooler
    const own = await createPostgresSql(url.href, { poolSize: 1 })
    await own.query({
      text: 'create table public.trips (n int unique deferrable initially deferred)',
      values: [],
    })
    const insert = (n: string) => ({ text: 'insert into public.trips values ($1::int)', values: [n], prepare: true })
    const stored = async () =>
      (await opened.database.query({ text: 'select n from public.trips order by n', values: [] })).rows.flat()

    for (let at = 1; at <= 3; at += 1) {
      trips = 0
      const results = await own.transaction('read write', (tx) =>
        runAll(tx, [insert(`${at}`), { text: 'select 7', values: [] }], true),
      )
      expect(results.map(({ rows, changed }) => [rows, changed])).toEqual([
        [[], 1],
        [[['7']], 1],
      ])
      expect(trips).toBe(1)
    }
    expect(await stored()).toEqual(['1', '2', '3'])

    trips = 0
    await own.transaction('read write', async (tx) => {
      await tx.query(insert('4'))
      await runAll(tx, [insert('5')], true)
    })
    expect(trips).toBe(2)

    const failing = [insert('6'), { text: 'select 1/0', values: [] }, insert('7')]
    await expect(own.transaction('read write', (tx) => runAll(tx, failing, true))).rejects.toThrow('zero')
    // The constraint is checked by the commit.
    const again = own.transaction('read write', (tx) => runAll(tx, [insert('1')], true))
    await expect(again).rejects.toMatchObject({ code: '23505' })
    const left = own.transaction('read write', async (tx) => {
      await runAll(tx, [insert('8')])
      throw new Error('left')
    })
    await expect(left).rejects.toThrow('left')
    expect(await own.transaction('read write', async () => 'nothing to do')).toBe('nothing to do')
    expect(await stored()).toEqual(['1', '2', '3', '4', '5'])
    const { rows } = await own.query({ text: 'select pg_current_xact_id_if_assigned()::text', values: [] })
    expect(rows).toEqual([[null]])
    await own.close()
    pooler.close()
  })

  test('works behind a pooler, whose connections have other numbers than the sessions behind them', async () => {
    const pooler = await postgresRelay(opened.url, {
      answers(bytes) {
        // BackendKeyData: the letter, the length, then the number of the process.
        const key = bytes.indexOf(Buffer.from([75, 0, 0, 0, 12]))
        if (key >= 0) bytes.writeInt32BE(-1, key + 5)
      },
    })
    const { url } = pooler
    const own = await createPostgresSql(url.href, { poolSize: 2, tempFileMb: 64 })
    const service = await createService(own)
    for (let times = 0; times < 3; times += 1) {
      const text = `select '2026-11-22'::date::text, ${settings('search_path', 'statement_timeout', 'temp_file_limit')}`
      const { rows } = await own.query({ text, values: [], prepare: true })
      expect(rows).toEqual([['2026-11-22', 'pg_catalog, datastore, pg_temp', '1min', '64MB']])
    }
    // Neither a plan nor a setting stays in a session, which may serve others next.
    const left = await own.transaction('read only', (tx) =>
      tx.query({ text: 'select count(*)::text from pg_prepared_statements', values: [] }),
    )
    expect(left.rows).toEqual([['0']])
    const leaving = new AbortController()
    const asked = service(new Request(urlOf(BASE, ENDLESS), { signal: leaving.signal }))
    await expect.poll(running).toBe(1)
    leaving.abort()
    await asked
    await expect.poll(running, { timeout: 2000 }).toBe(0)
    expect((await service(new Request(urlOf(BASE, 'SELECT 1 AS one')))).status).toBe(200)
    await own.close()

    const user = `rowan_test_${crypto.randomUUID().slice(0, 8)}`
    await opened.database.query({ text: `create role ${user} login password 'secret'`, values: [] })
    Object.assign(url, { username: user, password: 'secret' })
    const withoutRight = await createPostgresSql(url.href, { poolSize: 1, tempFileMb: 64 })
    try {
      const { rows } = await withoutRight.query({ text: `select ${settings('temp_file_limit')}`, values: [] })
      expect(rows).toEqual([['-1']])
    } finally {
      await withoutRight.close()
      await opened.database.query({ text: `drop role ${user}`, values: [] })
      pooler.close()
    }
  })

  if (isLong) {
    test('refuses an answer that is larger than Node can hold, and goes on', async () => {
      const large = await sql("SELECT repeat('x', 140000000) AS a")
      expect(large.status).toBe(409)
      expect(await large.text()).toContain('larger than 128 MB')
      expect((await sql('SELECT 1 AS one')).status).toBe(200)
    })
  }

  test('lets several servers start at once on an empty database, each with the role that may only read', async () => {
    const fresh = await openPostgres(postgresUrl ?? '')
    const servers = await Promise.all(Array.from({ length: 6 }, () => createPostgresSql(fresh.url, { poolSize: 2 })))
    try {
      const roles = await Promise.all(
        servers.map(async (server) => {
          const role = await ensureReaderRole(server)
          await createService(server)
          return role
        }),
      )
      const role = await readerRoleOf(fresh.database)
      expect(roles).toEqual(servers.map(() => role))
    } finally {
      await Promise.all(servers.map((server) => server.close()))
      await fresh.drop()
    }
  })

  test('lends a connection again, keeps its statements with their columns, and leaves one that was ended', async () => {
    const own = await createPostgresSql(opened.url, { poolSize: 1 })
    const ask = () => own.query({ text: 'select pg_backend_pid()::text as pid', values: [], prepare: true })
    const first = await ask()
    const pid = first.rows[0]?.[0] ?? ''
    for (let times = 0; times < 3; times += 1) {
      expect(await ask()).toEqual({ rows: [[pid]], columns: first.columns, changed: 1 })
    }
    expect(first.columns).toEqual([{ name: 'pid', type: 25, isStored: false }])
    await opened.database.query({ text: 'select pg_terminate_backend($1::int)', values: [pid] })
    const next = async () => (await ask().catch(() => first)).rows[0]?.[0]
    await expect.poll(next).not.toBe(pid)
    await own.close()
  })

  test('gives a long value as the bytes that came, and a short one as text', async () => {
    const ask = (length: number) =>
      opened.database.query({
        text: `select 'first', repeat('ü', $1::int), null, 'last'`,
        values: [String(length)],
        longAt: 1,
      })
    for (const length of [10, 3_000_000, 100]) {
      const { rows, long } = await ask(length)
      const isLong = length > 100_000
      expect(rows).toEqual([['first', isLong ? '' : 'ü'.repeat(length), null, 'last']])
      expect(long === undefined ? null : Buffer.concat(long).equals(Buffer.from('ü'.repeat(length)))).toBe(
        isLong ? true : null,
      )
    }
    await expect(opened.database.query({ text: 'select 1/0', values: [], longAt: 0 })).rejects.toThrow('zero')
    expect((await opened.database.query({ text: `select repeat('x', 100000)`, values: [] })).rows[0]?.[0]).toHaveLength(
      100_000,
    )
  })

  test('reads the portions of a copy at one moment, and needs no other connection where it is left early', async () => {
    const own = await createPostgresSql(opened.url, { poolSize: 1 })
    const query = (text: string) => opened.database.query({ text, values: [] })
    await query('create table datastore.portions as select n from generate_series(1, 3) n')
    const pid = async () => (await own.query({ text: 'select pg_backend_pid()::text', values: [] })).rows[0]?.[0]
    const first = await pid()
    const texts = [1, 2, 3, 4].map((n) => `copy (select n from datastore.portions where n = ${n}) to stdout`)
    const portions = () => {
      let at = 0
      return () => {
        const text = texts[at++]
        return text === undefined ? null : { text, isShort: true }
      }
    }
    let read = ''
    for await (const { bytes } of own.copy('copy (select 0) to stdout', portions())) {
      if (read === '') await query('insert into datastore.portions values (4)')
      read += Buffer.from(bytes).toString()
    }
    expect(read).toBe('1\n2\n3\n')
    const most = 'copy (select * from generate_series(1, 20000)) to stdout'
    // oxlint-disable-next-line no-unreachable-loop -- left at once
    for await (const { ends } of own.copy('', () => ({ text: most, isShort: true }))) {
      expect(ends.length).toBeGreaterThan(0)
      break
    }
    expect(await pid()).toBe(first)
    await query('drop table datastore.portions')
    await own.close()
  })

  test('goes on with the connection of a copy whatever was left to be read when its last row came', async () => {
    const own = await createPostgresSql(opened.url, { poolSize: 1 })
    for (let kilobytes = 10; kilobytes < 130; kilobytes += 10) {
      let bytes = 0
      const text = `copy (select repeat('x', 999) from generate_series(1, ${kilobytes})) to stdout`
      for await (const batch of own.copy(text)) {
        bytes += batch.bytes.byteLength
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      expect(bytes).toBeGreaterThan(kilobytes * 999)
      expect((await own.query({ text: 'select 1::text', values: [] })).rows).toEqual([['1']])
    }
    await own.close()
  })

  test('says that the database is out of reach, and finds it again', async () => {
    const own = await createPostgresSql(opened.url, { poolSize: 1 })
    const service = await createService(own)
    const list = () => service(new Request(`${BASE}${PREFIX}/datastore_search?resource_id=_table_metadata`))
    const asked = service(new Request(urlOf(BASE, ENDLESS)))
    const other = new Client({ connectionString: opened.url })
    await other.connect()
    const end = `select count(pg_terminate_backend(pid)) as n from pg_stat_activity where datname = current_database() and state = 'active' and query like '%900000%' and pid <> pg_backend_pid()`
    await expect.poll(async () => Number((await other.query<{ n: string }>(end)).rows[0]?.n)).toBeGreaterThan(0)
    const answer = await asked
    expect(answer.status, await answer.text()).toBe(503)
    expect((await list()).status).toBe(200)
    await other.end()
    await own.close()
  })
})

test.skipIf(postgresUrl !== null)('PostgreSQL is not tested: DATABASE_URL is not set', () => {
  expect(postgresUrl).toBeNull()
})
