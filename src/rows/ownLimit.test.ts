import { expect, test } from 'vitest'
import { ownLimit } from './ownLimit.ts'

test.each([
  ['SELECT * FROM t LIMIT 50;', 50],
  ['SELECT * FROM t limit 50 offset 10', 50],
  ['SELECT * FROM t OFFSET 10 LIMIT 50', 50],
  ['SELECT * FROM t LIMIT 50 -- the first ones', 50],
  ['SELECT * FROM t LIMIT /* a few */ 50;\n', 50],
  ['SELECT * FROM t OFFSET 10 ROWS FETCH NEXT 50 ROWS ONLY', 50],
  ['SELECT * FROM t FETCH FIRST ROW ONLY;', 1],
])('a statement lets through what it ends with: %s', (sql, limit) => {
  expect(ownLimit(sql)).toBe(limit)
})

test.each([
  'SELECT * FROM t',
  'SELECT * FROM t -- LIMIT 50',
  'SELECT * FROM t /* LIMIT 50 */',
  "SELECT * FROM t WHERE a = '--' AND b = 'LIMIT 50'",
  'SELECT * FROM (SELECT * FROM t LIMIT 50) AS part',
  'SELECT * FROM t LIMIT ALL',
  'SELECT * FROM t FETCH FIRST 50 ROWS WITH TIES',
])('no other LIMIT is its own: %s', (sql) => {
  expect(ownLimit(sql)).toBeNull()
})
