import { expect, test } from 'vitest'
import { parseSql } from '../parseSql.ts'
import { repeatability } from './repeatable.ts'

/** What the tree proves: nothing against pages, or the cause of what may change; then what tells the rows apart. */
async function proved(sql: string): Promise<string> {
  const parsed = await parseSql(sql)
  if (parsed.outcome !== 'tree') return parsed.outcome
  const { count, rows, values, keys } = repeatability(parsed.tree)
  const [fault, hurt] = count === null ? (rows === null ? [values, 'values'] : [rows, 'rows']) : [count, 'count']
  return [fault === null ? 'the same' : `${hurt}: ${fault.cause} ${fault.name}`, ...(keys ?? [])].join(', ')
}

test.each<[string, string]>([
  // What stays the same.
  ['SELECT a, b FROM t', 'the same'],
  ['SELECT * FROM t', 'the same, _id'],
  ['SELECT _id AS id, a FROM t x WHERE a > 1', 'the same, id'],
  ['SELECT month, n FROM big ORDER BY month', 'the same'],
  ['TABLE t', 'the same, _id'],
  ["VALUES (1, 'a'), (2, 'b')", 'the same'],
  ['SELECT a, t.b, u.c FROM t JOIN u ON t.k = u.k LEFT JOIN v USING (k)', 'the same'],
  ["SELECT lower(a), a || 'x', a::date, extract(year FROM d), CASE WHEN a = 1 THEN 2 END, b[1] FROM t", 'the same'],
  ["SELECT date_trunc('month', d), to_char(d, 'YYYY') FROM t WHERE a ILIKE '%x%' AND b IN (1, 2)", 'the same'],
  ['SELECT DISTINCT a, b FROM t', 'the same'],
  ['SELECT a FROM t UNION SELECT b FROM u', 'the same'],
  ['SELECT a FROM t EXCEPT ALL SELECT b FROM u', 'the same'],
  ['WITH q AS (SELECT a, count(*) AS n FROM t GROUP BY a) SELECT * FROM q WHERE n > 1', 'the same'],
  ['SELECT n, unnest(tags) FROM t', 'the same'],
  ['SELECT g, a FROM generate_series(1, 10) AS g, t', 'the same'],
  ['SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k LIMIT 1)', 'the same'],
  ['SELECT a, (SELECT max(b) FROM u WHERE u.k = t.k) FROM t', 'the same'],
  ['SELECT a FROM t LIMIT ALL', 'the same'],
  ['SELECT age(a, b) FROM t', 'the same'],

  // Other values each time.
  ['SELECT random() AS r, n FROM big_t', 'values: changes random()'],
  ['SELECT random() AS r, _id FROM big_t', 'values: changes random(), _id'],
  ['SELECT pg_catalog.random() FROM t', 'values: changes random()'],
  ['SELECT clock_timestamp(), a FROM t', 'values: changes clock_timestamp()'],
  ["SELECT nextval('s'), a FROM t", 'values: changes nextval()'],
  ['SELECT gen_random_uuid(), a FROM t', 'values: changes gen_random_uuid()'],
  ['SELECT setseed(0.5), a FROM t', 'values: changes setseed()'],
  ['SELECT a + random() AS r FROM t', 'values: changes random()'],
  ['SELECT DISTINCT random() FROM t', 'count: changes random()'],
  ['SELECT a FROM t WHERE random() < 0.5', 'count: changes random()'],
  ['SELECT a FROM t GROUP BY a HAVING random() < 0.5', 'count: changes random(), a'],
  ['SELECT round(random() * 9) AS r, count(*) FROM t GROUP BY 1', 'count: changes random(), r'],
  ['SELECT round(random() * 9) AS r, count(*) FROM t GROUP BY r', 'count: changes random()'],
  ['SELECT a, generate_series(1, (random() * 9)::int) FROM t', 'count: changes random()'],
  ['SELECT a FROM (SELECT a, random() AS r FROM t) AS q', 'count: changes random()'],
  ['WITH q AS (SELECT random() AS r FROM t) SELECT * FROM q', 'count: changes random()'],
  ['SELECT random() FROM t UNION ALL SELECT 1', 'count: changes random()'],
  ['SELECT a FROM t ORDER BY random()', 'the same'],
  ['SELECT a FROM t LIMIT (random() * 10)::int', 'count: changes random()'],
  ['SELECT a, now() FROM t', 'values: clock now()'],
  ['SELECT a FROM t WHERE d > CURRENT_TIMESTAMP', 'count: clock CURRENT_TIMESTAMP'],
  ["SELECT a FROM t WHERE d > 'now'::timestamp", "count: clock 'now'"],
  ["SELECT a FROM t WHERE d > LOCALTIMESTAMP(3) - interval '1 day'", 'count: clock LOCALTIMESTAMP'],

  // What this page doesn't know.
  ['SELECT my_function(a) FROM t', 'count: unknownFunction my_function()'],
  ['SELECT mine.lower(a) FROM t', 'count: unknownFunction lower()'],
  ['SELECT a FROM t ORDER BY my_function(a)', 'count: unknownFunction my_function()'],
  ['SELECT * FROM my_rows(1)', 'count: unknownFunction my_rows()'],
  ["SELECT * FROM XMLTABLE('/a' PASSING b COLUMNS c int)", 'count: unknownForm RangeTableFunc'],
  ['WITH q AS (DELETE FROM t RETURNING a) SELECT a FROM q', 'count: unknownForm DeleteStmt'],
  ['SELECT a INTO b FROM t', 'count: unknownForm intoClause'],
  ['SELECT a FROM t FOR UPDATE', 'count: locks FOR UPDATE'],
  ['SELECT a FROM (SELECT a FROM t FOR SHARE) AS q', 'count: locks FOR UPDATE'],
  ['EXPLAIN SELECT a FROM t', 'count: notSelect '],
  ['DELETE FROM t', 'count: notSelect '],
  ['SELECT 1; SELECT 2', 'count: notSelect '],

  // Chance chooses.
  ['SELECT a FROM t TABLESAMPLE system (5)', 'count: sample TABLESAMPLE'],
  ['SELECT a FROM t TABLESAMPLE bernoulli (5) REPEATABLE (1)', 'the same'],
  ['SELECT a FROM t LIMIT 5', 'rows: ties LIMIT'],
  ['SELECT a FROM t OFFSET 5', 'rows: ties OFFSET'],
  ['SELECT a, b FROM t ORDER BY a LIMIT 5', 'rows: ties LIMIT'],
  ['SELECT a, b FROM t ORDER BY random() LIMIT 5000', 'count: changes random()'],
  ['SELECT a, b FROM t ORDER BY a FETCH FIRST 5 ROWS WITH TIES', 'the same'],
  ['SELECT a FROM t ORDER BY a FETCH FIRST 5 ROWS ONLY', 'the same'],
  ['SELECT a, b FROM t ORDER BY a, b LIMIT 5', 'the same'],
  ['SELECT a, b FROM t ORDER BY 2, 1 LIMIT 5', 'the same'],
  ['SELECT a, b FROM t ORDER BY a, _id LIMIT 5 OFFSET 3', 'the same'],
  ['SELECT * FROM t x ORDER BY a, x._id LIMIT 5', 'the same, _id'],
  ['SELECT *, b FROM t ORDER BY a, 3 LIMIT 5', 'rows: ties LIMIT, _id'],
  ['SELECT t.a, u.b FROM t, u ORDER BY t._id LIMIT 5', 'rows: ties LIMIT'],
  ['SELECT a FROM t AS x (_id, a) ORDER BY _id LIMIT 5', 'rows: ties LIMIT'],
  ['SELECT b AS _id, a FROM t ORDER BY _id LIMIT 5', 'rows: ties LIMIT'],
  ['WITH t AS (SELECT 1 AS _id) SELECT 2 AS a, 3 AS b FROM t ORDER BY _id LIMIT 5', 'rows: ties LIMIT'],
  ['SELECT _id, unnest(tags) FROM t ORDER BY _id LIMIT 5', 'rows: ties LIMIT'],
  ['SELECT a FROM (SELECT a, b FROM t ORDER BY a LIMIT 5) AS q', 'count: ties LIMIT'],
  ['SELECT a FROM (SELECT a, b FROM t ORDER BY _id LIMIT 5) AS q', 'the same'],
  ['SELECT a, (SELECT u.b FROM u ORDER BY t._id LIMIT 1) FROM t', 'values: ties LIMIT'],
  ['SELECT a FROM t UNION ALL SELECT b FROM u ORDER BY a LIMIT 5', 'the same'],
  ['SELECT a, c FROM t UNION ALL SELECT b, c FROM u ORDER BY 1 LIMIT 5', 'rows: ties LIMIT'],
  ['SELECT DISTINCT a, b FROM t ORDER BY a, b LIMIT 5', 'the same'],
  ['SELECT DISTINCT ON (a) a, b FROM t', 'rows: ties DISTINCT ON'],
  ['SELECT DISTINCT ON (a) a, b FROM t ORDER BY a, d', 'rows: ties DISTINCT ON'],
  ['SELECT DISTINCT ON (a) a, b FROM t ORDER BY a, d, _id', 'the same'],
  ['SELECT a, count(*) FROM t GROUP BY a ORDER BY count(*) DESC LIMIT 5', 'rows: ties LIMIT, a'],
  ['SELECT a, count(*) FROM t GROUP BY a ORDER BY 2 DESC, a LIMIT 5', 'the same, a'],

  // Aggregates.
  ['SELECT a, count(*), max(b) FROM t GROUP BY a', 'the same, a'],
  ['SELECT count(*) FROM t GROUP BY a', 'the same'],
  ['SELECT a, avg(b) FROM t GROUP BY a', 'values: rounding avg(), a'],
  ['SELECT avg(b) FROM t GROUP BY a', 'count: rounding avg()'],
  ['SELECT avg(b::numeric) FROM t GROUP BY a', 'the same'],
  ['SELECT sum(CASE WHEN b > 1 THEN 1 ELSE 0 END) FROM t GROUP BY a', 'the same'],
  ['SELECT a FROM t WHERE b > (SELECT avg(b) FROM t)', 'count: rounding avg()'],
  ['SELECT a FROM t WHERE b > (SELECT avg(b::numeric) FROM t)', 'the same'],
  ["SELECT date_trunc('month', d) AS month, sum(b) FROM t GROUP BY month", 'values: rounding sum(), month'],
  ['SELECT lower(kind) AS kind, count(*) FROM t GROUP BY kind', 'the same'],
  ['SELECT a, count(*) FROM t GROUP BY ROLLUP (a)', 'the same'],
  ['SELECT a, array_agg(b) FROM t GROUP BY a', 'values: sequence array_agg(), a'],
  ["SELECT string_agg(b, ',') FROM t GROUP BY a", 'count: sequence string_agg()'],
  ["SELECT string_agg(b, ',' ORDER BY b) FROM t GROUP BY a", 'the same'],
  ["SELECT string_agg(b, ',' ORDER BY c) FROM t GROUP BY a", 'count: sequence string_agg()'],
  ["SELECT string_agg(b, ',' ORDER BY c, _id) FROM t GROUP BY a", 'the same'],
  ['SELECT json_agg(DISTINCT b) FROM t GROUP BY a', 'the same'],
  ['SELECT any_value(b) FROM t GROUP BY a', 'count: sequence any_value()'],
  ['SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY b) FROM t GROUP BY a', 'the same'],
  ['SELECT a, ARRAY(SELECT b FROM u) FROM t', 'values: sequence ARRAY(SELECT …)'],
  ['SELECT a, ARRAY(SELECT b FROM u ORDER BY b) FROM t', 'the same'],

  // Windows.
  ['SELECT a, row_number() OVER (ORDER BY a) FROM t', 'values: place row_number()'],
  ['SELECT a, row_number() OVER () FROM t', 'values: place row_number()'],
  ['SELECT a, row_number() OVER (PARTITION BY b ORDER BY a, _id) FROM t', 'the same'],
  ['SELECT a, row_number() OVER w FROM t WINDOW w AS (ORDER BY _id)', 'the same'],
  ['SELECT a, first_value(b) OVER (ORDER BY a) FROM t', 'values: place first_value()'],
  ['SELECT a, lag(b) OVER (ORDER BY a) FROM t', 'values: place lag()'],
  ['SELECT a, rank() OVER (ORDER BY a), count(*) OVER (PARTITION BY b) FROM t', 'the same'],
  ['SELECT a, count(*) OVER (ORDER BY a ROWS 3 PRECEDING) FROM t', 'values: place ROWS'],
  ['SELECT a, count(*) OVER (ORDER BY _id ROWS 3 PRECEDING) FROM t', 'the same'],
  [
    'SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY a ORDER BY b) AS r FROM t) q WHERE r = 1',
    'count: place row_number()',
  ],
  ['SELECT a, count(*), row_number() OVER (ORDER BY count(*), a) FROM t GROUP BY a', 'the same, a'],
])('%s: %s', async (sql, expected) => {
  expect(await proved(sql)).toBe(expected)
})

test('the order of a statement is told as far as the columns of its answer can say it', async () => {
  const order = async (sql: string) => {
    const parsed = await parseSql(sql)
    return parsed.outcome === 'tree' ? repeatability(parsed.tree).order : null
  }
  const key = (column: string, descending = false, nulls: string | null = null) => ({ column, descending, nulls })
  expect(await order('SELECT month, n FROM big ORDER BY month')).toEqual([key('month')])
  expect(await order('SELECT * FROM big b ORDER BY b.month DESC NULLS LAST, n')).toEqual([
    key('month', true, 'last'),
    key('n'),
  ])
  expect(await order('SELECT a AS x, count(*) FROM t GROUP BY 1 ORDER BY 2 DESC, 1')).toEqual([
    key('count', true),
    key('x'),
  ])
  expect(await order('SELECT a FROM t ORDER BY b, a')).toEqual([])
  expect(await order('SELECT t.*, u.* FROM t, u ORDER BY t.a')).toEqual([])
  expect(await order('SELECT a, b AS a FROM t ORDER BY 1')).toEqual([])
})

test('a date of today is noticed', async () => {
  const isDated = async (sql: string) => {
    const parsed = await parseSql(sql)
    return parsed.outcome === 'tree' && repeatability(parsed.tree).isDated
  }
  expect(await isDated('SELECT a FROM t WHERE d > CURRENT_DATE - 30')).toBe(true)
  expect(await isDated("SELECT a FROM t WHERE d > 'today'::date")).toBe(true)
  expect(await isDated('SELECT age(d) FROM t')).toBe(true)
  expect(await isDated("SELECT a FROM t WHERE d > DATE '2026-01-01'")).toBe(false)
})
