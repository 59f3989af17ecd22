import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the step of the build that is tested here
import { interruptible } from '../../cli/interruptible.mjs'
import { emptyPglite } from '../../../e2e/support/emptyPglite.ts'
import { createPgliteSql } from './pglite.ts'
import { createStopSwitch, type StopSwitch } from './stopSwitch.ts'

const PROGRAM = fileURLToPath(import.meta.resolve('@electric-sql/pglite/pglite.wasm'))

async function openInterruptible(): Promise<PGlite> {
  const pgliteWasmModule = await WebAssembly.compile(interruptible(await readFile(PROGRAM)))
  return emptyPglite({ pgliteWasmModule })
}

function arrayOf(value: string, count: number): string {
  return `(select array_agg(${value}) from generate_series(1, ${count}) i)`
}

/** 4,000 words, each as often as a document notes where it is. */
function wordsOf(separator: string): string {
  const times = separator === ' ' ? 60 : 1
  return `(select string_agg('w' || i % 4000, '${separator}') from generate_series(1, ${4000 * times}) i)`
}

describe('createStopSwitch', () => {
  let db: PGlite
  let stop: StopSwitch
  let isToEnd: () => boolean = () => false

  beforeAll(async () => {
    db = await openInterruptible()
    stop = createStopSwitch(db, () => isToEnd())
  })
  afterAll(() => db.close())

  it('ends the statement that is running when it is set, once, and PostgreSQL goes on', async () => {
    let asked = 0
    isToEnd = () => (asked += 1) === 100
    await db.exec('begin')
    stop.arm()
    await expect(db.query(LONG)).rejects.toMatchObject({ code: '57014' })
    expect(asked).toBe(100)
    stop.arm()
    await db.exec('rollback')
    const { rows } = await db.query(SHORT)
    expect(rows).toEqual([{ count: 1_000_000 }])
    expect(asked).toBeGreaterThan(100)
  })

  it.each([
    `strpos(repeat('a', 3000000), 'b' || repeat('a', 1000000))`,
    `position('b' || repeat('é', 300000) in repeat('é', 3000000))`,
    `replace(repeat('a', 3000000), 'b' || repeat('a', 1000000), '')`,
    `split_part(repeat('a', 3000000), 'b' || repeat('a', 1000000), 2)`,
    `string_to_array(repeat('a', 3000000), 'b' || repeat('a', 1000000))`,
    `repeat('a', 1000000) ilike '%' || repeat('a', 300000) || 'b%'`,
    `btrim(repeat('a', 3000000), repeat('z', 1000000) || 'a')`,
    `btrim(repeat('a', 3000000)::bytea, (repeat('z', 1000000) || 'a')::bytea)`,
    `translate(repeat('a', 3000000), repeat('z', 1000000), '')`,
    `${arrayOf('i', 300_000)} && ${arrayOf('-i', 300_000)}`,
    `${arrayOf('i', 300_000)} <@ ${arrayOf('i', 300_000)}`,
    `polygon(30000, circle '<(0,0),2>') <-> polygon(30000, circle '<(9,9),1>')`,
    `position((repeat('0', 300000) || '1')::varbit in repeat('0', 3000000)::varbit)`,
    `(select jsonb_agg('k' || i) from generate_series(1, 200000) i) ?& ${arrayOf("'k' || i", 200_000)}`,
    `ts_rank(to_tsvector('simple', ${wordsOf(' ')}), to_tsquery('simple', ${wordsOf(' & ')}))`,
    `ts_headline('simple', ${wordsOf(' ')}, to_tsquery('simple', ${wordsOf(' & ')}))`,
  ])('ends what PostgreSQL would not let be ended: %s', async (expression) => {
    let from = Infinity
    let isAsked = false
    isToEnd = () => {
      if (isAsked || performance.now() < from + 500) return false
      isAsked = true
      return true
    }
    stop.arm()
    from = performance.now()
    await expect(db.query(`select (${expression}) is null`)).rejects.toMatchObject({ code: '57014' })
    expect(performance.now() - from).toBeLessThan(3000)
  })

  it('asks as seldom of what is outside of the program, such as PL/pgSQL, and ends it', async () => {
    let asked = 0
    isToEnd = () => (asked += 1) > 100
    stop.arm()
    await db.exec('do $$ begin for i in 1..10000 loop end loop; end $$')
    expect(asked).toBeGreaterThan(20)
    expect(asked).toBeLessThan(100)
    await expect(db.exec('do $$ begin loop end loop; end $$')).rejects.toMatchObject({ code: '57014' })
  })

  // The function that evaluates expressions isn't counted; those that it calls are.
  it.each(
    [
      {
        kind: 'subqueries',
        nested: (depth: number) => `${'(select i + '.repeat(depth)}i${' from unnest(array[i]) limit 1)'.repeat(depth)}`,
      },
      { kind: 'calls', nested: (depth: number) => `${'abs(i + '.repeat(depth)}i${')'.repeat(depth)}` },
      {
        kind: 'cases',
        nested: (depth: number) => `${'case when i > 0 then i + '.repeat(depth)}i${' end'.repeat(depth)}`,
      },
    ].flatMap((each) => [10, 300, 1000, 3000, 10_000].map((depth) => ({ ...each, depth }))),
  )('answers $kind that are $depth deep or refuses them, and goes on', async ({ nested, depth }) => {
    isToEnd = () => false
    stop.arm()
    const answer = await db
      .query<{ i: number }>(`select ${nested(depth)} as i from generate_series(2, 2) as i`)
      .then(({ rows }) => rows[0]?.i)
      .catch((error: unknown) => error)
    if (depth === 10) expect(answer).toBe(22)
    else if (answer !== 2 * (depth + 1))
      expect(String(answer)).toMatch(/stack depth limit exceeded|memory exhausted at or near/)
    stop.arm()
    expect((await db.query(SHORT)).rows).toEqual([{ count: 1_000_000 }])
  })

  it('ends the statement wherever PostgreSQL is when it is set: between two messages it takes no notice at first', async () => {
    const sql = createPgliteSql(db)
    for (let round = 0; round < 300; round += 1) {
      // PostgreSQL asks at each 256th place where it may be stopped: by and by each of them is the first.
      isToEnd = () => false
      stop.arm()
      await sql.query({ text: `SELECT count(*) FROM generate_series(1, ${round})`, values: [] })
      let asked = 0
      isToEnd = () => (asked += 1) === 1
      await expect(sql.query({ text: LASTING, values: [] })).rejects.toMatchObject({ code: '57014' })
    }
  })

  it('leaves statements alone that are not to end', async () => {
    let asked = 0
    isToEnd = () => {
      asked += 1
      return false
    }
    stop.arm()
    expect((await db.query(SHORT)).rows).toEqual([{ count: 1_000_000 }])
    expect(asked).toBeGreaterThan(0)
  })
})

describe('a vacuum that makes way for requests', () => {
  it('goes on where it was ended', async () => {
    const db = await openInterruptible()
    /** How often PostgreSQL may ask yet. */
    let left = Infinity
    const stop = createStopSwitch(db, () => (left -= 1) === 0)
    const sql = createPgliteSql(db, {
      onMakesWay(asks) {
        left = asks
        stop.arm()
      },
    })
    const run = (text: string) => sql.query({ text, values: [] })
    const vacuum = () => sql.query({ text: 'vacuum public.many', values: [], makesWayAfterMs: 5 })
    try {
      await run('create table public.many as select n, md5(n::text) from generate_series(1, 300000) n')
      let ended = 0
      while (ended < 1000 && (await vacuum().then(() => false, expectEnded))) ended += 1
      expect(ended).toBeGreaterThan(1)
      // The table may have more, in which no record is yet.
      const { rows } = await run(`
        select relallvisible = (select count(distinct (ctid::text::point)[0]) from public.many)
        from pg_class where relname = 'many'`)
      expect(rows).toEqual([['t']])
    } finally {
      await sql.close()
    }
  })
})

function expectEnded(error: unknown): true {
  expect(error).toMatchObject({ code: '57014' })
  return true
}

describe('a transaction that is stopped', () => {
  it('while it is being committed leaves nothing open, and stops no other statement instead', async () => {
    const db = await openInterruptible()
    const sql = createPgliteSql(db)
    const run = (text: string) => sql.query({ text, values: [] })
    let committing = false
    const stop = createStopSwitch(db, () => {
      const now = committing
      committing = false
      return now
    })
    try {
      await run('create table public.numbers (n int)')
      let stored = 0
      let stopped = 0
      // PostgreSQL is asked at each 256th place where it may be stopped: by and by each of them is met.
      for (let round = 0; round < 300; round += 1) {
        stop.arm()
        const done = await sql
          .transaction('read write', async (tx) => {
            await tx.query({ text: 'insert into public.numbers values (1)', values: [] })
            committing = true
          })
          .then(() => true)
          .catch((error: unknown) => {
            expect(error).toMatchObject({ code: '57014' })
            return false
          })
        committing = false
        if (done) stored += 1
        else stopped += 1
        stop.arm()
        await run('select 1')
      }
      expect(stopped).toBeGreaterThan(0)
      expect((await run('select count(*)::text from public.numbers')).rows).toEqual([[String(stored)]])
    } finally {
      await sql.close()
    }
  })
})

describe('interruptible', () => {
  it('refuses a program that is not PostgreSQL', () => {
    expect(() => interruptible(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))).toThrow(
      'has changed: see src/cli/interruptible.mjs',
    )
  })
})

const LONG = 'SELECT count(*) FROM generate_series(1, 200000) a CROSS JOIN generate_series(1, 20000) b'
const LASTING = 'SELECT count(*) FROM generate_series(1, 3000)'
const SHORT = 'SELECT count(*)::int AS count FROM generate_series(1, 1000) a CROSS JOIN generate_series(1, 1000) b'
