import { expect, test } from 'vitest'
import { SqlError, type Statement } from '../sql/sql.ts'
import { openPglite } from '../../../e2e/support/testDatabases.ts'

test('statements that come again are kept, not without end, and go on after an error', async () => {
  const opened = await openPglite()
  const { database } = opened
  try {
    const kept = async () => {
      const found = await database.query({ text: 'select count(*)::text from pg_prepared_statements', values: [] })
      return Number(found.rows[0]?.[0])
    }
    const divide = (by: string | null) =>
      database.query({ text: `select 8 / $1::int as "a b", 'ü' as u`, values: [by], prepare: true })
    expect((await divide('2')).rows).toEqual([['4', 'ü']])
    expect(await kept()).toBe(0)
    for (let again = 0; again < 7; again += 1) {
      expect(await divide('4')).toEqual({
        rows: [['2', 'ü']],
        columns: [
          { name: 'a b', type: 23, isStored: false },
          { name: 'u', type: 25, isStored: false },
        ],
        changed: 0,
      })
      await expect(divide('0')).rejects.toMatchObject({ name: 'SqlError', code: '22012' })
      expect((await divide(null)).rows).toEqual([[null, 'ü']])
    }
    expect(await kept()).toBe(1)
    const wrong = () => database.query({ text: 'select nothing_here', values: [], prepare: true })
    for (let again = 0; again < 3; again += 1) await expect(wrong()).rejects.toBeInstanceOf(SqlError)
    for (let place = 0; place < 300; place += 1) {
      const ask = () => database.query({ text: `select ${place}::text`, values: [], prepare: true })
      await ask()
      expect((await ask()).rows).toEqual([[String(place)]])
    }
    expect(await kept()).toBeLessThanOrEqual(200)
  } finally {
    await opened.drop()
  }
})

test('a kept statement waits for the transaction before it', async () => {
  const opened = await openPglite()
  const { database } = opened
  try {
    await database.query({ text: 'create table public.datastore_test (a int)', values: [] })
    const count = () =>
      database.query({ text: 'select count(*)::text from public.datastore_test', values: [], prepare: true })
    await count()
    await count()
    const undone = database.transaction('read write', async (tx) => {
      await tx.query({ text: 'insert into public.datastore_test values (1)', values: [] })
      await new Promise((done) => setImmediate(done))
      throw new Error('undone')
    })
    const counted = count()
    await expect(undone).rejects.toThrow('undone')
    expect((await counted).rows).toEqual([['0']])
  } finally {
    await opened.drop()
  }
})

test('statements of a reading transaction go together, and nothing of it stays after an error', async () => {
  const opened = await openPglite()
  const { database } = opened
  const plain = (text: string, values: readonly string[] = []) => ({ text, values })
  const setting = plain("select current_setting('work_mem')")
  const together = (statements: readonly Statement[], isLast: boolean) =>
    database.transaction('read only', async (tx) => tx.queries?.(statements, isLast), { work_mem: ['5MB'] })
  try {
    const usual = (await database.query(setting)).rows
    for (const isLast of [true, false]) {
      const results = await together(
        [
          plain('select $1::int as a where false', ['1']),
          { ...plain("select repeat('x', $1::int), 2", ['40000']), longAt: 0 },
        ],
        isLast,
      )
      expect(results?.map(({ columns }) => columns.map(({ name }) => name))).toEqual([['a'], ['repeat', '?column?']])
      expect(results?.map(({ rows }) => rows)).toEqual([[], [['', '2']]])
      expect(results?.[1]?.long?.map(({ length }) => length)).toEqual([40_000])
      const asText = await together([setting, plain("select repeat('x', 40000)")], isLast)
      expect(asText?.map(({ rows }) => rows)).toEqual([[['5MB']], [['x'.repeat(40_000)]]])
      expect((await together([setting], isLast))?.[0]?.rows).toEqual([['5MB']])
      await expect(together([setting, plain('select 1 / 0'), setting], isLast)).rejects.toMatchObject({ code: '22012' })
      await expect(together([plain('create table public.datastore_test (a int)')], isLast)).rejects.toMatchObject({
        code: '25006',
      })
      expect((await database.query(setting)).rows).toEqual(usual)
    }
    // What runs them hears of PostgreSQL's own errors, too.
    const heard = database.transaction('read only', (tx) =>
      tx.query(plain('select 1 / 0')).catch((error: unknown) => [error instanceof SqlError]),
    )
    expect(await heard).toEqual([true])
    const stepwise = database.transaction('read only', async (tx) => {
      const { rows } = await tx.query(plain('select 1'))
      return [rows, (await tx.query(plain('show transaction_read_only'))).rows]
    })
    expect(await stepwise).toEqual([[['1']], [['on']]])
    await database.query(plain('create table public.datastore_test (a int)'))
  } finally {
    await opened.drop()
  }
})

test('a long value stays the bytes that came, others are text, and a failed statement says why', async () => {
  const opened = await openPglite()
  const { database } = opened
  const text = (long: readonly Uint8Array[] | undefined) => Buffer.concat(long ?? []).toString()
  try {
    for (const prepare of [false, true]) {
      const ask = (times: string | null, longAt = 1) =>
        database.query({
          text: `select 'ü'::text as a, repeat('ñ🦜', $1::int) as b, null::text as c, 8 / ($1::int - 7) as d`,
          values: [times],
          prepare,
          longAt,
        })
      for (const times of [8, 3000, 8, 400_000, 1500]) {
        const found = await ask(String(times))
        const long = 'ñ🦜'.repeat(times)
        const isLong = Buffer.byteLength(long) > 8 * 1024
        const d = String(Math.trunc(8 / (times - 7)))
        expect(found.rows).toEqual([['ü', isLong ? '' : long, null, d]])
        expect(found.columns.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
        expect(text(found.long) === (isLong ? long : '')).toBe(true)
      }
      await expect(ask('7')).rejects.toMatchObject({ name: 'SqlError', code: '22012' })
      expect((await ask(null)).rows).toEqual([['ü', null, null, null]])
      const elsewhere = await ask('3000', 0)
      expect([text(elsewhere.long), elsewhere.rows[0]?.[1]?.length]).toEqual(['ü', 9000])
    }
    const none = await database.query({ text: `select 'a' where false`, values: [], longAt: 0 })
    expect([none.rows, none.long, none.columns.length]).toEqual([[], undefined, 1])
  } finally {
    await opened.drop()
  }
})
