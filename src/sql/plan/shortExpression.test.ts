import { expect, test } from 'vitest'
import { shortExpression, shortKeys } from './shortExpression.ts'

test.each([
  ["(stage = 'active'::text)", "stage = 'active'"],
  [
    "((stage = 'active'::text) AND (started_on >= '2018-06-01'::date))",
    "stage = 'active' AND started_on >= '2018-06-01'",
  ],
  [
    "(((a = 'x'::text) AND ((b = 1) OR (c < '2018-02-01 00:00:00'::timestamp without time zone))) OR (d = 9))",
    "a = 'x' AND (b = 1 OR c < '2018-02-01 00:00:00') OR d = 9",
  ],
  ['((a = 1) AND ((b = 2) OR (c = 3)))', 'a = 1 AND (b = 2 OR c = 3)'],
  ["(t = 'it''s ( AND '::text)", "t = 'it''s ( AND '"],
  ['("odd ("" name)" = 1)', '"odd ("" name)" = 1'],
  ["(name = ANY ('{a,b}'::text[]))", "name = ANY ('{a,b}')"],
  ["(x > '1.5'::numeric(6,2))", "x > '1.5'"],
  ['((a + b) * 2) > (c)', '((a + b) * 2) > (c)'],
  ['(NOT (hashed SubPlan 1))', 'NOT (hashed SubPlan 1)'],
  ['false', 'false'],
  ['(a = 1', '(a = 1'],
])('%s is short as %s', (long, short) => expect(shortExpression(long)).toBe(short))

test('Keys are columns by their names, but for those of one name', () => {
  expect(
    shortKeys(['a.subject', "(date_trunc('year'::text, a.d))", 'r."turbidity ntu" DESC', 'x NULLS FIRST']),
  ).toEqual(['subject', "date_trunc('year', a.d)", 'turbidity ntu DESC', 'x NULLS FIRST'])
  expect(shortKeys(['a.code', 'b.code', 'c'])).toEqual(['a.code', 'b.code', 'c'])
})
