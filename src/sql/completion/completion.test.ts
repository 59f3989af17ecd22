import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ckanFunctions } from '../../protocol/ckanFunctions.ts'
import { parseSql } from '../../parser/parseSql.ts'
import lines from '../functions.json'
import { functionsOf } from '../functions.ts'
import { indexCatalogue, type CatalogueField, type SqlCatalogue } from './catalogue.ts'
import { completionsAt } from './completion.ts'

const TREES = 'b3b2c6f0-1111-4222-8333-444455556666'
const STREETS = '0c1d2e3f-1111-4222-8333-444455556666'
const READINGS = 'c0ffee00-1111-4222-8333-444455556666'
const UNLOADED = 'dddddddd-1111-4222-8333-444455556666'

function fields(text: string): readonly CatalogueField[] {
  return text.split(', ').map((each) => {
    const [id = '', type = '', label = null] = each.split(':')
    return { id, type, label }
  })
}

function valuesIn(texts: readonly string[]) {
  return texts.map((text, at) => ({ text, records: 100 - at }))
}

const catalogue: SqlCatalogue = {
  tables: [
    { id: TREES, title: 'Street trees 2026', dataset: 'Green city', aliases: [], takesNames: false },
    { id: STREETS, title: 'Streets', dataset: 'Roads of Größdorf', aliases: ['streets'], takesNames: false },
    { id: READINGS, title: 'Readings', dataset: null, aliases: ['readings'], takesNames: true },
    { id: UNLOADED, title: 'Not seen yet', dataset: null, aliases: [], takesNames: false },
  ],
  fields: new Map([
    [
      TREES,
      fields(
        '_id:int4, species:text:Kind of tree, height:numeric, planted:date, street_id:int4, Größe:text, two words:text, order:int4',
      ),
    ],
    [STREETS, fields('_id:int4, street_id:int4, name:text, length:float8')],
    [READINGS, fields('_id:int4, species:text, at:timestamp, value:numeric')],
  ]),
  missing: new Set(),
  rows: new Map(),
  values: new Map([
    [
      TREES,
      new Map([
        ['species', valuesIn(['Ash', 'Oak', "O'Neil's lime"])],
        ['street_id', valuesIn(['7', '12'])],
      ]),
    ],
  ]),
  functions: functionsOf(lines),
  allowed: null,
  refusedWords: new Set(),
}

const index = indexCatalogue(catalogue)
const T = `"${TREES}"`
const S = `"${STREETS}"`
const OF_TREES = ['_id', 'species', 'height', 'planted', 'street_id', '"Größe"', '"two words"', '"order"']

/** A text with the cursor as `|`; what stands first, as it is inserted; what must not be among the items, by label or text. */
type Case = readonly [marked: string, first: readonly string[], not?: readonly string[]]

const cases: readonly Case[] = [
  // The beginning.
  ['|', ['SELECT', 'WITH'], ['FROM']],
  ['sel|', ['select'], ['with']],
  ['SEL|', ['SELECT']],
  ['select 1; |', ['select', 'with']],
  ['explain |', ['select', 'analyze', 'with']],
  // Tables.
  ['select * from |', [T, S, 'readings', `"${UNLOADED}"`], ['where', 'species']],
  ['select * from tree|', [T, S], ['Readings']],
  ['select * from city|', [T]],
  ['select * from b3b2|', [T], [S]],
  ['select * from grossdorf|', [S], [T]],
  ['select * from reading|', ['readings'], [T]],
  ['select * from "street tr|', [T, S]],
  ['select * from "|', [T, S, '"readings"']],
  ['select * from "b3b2| where height > 1', [T]],
  ['select * from "b3|b2" where height > 1', [T]],
  [`select * from ${T} join |`, [T, S]],
  [`select * from ${T}, |`, [T, S]],
  [`select * from ${T} left join str| on true`, [T, S]],
  ['select * from public.|', [T, S], ['generate_series(']],
  ['select * from other.|', []],
  ['select * from gen|', ['generate_series(', 'generate_subscripts('], ['gen_random_uuid(']],
  ['select * from (tre|', [T]],
  ['select * from (sel|', ['select']],
  [`select * from ${T} as |`, []],
  // Columns.
  [`select | from ${T}`, [...OF_TREES], ['name', 'FROM']],
  [`select ${T}.| from ${T}`, OF_TREES, ['name']],
  [`select t.| from ${T} t`, OF_TREES, ['count(']],
  [`select x.| from public.${T} as x`, OF_TREES],
  [`select ${S}.| from public.${T}, public.${S}`, ['_id', 'street_id', 'name', 'length']],
  ['select readings.| from public.readings', ['_id', 'species', 'at', 'value'], ['count(']],
  [`select t. | from ${T} t`, OF_TREES],
  [`select ${T}.| from ${T} t`, []],
  [`select x.| from ${T} t`, []],
  [`select spe| from ${T}`, ['species'], ['height']],
  [`select v| from readings`, ['value'], ['values']],
  [`select * from ${T} where p|`, ['planted']],
  [`select * from ${T} order by o|`, ['"order"']],
  [`select kind| from ${T}`, ['species']],
  [`select GRÖ| from ${T}`, ['"Größe"']],
  [`select gro| from ${T}`, ['"Größe"']],
  [`select ord| from ${T}`, ['"order"']],
  [`select words| from ${T}`, ['"two words"']],
  [`select "two | from ${T}`, ['"two words"'], ['species']],
  [`select "| from ${T}`, ['"_id"', '"species"'], ['count(', 'case']],
  [`select "spe|" from ${T}`, ['"species"']],
  [`select t."| from ${T} t where t."Größe" = 'x'`, ['"_id"', '"species"']],
  [`select 'größe 🐦', spe| from ${T}`, ['species']],
  [`select /* 名前 */ "Größe", hei| from ${T} -- 🐦`, ['height']],
  [`select '名前', t.| from ${T} t where t.species = '🐦'`, OF_TREES],
  [`select "Größe" as größe, '🌳🌳' from ${T} order by grö|`, ['größe', '"Größe"']],
  [`select species, | from ${T}`, ['_id', 'species']],
  [`select species,| from ${T}`, ['_id']],
  [`select upper(spe|) from ${T}`, ['species']],
  [`select upper(spe| from ${T}`, ['species']],
  [`select upper(| from ${T} where height > 1`, ['_id', 'species']],
  [`select height + | from ${T}`, ['_id', 'species']],
  [`select -hei| from ${T}`, ['height']],
  [`select height * | from ${T}`, ['_id']],
  [`select * from ${T} where |`, OF_TREES, ['count(', 'row_number(', 'name']],
  [`select * from ${T} where hei|`, ['height']],
  [`select * from ${T} where height > 1 and |`, OF_TREES],
  [`select * from ${T} where not |`, ['_id']],
  [`select * from ${T} where (hei|`, ['height']],
  [`select * from ${T} where height between 1 and | and species = 'x'`, ['_id']],
  [`select distinct on (spe|) * from ${T}`, ['species']],
  [`select case when spe| from ${T}`, ['species']],
  [`select case species when 'Oak' then hei| end from ${T}`, ['height']],
  [`select cast(hei| as int) from ${T}`, ['height']],
  [`select extract(year from pla|) from ${T}`, ['planted']],
  [`select | from readings`, ['_id', 'species', 'at', 'value'], ['height']],
  [`select * from ${T} t where t.spe|cies = 'Oak'`, ['species']],
  // Two tables.
  [`select street| from ${T} t join ${S} s on true`, ['t.street_id', 's.street_id'], ['street_id']],
  [`select nam| from ${T} t join ${S} s on true`, ['name']],
  [`select _id| from ${T} t, ${S} s`, ['t._id', 's._id'], ['_id']],
  [`select s.| from ${T} t, ${S} s`, ['_id', 'street_id', 'name', 'length'], ['species']],
  [`select "S s".| from ${T} t, ${S} "S s"`, ['_id', 'street_id', 'name', 'length']],
  [`select nam| from ${T} t, public.${S} s`, ['name']],
  [`select * from ${T} t, ${S} s where s.|`, ['_id', 'street_id', 'name', 'length'], ['species']],
  [`select * from ${T}, ${S} where ${S}.|`, ['_id', 'street_id', 'name', 'length'], ['species']],
  [`select s.| from ${T} t, public.${S} s`, ['_id', 'street_id', 'name', 'length']],
  [`select "_i| from ${T} t, ${S} s`, ['t."_id"', 's."_id"']],
  [
    `select * from ${T} t join ${S} s on |`,
    ['t.street_id = s.street_id', 't._id'],
    ['t._id = s._id', 'species = name'],
  ],
  [`select * from ${T} t join ${S} s on | where t.height > 1`, ['t.street_id = s.street_id']],
  [
    `select * from ${T} t join readings r on true join ${S} s on |`,
    ['t.street_id = s.street_id'],
    ['t.species = r.species'],
  ],
  [`select * from ${T} t join ${S} s on t.street_id = s.|`, ['_id', 'street_id']],
  [`select * from ${T} t join ${S} s on t.street_id = | where true`, ['t._id', 'species']],
  [`select * from ${T} t join ${S} s using (|)`, ['street_id'], ['_id', 'species', 'name']],
  [`select * from ${T} t join ${S} s using (str|`, ['street_id']],
  [`select street| from ${T} t join ${S} s using (street_id)`, ['street_id'], ['t.street_id', 's.street_id']],
  [`select * from readings r, ${T} t join ${S} s on |`, ['t.street_id = s.street_id'], ['value', 'r._id']],
  [`select * from ${T} a join ${T} b on |`, ['a.species = b.species'], ['a._id = b._id']],
  [`select heig| from ${T} t, "${UNLOADED}" u`, ['t.height'], ['height ']],
  // Subqueries.
  [`select | from (select species as kind, count(*) as n from ${T} group by 1) x`, ['kind', 'n'], ['height']],
  [`select x.| from (select species as kind, count(*) from ${T} group by 1) x`, ['kind', 'count']],
  [`select * from ${S} s where exists (select 1 from ${T} t where t.street_id = s.|)`, ['_id', 'street_id', 'name']],
  [`select * from ${S} s where exists (select 1 from ${T} t where nam|)`, ['name']],
  [`select * from ${S} s where exists (select 1 from ${T} t where street_|)`, ['street_id', 's.street_id']],
  [`select * from ${S} where street_id in (select str| from ${T})`, ['street_id']],
  [`select * from ${S} s, (select nam| from ${T}) x`, [], ['name', 's.name']],
  [`select * from ${S} s, lateral (select nam| from ${T} t) x`, ['name']],
  [`select (select max(hei|) from ${T} t where t.street_id = s.street_id) from ${S} s`, ['height']],
  [`select * from ${T} where height > (|`, ['_id']],
  ['select col| from (values (1, 2)) v', ['column1', 'column2']],
  [`select p| from ${T}, lateral (select 1) as x (pick)`, ['planted', 'pick']],
  ['select * from json_each(null) j where |', ['key', 'value']],
  // WITH.
  [`with x as (select species, height h from ${T}) select | from x`, ['species', 'h'], ['height', 'planted']],
  [`with x as (select * from ${T}), y as (select h| from x) select * from y`, ['height']],
  [`with x as (select 1 as one), y as (select * from |) select 1`, ['x', T], ['y']],
  [`with x as (select * from |), y as (select 1) select 1`, [T], ['x', 'y']],
  [`with x as (select 1 as one), y as (select 2 as two) select * from |`, ['x', 'y', T]],
  [`with x as (select species, count(*) as n from ${T} group by 1), y as (select n| from x) select * from y`, ['n']],
  [`with recursive r as (select 1 as i union all select i| from r) select * from r`, ['i']],
  ['with recursive r as (select 1 as i union all select 1 from |) select * from r', ['r', T]],
  ['with x (a, b) as (select 1, 2) select | from x', ['a', 'b']],
  [`with x as (select * from ${T}), y as (select * from x) select | from y`, OF_TREES],
  [
    `with x as (select species, 'it''s' as note from ${T}), y as (select x.| from x), z as (select 1) select * from z`,
    ['species', 'note'],
    ['height'],
  ],
  [
    `select 1;\nwith x as (select species from ${T}), y as (select * from x) select y.| from y where true;\nselect 2;`,
    ['species'],
  ],
  ['with |', ['recursive']],
  ['with x |', ['as']],
  ['with x as (|', ['select', 'with'], ['x']],
  [`with x as (select 1) |`, ['select']],
  [`select 1;\nwith x as (select species as k from ${T}) select | from x;\nselect 2`, ['k']],
  // Set operations.
  [`select species from ${T} union select | from ${S}`, ['_id', 'street_id', 'name'], ['species']],
  [`select species as kind from ${T} union select name from ${S} order by |`, ['kind'], ['species', 'name', 'upper']],
  [`select species from ${T} union |`, ['all', 'select']],
  [`select species from ${T} un|`, ['union', 'union all']],
  // ORDER BY and GROUP BY.
  [`select species as kind, count(*) n from ${T} group by 1 order by |`, ['kind', 'n', 'species'], ['_id']],
  [`select species as kind, spe| from ${T} t group by kind`, ['species']],
  [`select | from ${T} t group by t.species`, ['species'], ['height']],
  [`select max(hei|) from ${T} t group by species`, ['height']],
  [`select species from ${T} group by species having | > 1`, ['species'], ['height']],
  [`select distinct species from ${T} order by |`, ['species'], ['height']],
  [`select species as kind from ${T} order by kind desc, |`, ['kind', '_id']],
  [`select height as h from ${T} order by height + |`, ['_id'], ['h']],
  [`select species as kind, count(*) n from ${T} group by |`, ['kind', '_id', 'species'], ['n', 'count(']],
  [`select species from ${T} group by species having coun|`, ['count(*)', 'count(']],
  [`select species from ${T} order by species |`, ['desc', 'asc'], ['where']],
  [`select species from ${T} order by species desc nulls |`, ['first', 'last']],
  [`select species from ${T} order |`, ['by']],
  // Values.
  [`select * from ${T} where species = |`, ["'Ash'", "'Oak'", "'O''Neil''s lime'", '_id']],
  [`select * from ${T} where species = '|`, ["'Ash'", "'Oak'"], ['species']],
  [`select * from ${T} where species = '|'`, ["'Ash'", "'Oak'"]],
  [`select * from ${T} where species = '| and height > 1`, ["'Ash'", "'Oak'"]],
  [`select * from ${T} where species = 'o|'`, ["'Oak'", "'O''Neil''s lime'"], ["'Ash'"]],
  [`select * from ${T} where species <> o|`, ["'Oak'", "'O''Neil''s lime'"]],
  [`select * from ${T} t where t.species in (|`, ["'Ash'", "'Oak'"]],
  [`select * from ${T} where species in ('Oak', |)`, ["'Ash'", "'O''Neil''s lime'"], ["'Oak'"]],
  [`select * from ${T} where species in ('Oak', '|)`, ["'Ash'", "'O''Neil''s lime'"]],
  [`select * from ${T} where species not in (|)`, ["'Ash'"]],
  [`select * from ${T} where species like '|`, ["'Ash'", "'Oak'"]],
  [`select * from ${T} where species not ilike '|'`, ["'Ash'"]],
  [`with x as (select species as kind from ${T}) select * from x where kind = |`, ["'Ash'", "'Oak'"]],
  [`select * from ${S} where name = |`, ['_id']],
  [`select * from ${T} where street_id = |`, ['7', '12']],
  [`select * from ${T} where street_id in (7, |`, ['12'], ['7']],
  [`select * from ${T} where street_id = '1|`, ["'12'"], ["'7'"]],
  [`select * from ${T} where street_id::text like '|`, []],
  [`with readings as (select 1) select * from read|`, ['readings', `"${READINGS}"`]],
  [`select date_trunc(|, planted) from ${T}`, ["'year'", "'month'"]],
  [`select date_trunc('mo|`, ["'month'"]],
  [`select date_trunc('month', |) from ${T}`, ['_id'], ["'year'"]],
  // Silence.
  [`select 'spe|' from ${T}`, []],
  [`select 'spe| from ${T}`, []],
  [`select $$spe|$$ from ${T}`, []],
  [`select 1| from ${T}`, []],
  [`select 1.5| from ${T}`, []],
  [`select 1e5| from ${T}`, []],
  [`select E'it\\'s spe|' from ${T}`, []],
  [`select * from ${T} fetch first 1|`, []],
  [`select * from ${T} limit 5|0`, []],
  [`select $1| from ${T}`, []],
  [`select * from ${T} limit |`, []],
  [`select * from ${T} limit 1|`, []],
  [`select * from ${T} limit 10 offset |`, []],
  [`select -- spe| from ${T}`, []],
  [`select /* spe| */ species from ${T}`, []],
  [`select species as | from ${T}`, []],
  [`select species as k| from ${T}`, []],
  [`select "species"| from ${T}`, []],
  [`select * from ${T} where species = 'Oak'|`, []],
  [`select * from ${T} where species in |`, []],
  // Keywords.
  [`select * |`, ['from']],
  [`select * fr|`, ['from']],
  [`select * | from ${T}`, [], ['from']],
  [`select species | from ${T}`, ['as'], ['from', 'where']],
  [`select * from ${T} |`, ['join', 'left join'], ['and', 'having']],
  [`select * from ${T} wh|`, ['where']],
  [`select * from ${T} t |`, ['join'], ['as']],
  [`select * from ${T} gr|`, ['group by']],
  [`select * from ${T} t left |`, ['join', 'outer join']],
  [`select * from ${T} t join ${S} s |`, ['on', 'using ('], ['where', 'join']],
  [`select * from ${T} t cross join ${S} s |`, ['join'], ['on']],
  [`select * from ${T} where height |`, ['and', 'or'], ['where', 'from', 'asc']],
  [`select * from ${T} where height is |`, ['null', 'not null']],
  [`select * from ${T} where height is not |`, ['null']],
  [`select * from ${T} where species not |`, ['in', 'like']],
  [`select * from ${T} where height > 1 or|`, ['or', 'order by']],
  [`select * from ${T} where height > 1 | order by height`, ['and', 'or', 'group by'], ['order by', 'limit']],
  [`select case when height > 1 |`, ['then']],
  [`select case when height > 1 then 2 |`, ['when', 'else', 'end'], ['from']],
  [`select case when height > 1 then 2 else 3 |`, ['end']],
  [`select count(*) | from ${T}`, ['as', 'over (']],
  [`select sum(height) over (|) from ${T}`, ['partition by', 'order by'], ['species']],
  [`select sum(height) over (partition by |) from ${T}`, ['_id', 'species']],
  [`select sum(height) over (partition by species |) from ${T}`, ['order by']],
  [`select count(*) filter (|) from ${T}`, ['where'], ['species']],
  [`select count(*) filter (where |) from ${T}`, ['_id'], ['count(']],
  [`select height::| from ${T}`, ['text', 'integer']],
  [`select height::num| from ${T}`, ['numeric']],
  [`select cast(height as |) from ${T}`, ['text', 'integer']],
  [`select extract(|) from ${T}`, ['year', 'month']],
  [`SELECT * FROM ${T} |`, ['JOIN', 'LEFT JOIN']],
  [`select * from ${T} limit 10 |`, ['offset'], ['where']],
  // Functions.
  [`select coun| from ${T}`, ['count(*)', 'count(']],
  [`select coun|(*) from ${T}`, ['count']],
  [`select count(|) from ${T}`, ['_id', 'species'], ['sum(', 'row_number(']],
  [`select now| from ${T}`, ['now()']],
  [`select coal| from ${T}`, ['coalesce(']],
  [`select upp| from ${T}`, ['upper(']],
  [`select * from ${T} where coun|`, ['bit_count('], ['count(']],
  // Parameters.
  [`select {{year}}, {{name}} from ${T} where height = {{|`, ['{{year}}', '{{name}}']],
  [`select {{year}} from ${T} where height = {{ye|}}`, ['{{year}}']],
  [`select '{{year}}' from ${T} where height = {{|`, []],
]

function at(marked: string, index_ = index) {
  return completionsAt(marked.replace('|', ''), marked.indexOf('|'), index_)
}

const places = cases.map(([marked, first, not = []]) => ({ marked, first, not }))

test.each(places)('$marked', ({ marked, first, not }) => {
  const { items } = at(marked)
  const inserts = items.map(({ insert }) => insert)
  if (first.length === 0) expect(inserts).toEqual([])
  expect(inserts.slice(0, first.length)).toEqual(first)
  const names = items.flatMap(({ kind, insert, label }) => (kind === 'table' ? [insert, label] : [insert]))
  expect(not.filter((each) => names.includes(each))).toEqual([])
  expect(new Set(inserts).size).toBe(inserts.length)
})

test('There are enough places to speak of a rule', () => {
  expect(cases.length).toBeGreaterThanOrEqual(120)
})

let db: PGlite

beforeAll(async () => {
  db = await PGlite.create()
  for (const { id, aliases } of catalogue.tables) {
    const columns = (catalogue.fields.get(id) ?? []).map((field) => `"${field.id}" ${field.type}`)
    await db.exec(`CREATE TABLE "${id}" (${columns.join(', ')})`)
    for (const alias of aliases) await db.exec(`CREATE VIEW "${alias}" AS SELECT * FROM "${id}"`)
  }
})

afterAll(() => db.close())

/** Errors that a name can be to blame for: unknown or ambiguous columns, tables, functions, and where they can't stand. */
const BLAMED = new Set(['42703', '42702', '42P01', '42P10', '42803', '42P20', '42809', '0A000', '42P09'])

test.each(places)('Nothing offered in $marked makes the statement fail', async ({ marked }) => {
  const { items, range } = at(marked)
  const text = marked.replace('|', '')
  const wrong: string[] = []
  for (const { insert, kind } of items) {
    // Its stops are not filled in yet.
    if (kind === 'snippet') continue
    const begun = text.slice(0, range.start) + insert
    const parsed = begun.includes('{{') ? null : await parseSql(begun)
    if (parsed?.outcome === 'syntax error' && !/at end of input|unterminated/.test(parsed.message))
      wrong.push(`${insert}: ${parsed.message}`)
    if (kind === 'keyword' || kind === 'function' || kind === 'alias') continue
    const whole = begun + text.slice(range.end)
    const code = await db.query(`EXPLAIN ${whole}`).then(
      () => '',
      (error: { code?: string }) => error.code ?? '',
    )
    // More columns may be added to GROUP BY.
    if (BLAMED.has(code) && !(code === '42803' && /group by \|/.test(marked))) wrong.push(`${insert}: ${code}`)
  }
  expect(wrong).toEqual([])
})

/** A snippet with what stands at its stops. */
function filledIn(snippet: string): string {
  const stops = new Map(
    [...snippet.matchAll(/\$\{(\d):((?:\\.|[^}])*)\}/g)].map(([, number, text]) => [number, text ?? '']),
  )
  return snippet
    .replaceAll(
      /\$(?:\{(\d):(?:\\.|[^}])*\}|(\d))/g,
      (_, one?: string, other?: string) => stops.get(one ?? other) ?? '',
    )
    .replaceAll(/\\([$}\\])/g, '$1')
}

test('Whole statements about the open table stand where one begins, and run as they are', async () => {
  const open = indexCatalogue({ ...catalogue, open: TREES })
  expect(at('sel|', open).items.map(({ kind }) => kind)).not.toContain('snippet')
  for (const typed of ['top', 'dup', 'month', 'profile']) {
    const [item] = at(`${typed}|`, open).items
    expect(item?.kind).toBe('snippet')
    await db.query(filledIn(item?.insert ?? ''))
  }
  expect(at('top|', open).items[0]?.insert).toContain('${1:species}')
  expect(filledIn(at('join|', open).items[0]?.insert ?? '')).toContain(`FROM ${T} AS a\nJOIN table AS b`)
  expect(at('top|', indexCatalogue({ ...catalogue, open: UNLOADED })).wanted).toEqual([UNLOADED])
})

test('Before FROM is written the columns of the open table are offered', () => {
  const open = indexCatalogue({ ...catalogue, open: TREES })
  expect(at('select spe|', open).items[0]?.insert).toBe('species')
  expect(at('select count(hei|', open).items[0]?.insert).toBe('height')
  expect(at('select spe|').items[0]?.insert).not.toBe('species')
  expect(at(`select valu| from readings`, open).items[0]?.insert).toBe('value')
  expect(at(`select spec| from ${S}`, open).items.map(({ insert }) => insert)).not.toContain('species')
  expect(at(`with x as (select 1 as one) select |`, open).items[0]?.insert).toBe('one')
  expect(at('select t.spe|', open).items[0]?.insert).toBe('species')
})

test('The open table is the first before anything is typed', () => {
  const open = indexCatalogue({ ...catalogue, open: READINGS })
  expect(
    at('select * from |', open)
      .items.map(({ insert }) => insert)
      .slice(0, 2),
  ).toEqual(['readings', T])
  expect(at('select * from stre|', open).items[0]?.insert).toBe(T)
})

test('A column that GROUP BY lacks is offered if it is the only one that fits', () => {
  expect(at(`select hei| from ${T} group by species`).items[0]?.insert).toBe('height')
})

test('Only functions that the server lets through are offered', () => {
  const allowed = indexCatalogue({ ...catalogue, allowed: ckanFunctions })
  expect(at(`select regexp_| from ${T}`, allowed).items.map(({ label }) => label)).not.toContain('regexp_like')
  expect(at(`select regexp_| from ${T}`, allowed).items.map(({ label }) => label)).toContain('regexp_replace')
})

test('A keyword that the server refuses is not offered', () => {
  const ckan = indexCatalogue({ ...catalogue, refusedWords: new Set(['FILTER']) })
  expect(at(`select count(*) fil| from ${T}`).items.map(({ insert }) => insert)).toEqual(['filter ('])
  expect(at(`select count(*) fil| from ${T}`, ckan).items).toEqual([])
})

test('Tables whose fields are not known yet are named, and the values that are asked for', () => {
  expect(at(`select | from "${UNLOADED}", ${T}`).wanted).toEqual([UNLOADED])
  expect(at(`select | from (select * from "${UNLOADED}") x`).wanted).toEqual([UNLOADED])
  expect(at(`select * from ${S} where name = |`).wantedValues).toEqual({ table: STREETS, field: 'name' })
  expect(at(`select * from ${T} where species = |`).wantedValues).toBe(null)
})

test('A table shows its title, a column its type and label, a function its signature and a sentence', () => {
  expect(at('select * from gree|').items[0]).toEqual({
    kind: 'table',
    label: 'Street trees 2026',
    insert: T,
    detail: TREES,
    title: 'Green city',
  })
  expect(at(`select spec| from ${T}`).items[0]).toEqual({
    kind: 'column',
    label: 'species',
    insert: 'species',
    detail: 'text',
    title: 'Kind of tree',
  })
  expect(at(`select strpo| from ${T}`).items[0]).toEqual({
    kind: 'function',
    label: 'strpos',
    insert: 'strpos(',
    detail: '(text, text) → integer',
    title: 'position of substring',
  })
})

test('What is replaced is the word or the name that the cursor is in', () => {
  expect(at(`select spe|cies from ${T}`).range).toEqual({ start: 7, end: 14 })
  expect(at(`select "spe|cies" from ${T}`).range).toEqual({ start: 7, end: 16 })
  expect(at(`select "spe| from ${T}`).range).toEqual({ start: 7, end: 11 })
  expect(at(`select | from ${T}`).range).toEqual({ start: 7, end: 7 })
  expect(at(`select * from ${T} where species = 'A|' and true`).range.end).toBe(
    `select * from ${T} where species = 'A'`.length,
  )
})

test('100,000 tables do not hang', () => {
  const tables = Array.from({ length: 100_000 }, (_, at) => {
    return { id: `t${at}`, title: `Table ${at}`, dataset: null, aliases: [], takesNames: false }
  })
  const many = indexCatalogue({ ...catalogue, tables: [...tables, ...catalogue.tables] })
  expect(at('select * from "street tr|', many).items[0]?.insert).toBe(T)
  expect(at(`select spe| from ${T}`, many).items[0]?.insert).toBe('species')
})

test('A list of 1,000 values and a text of 3 MB do not hang', () => {
  const list = Array.from({ length: 1000 }, (_, at) => `'v${at}'`).join(', ')
  expect(at(`select * from ${T} where species in (${list}) and spec|`).items[0]?.insert).toBe('species')
  const long = `select 1;\n`.repeat(300_000)
  expect(at(`${long}select spec| from ${T};\n`).items[0]?.insert).toBe('species')
})
