import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqlHandler } from '../../../e2e/support/sqlHandler.ts'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { inPages } from '../../query/statementPages.ts'
import { readStatement } from '../../results/readStatement.ts'
import { checkSteadyCount, steadyStatement } from './steadyStatement.ts'

const CAP = 300
let server: Awaited<ReturnType<typeof sqlHandler>>
let client: ActionClient

beforeAll(async () => {
  server = await sqlHandler(
    `CREATE TABLE big_t AS SELECT n AS _id, n, 'month ' || n % 10 AS month, (n % 7) / 3.0::float8 AS share,
       CASE n % 2 WHEN 0 THEN 1.0 ELSE 1.00 END AS one FROM generate_series(0, 999) AS n`,
    CAP,
  )
  const connection = { baseUrl: 'http://s', prefix: '/a', tokenHeader: 'Authorization', token: null }
  client = createActionClient(server.handler, connection, { origin: 'http://s' })
})
afterAll(() => server.database.close())

/** Writes every other record anew, so that the table is read in another order from then on. */
async function shuffle(): Promise<void> {
  await server.database.exec('UPDATE big_t SET n = n WHERE _id % 2 = 0')
}

async function whole(sql: string) {
  const { answer } = await client.sql(sql)
  const statement = await steadyStatement(
    sql,
    answer.fields.map(({ id }) => id),
  )
  const read = await readStatement(client, statement, answer, {
    signal: new AbortController().signal,
    onProgress: () => void shuffle(),
  })
  return read.answer.rows
}

/** What the program asks for, page after page. */
async function program(sql: string) {
  const text = inPages(await steadyStatement(sql, null))
  const rows: string[] = []
  for (;;) {
    const { answer } = await client.sql(`${text}\nLIMIT ${CAP} OFFSET ${rows.length}`)
    if (answer.rows.length === 0) return rows
    rows.push(...answer.rows.map((row) => row.join()))
    await shuffle()
  }
}

describe('a statement that is proved to be steady is read in pages while the order of the table changes', () => {
  test.each([
    ['SELECT month, n FROM big_t ORDER BY month', 1000],
    ['SELECT * FROM big_t', 1000],
    ['SELECT n, one FROM big_t ORDER BY one', 1000],
    ['SELECT n, month, share FROM big_t ORDER BY month DESC, n, share LIMIT 700', 700],
    ['SELECT n, month FROM big_t ORDER BY month, _id LIMIT 700', 700],
    ['SELECT n, avg(share) AS mean, string_agg(month, $$,$$) FROM big_t GROUP BY n ORDER BY mean', 1000],
    ['SELECT DISTINCT n / 2 AS half, one FROM big_t', 500],
    ['SELECT n FROM big_t WHERE _id < 400 UNION SELECT n + 1 FROM big_t', 1001],
    ['WITH q AS (SELECT month, n, rank() OVER (ORDER BY month) AS r FROM big_t) SELECT r, n FROM q', 1000],
  ])('%s', async (sql, count) => {
    const truth = await server.database.query(`SELECT count(*)::int AS n FROM (${sql}) AS q`)
    expect(truth.rows).toEqual([{ n: count }])
    const rows = (await whole(sql)).map((row) => row.join())
    expect([rows.length, new Set(rows).size]).toEqual([count, count])
    const asked = await program(sql)
    expect([asked.length, new Set(asked).size]).toEqual([count, count])
  })

  test('a program gets ties in the order that was asked for, each once', async () => {
    expect(inPages(await steadyStatement('SELECT month, n FROM big ORDER BY month', ['month', 'n']))).toBe(
      'SELECT * FROM (\nSELECT month, n FROM big ORDER BY month\n) AS answer\nORDER BY "month", (answer.*)::text',
    )
    const months = (await program('SELECT month, n FROM big_t ORDER BY month DESC')).map(
      (row) => row.split(',')[0] ?? '',
    )
    expect(months).toEqual(months.toSorted().toReversed())
  })

  test('records with _id come each once, with a value of chance', async () => {
    const rows = await whole('SELECT _id, random() AS r FROM big_t')
    expect(rows.map(([id]) => Number(id))).toEqual(Array.from({ length: 1000 }, (_, at) => at))
  })
})

test('a statement that gives other rows each time is not read in pages, and says what in it does so', async () => {
  const why = async (sql: string, columns: readonly string[] | null = null) =>
    steadyStatement(sql, columns).then(
      () => null,
      (error: unknown) => error,
    )
  expect(await why('SELECT random() AS r, n FROM big_t')).toMatchObject({
    problem: { code: 'pagesDiffer', cause: 'changes', name: 'random()' },
  })
  expect(await why('SELECT n FROM big_t ORDER BY random() LIMIT 5000')).toMatchObject({
    problem: { cause: 'changes', name: 'random()' },
  })
  expect(await why('SELECT month, n FROM big_t ORDER BY month LIMIT 500')).toMatchObject({
    problem: { cause: 'ties', name: 'LIMIT' },
  })
  // The parser and the server may not know the same syntax.
  expect(await why('SELECT FROM WHERE')).toMatchObject({ problem: { cause: 'unknownForm' } })
  // The table has no _id, as its answer shows.
  expect(await why('SELECT *, random() AS r FROM big_t', ['n', 'r'])).toMatchObject({ problem: { cause: 'changes' } })
  expect(await why('SELECT *, random() AS r FROM big_t', ['_id', 'n', 'r'])).toBeNull()
})

test('rows are counted where their number stays the same, whatever is in them', async () => {
  await expect(checkSteadyCount('SELECT random() AS r, n FROM big_t')).resolves.toBeUndefined()
  await expect(checkSteadyCount('SELECT month, n FROM big_t ORDER BY month LIMIT 500')).resolves.toBeUndefined()
  await expect(checkSteadyCount('SELECT n FROM big_t WHERE random() < 0.5')).rejects.toMatchObject({
    problem: { code: 'pagesDiffer', cause: 'changes', name: 'random()' },
  })
})
