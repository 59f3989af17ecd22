import { expect, test } from 'vitest'
import { scopeAt } from './scope.ts'
import { plainColumn, type Known } from './statement/columns.ts'
import { phraseAt } from './statement/phrase.ts'

const TABLES: Readonly<Record<string, string>> = {
  'b3b2c6f0-1111-4222-8333-444455556666': '_id id name',
  trees: '_id species height street_id',
  streets: 'street_id name',
  a: 'id x',
  b: 'id y',
  c: 'id z',
}

const known: Known = {
  table: (path) => {
    const id = path.at(-1) ?? ''
    const names = Object.hasOwn(TABLES, id) ? TABLES[id] : undefined
    return names === undefined ? null : { id, columns: names.split(' ').map((name) => plainColumn(name, 'text')) }
  },
  resultType: (name) => ({ count: 'int8', generate_series: 'int4', json_each: 'record', upper: 'text' })[name] ?? null,
  isAggregate: (name) => name === 'count',
  givesOneValue: () => false,
  resultColumns: (name) => (name === 'json_each' ? [plainColumn('key', 'text'), plainColumn('value', 'json')] : null),
}

/** Levels with `|` between, each relation as `name(columns)`; `…` where there can be more columns. */
function shown(marked: string): { levels: string; ctes: string; outputs: string; only: boolean } {
  const cursor = marked.indexOf('|')
  const scope = scopeAt(phraseAt(marked.replace('|', ''), cursor), known)
  const names = (columns: { list: readonly { name: string }[]; complete: boolean }) =>
    columns.list.map(({ name }) => name).join(' ') + (columns.complete ? '' : '…')
  return {
    levels: scope.levels
      .map(({ relations }) => relations.map(({ name, columns }) => `${name ?? '-'}(${names(columns())})`).join(' '))
      .join(' | '),
    ctes: scope.ctes.map(({ name, columns }) => `${name}(${names(columns())})`).join(' '),
    outputs: scope.outputs === null ? '' : names(scope.outputs.columns()),
    only: scope.outputs?.only ?? false,
  }
}

test.each([
  // One table, in every clause.
  ['select | from trees', 'trees(_id species height street_id)'],
  ['select | from public.trees t', 't(_id species height street_id)'],
  ['select * from trees where |', 'trees(_id species height street_id)'],
  ['select * from trees as t where t.|', 't(_id species height street_id)'],
  ['select count(| from trees', 'trees(_id species height street_id)'],
  ['select t.| from trees t', 't(_id species height street_id)'],
  ['select a, t. from trees t where |', 't(_id species height street_id)'],
  ['select * from "b3b2c6f0-1111-4222-8333-444455556666" where |', 'b3b2c6f0-1111-4222-8333-444455556666(_id id name)'],
  ['select * from "b3b2c6f0-1111-4222-8333-444455556666" "T t" where |', 'T t(_id id name)'],
  ['select * from unknown where |', 'unknown(…)'],
  ['select "| from trees', 'trees(_id species height street_id)'],
  ["select * from a where x = '| and x = 'b'", 'a(id x)'],
  ['select a as order, | from a', 'a(id x)'],
  ['select x is distinct from id, | from a', 'a(id x)'],
  ['select extract(year from x), | from a', 'a(id x)'],
  ['select count(*) filter (where |) from a', 'a(id x)'],
  ['select sum(x) over (partition by |) from a', 'a(id x)'],
  ['select percentile_cont(0.5) within group (order by |) from a', 'a(id x)'],
  ['select case when | then 1 end from a', 'a(id x)'],
  ['select distinct on (|) * from a', 'a(id x)'],
  ['explain (analyze, format json) select | from a', 'a(id x)'],
  // Several.
  ['select | from a, b', 'a(id x) b(id y)'],
  ['select | from a join b on a.id = b.id left join c using (id)', 'a(id x) b(id y) c(id z)'],
  ['select * from a join b on | join c on true', 'a(id x) b(id y)'],
  ['select * from c, a join b on |', 'a(id x) b(id y)'],
  ['select * from a left join b on left(x, 1) = y and |', 'a(id x) b(id y)'],
  ['select * from (a join b on |) join c on true', 'a(id x) b(id y)'],
  ['select | from (a join b using (id)) as j', 'j(id x y)'],
  ['select | from (select * from a natural join b) j', 'j(id x y)'],
  ['select | from (select * from a join b using (id)) j', 'j(id x y)'],
  ['select * from a as t (k) where |', 't(k x)'],
  ['select * from a tablesample system (1) where |', 'a(id x)'],
  // Functions.
  ['select | from generate_series(1, 3) n', 'n(n)'],
  ['select | from generate_series(1, 3) as n (i)', 'n(i)'],
  ['select | from json_each(null) with ordinality', 'json_each(key value ordinality)'],
  ['select * from a, generate_series(1, |) g', 'a(id x)'],
  // Subqueries.
  ['select | from (select species, count(*) as n from trees group by 1) s', 's(species n)'],
  [
    'select | from (select t.*, upper(species), height::int from trees t) s',
    's(_id species height street_id upper height)',
  ],
  ['select | from (values (1, 2), (3, 4)) v', 'v(column1 column2)'],
  ['select | from (values (1, 2)) v (one, two)', 'v(one two)'],
  ['select | from (select x from a union select y from b) u', 'u(x)'],
  ['select | from ((select x from a) union (select y from b)) u', 'u(x)'],
  ['select * from (select | from a) s', 'a(id x)'],
  ['select * from a, (select | from b) s', 'b(id y)'],
  ['select * from a, lateral (select | from b) s', 'b(id y) | a(id x)'],
  ['select * from a join lateral (select | from b) s on true', 'b(id y) | a(id x)'],
  ['select * from a where exists (select 1 from b where |)', 'b(id y) | a(id x)'],
  ['select (select | from b) from a', 'b(id y) | a(id x)'],
  ['select * from a where id in (select | from b', 'b(id y) | a(id x)'],
  ['select * from a where id = (select id from (select | from b) s)', 'b(id y) | a(id x)'],
  ['select | from (select * from (select * from a) p) q', 'q(id x)'],
  // WITH.
  ['with w as (select x, id as k from a) select | from w', 'w(x k)'],
  ['with w (p, q) as (select x, id from a) select | from w v', 'v(p q)'],
  ['with w as (select * from a), v as (select *, 1 as one from w) select | from v', 'v(id x one)'],
  ['with w as (select * from v), v as (select * from a) select | from w', 'w(…)'],
  ['with a as (select y from b) select | from a', 'a(y)'],
  ['with a as (select y from b) select | from public.a', 'a(id x)'],
  ['with recursive r as (select id, 1 as n from a union all select id, n + 1 from r where |) select 1', 'r(id n)'],
  ['with recursive r (i) as (select 1 union all select | from r) select * from r', 'r(i)'],
  ['with r as (select * from r) select | from r', 'r(…)'],
  ['with w as (select x from a\nselect | from w', 'w(x)'],
  ['with w as (select | from a), v as (select 1) select * from w', 'a(id x)'],
  ['select * from a where exists (with w as (select x) select | from w)', 'w(x) | a(id x)'],
  // Set operations.
  ['select x from a union select | from b', 'b(id y)'],
  ['select | from a union select y from b', 'a(id x)'],
  ['select x from a union all (select | from b)', 'b(id y)'],
  ['select x from a union select y from b limit |', ''],
  ['select 1; select | from a; select * from b', 'a(id x)'],
])('%s sees %s', (marked, levels) => {
  expect(shown(marked).levels).toBe(levels)
})

test.each([
  ['select x as k, count(*) from a order by |', 'k count', false],
  ['select x as k from a group by |', 'k', false],
  ['select x as k from a union select y from b order by |', 'k', true],
  ['select *, 1 one from a order by |', 'id x one', false],
])('%s can also name %s', (marked, outputs, only) => {
  expect(shown(marked)).toMatchObject({ outputs, only })
})

test.each([
  ['with w as (select 1 as one), v as (select 2 as two from |), u as (select 3) select 1', 'w(one)'],
  ['with w as (select 1 as one), v as (select 2 as two) select * from |', 'w(one) v(two)'],
  ['with recursive w as (select 1 as one union select * from |) select 1', 'w(one)'],
  ['with w as (select 1 as one) select (with w as (select 2 as two) select * from |)', 'w(two)'],
])('%s can read %s', (marked, ctes) => {
  expect(shown(marked).ctes).toBe(ctes)
})

test('A chain of natural joins, deep brackets and deep subqueries end soon', () => {
  const joins = `select | from a ${'natural join b '.repeat(60)}`
  expect(shown(joins).levels).toContain('b(id y)')
  expect(shown(`select ${'('.repeat(20_000)}|`).levels).toBe('')
  expect(shown(`select | from ${'(select * from '.repeat(300)}a`).levels).toContain('…')
})
