import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyPglite } from '../../../e2e/support/emptyPglite.ts'
import { sqlFunctions } from '../../protocol/sqlFunctions.ts'
import { admitSql } from './admitSql.ts'
import { functionsOfRows } from './admittedNames.ts'
import { Refusal } from '../refusal.ts'

// PostgreSQL reads `s.f` as the call `f(s)` if what `s` means there has no column `f`. What it made of each statement that is
// admitted is read from a view of it, where calls are written as calls.

/** One of how many combinations is tried; `ROWAN_FUZZ` tries all. */
const EVERY = process.env['ROWAN_FUZZ'] === undefined ? 509 : 1

/** What can be called `s` after FROM. */
const sources: readonly string[] = [
  'strikes s',
  'strikes as s(pg_typeof)',
  'only (strikes) s',
  'strikes s tablesample system (50)',
  '(select 1 as a) s',
  '(select 1 as pg_typeof) s',
  '(select * from strikes) s(pg_typeof)',
  '(values (1)) s(a)',
  '(values (1)) s(pg_typeof)',
  'unnest(array[1]) s',
  'unnest(array[1]) s(a)',
  'unnest(array[1]) s(pg_typeof)',
  'unnest(array[1]) with ordinality s(pg_typeof, o)',
  'unnest(array[1]) with ordinality s',
  'rows from (unnest(array[1]), unnest(array[2])) s(pg_typeof, b)',
  'generate_series(1, 2) s(pg_typeof)',
  'cast(1 as int) s(pg_typeof)',
  `json_each('{"a": 1}') s`,
  `json_each('{"a": 1}') s(pg_typeof)`,
  `json_populate_record(null::record, '{"pg_typeof": 1}') s(pg_typeof int)`,
  `json_table('[1]'::jsonb, '$[*]' columns (a int path '$')) s`,
  `json_table('[1]'::jsonb, '$[*]' columns (pg_typeof int path '$')) s`,
  'strikes join foo using (_id) as s',
  '(strikes join foo using (_id)) s',
  'strikes t, unnest(array[t]) s',
  'strikes t, unnest(array[t]) s(pg_typeof)',
  's',
]

/** Ways to read a field, or call a function, of `s`. */
const fields: readonly string[] = [
  's.pg_typeof::text',
  's."pg_typeof"::text',
  '(s).pg_typeof::text',
  '(s.*).pg_typeof::text',
  'json_build_array(s.pg_typeof)::text',
  's.hash_record::text',
  's.any_value::text',
  's.json_agg_strict::text',
  'count(s.pg_typeof)::text',
]

/** Where the field is read from the `s` of `inner`, with the `s` of `outer` around it or beside it. */
const places: readonly ((field: string, inner: string, outer: string) => string)[] = [
  (field, inner) => `select ${field} as x from ${inner}`,
  (field, inner, outer) => `select (select ${field} from ${inner} limit 1) as x from ${outer}`,
  (field, inner, outer) => `select x from ${outer}, lateral (select ${field} as x from ${inner}) l`,
  (field, inner, outer) => `select x from (select ${field} as x from ${inner}) l, ${outer}`,
  (field, inner, outer) => `select 'x' as x from ${outer} where exists (select from ${inner} where ${field} = '')`,
  (field, inner, outer) => `with w as (select ${field} as x from ${inner}) select w.x from w, ${outer}`,
  (field, inner, outer) =>
    `with s as (select 1 as pg_typeof) select (select ${field} from ${inner} limit 1) as x from ${outer}`,
  (field, inner, outer) =>
    `with s as (select 1 as a) select (select ${field} from ${inner} limit 1) as x from ${outer}`,
  (field, inner, outer) => `select ${field} as x from ${inner} union all select ${field} from ${outer}`,
  (field, inner, outer) => `select 'x' as x from ${outer} order by (select ${field} from ${inner} limit 1)`,
  (field, inner) => `select 'x' as x from ${inner} group by ${field}`,
  (field, inner, outer) =>
    `select 'x' as x from ${outer} group by 1 having (select ${field} from ${inner} limit 1) > ''`,
  (field, inner) => `select count(*) over (partition by ${field})::text as x from ${inner}`,
  (field, inner, outer) => `select (values ((select ${field} from ${inner} limit 1))) as x from ${outer}`,
  (field, inner, outer) => `select array(select ${field} from ${inner})::text as x from ${outer}`,
  (field, inner, outer) => `select (select (select ${field} limit 1) from ${inner} limit 1) as x from ${outer}`,
  (field, inner, outer) =>
    `select g.x::text from ${inner}, lateral unnest(array[${field}]) g(x), (select 1 from ${outer}) o`,
  (field, inner, outer) =>
    `select a.x from (select ${field} as x from ${inner}) a join (select ${field} as x from ${outer}) b using (x)`,
  (field, inner, outer) => `select distinct on (${field}) 'x' as x from ${inner}, lateral (select 1 from ${outer}) o`,
  (field, inner, outer) => `select case when true then (select max(${field}) from ${inner}) end as x from ${outer}`,
]

let db: PGlite
beforeAll(async () => {
  db = await emptyPglite()
  await db.exec('create table strikes (_id int, species text); create table foo (_id int, cost int)')
})
afterAll(() => db.close())

/** As an administrator's own list may be: some functions that take any row are not on it. */
const functions = new Set([...sqlFunctions].filter((name) => name !== 'json_agg_strict' && name !== 'any_value'))

/** A call of a function that every row could be passed to, and that is not on the list. */
const call = new RegExp(`\\b(${[...functionsOfRows].filter((name) => !functions.has(name)).join('|')})\\(`)

/** What PostgreSQL understands by a statement; null if it refuses it. */
function understood(statement: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    try {
      await tx.exec(`create temp view understood as select * from (\n${statement}\n) as x`)
      const { rows } = await tx.query<{ text: string }>(`select pg_get_viewdef('understood'::regclass) as text`)
      return rows[0]?.text ?? null
    } catch {
      return null
    } finally {
      await tx.rollback()
    }
  })
}

test('a field is never a call, whatever else has the name of its table', { timeout: 600_000 }, async () => {
  const all = sources.flatMap((inner) =>
    sources.flatMap((outer) => fields.flatMap((field) => places.map((place) => place(field, inner, outer)))),
  )
  let admitted = 0
  for (const [at, sql] of all.entries()) {
    if (at % EVERY !== 0) continue
    const passed = await admitSql(sql, { functions, isTable: (name) => name !== 's' }).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (passed === null) continue
    admitted += 1
    expect({ sql, called: call.exec((await understood(passed.statement)) ?? '')?.[1] }).toEqual({
      sql,
      called: undefined,
    })
  }
  expect(admitted).toBeGreaterThan(10)
})

test('the check sees calls', async () => {
  const sql = 'select (select s.pg_typeof from strikes s limit 1)::text from unnest(array[1]) as s(pg_typeof)'
  expect(await understood(sql)).toMatch(call)
  await expect(admitSql(sql, { functions: sqlFunctions, isTable: () => true })).rejects.toThrow(
    'Not authorized to call function pg_typeof',
  )
})
