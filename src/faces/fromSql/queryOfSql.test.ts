import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyPglite } from '../../../e2e/support/emptyPglite.ts'
import { normalQuery } from '../../../e2e/support/normalQuery.ts'
import { sayableQueries } from '../../../e2e/support/sayableQueries.ts'
import type { Field } from '../../protocol/field.ts'
import { writtenQuery } from '../../query/datedQuery.ts'
import { selectOf } from '../../query/toSql.ts'
import { statementOf } from '../statement/statement.ts'
import { queryOfSql } from './queryOfSql.ts'

const FIELDS = [
  { id: '_id', type: 'int4' },
  { id: 'subject', type: 'text' },
  { id: 'stage', type: 'text' },
  { id: 'area_km2', type: 'numeric' },
  { id: 'depth', type: 'float4' },
  { id: 'started_on', type: 'date' },
  { id: 'updated', type: 'timestamp' },
  { id: 'is_public', type: 'bool' },
  { id: 'codes', type: '_text' },
  { id: 'data', type: 'jsonb' },
  { id: 'Odd "name"', type: 'text' },
] as const satisfies readonly Field[]

const read = (sql: string, fields: readonly Field[] = FIELDS) => queryOfSql(sql, () => Promise.resolve(fields))

const queryIn = async (sql: string, fields: readonly Field[] = FIELDS) => {
  const found = await read(sql, fields)
  if (!found.fits) throw new Error(`${sql}: ${JSON.stringify(found.misfit)}`)
  return found.query
}

test('a query printed as SQL comes back from it', async () => {
  await fc.assert(
    fc.asyncProperty(sayableQueries, async ({ query, fields }) => {
      const names = fields.map(({ id }) => id)
      const wanted = normalQuery(query, names)
      for (const sql of [statementOf(query, fields), selectOf({ ...query, limit: null }, fields)]) {
        const back = await queryIn(sql, fields)
        expect(normalQuery({ ...back, limit: query.limit }, names), sql).toBe(wanted)
      }
      expect((await queryIn(statementOf(query, fields), fields)).limit).toBe(query.limit)
    }),
    { numRuns: 1000 },
  )
})

/** What people write, and what the page's own statement for it must give: the same. */
const FITTING = [
  'select * from programmes',
  'SELECT * FROM programmes;',
  "select p.* from programmes p where p.stage = 'active'",
  'select subject, stage from public.programmes as x where x.area_km2 > 100 order by 1 desc, 2',
  "Select subject From programmes Where 'active' = stage And 100 < area_km2",
  "select * from programmes where stage <> 'active'",
  "select * from programmes where stage != 'active' or stage is null",
  "select * from programmes where not stage = 'active'",
  "select * from programmes where not (stage = 'active' and area_km2 > 100)",
  "select * from programmes where not (stage = 'active' or not area_km2 between 10 and 200)",
  "select * from programmes where (stage = 'active' and area_km2 > 100) is not true",
  "select * from programmes where (stage = 'active' or area_km2 > 100) is false",
  "select * from programmes where (stage = 'active' or area_km2 > 100) is not false and true",
  "select * from programmes where stage in ('active', 'closed') and subject not in ('watershed')",
  "select * from programmes where subject not in ('watershed', 'survey') or subject is null",
  "select * from programmes where subject = any (array['watershed', 'survey'])",
  "select * from programmes where subject <> all (array['watershed', 'survey'])",
  "select * from programmes where stage is distinct from 'active'",
  "select * from programmes where stage is not distinct from 'active' or stage is not distinct from null",
  "select * from programmes where not (stage is distinct from 'active')",
  'select * from programmes where area_km2 not between 10 and 200.5',
  'select * from programmes where area_km2 < 10 or area_km2 > 200',
  'select * from programmes where area_km2 >= -1.50 and area_km2 < 1e2',
  "select * from programmes where subject ilike '%SED%' and subject not ilike 'x%'",
  "select * from programmes where subject ilike '%50\\%%' or subject ilike '%d' or subject ilike '%'",
  "select * from programmes where subject::text like '%50%'",
  "select * from programmes where started_on >= '2019-01-01' and started_on < '2020-01-01'",
  "select * from programmes where started_on >= date '2019-01-01' and started_on < '2019-04-01'::date",
  "select * from programmes where updated >= date '2019-03-05' and updated <= timestamp '2021-03-05 10:30:00'",
  "select * from programmes where updated <= '2019-03-05' or updated = '2021-03-05 10:30'",
  "select * from programmes where updated between '2019-03-01' and '2019-03-05' or updated > '2021-03-05 10:30'",
  "select * from programmes where not updated in ('2019-03-05', '2021-03-05 10:31')",
  "select * from programmes where not (started_on >= '2019-01-01' and started_on < '2020-01-01')",
  "select * from programmes where (started_on >= '2019-01-01' and started_on < '2020-01-01') or (started_on >= '2021-01-01' and started_on < '2022-01-01')",
  "select * from programmes where date_part('isodow', started_on) in (6, 7)",
  'select * from programmes where extract(dow from updated) = 0 or extract(hour from updated) between 9 and 17',
  "select * from programmes where date_part('month', started_on) <> 3 and date_part('month', updated) not in (1, 2)",
  "select * from programmes where not date_part('hour', updated) = 10 or (date_part('isodow', updated) = 2) is not true",
  "select * from programmes where date_part('month', started_on) <> 3 or started_on is null",
  'select * from programmes where is_public',
  'select * from programmes where not is_public',
  'select * from programmes where is_public is not true',
  'select * from programmes where is_public is not false or is_public is unknown',
  'select * from programmes where is_public = true and stage is not null',
  "select * from programmes where 'A' = any (codes) or ('B' = any (codes)) is not true",
  "select * from programmes where data #>> '{a,b c}' = 'x' or data #>> '{\"a\"}' is distinct from 'y'",
  "select * from programmes where jsonb_extract_path_text(data, 'a', 'b c') = 'x' or jsonb_extract_path_text(data, 'a') <> 'y'",
  String.raw`select U&"Odd \0022name\0022" from programmes where U&"s\0074age" = U&'act\0069ve'`,
  "select * from programmes where to_tsvector('english', subject) @@ plainto_tsquery('english', 'watersheds')",
  "select * from programmes where to_tsvector('english', stage) @@ plainto_tsquery('english', 'active') and area_km2 > 10",
  "select * from programmes where _full_text @@ to_tsquery('english', 'sed:* & river <-> basin') order by _id",
  'select distinct stage from programmes order by stage desc nulls last',
  'select distinct stage, subject from programmes where _id > 3 order by subject limit 2',
  'select stage, _id from programmes order by area_km2 desc, _id limit 3',
  'select _id from programmes order by area_km2 desc nulls last, subject nulls first limit 4 offset 0',
  'select _id from programmes order by _id desc fetch first 2 rows only',
  'select "Odd ""name""" from programmes where "Odd ""name""" like \'%\'',
  "select /* here */ * from programmes -- all\nwhere stage = E'act\\x69ve'",
  'select * from programmes limit all',
] as const

describe('statements that people write', () => {
  let database: Awaited<ReturnType<typeof emptyPglite>>

  beforeAll(async () => {
    database = await emptyPglite()
    await database.exec(`create table programmes (_id int4, subject text, stage text, area_km2 numeric, depth float4,
      started_on date, updated timestamp, is_public bool, codes text[], data jsonb, "Odd ""name""" text, _full_text tsvector)`)
    const pick = (list: readonly string[], at: number) => list[at % list.length] ?? 'null'
    const rows = Array.from({ length: 210 }, (_, at) =>
      [
        at,
        pick(["'watershed'", "'survey'", 'null', "'Sediment 50% d'", "''", "'river basin sediments'"], at),
        pick(["'active'", 'null', "'closed'", "'plan active'", "'active'"], at),
        pick(['5', '10', 'null', '100', '150.5', '200.5', '-1.50'], at),
        pick(['0.1', 'null'], at),
        pick(
          ["'2019-01-01'", "'2019-12-31'", 'null', "'infinity'", "'2020-01-01'", "'2021-06-01'", "'2019-03-31'"],
          at,
        ),
        pick(["'2019-03-05'", "'2021-03-05 10:30'", 'null', "'2021-03-05 10:31'", "'2019-03-04 23:59:59.9'"], at),
        pick(['true', 'false', 'null'], at),
        pick([`'{A,B}'`, `'{B,null}'`, `'{A,null}'`, 'null', `'{}'`], at),
        pick([`'{"a": {"b c": "x"}}'`, `'{"a": "y"}'`, 'null', `'{}'`], at),
        pick(["'x'", 'null'], at),
      ].join(),
    )
    await database.exec(`insert into programmes values ${rows.map((row) => `(${row})`).join()};
      update programmes set _full_text = to_tsvector('english', coalesce(subject, '') || ' ' || coalesce(stage, ''))`)
  })

  afterAll(() => database.close())

  const rowsOf = async (sql: string) => (await database.query(sql)).rows.map((row) => JSON.stringify(row, hidden))
  const hidden = (name: string, value: unknown) => (name === '_full_text' ? undefined : value)

  test.each(FITTING)('%s', async (sql) => {
    // As the page asks it: a day that a person writes is all of it, one in a statement is its midnight.
    const query = writtenQuery(await queryIn(sql), FIELDS)
    const [given, own] = [await rowsOf(sql), await rowsOf(statementOf(query, FIELDS))]
    const isOrdered = /order by/i.test(sql)
    const hasTies = isOrdered && !/order by _id/.test(sql)
    expect(own.toSorted(), statementOf(query, FIELDS)).toEqual(hasTies ? own.toSorted() : given.toSorted())
    if (hasTies) expect(own.length).toBe(given.length)
    else if (isOrdered) expect(own).toEqual(given)
    // Once more: from the page's own statement to the same query.
    const again = writtenQuery(await queryIn(statementOf(query, FIELDS)), FIELDS)
    const names = FIELDS.map(({ id }) => id)
    expect(normalQuery(again, names)).toBe(normalQuery(query, names))
  })

  test('periods, ranges and lists become one condition', async () => {
    const opsIn = async (where: string) => {
      const query = await queryIn(`select * from programmes where ${where}`)
      return JSON.stringify('all' in query.where ? query.where.all : query.where, (name, value) =>
        name === 'id' ? undefined : value,
      )
    }
    expect(await opsIn("started_on >= '2019-01-01' and started_on < '2020-01-01'")).toBe(
      '[{"field":"started_on","op":"isIn","values":["2019"]}]',
    )
    expect(await opsIn("not (started_on >= '2019-07-01' and started_on < '2019-10-01')")).toBe(
      '[{"field":"started_on","op":"isNotIn","values":["2019-Q3"],"withoutNull":true}]',
    )
    expect(await opsIn('area_km2 < 10 or area_km2 > 200')).toBe(
      '[{"field":"area_km2","op":"outside","values":["10","200"]}]',
    )
    expect(await opsIn("subject not in ('a', 'b') or subject is null")).toBe(
      '[{"field":"subject","op":"isNoneOf","values":["a","b"]}]',
    )
  })
})

describe('what does not fit is named', () => {
  test.each([
    ['select', 'noTable'],
    ['selec', 'syntax'],
    ['select 1; select 2', 'severalStatements'],
    ['delete from programmes', 'notSelect'],
    ['with a as (select 1) select * from a', 'with'],
    ['select * from programmes union select * from programmes', 'union'],
    ['select * from programmes, others', 'join'],
    ['select * from programmes join others using (_id)', 'join'],
    ['select * from (select 1) x', 'subquery'],
    ['select * from generate_series(1, 2)', 'expression'],
    ['select * from other.programmes', 'schema'],
    ['select count(*) from programmes', 'aggregate'],
    ['select stage from programmes group by stage', 'groupBy'],
    ['select row_number() over () from programmes', 'window'],
    ['select upper(stage) from programmes', 'function'],
    ['select stage as s from programmes', 'renamed'],
    ['select stage, stage from programmes', 'twice'],
    ['select _full_text from programmes', 'column'],
    ['select nothing from programmes', 'column'],
    ['select Stage from others where "Stage" = \'x\'', 'column'],
    ['select _id + 1 from programmes', 'expression'],
    ['select distinct on (stage) stage from programmes', 'distinctOn'],
    ['select * from programmes for update', 'lock'],
    ['select * from programmes limit 3 offset 2', 'offset'],
    ['select * from programmes order by _id fetch first 2 rows with ties', 'limit'],
    ['select * from programmes limit 1 + 1', 'limit'],
    ['select * from programmes order by lower(stage)', 'sort'],
    ['select * from programmes order by stage using <', 'sort'],
    ['select * from programmes where stage = null', 'null'],
    ["select * from programmes where stage in ('a', null)", 'null'],
    ["select * from programmes where subject like 'Sed%'", 'case'],
    ["select * from programmes where subject ilike 's_d%'", 'pattern'],
    ["select * from programmes where subject ilike 'sed'", 'pattern'],
    ["select * from programmes where subject ~ 'sed'", 'expression'],
    ["select * from programmes where lower(subject) = 'sed'", 'function'],
    ['select * from programmes where started_on > now()', 'function'],
    ['select * from programmes where started_on > current_date', 'expression'],
    ['select * from programmes where area_km2 > _id', 'expression'],
    ['select * from programmes where area_km2 > 10 + 1', 'expression'],
    ['select * from programmes where _id > 1.5', 'types'],
    ['select * from programmes where depth = 0.1', 'types'],
    ['select * from programmes where stage = 1', 'types'],
    ["select * from programmes where updated::date = '2019-01-01'", 'expression'],
    ['select * from programmes where extract(week from updated) = 2', 'function'],
    ["select * from programmes where date_part('hour', started_on) = 2", 'types'],
    ["select * from programmes where date_part('isodow', updated) > 5", 'expression'],
    ["select * from programmes where date_part('month', updated at time zone 'UTC') = 5", 'function'],
    ["select * from programmes where started_on = timestamp '2019-01-01 10:00'", 'cast'],
    ["select * from programmes where not ('A' = any (codes))", 'notAny'],
    ['select * from programmes where false', 'constant'],
    ['select * from programmes where exists (select 1)', 'subquery'],
    ['select * from programmes where _id in (select 1)', 'subquery'],
    ["select * from programmes where _full_text @@ plainto_tsquery('german', 'x')", 'words'],
    ["select * from programmes where _full_text @@ to_tsquery('english', 'a | b')", 'words'],
    ["select * from programmes where not _full_text @@ plainto_tsquery('english', 'x')", 'words'],
  ])('%s', async (sql, code) => {
    const found = await read(sql)
    expect(found.fits ? found.query : found.misfit.code).toBe(code)
  })
})
