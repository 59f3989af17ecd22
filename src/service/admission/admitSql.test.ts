import type { PGlite } from '@electric-sql/pglite'
import { array, assert, asyncProperty, constantFrom, oneof } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatedRuns } from '../../../e2e/support/longForm.ts'
import { emptyPglite } from '../../../e2e/support/emptyPglite.ts'
import { sqlFunctions } from '../../protocol/sqlFunctions.ts'
import { admitSql, type AdmittedSql } from './admitSql.ts'
import { isRecord } from './syntaxNode.ts'
import { parseSql } from '../../parser/parseSql.ts'
import { Refusal } from '../refusal.ts'

const uuid = '0b1d5712-1c05-4a57-9d2e-6f1a3c8e5b01'
const served = new Set(['strikes', 'foo', 'FOO', 'Ünï "q"', uuid, 'a'.repeat(63), 'constructor'])

const admit = (sql: string): Promise<AdmittedSql> =>
  admitSql(sql, { functions: sqlFunctions, isTable: (name) => served.has(name) })
const wrapped = ({ statement }: AdmittedSql): string => `SELECT * FROM (\n${statement}\n) AS blah LIMIT 100`

let db: PGlite

beforeAll(async () => {
  db = await emptyPglite()
  const columns = `_id serial primary key, species text, "Date" date, at timestamptz default '2020-01-02 03:04:05+00',
    cost numeric, wild boolean, tags text[], spec json, specb jsonb, _full_text tsvector`
  for (const name of served) await db.exec(`create table "${name.replaceAll('"', '""')}" (${columns})`)
  for (const name of served) {
    await db.query(
      `insert into "${name.replaceAll('"', '""')}" (species, "Date", cost, wild, tags, spec, specb)
      select format('%s %s', $1::text, n), '2020-01-01'::date + n, n * 1.5, n % 2 = 0, array['a', 'b'],
        '{"key": [1, 2]}', '{"key": {"deep": "x"}}' from generate_series(1, 3) n`,
      [name],
    )
  }
})
afterAll(() => db.close())

const legitimate: readonly string[] = [
  'select 1',
  "SELECT 1 AS one, 'a' AS w, true AS b, NULL AS n, 1e3, 0x1f, 1_000, .5",
  'select * from strikes',
  'select * from strikes;',
  'select * from strikes ; -- done',
  ';;select * from strikes;;',
  '-- all of them\nselect species -- the bird\nfrom strikes /* of /* all */ years */ where cost > 1 -- end',
  '/* é */ select \'é;\' as "ñandú" from strikes -- ü\n;',
  `select * from "${uuid}" order by _id limit 2 offset 1`,
  'table strikes',
  "values (1, 'a'), (2, 'b')",
  '(select 1)',
  '((select species from strikes order by cost limit 1))',
  'select',
  'select a._id, b."Date" from strikes a join foo b using (_id) left join "FOO" c on c._id = a._id where a.cost < b.cost + 9',
  'select * from (select _id, species from strikes) a natural join (select _id from foo) b',
  'select s.species, f.* from strikes as s cross join lateral (select f._id from foo f where f._id = s._id) as f',
  'select (select max(cost) from foo) as most, array(select _id from foo order by 1) as ids',
  'select species from strikes s where exists(select 1 from foo f where f._id = s._id) and _id in (select _id from foo)',
  'select species from strikes where _id = ANY(array[1, 2]) and _id <> all (select 9) and (cost, _id) > (1, 1)',
  'select wild, count(*) as n, sum(cost), avg(cost)::numeric(6,2), min("Date"), max("Date") from strikes group by wild having count(*) > 0 order by n desc nulls last',
  'select wild, extract(year from "Date") as y, count(distinct species) filter (where cost > 1) from strikes group by rollup(wild, y)',
  'select wild, count(*), grouping(wild) from strikes group by grouping sets ((wild), ()), cube (species)',
  "select string_agg(species, ', ' order by cost desc) from strikes",
  "select wild, repeat('█', (10 * n)::int) || repeat('░', 10 - n::int) || ' ' || n as bar from (select wild, avg(cost / 10) as n from strikes group by wild) q",
  "with recursive tree as (select _id, species, species as path, 1 as level from strikes where _id = 1 union all select s._id, s.species, t.path || ' > ' || s.species, t.level + 1 from strikes s join tree t on s._id = t._id + 1) select upper(species), path, length(path), repeat('  ', level) || species as indented from tree order by path",
  `select ${Array.from({ length: 11 }, (_, month) => `string_agg(cost::text, ',') filter (where extract(month from "Date") = ${month}) || ' $' as m${month}`).join(', ')} from strikes`,
  `select ${Array.from({ length: 10 }, (_, at) => `array_to_string(array_agg(distinct cost + ${at}), ', ') as c${at}`).join(', ')} from strikes`,
  "select q.wild, left(q.names, 100), length(q.names), q.names || '.' from (select wild, string_agg(species, ', ') as names from strikes group by wild) q where q.names like '%b%' order by q.names",
  `select ${Array.from({ length: 12 }, (_, month) => `repeat('█', (count(*) filter (where extract(month from "Date") = ${month}))::int / 2) as m${month}`).join(', ')} from strikes`,
  `with p as (select wild, json_object_agg(species, n) as j from (select wild, species, count(*) as n from strikes group by 1, 2) q group by 1) select wild, ${Array.from({ length: 20 }, (_, at) => `coalesce((j->>'P${at}')::int, 0) as p${at}`).join(', ')} from p`,
  "select wild, '[' || a || '] (' || b || ') ' || c || ' / ' || d || '; ' || e as label from (select wild, string_agg(species, ', ') as a, string_agg(cost::text, ', ') as b, string_agg(tags::text, ', ') as c, string_agg(spec::text, ', ') as d, string_agg(specb::text, ', ') as e from strikes group by 1) q where b like '%C%' order by wild",
  "select wild, b ~ 'x' as x, b ~ 'y' as y, b ~ 'z' as z, b ~ 'w' as w from (select wild, string_agg(distinct species, ',') as b from strikes group by 1) q",
  "select row_to_json(q) from (select wild, json_build_object('x', b, 'n', n, 'y', json_build_array(b, c)) as o from (select wild, json_agg(distinct species) as b, array_agg(distinct _id) as c, count(*) as n from strikes group by 1) q) q",
  "with recursive t as (select _id, species as label, array[_id] as path, 0 as d from strikes where _id = 1 union all select s._id, t.label || '/' || s.species, t.path || s._id, d + 1 from strikes s join t on s._id = t._id + 1) select repeat('  ', d) || label as tree, repeat('-', d) || '> ' || label as t2, lpad(label, 10 + d), upper(label), replace(label, '/', ' > '), array_to_string(path, '.'), split_part(label, '/', 1) from t order by label",
  "select (string_to_array(string_agg(_id::text, ','), ','))::int[] as ids, lpad(min(species), least(max(_id), 50), '*') from strikes",
  'select jsonb_pretty(jsonb_agg(specb)), jsonb_pretty(jsonb_agg(species)) from strikes',
  `select ${Array.from({ length: 40 }, (_, at) => `replace(round(cost::numeric / 3, ${at % 5})::text, '.', ',') || ' €' as c${at}`).join(', ')} from strikes`,
  "select json_agg(row_to_json(q)) from (select wild, string_agg(species, ', ') as names, array_agg(_id) as ids from strikes group by wild) q",
  'select percentile_cont(0.5) within group (order by cost), mode() within group (order by wild) from strikes',
  'select _id, row_number() over(partition by wild order by cost desc), sum(cost) over w, lag(cost, 1, 0) over w from strikes window w as (order by _id rows between 1 preceding and current row exclude ties)',
  'select distinct on (wild) wild, species from strikes order by wild, cost desc',
  'select distinct wild from strikes fetch first 3 rows only',
  'with recent as (select * from strikes where "Date" > \'2020-01-02\'), n as (select count(*) as c from recent) select * from recent, n',
  'with recursive r(n) as (select 1 union all select n + 1 from r where n < 4) select n from r',
  'with recursive b as (select * from a), a as (select 1 as x) select * from b',
  'with x(a, b) as materialized (values (1, 2)) select * from x',
  "select species from strikes union all (select species from foo order by 1 limit 1) except select 'x' order by 1",
  "select species from strikes where species like 'st%' and species ilike '%S%' escape '!' and species ~* 'k.s' and species not similar to 'x%'",
  "select \"Date\" + interval '1 day', date_trunc('month', at), at at time zone 'Europe/Vienna', to_char(at, 'YYYY-MM'), age(at), current_date - \"Date\" from strikes",
  "select date '2020-01-01', timestamp '2020-01-01 10:00', time with time zone '10:00+02', interval '1' year, now() > current_timestamp, localtimestamp(0)",
  "select d::date from generate_series('2020-01-01'::date, '2020-01-03', interval '1 day') d",
  "select d.d::date, s.species from generate_series('2020-01-01'::date, '2020-01-03'::date, '1 day') as d left join strikes s on s.\"Date\" = d.d",
  'select n from generate_series(1, 2) AS g(n)',
  'select g.n, g.o from unnest(array[3, 4]) with ordinality as g(n, o)',
  'select u.u, u.ordinality from unnest(array[3, 4]) with ordinality as u',
  "select e.key, e.value from strikes, json_each(spec) as e where e.key = 'key'",
  "select json_array_elements.value from strikes, json_array_elements(spec -> 'key')",
  'select * from rows from (generate_series(1, 2), unnest(array[1, 2, 3])) as r(a, b)',
  'select x.* from json_populate_record(null::record, \'{"a": 1}\') as x(a int, b text)',
  "select spec -> 'key' ->> 0, specb #>> '{key,deep}', specb @> '{\"key\": {}}', specb ? 'key', (specb -> 'key')::text, specb['key'] from strikes",
  "select json_build_object('a', cost, 'b', array_agg(tags)) from strikes group by cost",
  "select json_object('a' value 1), json_array(1, 2), json_value(specb, '$.key.deep' returning text), spec is json object, jt.* from strikes, json_table(specb, '$.key' columns (i for ordinality, deep text path '$.deep')) as jt",
  "select tags[1], tags[1:2], (array[1, 2])[2], array_length(tags, 1), 'x' = any(tags), tags || 'c'::text, cardinality(tags) from strikes",
  "select coalesce(species, 'none'), nullif(cost, 0), greatest(1, cost), least(1, 2), CAST(cost AS text), cost::int8, trim(species), position('s' in species), substring(species from 1 for 2), substring(species, 1, 2), overlay('abc' placing 'x' from 2), trim(both 'x' from 'xax') from strikes",
  "select case when cost > 2 then 'high' when cost is null then null else 'low' end, case wild when true then 1 end, cost between 1 and 2, cost between symmetric 2 and 1, wild is not true, cost is distinct from 1, not wild from strikes",
  'select 7 % 4, 2 ^ 3, |/ 4.0, @ -5, 5 & 3, 5 # 3, ~5, 1 << 2, -cost, +cost, 1 operator(pg_catalog.+) 2 from strikes',
  "select UpPeR(species), pg_catalog.lower(species) collate \"C\", initcap(species), length(species), regexp_replace(species, '[aeiou]', '', 'g') from strikes order by species collate pg_catalog.\"C\", cost using <",
  "select to_tsvector('english', species) @@ to_tsquery('english', 'strike & !x'), 'a b'::tsvector, plainto_tsquery('english'::regconfig, 'b') from strikes",
  "select to_tsvector(get_current_ts_config(), species), ts_headline('french'::pg_catalog.regconfig, species, to_tsquery('pg_catalog.simple', 'x')), ts_headline(species, to_tsquery('x'), 'StartSel=<') from strikes",
  "select translate(species, 'äöü', 'aou'), pg_catalog.translate('a', ('a')::text, 'b') from strikes",
  "select polygon(12, '<(0,0),1>'::circle), polygon('((0,0),(1,1))'::box)",
  "select s.species from strikes s where s.species ilike '%' || lower(trim(s.species)) || '%' and 'a_' not like s.species escape '!'",
  "select strpos(lower(species), 'a'), replace(species, coalesce(left(species, 2), 'x'), repeat('ab', 9)), split_part(species, chr(32), 1), btrim(species, '\"''') from strikes",
  "with s as (select repeat('a', 9) x) select strpos(s.x, t.species), t.tags && array['a', t.species], string_to_array(s.x, ',') from s, strikes t where s.x like any (array['a%', t.species])",
  "select s.doc from (select species || ' ' || cost as doc from strikes) s where to_tsvector(doc) @@ to_tsquery('a') or 'a' like s.doc or s.doc @@ 'b'",
  "with w as (select lower(species) as title from strikes), x as (select w.title, 'é' as letter from w) select strpos('abc', x.title), to_tsvector('english', concat_ws(' ', title, left(repeat('a', 9999), 900))), normalize(letter) from x",
  "select ts_headline('english', species, q), ts_rank(to_tsvector(species), q), v.x from strikes, to_tsquery('english', 'a') q, lateral (select to_tsvector('simple', species) || setweight(to_tsvector(s), 'A') as x, s from upper(species) s) v where x @@ q and x @@ (to_tsquery('a') && !!to_tsquery('b'))",
  "select species like case when wild then 'a%' else '%' || left(species, 1) end, replace(species, greatest('a', 'b'), ''), to_tsvector(regexp_replace(species, '\\\\W+', ' ', 'g')), to_tsvector(array_to_string(tags, ' ')), to_tsvector(spec ->> 'key'), to_tsvector(row_to_json(strikes)) from strikes",
  "select s.species like t.species, s.cost from (select lower(species) as species, cost::text from strikes) s join (select species || '%' as species from strikes) t on true where 'a' like s.cost",
  "select w.word, count(*) from strikes, unnest(string_to_array(lower(species), ' ')) as w(word) where w.word not like '%' || w.word || '_' group by 1",
  "select n, to_jsonb(n) @@ '$ > 1', s.j @? '$.a' from generate_series(1, 2) n, (select jsonb_build_object('a', 1) as j) s where 'x1' like '%' || n",
  "select w.lexeme, to_tsvector(string_agg(species, ' ')) @@ 'a' from strikes, lateral unnest(to_tsvector(repeat(species, 9))) w group by 1",
  "select s.species, k.word from strikes s join (values ('owl'), ('gull')) k(word) on s.species ilike '%' || k.word || '%'",
  "with k(n, word) as (select 1, 'owl' union all select 2, lower(species) from foo) select * from strikes s, k where s.species not like k.word || '%' and s.species not like '%' || k.n::text",
  "select u.species from (select lower(species) species from strikes union select upper(s.species) from foo s) u where 'owl' like u.species",
  "select species like '%' || upper(trim(split_part(species, ' ', 1))) || '%', replace(species, repeat(' ', 2), ' '), to_date('2020-01-02', 'YYYY-MM-DD'), to_timestamp('2020', 'YYYY') from strikes",
  "select strpos(species, '550e8400'), species like '%' || lower('550e8400-e29b-41d4-a716-446655440000') || '%', species like any (array['1e1000', 'a']) from strikes",
  "select point(cost, 1) <-> point(1, cost), string_agg(species, ' ') like '%1%' from strikes group by cost",
  `select count(*) from strikes where ${Array.from({ length: 3000 }, (_, n) => `(_id = ${n} and wild)`).join(' or ')}`,
  'select max(s.cost) - min(s.cost) as d, array_agg(s.species), jsonb_agg(s.species) from strikes s',
  'select s.b - s.a as d, array_agg(s.species) from (select cost a, cost + 1 b, species from strikes) s group by 1',
  "select s.b - (s.a + 0), s.species || ' ' || s.b, '{1}'::int[], s.n - count(*) over (), '2020-01-02'::date - s.d from (select cost a, cost b, 1 n, species, \"Date\" d from strikes) s, (select '{}'::jsonb j) t where s.b - s.a::numeric = 0",
  "select specb - array['a', 'b'], specb - 'key', '{\"a\": 1}'::jsonb - tags from strikes",
  `select specb @? '$.key[*] ? (@ > 1 && 5 < @)', specb @@ '$.key.deep == "x == y"'::jsonpath, specb @? '$.* ? (@ starts with "a" || exists (@.b))' from strikes`,
  "select json_value(spec, '$.key[0]'), json_exists(specb, '$.key.size() ? (@ >= 2)'), t.* from strikes, json_table(specb, '$.key' columns (d text path '$.deep', nested path '$[*]' columns (n int path '$'))) t",
  "select ts_rank(to_tsvector('english', concat(species, ' ', spec)), to_tsquery('english', 'haw:* & bird')) from strikes",
  "select ts_rank(v, 'haw:*'::tsquery) r from (select setweight(to_tsvector(species), 'A') || to_tsvector(wild::text) v from strikes) s order by r",
  "select ts_rank(to_tsvector(string_agg(species, ' ')), plainto_tsquery('haw*')) from strikes",
  "select array_fill(0, array[7, 24]), array_fill(1, '{3}')",
  'with a as (select _id, cost from strikes union all select _id, 0 from foo union all values (1, 2)) select count(*) from a where cost > 0 and _id in (1, 2, 3)',
  'select * from strikes natural join (select _id, 1 as one from strikes) o cross join (select 2 as two) t join (select _id from foo) f using (_id)',
  "select j.species, k._id from (strikes a join (select _id from foo) b using (_id)) as j join strikes k on k._id = j._id where (k._id, k.species) in ((1, 'a'), (2, 'b'))",
  `with a0 as (select cost x from strikes)${Array.from({ length: 16 }, (_, n) => `, a${n + 1} as materialized (select x + x as x from a${n})`).join('')} select x from a16`,
  `with a0 as (select cost x from strikes)${Array.from({ length: 12 }, (_, n) => `, a${n + 1} as (select a.x + b.x + 1 as x from a${n} a, a${n} b limit 3)`).join('')} select x from a12`,
  `with src as (select _id, species, cost, "Date" d from strikes), a as (select *, date_trunc('month', d) m, case when cost > 10 then 'high' when cost > 5 then 'mid' else 'low' end band from src), b as (select m, band, count(*) n, sum(cost) total from a group by m, band), c as (select *, lag(total) over (partition by band order by m) prev, sum(n) over (partition by m) month_n from b), d as (select *, round(100.0 * (total - prev) / nullif(prev, 0), 1) change, round(100.0 * n / month_n, 1) share from c), e as (select *, rank() over (partition by m order by share desc) r from d) select m, band, n, total, change, share from e where r <= 3 and share > 5 order by m desc, r`,
  "with a as (select _id, cost * 2 p, coalesce(species, '?') s from strikes), b as (select _id, p * 1.2 g, upper(s) s, p from a), c as (select *, g - p tax, s || '-' || _id k from b), d as (select *, round(tax, 2) rt, length(k) l from c where tax > 0), e as (select *, case when rt > 10 then 'a' when rt > 5 then 'b' else 'c' end cls from d) select cls, avg(g / nullif(p, 0)), max(l) from e where rt between 1 and 20 group by cls order by 1",
  "select species, substr(species, strpos(species, ' ') + 1, length(species)), left(species, length(species) - 1) like species from strikes",
  'select species, extract(year from "Date") y, sum(cost) from strikes group by rollup (1, 2)',
  'select array_fill(0, array[3::int, 2])',
  "select v @@ q, v @@ 'a <-> b', v @@ 'a <2> b'::tsquery, ts_rank(v, q) from to_tsvector('a b') v, to_tsquery('a & b') q",
  "select normalize(species), species is normalized, normalize('e\u0301', nfd) from strikes",
  "select array_agg(species) @> '{a}', array['a'] <@ string_to_array(species, ' '), tags && tags from strikes group by tags, species",
  "select s.species from strikes s join (select distinct species as name from foo) b on s.species like b.name || '%'",
  "select s.species from strikes s, (values ('owl'), ('gull')) as v(name) where s.species ilike '%' || v.name || '%'",
  'with k as (select s.species as name, s.species from strikes s) select k.name from k, strikes s where s.species like k.name || k.species',
  "select species ilike '%' || (_id + 1) || '%', species like '%' || abs(cost)::text, replace(species, round(cost)::text, ''), species like to_char(at, 'YYYY') || '%' from strikes",
  "select species like '%' || extract(year from at), strpos(species, lpad(_id::text, 3, '0')), species like reverse('5%'), species like nullif(species, '') from strikes",
  "select species like lag(species) over (order by _id), species like (array['a%', 'b'])[1], species like tags[1], species like (regexp_match(species, '[a-z]+'))[1] from strikes",
  "select species like (select max(species) from foo), replace(species, (select left(max(species), 5) from foo), ''), species like any (select species || '%' from foo limit 3) from strikes",
  "select species like (select '%' || b.species from foo b limit 1), to_tsvector(species) @@ plainto_tsquery('english', (select min(species) from foo)) from strikes",
  "select ts_headline('english', species, 'a'::tsquery, 'MaxFragments=2, MaxWords=20, StartSel=<b>'), ts_headline(species, 'a'::tsquery, 'MaxWords=30') from strikes",
  `with a0 as (select species, cost x from strikes)${Array.from({ length: 12 }, (_, n) => `, a${n + 1} as (select *, x + x as y from a${n} order by 1)`).join('')} select 1`,
  `with a0 as (select species, cost x from strikes)${Array.from({ length: 40 }, (_, n) => `, a${n + 1} as (select species, sum(x + x) as x from a${n} group by species)`).join('')} select * from a40`,
  `with s as (select *, case when cost > 2 then 'high' when cost > 1 then 'mid' else 'low' end as level from strikes), u as (select *, level || species || level as l2 from s) select l2, l2 || l2, count(*) over (partition by l2) from u where l2 <> level`,
  "select e'\\'' as a, E'\\\\', U&'d\\0061t', U&\"sp\\0065cies\", $$it's; --$$, $q$ $$ $q$, 'two'\n'lines', N'x', B'101', X'1F' from strikes",
  "select ' \\' as w",
  'select "Date", "two words" from (select "Date", 1 as "two words" from strikes) as "odd ""alias""" where "odd ""alias"""."Date" is not null',
  'select t.name, t.version, t."user", t.date from (select species as name, 1 as version, 2 as "user", "Date" as date from strikes) t',
  'select (t).*, t from (select 1 as a) t',
  'select ("spec").json from (select null::json as spec) x',
  'select * from strikes tablesample bernoulli (50) repeatable (3)',
  "select format('%s has %s', species, cost), md5(species), concat_ws('-', species, cost), repeat('ab', 2), split_part(species, ' ', 1), left(species, 3) || right(species, 1) from strikes",
  'select row_to_json(s) from (select * from strikes) s',
  "select make_interval(days => 2), make_date(2020, 1, 2), to_timestamp(0), (timestamp '2020-01-01', interval '1 day') overlaps (timestamp '2020-01-01', interval '2 days')",
  "select '(1,2)'::point <-> point '(2,3)', '[1,5)'::int4range @> 3, '{1,2}'::int[], '{a}'::_text, '10.0.0.1'::inet << '10.0.0.0/8', gen.v::uuid from (select '00000000-0000-0000-0000-000000000000' as v) gen",
  'select 1 as constructor, constructor.species as "__proto__" from constructor',
  `select ${Array.from({ length: 200 }, (_, n) => n).join(' + ')}`,
  `select 1 where 1 in (${Array.from({ length: 20_000 }, (_, n) => n).join(', ')})`,
  `select '${'-'.repeat(400)}' -- ${'='.repeat(400)}`,
  "select '🐦', '鳥' as \"🐦\" from strikes where species <> '🐦' ; -- 鳥",
]

describe('What an analyst asks', () => {
  test.each(legitimate)('%s', async (sql) => {
    const admitted = await admit(sql)
    await db.query(wrapped(admitted))
    expect(new Set(admitted.tables)).toEqual(await tablesReadBy(admitted))
    expect(sql.slice(admitted.start).startsWith(admitted.statement)).toBe(true)
  })
})

test.each([
  ['select * from public.strikes', 'select * from        strikes'],
  ['select 1 from PUBLIC . "foo", "public".strikes s', 'select 1 from          "foo",          strikes s'],
  ["select '🐦' from public.\nfoo; -- public.x", "select '🐦' from        \nfoo".replace('\n', ' ')],
  ['table public.foo', 'table        foo'],
  ['with a as (select * from public.foo) select * from a', 'with a as (select * from        foo) select * from a'],
])('A table may carry the name of its schema: %s', async (sql, statement) => {
  const admitted = await admit(sql)
  expect(admitted.statement).toBe(statement)
  await db.query(wrapped(admitted))
  expect(new Set(admitted.tables)).toEqual(await tablesReadBy(admitted))
})

/** The tables that PostgreSQL itself says a view of the statement depends on. */
async function tablesReadBy({ statement }: AdmittedSql): Promise<ReadonlySet<string>> {
  return db.transaction(async (tx) => {
    await tx.exec(`create view checked as select 1 as x from (\n${statement}\n) as blah`)
    const { rows } = await tx.query<{ relname: string }>(`
      select distinct c.relname from pg_rewrite r join pg_depend d on d.objid = r.oid and d.classid = 'pg_rewrite'::regclass
      join pg_class c on c.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
      where r.ev_class = 'checked'::regclass and c.relname <> 'checked'`)
    await tx.rollback()
    return new Set(rows.map(({ relname }) => relname))
  })
}

describe('Names are those that PostgreSQL reads', () => {
  const own = `with strikes as (select 'own' as species)`
  test.each([
    ['select species from FOO', ['foo'], 'foo 1'],
    ['select species from "FOO"', ['FOO'], 'FOO 1'],
    ['select species from U&"\\0046OO"', ['FOO'], 'FOO 1'],
    ['select species from U&"!0046OO" uescape \'!\'', ['FOO'], 'FOO 1'],
    ['select species from "Ünï ""q"""', ['Ünï "q"'], 'Ünï "q" 1'],
    [`select species from ${'A'.repeat(80)}`, ['a'.repeat(63)], `${'a'.repeat(63)} 1`],
    [`select species from only (strikes)`, ['strikes'], 'strikes 1'],
    [`${own} select species from strikes`, [], 'own'],
    [`${own} select species from STRIKES`, [], 'own'],
    [`${own}, other as (select * from strikes) select species from other`, [], 'own'],
    [
      `with other as (select * from strikes), strikes as (select 'own' as species) select species from other`,
      ['strikes'],
      'strikes 1',
    ],
    [`with strikes as (select * from strikes) select species from strikes`, ['strikes'], 'strikes 1'],
    [
      `with x as (with strikes as (select 1) select * from strikes) select species from strikes`,
      ['strikes'],
      'strikes 1',
    ],
    [`${own} select species from (select * from strikes) as s`, [], 'own'],
    [`${own} select species from (with foo as (select * from strikes) select * from foo) as s`, [], 'own'],
    [`(${own} select species from strikes) union all select species from strikes where false`, ['strikes'], 'own'],
    [`${own} select species from strikes union all select species from strikes where false`, [], 'own'],
    [`${own} select 'a' as species order by (select species from strikes)`, [], 'a'],
    [`select species from strikes where exists (${own} select * from strikes)`, ['strikes'], 'strikes 1'],
    [
      `with strikes as (select 'outer' as species) select * from (with strikes as (select species || ' inner' as species from strikes) select species from strikes) x`,
      [],
      'outer inner',
    ],
    [
      `with recursive other as (select * from strikes), strikes as (select 'own' as species) select species from other`,
      [],
      'own',
    ],
    [`with pg_authid as (select 'own' as species) select species from pg_authid`, [], 'own'],
    [`with "STRIKES" as (select 'own' as species) select species from strikes`, ['strikes'], 'strikes 1'],
    [`with ${'b'.repeat(70)} as (select 'own' as species) select species from ${'b'.repeat(64)}`, [], 'own'],
  ])('%s', async (sql, tables, first) => {
    const admitted = await admit(sql)
    expect(admitted.tables).toEqual(tables)
    expect(await tablesReadBy(admitted)).toEqual(new Set(tables))
    const { rows } = await db.query<{ species: string }>(wrapped(admitted))
    expect(rows[0]?.species).toBe(first)
  })
})

/** A tree without the places in the text. */
function withoutLocations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLocations)
  if (!isRecord(value)) return value
  const members = Object.entries(value).filter(([member]) => !/location|^(stmt|list|rexpr_list)_/.test(member))
  return Object.fromEntries(members.map(([member, content]) => [member, withoutLocations(content)]))
}

async function selectOf(sql: string): Promise<unknown> {
  const parsed = await parseSql(sql)
  const tree = parsed.outcome === 'tree' ? withoutLocations(parsed.tree) : undefined
  const statements = isRecord(tree) && Array.isArray(tree['stmts']) ? tree['stmts'] : []
  expect(statements).toHaveLength(1)
  const [first]: readonly unknown[] = statements
  return isRecord(first) ? first['stmt'] : undefined
}

/** Inside the brackets stands the statement that was looked at, and nothing of it outside. */
async function expectSafeInBrackets(sql: string, admitted: AdmittedSql): Promise<void> {
  const around = await selectOf(`SELECT * FROM (\n VALUES (1) \n) AS blah LIMIT 100`)
  const select = isRecord(around) && isRecord(around['SelectStmt']) ? around['SelectStmt'] : {}
  const fromClause = [{ RangeSubselect: { subquery: await selectOf(sql), alias: { aliasname: 'blah' } } }]
  expect(await selectOf(wrapped(admitted))).toEqual({ SelectStmt: { ...select, fromClause } })
}

describe('A statement means in brackets what it means alone', () => {
  test.each([
    ...legitimate,
    'select 1 -- )',
    'select 1 --',
    'select 1 /* ) -- */',
    'select 1 /* /* ) */ -- */ -- )',
    'select $$)--$$ -- ;',
    "select ')' as \")\" -- '",
    "select e'\\\\' -- ' )",
    'select U&"a" uescape \'!\' --;',
    'with a as (select 1) select * from a -- ;',
    "values (';') ; -- ;",
    'select 1\r\n;\r\n',
  ])('%s', async (sql) => {
    await expectSafeInBrackets(sql, await admit(sql))
  })

  const words = `select from where with as values table join on insert into strikes foo nowhere pg_class pg_catalog. x t
    "FOO" species unnest version count regclass ( ) , ; * . :: = + [ ] $1 1 'a' E'\\'' ' " $$ $q$ \\ U& -- /* */ é 🐦`
  const pieces = words
    .split(/\s+/)
    .concat('\n', ' ', '  ', '\0', '\ud800', 'union all', 'order by', 'for update', '(select 1) x')
  const some = array(constantFrom(...pieces), { maxLength: 12 })
  const text = oneof(
    some.map((parts) => parts.join(' ')),
    some.map((parts) => `select ${parts.join('')}`),
    some.map((parts) => `select species from strikes ${parts.slice(0, 6).join('')}`),
  )

  test('Whatever is sent is refused, or safe in brackets', async () => {
    let admittedCount = 0
    const check = async (sql: string): Promise<void> => {
      const admitted = await admit(sql).catch((error: unknown) => {
        if (error instanceof Refusal) return null
        throw error
      })
      if (admitted === null) return
      admittedCount += 1
      await expectSafeInBrackets(sql, admitted)
    }
    await assert(asyncProperty(text, check), { numRuns: generatedRuns(4000) })
    expect(admittedCount).toBeGreaterThan(generatedRuns(400))
  })
})
