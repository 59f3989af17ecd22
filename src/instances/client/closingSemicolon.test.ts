import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutClosingSemicolon } from './closingSemicolon.ts'

describe('taken off', () => {
  test.each([
    ['select 1;', 'select 1'],
    ['select 1 ; \n', 'select 1'],
    ['select 1;;;', 'select 1'],
    ['select 1; -- all', 'select 1'],
    ['select 1; /* a /* nested */ ; */ ', 'select 1'],
    ['select 1 -- all', 'select 1'],
    ["select 1 -- ; it's\n;", 'select 1'],
    ["select 'a;';", "select 'a;'"],
    ['select 1;\u00a0', 'select 1'],
    ['select $$;$$;', 'select $$;$$'],
    ["select E'\\';' ;", "select E'\\';'"],
  ])('%j', (sql, sent) => {
    expect(withoutClosingSemicolon(sql)).toBe(sent)
  })
})

describe('left as it is', () => {
  test.each([
    'select 1',
    'select 1; select 2',
    "select ';'",
    "select 'it''s;'",
    'select ";" from "a;""b"',
    "select E'a\\';'",
    "select 'a\\'",
    'select $$a; -- b$$',
    'select $tag$;$$;$tag$',
    'select $größe$;$größe$',
    'select a$b$ from c$b$',
    'select /* ; */ 1',
    'select 1 -- ;\n+ 1',
    "select U&'\\0041;'",
    "select 'open;",
    'select "open;',
    'select $$open;',
    'select 1 /* open ;',
    "select 'a;' 'b",
    '',
  ])('%j', (sql) => {
    expect(withoutClosingSemicolon(sql)).toBe(sql)
  })
})

test('only blanks, comments and semicolons of the end ever go, and twice is the same as once', () => {
  const pieces = fc.array(
    fc.constantFrom('a', 'e', '1', "'", '"', '$', '$$', '$t$', ';', '--', '\n', ' ', '/*', '*/', '\\', "''", 'é'),
    { maxLength: 14 },
  )
  fc.assert(
    fc.property(
      pieces.map((list) => list.join('')),
      (sql) => {
        const sent = withoutClosingSemicolon(sql)
        expect(sql.startsWith(sent)).toBe(true)
        expect(withoutClosingSemicolon(sent)).toBe(sent)
      },
    ),
    { numRuns: 3000 },
  )
})

test('a long statement is read in one pass', () => {
  const sql = `select ${"'a;', ".repeat(50_000)}1`
  expect(withoutClosingSemicolon(`${sql};`)).toBe(sql)
})
