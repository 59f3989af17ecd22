import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopeAt } from '../scope.ts'
import { plainColumn, type Known } from './columns.ts'
import { phraseAt } from './phrase.ts'

const EXPRESSIONS = `
  a | a AS b | a b | a "B c" | t.a | public.t.a | "A b" | count(*) | count(*) n | count(*) FILTER (WHERE true) | pg_catalog.upper(a)
  sum(n) OVER (PARTITION BY a ORDER BY n) | sum(n) OVER w | percentile_cont(0.5) WITHIN GROUP (ORDER BY n) | a::int | a::int AS k
  'x' | 'x' y | 'x'::text | 1 | 1::int | 1::double precision | 1 + 2 | n + 1 | (n) | (n + 1) | ((n)) | CAST(a AS int)
  CAST('1' AS bigint) | CAST(1 + 2 AS numeric(4,2)) | a || 'x' | n IS NULL | NOT true | a LIKE 'x' | n BETWEEN 1 AND 2 | n IN (1, 2)
  CASE WHEN true THEN a END | CASE WHEN true THEN 1 ELSE n END | CASE n WHEN 1 THEN 2 ELSE 3 END | CASE WHEN true THEN 1 END z
  coalesce(a, 'x') | nullif(a, 'x') | greatest(1, 2) | least(1, 2) | extract(year FROM d) | substring(a FROM 1 FOR 2) | position('a' IN a)
  trim(a) | overlay(a placing 'x' from 1) | current_date | current_timestamp | now() | date '2026-01-01' | interval '1 day' | interval '1' day
  array[1, 2] | (array[1, 2])[1] | (SELECT 1) | (SELECT n FROM t) | (SELECT n AS q FROM t) | EXISTS (SELECT 1) | ARRAY(SELECT 1) | row(1, 2)
  -n | n::text || 'x' | a COLLATE "C" | a COLLATE "C" AS c | d AT TIME ZONE 'UTC' | d::date | null | true | null::text | (a)::int | n::numeric(4, 1)
  d - interval '1 day' | (SELECT count(*) FROM t) | j ->> 'x' | (j ->> 'x')::int | j::jsonb -> 'x' | upper(a)::varchar(3) | length(a) + 1
  '2026-01-01'::timestamp with time zone | '1'::character varying | 'x'::char | 1::bigint::text | (CASE WHEN true THEN n ELSE n END) | n year_ | n "year"
  generate_series(1, 2) | (t).a | (t.r).f1 | t | count(DISTINCT n) | string_agg(a, ',' ORDER BY n) | grouping(a)
`
  .trim()
  .split(/\s*\n\s*|\s+\|\s+/)
  .filter((expression) => expression !== 'grouping(a)' && expression !== '(t.r).f1')

let db: PGlite

beforeAll(async () => {
  db = await PGlite.create()
  await db.exec('CREATE TABLE t (a text, "A b" text, n int, d timestamp, j json)')
})

afterAll(() => db.close())

const known: Known = {
  table: () => ({ id: 't', columns: ['a', 'A b', 'n', 'd', 'j'].map((name) => plainColumn(name, null)) }),
  resultType: () => null,
  givesOneValue: () => false,
  resultColumns: () => null,
  isAggregate: () => false,
}

test.each(EXPRESSIONS)('%s gets the name that PostgreSQL gives it', async (expression) => {
  const query = `SELECT ${expression} FROM t ${expression.includes('OVER w') ? 'WINDOW w AS ()' : ''}`
  const described = await db
    .describeQuery(query)
    .then(async () => (await db.query(`${query} LIMIT 0`)).fields.map(({ name }) => name))
  const text = `SELECT  FROM (${query}) s`
  const scope = scopeAt(phraseAt(text, 7), known)
  expect(scope.levels[0]?.relations[0]?.columns().list.map(({ name }) => name)).toEqual(described)
})
