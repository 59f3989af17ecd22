import { PGlite } from '@electric-sql/pglite'
import { array, asyncProperty, assert, constantFrom, oneof, string } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parametersIn, withValues } from './parameters.ts'

const TYPES: Readonly<Record<string, string>> = { n: 'int4', d: 'date', at: 'timestamp', ok: 'bool', t: 'text' }
const typeOf = (column: string) => TYPES[column] ?? null

test.each([
  ['SELECT * FROM x WHERE n > {{a}} AND "d" >= {{ b }} AND t LIKE {{c}}', ['a number', 'b date', 'c text']],
  ['SELECT 1 WHERE x."n" IN ({{a}}) AND t NOT IN ({{b}})', ['a number list', 'b text list']],
  ['SELECT 1 WHERE n BETWEEN {{a}} AND {{b}} AND {{c}} < x.at', ['a number', 'b number', 'c date']],
  ['SELECT {{a}}::date, CAST({{b}} AS int), {{c}} FROM x LIMIT {{n}}', ['a date', 'b number', 'c text', 'n number']],
  ['SELECT 1 WHERE n IN ({{a}}, {{b}}) OR t = ANY (ARRAY[{{c}}])', ['a number', 'b number', 'c text list']],
  [`SELECT '{{a}}', "{{b}}", $$ {{c}} $$ -- {{d}}\n/* {{e}} */ WHERE ok = {{f}}`, ['f boolean']],
  ['SELECT {{a}} WHERE n = {{a}}', ['a number']],
  ['SELECT {{a, {{}}', []],
])('%s', (text, expected) => {
  const found = parametersIn(text, typeOf)
  expect(found.map(({ name, kind, isList }) => `${name} ${kind}${isList ? ' list' : ''}`)).toEqual(expected)
})

const filled = (text: string, values: Parameters<typeof withValues>[2]) =>
  withValues(text, parametersIn(text, typeOf), values)

test('values are put in by their kind', () => {
  expect(filled('n = {{a}} AND n > {{b}} AND ok = {{c}}', { a: ' 1.5e3 ', b: '-2', c: 'true' }).sql).toBe(
    'n = 1.5e3 AND n > (-2) AND ok = TRUE',
  )
  expect(filled('t = {{a}} OR d = {{b}} OR t = {{c}}', { a: "it's", b: '2021-01-01', c: null }).sql).toBe(
    "t = 'it''s' OR d = '2021-01-01' OR t = NULL",
  )
  expect(filled('t IN ({{a}}) OR n IN ({{b}})', { a: ['x', "y'"], b: [] }).sql).toBe("t IN ('x', 'y''') OR n IN (NULL)")
})

test('what can not be put in is named', () => {
  expect(filled('n = {{a}} AND ok = {{b}} AND t = {{c}} AND t = {{d}}', { a: '1; DROP', b: 'yes', c: '\0' })).toEqual({
    sql: null,
    problems: [
      { name: 'a', code: 'notNumber' },
      { name: 'b', code: 'notBoolean' },
      { name: 'c', code: 'unsayable' },
      { name: 'd', code: 'missing' },
    ],
  })
  expect(filled('t = {{toString}}', {}).sql).toBeNull()
})

test('a value stays a value beside what would change how it is read', () => {
  const values = { x: "\\' OR 1=1 --", n: '5' }
  expect(filled('SELECT E{{x}}', values).sql).toMatch(/^SELECT E E?'/)
  expect(filled('SELECT U&{{x}}', values).sql).toMatch(/^SELECT U& E?'/)
  expect(filled("SELECT E'a'\n{{x}}", values).sql).toMatch(/^SELECT E'a'\n\(/)
  expect(filled('SELECT 1{{n}}, $1{{x}}', values).sql).toMatch(/^SELECT 1 '5'|^SELECT 1 5/)
})

test('the place of an error is found in the text as it was written', () => {
  const text = 'SELECT {{a}} AS x, wrong'
  const found = filled(text, { a: 'a long text' })
  expect(found.sql).toBe("SELECT 'a long text' AS x, wrong")
  if (found.sql === null) return
  expect(found.placeIn(found.sql.indexOf('wrong'))).toBe(text.indexOf('wrong'))
  expect(found.placeIn(found.sql.indexOf('long'))).toBe(text.indexOf('{{a}}') + 5)
  expect(found.placeIn(0)).toBe(0)
})

let db: PGlite
beforeAll(async () => {
  db = await PGlite.create()
}, 60_000)
afterAll(() => db.close())

const hostile = oneof(
  string({ unit: 'binary', maxLength: 30 }),
  array(
    constantFrom(
      "'",
      '"',
      '\\',
      '$$',
      '$a$',
      '--',
      '/*',
      '*/',
      '\n',
      '{{x}}',
      '{{y}}',
      ';',
      "E'",
      ' ',
      '\r',
      '#',
      ':a',
      '%',
    ),
    {
      maxLength: 12,
    },
  ).map((parts) => parts.join('')),
).filter((text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text))

test('PostgreSQL gives every value back exactly, alone and in a list', async () => {
  await assert(
    asyncProperty(hostile, array(hostile, { minLength: 1, maxLength: 4 }), async (x, list) => {
      const text = 'SELECT {{x}}::text AS x, ARRAY[{{y}}]::text[] AS y, {{x}} AS again'
      const { sql } = filled(text, { x, y: list })
      const { rows } = await db.query(sql ?? '')
      expect(rows).toEqual([{ x, y: list, again: x }])
    }),
    { numRuns: 300 },
  )
}, 60_000)

test('wherever a parameter stands, its value is never read as SQL', async () => {
  const around = constantFrom(
    'E',
    'U&',
    "'a'",
    "E'a\\''",
    '\n',
    ' ',
    '1',
    '-',
    '$',
    '/*c*/',
    '--c\n',
    '(',
    ')',
    ',',
    '{{y}}',
  )
  await assert(
    asyncProperty(array(around, { maxLength: 3 }), array(around, { maxLength: 3 }), async (before, after) => {
      const text = `SELECT ${before.join('')}{{x}}${after.join('')}`
      const { sql } = filled(text, { x: "\\', (SELECT 'read')::int --\n', (SELECT 'read')::int --", y: 'y' })
      // Whether it can be read at all depends on what stands around.
      const message = await db.query(sql ?? '').then(() => '', String)
      expect(message).not.toContain('"read"')
    }),
    { numRuns: 300 },
  )
}, 60_000)
