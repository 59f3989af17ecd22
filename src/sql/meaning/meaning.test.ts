import { expect, test } from 'vitest'
import lines from '../functions.json'
import { functionsOf } from '../functions.ts'
import { indexCatalogue } from '../completion/catalogue.ts'
import { callAt } from './call.ts'
import { insertionAt } from './insertion.ts'
import { meaningAt } from './meaning.ts'
import { titledTables } from '../tables/titledTables.ts'

const TREES = 'b3b2c6f0-1111-4222-8333-444455556666'
const STREETS = '0c1d2e3f-1111-4222-8333-444455556666'

const index = indexCatalogue({
  tables: [
    { id: TREES, title: 'Street trees', dataset: 'Green city', aliases: [], takesNames: false },
    { id: STREETS, title: 'Streets', dataset: null, aliases: ['streets'], takesNames: true },
  ],
  fields: new Map([
    [
      TREES,
      [
        { id: 'species', type: 'text', label: 'Kind of tree', note: 'As the survey of 2020 names it.' },
        { id: 'Height', type: 'numeric', label: null },
        { id: 'street', type: 'text', label: null },
      ],
    ],
  ]),
  missing: new Set(),
  rows: new Map(),
  values: new Map([[TREES, new Map([['species', [{ text: 'Oak', records: 12 }]]])]]),
  functions: functionsOf(lines),
  allowed: null,
  refusedWords: new Set(),
})
const T = `"${TREES}"`

/** The meaning where the `|` is. */
function meaning(marked: string) {
  return meaningAt(marked.replace('|', ''), marked.indexOf('|'), index).meaning
}

const SPECIES = {
  kind: 'column',
  name: 'species',
  type: 'text',
  label: 'Kind of tree',
  note: 'As the survey of 2020 names it.',
  table: 'Street trees',
  values: [{ text: 'Oak', records: 12 }],
}
const OF_TREES = { kind: 'table', id: TREES, title: 'Street trees', dataset: 'Green city', fields: 3 }

test.each([
  [`select spe|cies from ${T}`, SPECIES],
  [`select |species from ${T}`, SPECIES],
  [`select t.spe|cies from ${T} as t`, SPECIES],
  [`select 1 from ${T} where "spe|cies" = 'Oak'`, SPECIES],
  [`select species from ${T} order by spe|cies`, SPECIES],
  [`with w as (select species as kind from ${T}) select ki|nd from w`, { ...SPECIES, name: 'kind' }],
  [`select "Hei|ght" from ${T}`, { kind: 'column', name: 'Height', label: null, values: [] }],
  [`select * from "b3b2c|6f0-1111-4222-8333-444455556666"`, OF_TREES],
  [`select t|.species from ${T} as t`, null],
  [`select |t.species from ${T} as t`, OF_TREES],
  [`select * from str|eets`, { kind: 'table', title: 'Streets', fields: null }],
  [`with w as (select species, 1 as one from ${T}) select * from |w`, { kind: 'rows', columns: ['species', 'one'] }],
  [
    `with w as (select species, 1 as one from ${T}) select |w.one from w`,
    { kind: 'rows', columns: ['species', 'one'] },
  ],
  [`select str|pos(species, 'a') from ${T}`, { kind: 'function', sentence: 'position of substring' }],
  [`select coal|esce(species, 'a') from ${T}`, { kind: 'function', signatures: ['coalesce(value, …) → value'] }],
  [`se|lect species from ${T}`, null],
  [`select species from ${T} wh|ere true`, null],
  [`select 'spe|cies' from ${T}`, null],
  [`select 1 -- spe|cies\nfrom ${T}`, null],
  [`select 1 as spe|cies from ${T}`, null],
  [`select nothing|here from ${T}`, null],
  [`select species |from ${T}`, null],
  ['|', null],
])('%s', (marked, expected) => {
  if (expected === null) expect(meaning(marked)).toBeNull()
  else expect(meaning(marked)).toMatchObject(expected)
})

test('a table whose fields are not known is asked for, and the range is that of the name', () => {
  const text = 'select * from streets where "na" = 1'
  expect(meaningAt(text, 30, index)).toMatchObject({ wanted: [STREETS], range: { start: 28, end: 32 } })
})

/** The label of the call where the `|` is, with its active parameter in brackets. */
function call(marked: string): string | null {
  const { signatures, active, argument } = callAt(marked.replace('|', ''), marked.indexOf('|'), index)
  const found = signatures[active]
  const [start = 0, end = 0] = found?.parameters[argument] ?? []
  return found ? `${found.label.slice(0, start)}[${found.label.slice(start, end)}]${found.label.slice(end)}` : null
}

test.each([
  [`select strpos(|`, 'strpos([text], text) → integer'],
  [`select strpos(species, |) from ${T}`, 'strpos(text, [text]) → integer'],
  [`select strpos(left(species, 2), 'a|') from ${T}`, 'strpos(text, [text]) → integer'],
  [`select strpos(left(species, |), 'a') from ${T}`, 'left(text, [integer]) → text'],
  [`select 1 where strpos(|`, 'strpos([text], text) → integer'],
  [`select coalesce(|`, 'coalesce([value], …) → value'],
  [`select strpos(species, 'a')|`, null],
  [`select (|`, null],
  [`select species in (|) from ${T}`, null],
  [`select '(|'`, null],
])('the call in %s', (marked, expected) => {
  expect(call(marked)).toBe(expected)
})

test('of several signatures the first that takes so many arguments is shown', () => {
  expect(call(`select round(1.5, |)`)).toBe('round(numeric, [integer]) → numeric')
})

test('tables are found by their ids in quotes, not in strings, comments or before a dot', () => {
  const text = `select ${T}.species, '${T}' from ${T} join streets on true -- ${T}`
  const start = text.indexOf('from') + 5
  expect(titledTables(text, index)).toEqual([{ start, end: start + T.length, title: 'Street trees' }])
  expect(titledTables('select 1;'.repeat(50_000), index)).toEqual([])
})

/** The text with a name written where the `|` is, or over what is between two of them. */
function withName(marked: string, name: string, kind: 'field' | 'table' = 'field'): string {
  const [before = '', selected = '', rest] = marked.split('|')
  const text = marked.replaceAll('|', '')
  const end = before.length + (rest === undefined ? 0 : selected.length)
  const made = insertionAt(text, { start: before.length, end }, { kind, name }, index)
  return text.slice(0, made.start) + made.text + text.slice(made.end)
}

test.each([
  ['SELECT |', 'Height', 'SELECT "Height"'],
  ['SELECT|', 'Height', 'SELECT "Height"'],
  ['SELECT | FROM t', 'Height', 'SELECT "Height" FROM t'],
  ['SELECT |FROM t', 'Height', 'SELECT "Height" FROM t'],
  ['SELECT a| FROM t', 'Height', 'SELECT a, "Height" FROM t'],
  ['SELECT a |FROM t', 'Height', 'SELECT a, "Height" FROM t'],
  ['SELECT a, | FROM t', 'Height', 'SELECT a, "Height" FROM t'],
  ['SELECT a,| FROM t', 'Height', 'SELECT a, "Height" FROM t'],
  ['SELECT |a FROM t', 'Height', 'SELECT "Height", a FROM t'],
  ['SELECT count(*)| FROM t', 'species', 'SELECT count(*), species FROM t'],
  ['SELECT *| FROM t', 'species', 'SELECT *, species FROM t'],
  ['SELECT 2 *| FROM t', 'species', 'SELECT 2 * species FROM t'],
  ['SELECT count(|) FROM t', 'species', 'SELECT count(species) FROM t'],
  ['SELECT * FROM t WHERE|', 'Area', 'SELECT * FROM t WHERE "Area"'],
  ['SELECT * FROM t WHERE a =|', 'Area', 'SELECT * FROM t WHERE a = "Area"'],
  ['SELECT * FROM t WHERE |= 1', 'Area', 'SELECT * FROM t WHERE "Area" = 1'],
  ['SELECT * FROM t GROUP BY a|', 'b', 'SELECT * FROM t GROUP BY a, b'],
  ['SELECT * FROM t ORDER BY a DESC|', 'b', 'SELECT * FROM t ORDER BY a DESC, b'],
  ['SELECT DISTINCT| FROM t', 'b', 'SELECT DISTINCT b FROM t'],
  ['SELECT t.| FROM t', 'b', 'SELECT t.b FROM t'],
  ['SELECT a| FROM t', 'order', 'SELECT a, "order" FROM t'],
  ['SELECT |abc| FROM t', 'Height', 'SELECT "Height" FROM t'],
  ['SELECT ab|c FROM t', 'Height', 'SELECT abc, "Height" FROM t'],
  ['', 'Height', '"Height"'],
  ['SELECT 1 -- about |', 'Height', 'SELECT 1 -- about "Height"'],
])('a field into %s', (marked, name, expected) => {
  expect(withName(marked, name)).toBe(expected)
})

test('a table is written by the name that the server takes', () => {
  expect(withName('SELECT * FROM|', TREES, 'table')).toBe(`SELECT * FROM ${T}`)
  expect(withName('SELECT * FROM | WHERE true', STREETS, 'table')).toBe('SELECT * FROM streets WHERE true')
})
