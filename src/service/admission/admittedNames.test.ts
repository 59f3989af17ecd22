import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyPglite } from '../../../e2e/support/emptyPglite.ts'
import {
  functionsOfRows,
  functionsWithUnnamedColumn,
  isAllowedCollation,
  isAllowedFunction,
  isAllowedType,
  knownFields,
} from './admittedNames.ts'
import { allowedFunctions } from '../../protocol/allowedFunctions.ts'

// The lists lean on what PostgreSQL's catalogue holds: a version that holds more has to be looked at.

let db: PGlite
beforeAll(async () => {
  db = await emptyPglite()
})
afterAll(() => db.close())

async function names(sql: string, ...values: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(sql, [...values])
  return rows.map(({ name }) => name).toSorted()
}

test('Functions that take one row are known', async () => {
  const reachable = await names(`
    select distinct proname as name from pg_proc p join pg_type t on t.oid = proargtypes[0]
    where (pronargs - pronargdefaults <= 1 or provariadic <> 0 and pronargs <= 2) and prokind <> 'w'
      and not exists (select from pg_aggregate a where a.aggfnoid = p.oid and aggkind <> 'n')
      and (t.typtype = 'c' or t.typname in
        ('any', 'anyelement', 'anynonarray', 'anycompatible', 'anycompatiblenonarray', 'record'))`)
  expect(reachable.filter((name) => !allowedFunctions.has(name) && !functionsOfRows.has(name))).toEqual([])
  expect([...functionsOfRows].filter((name) => !reachable.includes(name))).toEqual([])
})

test('Known fields are no functions and no types', async () => {
  const callable = `
    select proname as name from pg_proc where proname = any ($1::text[])
    union select typname from pg_type where typname = any ($1::text[])`
  expect(await names(callable, [...knownFields])).toEqual([])
})

test('Functions with an unnamed column name none for a plain value', async () => {
  const naming = `
    select oid::regprocedure::text as name from pg_proc
    where proname = any ($1::text[]) and 'o' = any (proargmodes) and prorettype <> 'record'::regtype`
  expect(await names(naming, [...functionsWithUnnamedColumn])).toEqual([])
})

test('No function on the list writes, reads files or settings, or takes SQL', async () => {
  const volatile = `
    select distinct proname as name from pg_proc where provolatile = 'v' and proname = any ($1::text[])`
  expect(await names(volatile, [...allowedFunctions])).toEqual(['clock_timestamp', 'random'])
  const dangerous = [
    'pg_read_file',
    'query_to_xml',
    'set_config',
    'nextval',
    'lo_import',
    'pg_sleep',
    'to_regclass',
    'dblink',
  ]
  expect(dangerous.filter((name) => isAllowedFunction([name], true))).toEqual([])
})

test('No function on the list is one that only PostgreSQL itself calls', async () => {
  const inner = `
    select distinct proname as name from pg_proc where proname = any ($1::text[])
      and (prorettype in ('internal'::regtype, 'cstring'::regtype) or proargtypes::oid[] && '{internal, cstring}'::regtype[]::oid[])`
  expect(await names(inner, [...allowedFunctions])).toEqual([])
})

test('No type that looks names up in the system tables may be cast to', async () => {
  const spying = await names(`select typname as name from pg_type where typname ~ '^_?(reg|pg_|aclitem|xml|ref)'`)
  expect(spying.length).toBeGreaterThan(20)
  expect(spying.filter((name) => isAllowedType([name]))).toEqual([])
  expect(isAllowedType(['pg_catalog', 'int4'])).toBe(true)
  expect(isAllowedType(['public', 'int4'])).toBe(false)
  expect(isAllowedType(['postgres', 'pg_catalog', 'int4'])).toBe(false)
})

test('Collations are admitted but for those that put accents in order first', () => {
  const admitted = ['C', 'C.UTF-8', 'POSIX', 'default', 'unicode', 'de_DE.utf8', 'sv_SE', 'und-x-icu', 'de-AT-x-icu']
  expect(admitted.filter((name) => !isAllowedCollation([name]))).toEqual([])
  expect(isAllowedCollation(['pg_catalog', 'de-x-icu'])).toBe(true)
  expect(
    [['vi-x-icu'], ['vi-VN-x-icu'], ['th-x-icu'], ['public', 'C']].filter((name) => isAllowedCollation(name)),
  ).toEqual([])
})

test('The door that fields would open is real', async () => {
  const { rows } = await db.query("select s.pg_read_file from unnest(array['PG_VERSION']) as s")
  expect(rows).toEqual([{ pg_read_file: expect.stringMatching(/^\d+/) }])
})
