import { expect, test } from 'vitest'
import { refusedByCkan } from '../../e2e/support/ckanStatements.ts'

// Each was sent to CKAN 2.11.6 with sqlparse 0.5.4.
test.each([
  ['SELECT count(*) FILTER (WHERE a > 1) FROM "t"', ['function FILTER']],
  ['SELECT coalesce(a, b), coalesce (a, b) FROM "t"', ['function coalesce']],
  ['SELECT row_number() OVER (PARTITION BY a), sum(b) OVER(ORDER BY a) FROM "t"', ['function OVER']],
  ['SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY a) FROM "t"', []],
  ['SELECT a FROM "t" GROUP BY GROUPING SETS ((a), ())', []],
  ['SELECT 1 FROM "t" WHERE a IN(1) AND EXISTS (SELECT 1)', []],
  ['WITH g (n) AS (SELECT 1) SELECT n FROM g', ['function g']],
  [`SELECT 1 FROM "t" WHERE a = '#'`, ['notSingle']],
  [`SELECT "Case #" FROM "t"`, ['notSingle']],
  [String.raw`SELECT "Case \0023" FROM "t"`, []],
  [String.raw`SELECT 1 FROM "t" WHERE a = 'x\'`, ['notSingle']],
  [`SELECT 1; SELECT 2`, ['notSingle']],
  [`SELECT ';' AS "a;b" FROM "t"`, []],
  [`SELECT "at (hh :mm)", a::text, '10:20', '{"a": 1}' FROM "t"`, ['parameter mm']],
  [`SELECT 'a( b)' FROM "t" -- why`, ['the end']],
  [`SELECT 1 FROM "t" WHERE a = '--' ORDER BY a`, []],
])('%s', (sql, refused) => {
  expect(refusedByCkan(sql)).toEqual(refused)
})
