import { expect, test } from 'vitest'
import { oddSigns } from '../../../sql/oddSigns.ts'
import { applyEdits } from '../../../sql/textEdit.ts'

function plainOf(sql: string): string {
  return applyEdits(
    sql,
    oddSigns(sql).map(({ place, sign, plain }) => ({ start: place, end: place + sign.length, text: plain })),
  )
}

test.each([
  ['SELECT\u200b 1', 'invisible', 'SELECT 1'],
  ['\ufeffSELECT 1', 'invisible', 'SELECT 1'],
  ['SELECT\u3000x FROM t', 'otherSpace', 'SELECT x FROM t'],
  ['SELECT * FROM t WHERE a = ‘x’', 'curlyQuote', "SELECT * FROM t WHERE a = 'x'"],
  ['SELECT “a” FROM t', 'curlyQuote', 'SELECT "a" FROM t'],
])('%j has %s', (sql, kind, plain) => {
  expect(oddSigns(sql)[0]?.kind).toBe(kind)
  expect(plainOf(sql)).toBe(plain)
})

test.each(["SELECT 'a\u00a0b ‘x’'", 'SELECT "a\u00a0b"', 'SELECT 1 -- “so”', 'SELECT $a$\u00a0$a$, /* ’ */ 2'])(
  'what stands in quotes or comments is as it is meant: %j',
  (sql) => {
    expect(oddSigns(sql)).toEqual([])
    expect(plainOf(sql)).toBe(sql)
  },
)
