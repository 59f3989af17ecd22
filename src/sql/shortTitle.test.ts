import { expect, test } from 'vitest'
import { shortTitleOf } from './shortTitle.ts'

test.each([
  ['SELECT a."subject", date_trunc(\'year\', d) AS year, count(*) FROM a GROUP BY 1, 2 ORDER BY 1', 'by subject, year'],
  ['WITH x AS (SELECT 1) SELECT "Own Name", count(*) FROM x GROUP BY x."Own Name"', 'by Own Name'],
  ['SELECT count(*) AS stations FROM t', 'stations'],
  ['SELECT count(*) FROM t', 'count'],
  ['SELECT name FROM t LIMIT 5', 'name'],
  ['SELECT 1 AS a', 'a'],
  ['SELECT * FROM t', null],
  ['SELECT a, b FROM t', null],
  ['SELECT 1', null],
  ['SELECT a FROM t UNION SELECT b FROM u', null],
  ['VALUES (1)', null],
  ['', null],
])('%s', (sql, expected) => {
  const title = shortTitleOf(sql)
  expect(title && (title.kind === 'grouped' ? `by ${title.by.join(', ')}` : title.name)).toBe(expected)
})
