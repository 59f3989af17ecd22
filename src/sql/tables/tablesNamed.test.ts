import { expect, test } from 'vitest'
import { parseSql } from '../../parser/parseSql.ts'
import { tablesNamed } from './tablesNamed.ts'

/** Every statement with its tables as they are found, and where `§` marks that an alias could be written. */
const CASES: readonly (readonly [sql: string, names: readonly string[]])[] = [
  ['select 1', []],
  ['select * from works', ['works']],
  ['select * from Works w, "Odd name" as o', ['works', 'Odd name']],
  ['select * from public."a.b"', ['public|a.b']],
  ['select a.x from a join b on a.x = b.x left join c using (x)', ['a', 'b', 'c']],
  ['select * from (a join b on true) join (select * from c) s on true', ['a', 'b', 'c']],
  ['with n as (select * from a) select * from n join b on true', ['a', 'b']],
  ['with a as (select * from a) select * from a', ['a']],
  ['with recursive a as (select 1 union select * from a) select * from a', []],
  ['with x as (select 1), y as (select * from x, z) table y', ['z']],
  ['select (select max(x) from b), array(select y from c) from a where x in (select x from d)', ['b', 'c', 'a', 'd']],
  ['select * from (with n as (select * from a) select * from n) s, n', ['a', 'n']],
  ['table works', ['works']],
  ['select * from a union all (select * from b) except table c', ['a', 'b', 'c']],
  ['select * from generate_series(1, (select max(x) from a)) g', ['a']],
  ['select * from a, lateral (select * from b where b.x = a.x) s', ['a', 'b']],
  ['select * from only a tablesample system (10)', ['a']],
  ['select * from a where exists (select from b) order by (select x from c)', ['a', 'b', 'c']],
  ['select extract(year from d), substring(t from 2) from a', ['a']],
  ['select * from a where x is distinct from y', ['a']],
  ["select 'from b' -- from c\nfrom a /* from d */", ['a']],
  ['explain (costs off) select * from a', ['a']],
  ['select * from a for update of a', ['a']],
  ['select * from "0b1d5712-1c05-4a57-9d2e-6f1a3c8e5b01"', ['0b1d5712-1c05-4a57-9d2e-6f1a3c8e5b01']],
  ['values ((select 1 from a))', ['a']],
  ['select * from rows from (generate_series(1, 2), generate_series(1, 3)) r', []],
]

test.each(CASES)('the tables of %s', (sql, names) => {
  expect(tablesNamed(sql).map(({ path }) => path.join('|'))).toEqual(names)
})

test('they are those that PostgreSQL finds', async () => {
  for (const [sql] of CASES) {
    const statement = sql.replace(/^explain \(.*?\) /, '')
    const tree = JSON.stringify(await parseSql(statement))
    const inTree = [...tree.matchAll(/"RangeVar":\{(?:"schemaname":"[^"]*",)?"relname":"((?:[^"\\]|\\.)*)"/g)].map(
      ([, name]) => JSON.parse(`"${name}"`),
    )
    for (const { path } of tablesNamed(sql)) expect(inTree, sql).toContain(path.at(-1))
  }
})

test('a name is found where it stands, in every statement of a text, and says where its alias could', () => {
  const text = 'select * from "é" * ; \n select * from b x; table c;'
  expect(tablesNamed(text).map(({ start, end, aliasAt }) => [text.slice(start, end), aliasAt])).toEqual([
    ['"é"', text.indexOf('*', 10) + 1],
    ['b', null],
    ['c', null],
  ])
})

test('what is not finished, or nested deeper than anybody writes, is no error', () => {
  expect(tablesNamed('select * from a join b on (a.').map(({ path }) => path[0])).toEqual(['a', 'b'])
  expect(tablesNamed('select * from')).toEqual([])
  expect(tablesNamed(`select ${'('.repeat(20_000)}select * from a`)).toEqual([])
})
