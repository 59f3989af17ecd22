import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyPglite } from '../../../e2e/support/emptyPglite.ts'
import {
  functionsOfRows,
  functionsWithUnnamedColumn,
  isAllowedFunction,
  isAllowedType,
  knownFields,
} from './admittedNames.ts'
import { ckanFunctions } from '../../protocol/ckanFunctions.ts'
import { openPostgres, postgresUrl } from '../../../e2e/support/testDatabases.ts'
import { sqlFunctions } from '../../protocol/sqlFunctions.ts'

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
  expect(reachable.filter((name) => !functionsOfRows.has(name))).toEqual([])
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

/** Overloads of functions on the list that are not what the list promises. */
const suspicious = `
  select p.oid::regprocedure::text as name from pg_proc p
  where pronamespace = 'pg_catalog'::regnamespace and proname = any ($1::text[])
    and (prolang not in (select oid from pg_language where lanname in ('internal', 'sql'))
      or exists (select from unnest(proargtypes || prorettype || coalesce(proallargtypes, '{}')) as used (type)
        where used.type::regtype::text in ('internal', 'cstring', 'cstring[]', 'void', 'refcursor', 'trigger', 'aclitem',
          'regclass', 'regproc', 'regprocedure', 'regrole', 'regtype', 'regnamespace', 'regoper', 'regdictionary')))`

const volatile = `
  select distinct proname as name from pg_proc
  where pronamespace = 'pg_catalog'::regnamespace and provolatile = 'v' and proname = any ($1::text[])`

/** Each call gives something else, and changes nothing. */
const bySurprise = 'array_sample array_shuffle clock_timestamp gen_random_uuid random random_normal uuidv4 uuidv7'

test('No function on the list writes, reads files, settings or tables by name, or takes SQL, on PGlite', async () => {
  expect(await names(suspicious, [...sqlFunctions])).toEqual([])
  expect((await names(volatile, [...sqlFunctions])).join(' ')).toBe(bySurprise)
  expect(forbidden.filter((name) => isAllowedFunction([name], true, sqlFunctions))).toEqual([])
})

test.runIf(postgresUrl !== null)('The same on PostgreSQL', async () => {
  const opened = await openPostgres(postgresUrl ?? '')
  const list = `{${[...sqlFunctions].join(',')}}`
  const found = async (text: string) =>
    (await opened.database.query({ text, values: [list] })).rows.map(([name]) => name)
  expect(await found(suspicious)).toEqual([])
  expect((await found(volatile)).filter((name) => !bySurprise.split(' ').includes(String(name)))).toEqual([])
  await opened.drop()
})

test('Each function on the list is one of PostgreSQL 18', async () => {
  const known = await names('select distinct proname as name from pg_proc where proname = any ($1::text[])', [
    ...sqlFunctions,
  ])
  expect([...sqlFunctions].filter((name) => !known.includes(name))).toEqual([])
  const missing = [...ckanFunctions].filter((name) => !sqlFunctions.has(name))
  expect(missing.filter((name) => !name.startsWith('abstime'))).toEqual([])
})

/** Some of what a statement must never call. */
const forbidden = `
  pg_read_file pg_read_binary_file pg_ls_dir pg_stat_file lo_import lo_export lo_get lo_from_bytea lo_creat lowrite loread
  dblink query_to_xml query_to_xmlschema table_to_xml schema_to_xml database_to_xml cursor_to_xml xpath xmlagg ts_rewrite ts_stat
  set_config current_setting pg_settings pg_sleep pg_sleep_for nextval currval lastval setval txid_current
  pg_current_xact_id has_table_privilege has_column_privilege pg_has_role pg_terminate_backend pg_cancel_backend
  pg_advisory_lock pg_notify pg_typeof pg_column_size to_regclass to_regproc version inet_server_addr inet_client_addr
  current_query current_database current_schemas current_user session_user obj_description col_description format_type
  pg_get_viewdef pg_stat_get_activity pg_hba_file_rules pg_reload_conf pg_switch_wal binary_upgrade_create_empty_extension
`
  .trim()
  .split(/\s+/)

test('No type that looks names up in the system tables may be cast to', async () => {
  const spying = await names(
    `select typname as name from pg_type where typname ~ '^_?(reg|pg_|aclitem|xml|ref)' and typname !~ '^_?regconfig$'`,
  )
  expect(spying.length).toBeGreaterThan(20)
  expect(spying.filter((name) => isAllowedType([name]))).toEqual([])
  expect(isAllowedType(['pg_catalog', 'int4'])).toBe(true)
  expect(isAllowedType(['public', 'int4'])).toBe(false)
  expect(isAllowedType(['postgres', 'pg_catalog', 'int4'])).toBe(false)
})

test('The door that fields would open is real', async () => {
  const { rows } = await db.query("select s.pg_read_file from unnest(array['PG_VERSION']) as s")
  expect(rows).toEqual([{ pg_read_file: expect.stringMatching(/^\d+/) }])
})
