import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  end,
  makeTable,
  post,
  records,
  scratch,
  start,
  TABLE,
  prepareServers,
  write,
} from '../../e2e/support/serverProcess.ts'
import { openPostgres, postgresUrl } from '../../e2e/support/testDatabases.ts'

describe.skipIf(postgresUrl === null)('the server on PostgreSQL', () => {
  prepareServers()

  it('loads the sample on its first start, and does not print the password', async () => {
    const database = await openPostgres(postgresUrl ?? '')
    try {
      const url = new URL(database.url)
      const first = await start({ DATABASE_URL: url.href, ROWAN_SAMPLE: '' })
      expect(first.said).toContain(`database ${url.pathname.slice(1)}`)
      const settings = await (await fetch(`${first.address}/settings.json`)).text()
      expect(settings).toContain('field_programmes')
      const found = await post(first.address, 'datastore_search', { resource_id: 'bird_strikes', limit: 0 })
      expect(JSON.parse(found.text)).toMatchObject({ result: { total: 10_000 } })
      expect(await end(first.child, 'SIGTERM')).toBe(0)

      // A start that was killed while it loaded: some of the records, and the mark of it.
      const cut = [
        'delete from datastore."0b1d5712-1c05-4a57-9d2e-6f1a3c8e5b01" where _id > 2500',
        "insert into rowan.marks values ('sample is loading')",
      ]
      for (const text of cut) await database.database.query({ text, values: [] })
      const second = await start({ DATABASE_URL: url.href, ROWAN_SAMPLE: '' })
      const again = await post(second.address, 'datastore_search', { resource_id: 'bird_strikes', limit: 0 })
      expect(JSON.parse(again.text)).toMatchObject({ result: { total: 10_000 } })
      expect(await end(second.child, 'SIGTERM')).toBe(0)
    } finally {
      await database.drop()
    }
  })

  it('bounds the temporary files of a statement', async () => {
    const database = await openPostgres(postgresUrl ?? '')
    try {
      const { address, said } = await start({ DATABASE_URL: database.url, ROWAN_TEMP_MB: '1' })
      expect(said).not.toContain('temp_file_limit')
      const sql = "select i from generate_series(1, 100000) i order by md5(i::text) || repeat('x', 999)"
      const { status, text } = await post(address, 'datastore_search_sql', { sql })
      expect([status, text]).toEqual([409, expect.stringContaining('temp_file_limit')])
    } finally {
      await database.drop()
    }
  })

  it("runs users' statements by a role of its own that logs in, with limits that PostgreSQL keeps", async () => {
    const database = await openPostgres(postgresUrl ?? '')
    try {
      const { address, said, child } = await start({ DATABASE_URL: database.url, ROWAN_TIMEOUT_MS: '7000' })
      expect(said).not.toContain('log in')
      await makeTable(address)
      const asked = await post(address, 'datastore_search_sql', { sql: `SELECT n FROM "${TABLE}"` })
      expect(asked.text).toContain('9007199254740993')
      const role = `(select 'rowan_reader_' || oid from pg_database where datname = current_database())`
      const kept = await database.database.query({
        text: `select r.rolconnlimit::text, array_to_string(s.setconfig, ' ') from pg_roles r
          join pg_db_role_setting s on s.setrole = r.oid where r.rolname = ${role}`,
        values: [],
      })
      expect(kept.rows[0]?.[0]).toBe('20')
      for (const limit of ['default_transaction_read_only=on', 'statement_timeout=7000ms', 'temp_file_limit=1024MB'])
        expect(kept.rows[0]?.[1]).toContain(limit)
      const used = await database.database.query({
        text: `select count(*)::text from pg_stat_activity where usename = ${role} and datname = current_database()`,
        values: [],
      })
      expect(Number(used.rows[0]?.[0])).toBeGreaterThan(0)
      await end(child, 'SIGTERM')
      const second = await start({ DATABASE_URL: database.url })
      expect((await post(second.address, 'datastore_search_sql', { sql: 'SELECT 1 AS a' })).status).toBe(200)
    } finally {
      await database.drop()
    }
  })

  it('answers pages, searches, writes and dumps while statements without end hold all their places', async () => {
    const database = await openPostgres(postgresUrl ?? '')
    try {
      const { address } = await start({ DATABASE_URL: database.url, ROWAN_SQL_PLACES: '1' })
      await makeTable(address)
      const leaving = new AbortController()
      const sql = 'SELECT count(*) FROM generate_series(1, 100000000) a, generate_series(1, 100000000) b'
      const endless = Array.from({ length: 5 }, () =>
        fetch(`${address}/api/3/action/datastore_search_sql?sql=${encodeURIComponent(sql)}`, {
          signal: leaving.signal,
        }),
      )
      for (const each of endless) each.catch(() => undefined)
      const active = `select count(*)::text from pg_stat_activity where state = 'active' and query like '%100000000%'
        and datname = current_database() and pid <> pg_backend_pid()`
      const running = async () => (await database.database.query({ text: active, values: [] })).rows[0]?.[0]
      await expect.poll(running).toBe('1')
      expect(await records(address)).toContain('9007199254740993')
      const search = await post(address, 'datastore_search', { resource_id: TABLE, q: '9007199254740993' })
      expect(search.status).toBe(200)
      await makeTable(address, 'written meanwhile')
      expect(await (await fetch(`${address}/datastore/dump/${TABLE}`)).text()).toContain('9007199254740993')
      expect(await running()).toBe('1')
      leaving.abort()
      await expect.poll(running).toBe('0')
    } finally {
      await database.drop()
    }
  })

  it('says which right is missing, and starts where it was given or is not needed any more', async () => {
    const database = await openPostgres(postgresUrl ?? '')
    const query = (text: string) => database.database.query({ text, values: [] })
    const users = ['one', 'other'].map((word) => `rowan_test_${word}_${crypto.randomUUID().slice(0, 8)}`)
    try {
      const [one, other] = users.map((user) => {
        const url = new URL(database.url)
        Object.assign(url, { username: user, password: 'secret' })
        return url.href
      })
      if (!one || !other) throw new Error('Two users were to be there')
      for (const user of users) {
        await query(`create role ${user} login password 'secret'`)
      }
      const grantIn = (words: string) => /fix this: (.*);/.exec(words)?.[1] ?? words
      const refusal = (url: string) =>
        start({ DATABASE_URL: url }).then(
          ({ said }) => `It started: ${said}`,
          (error: unknown) => String(error),
        )

      const refused = await refusal(one)
      expect(refused).toContain(
        `database ${new URL(one).pathname.slice(1)}: The schemas "rowan" and "datastore" are missing`,
      )
      expect(refused).toContain(`GRANT CREATE ON DATABASE ${new URL(one).pathname.slice(1)} TO ${users[0]};`)
      await query(grantIn(refused))
      const first = await start({ DATABASE_URL: one })
      expect(first.said).toContain('its user may not create a read-only role')
      expect(first.said).toContain('its user may not set temp_file_limit')
      await makeTable(first.address)
      await end(first.child, 'SIGTERM')

      await query(`revoke create on database ${new URL(one).pathname.slice(1)} from ${users[0]}`)
      const second = await start({ DATABASE_URL: one })
      await makeTable(second.address, 'next')
      await end(second.child, 'SIGTERM')

      const foreign = await refusal(other)
      expect(foreign).toContain(`GRANT ${users[0]} TO ${users[1]};`)
      await query(grantIn(foreign))
      const third = await start({ DATABASE_URL: other })
      expect(await records(third.address)).toContain('9007199254740993')
      await makeTable(third.address)
      await end(third.child, 'SIGTERM')
    } finally {
      await query(`drop owned by ${users.join(', ')} cascade`)
      await query(`drop role ${users.join(', ')}`)
      await database.drop()
    }
  })

  it("runs as two processes on one database, which see each other's changes at once", async () => {
    const database = await openPostgres(postgresUrl ?? '')
    try {
      const [one, other] = await Promise.all(
        [1, 2].map((number) => start({ DATABASE_URL: database.url, ROWAN_DATA: join(scratch, `process-${number}`) })),
      )
      if (!one || !other) throw new Error('Two servers were to start')
      await makeTable(one.address)
      expect(await records(other.address)).toContain('9007199254740993')
      // A field more: the other process has to forget what it knew of the table.
      const fields = [
        { id: 'n', type: 'int8' },
        { id: 'word', type: 'text' },
      ]
      const wider = await post(one.address, 'datastore_create', { resource_id: TABLE, fields, force: true }, write)
      expect(wider.status, wider.text).toBe(200)
      const batch = (from: number) =>
        Array.from({ length: 50 }, (_, place) => ({ n: String(from + place), word: `word ${from + place}` }))
      const writes = Array.from({ length: 20 }, (_, number) =>
        post(
          (number % 2 === 0 ? one : other).address,
          'datastore_upsert',
          { resource_id: TABLE, records: batch(number * 50), method: 'insert', force: true },
          write,
        ),
      )
      for (const answer of await Promise.all(writes)) expect(answer.status, answer.text).toBe(200)
      for (const { address } of [one, other]) {
        const found = await post(address, 'datastore_search', { resource_id: TABLE, filters: { word: 'word 999' } })
        expect(JSON.parse(found.text)).toMatchObject({ result: { total: 1 } })
        const all = await post(address, 'datastore_search', { resource_id: TABLE, limit: 0 })
        expect(JSON.parse(all.text)).toMatchObject({ result: { total: 1001 } })
      }
      expect((await post(other.address, 'datastore_delete', { resource_id: TABLE, force: true }, write)).status).toBe(
        200,
      )
      expect((await post(one.address, 'datastore_search', { resource_id: TABLE })).status).toBe(404)
      await Promise.all([one, other].map(({ child }) => end(child, 'SIGTERM')))
    } finally {
      await database.drop()
    }
  })

  it('sends each of many long answers to the one who asked for it, also while others leave', async () => {
    const database = await openPostgres(postgresUrl ?? '')
    try {
      const { address, child } = await start({ DATABASE_URL: database.url })
      const rows = 20_000
      const asked = async (letter: string, encoding: string, isLeaving: boolean) => {
        const sql = `SELECT repeat('${letter}', 400) AS x FROM generate_series(1, ${rows})`
        const answer = await fetch(`${address}/api/3/action/datastore_search_sql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
          body: JSON.stringify({ sql }),
        })
        if (isLeaving) return answer.body?.cancel()
        const text = await answer.text()
        const [, found = ''] = /"records": (.*)}}$/s.exec(text) ?? []
        const record = `{"x":"${letter.repeat(400)}"}`
        expect(found === `[${Array.from({ length: rows }, () => record).join(',')}]`, text.slice(0, 500)).toBe(true)
      }
      const reader = async (letter: string, place: number) => {
        for (let turn = 0; turn < 3; turn += 1) {
          await asked(letter, place % 3 === 0 ? 'gzip' : 'identity', (place + turn) % 4 === 0)
        }
      }
      await Promise.all('abcdefghi'.split('').map(reader))
      expect(await end(child, 'SIGTERM')).toBe(0)
    } finally {
      await database.drop()
    }
  })
})
