import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partAt } from './runToHere.ts'

let db: PGlite
beforeAll(async () => {
  db = await PGlite.create()
  await db.exec(`CREATE TABLE t (n int, "Own Name" text); INSERT INTO t SELECT n, 'x' FROM generate_series(1, 9) AS n`)
}, 60_000)
afterAll(() => db.close())

/** `|` is the cursor. */
async function rowsAt(marked: string): Promise<{ name: string; rows: readonly unknown[] } | null> {
  const part = partAt(marked.replace('|', ''), marked.indexOf('|'))
  if (part === null) return null
  const { rows } = await db.query<Record<string, unknown>>(part.sql)
  return { name: part.name, rows: rows.map((row) => Object.values(row)[0]) }
}

test.each([
  ['WITH a AS (SELECT n FROM t WHERE n| > 7) SELECT count(*) FROM a', 'a', [8, 9]],
  ['WITH |a AS (SELECT n FROM t WHERE n > 7) SELECT count(*) FROM a', 'a', [8, 9]],
  ['WITH a AS (SELECT n FROM t), "B b" AS (SELECT n FROM a WHERE n < 3|), c AS (SELECT oops) SELECT 1', 'B b', [1, 2]],
  ['WITH a (m) AS MATERIALIZED (SELECT n FROM t WHERE n = 4|) SELECT m FROM a;', 'a', [4]],
  ['SELECT 1; WITH a AS (SELECT 5 AS n|) SELECT * FROM a; SELECT 3', 'a', [5]],
  [
    'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL| SELECT n + 1 FROM r WHERE n < 3) SELECT max(n) FROM r',
    'r',
    [1, 2, 3],
  ],
  ['SELECT x.n FROM t JOIN (SELECT n FROM t WHERE n = 2|) AS x USING (n) WHERE true', 'x', [2]],
  ['SELECT * FROM (SELECT n FROM (SELECT n FROM t WHERE |n > 8) AS deep) AS x', 'deep', [9]],
  ['SELECT * FROM (VALUES (1), (2|)) AS v (a) ORDER BY a', 'v', [1, 2]],
  ['SELECT * FROM (SELECT 7|) x', 'x', [7]],
  ['SELECT * FROM (SELECT 7 AS n|) x -- end', 'x', [7]],
  ['WITH a AS (SELECT 3 AS n) SELECT * FROM (SELECT n + 1 AS m FROM a|) AS x', 'x', [4]],
  ['WITH a AS (SELECT 3 AS n), b AS (WITH a AS (SELECT n + 1 AS n FROM a|) SELECT * FROM a) SELECT * FROM b', 'a', [4]],
  ['WITH a AS (SELECT 3 AS n), b AS (SELECT * FROM (SELECT n FROM a|) AS x) SELECT * FROM b', 'x', [3]],
  ["WITH a AS (SELECT ')' AS n -- )\n|) SELECT * FROM a", 'a', [')']],
  ['(SELECT n FROM (SELECT 6 AS n|) AS x) UNION SELECT 1', 'x', [6]],
])('%s', async (marked, name, rows) => {
  expect(await rowsAt(marked)).toEqual({ name, rows })
})

test.each([
  'SELECT n| FROM t',
  'WITH a AS (SELECT 1) SELECT * FROM a|',
  'SELECT * FROM t, LATERAL (SELECT t.n|) AS x',
  'SELECT * FROM t WHERE EXISTS (SELECT 1 WHERE t.n = 1|)',
  'WITH a AS (SELECT 1| SELECT 2',
  'WITH a AS (|',
  '|',
])('nothing runs by itself: %s', async (marked) => {
  expect(await rowsAt(marked)).toBeNull()
})
