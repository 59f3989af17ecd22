import { gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { sqlFunctions } from '../protocol/sqlFunctions.ts'
import lines from './functions.json'
import { functionsOf } from './functions.ts'
import { isAggregate } from './isAggregate.ts'

/**
 * What a user may call in a SELECT: no internal types, nothing that operators, types, casts and indexes are made of, no
 * side effects, nothing about the server.
 */
const FUNCTIONS = `
  SELECT concat_ws(E'\\t', proname, prokind, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), description) COLLATE "C" AS line
  FROM pg_proc p JOIN pg_description d ON d.objoid = p.oid AND d.classoid = 'pg_proc'::regclass AND d.objsubid = 0
  WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind IN ('f', 'a', 'w')
    AND NOT EXISTS (
      SELECT FROM unnest(proargtypes || prorettype) AS used (type)
      WHERE used.type::regtype::text IN ('internal', 'cstring', 'cstring[]', 'trigger', 'event_trigger', 'void', 'regclass',
        'refcursor', 'pg_lsn', 'xid', 'xid8', 'cid', 'tid', 'pg_snapshot', 'txid_snapshot', 'aclitem', 'aclitem[]', 'xml',
        'gtsvector', 'oidvector', 'oid', 'pg_ndistinct', 'pg_dependencies', 'pg_mcv_list'))
    AND NOT (description ~ '^(convert|adjust)' AND proname <> 'date'
      AND EXISTS (SELECT FROM pg_type WHERE typname = proname AND typtype = 'b'))
    AND description !~ '^(implementation of|internal|I/O|aggregate (transition|final|combine|serial|deserial)|less-|sort support|hash|selectivity|(larger|smaller) of)'
    AND proname !~ '^(pg_|has_|lo_|lo(read|write)|to_reg|txid_|gin_|gist_|spg_|ts_(debug|lexize|parse|token|stat)|inet_(client|server)|binary_upgrade|(schema|database|table|query|cursor)_to|xml|xpath|current_|session_|numeric_|int[248](inc|dec)|d(exp|log1|log10|round|trunc)$)'
    AND proname !~ '(_subdiff|_transfn|_canonical|_escape|_validator|validate)$'
    AND proname NOT IN ('system_user', 'getpgusername', 'getdatabaseencoding', 'version', 'row_security_active', 'set_config',
      'setseed', 'nextval', 'currval', 'lastval', 'setval', 'ts_rewrite', 'like',
      'notlike', 'textlen', 'popen', 'pclose', 'in_range', 'text', 'icu_unicode_version', 'unicode_version',
      'timezone', 'overlaps', 'timeofday', 'cash_words')
  ORDER BY line`

test('The list of functions is that of PostgreSQL’s own catalogue; `vitest -u` writes it', async () => {
  const db = await PGlite.create()
  const { rows } = await db.query<{ line: string }>(FUNCTIONS)
  await db.close()
  const text = `${JSON.stringify(
    rows.map(({ line }) => line),
    null,
    2,
  )}\n`
  await expect(text).toMatchFileSnapshot('functions.json')
  expect(gzipSync(text).length).toBeLessThan(30_000)
})

test('Each line gives a name, its kind, its arguments, its result and a sentence', () => {
  const all = functionsOf(lines)
  expect(all.find(({ name }) => name === 'strpos')).toEqual({
    name: 'strpos',
    kind: 'function',
    arguments: 'text, text',
    result: 'integer',
    sentence: 'position of substring',
  })
  expect(all.find(({ name }) => name === 'count')?.kind).toBe('aggregate')
  expect(all.find(({ name }) => name === 'row_number')?.kind).toBe('window')
  expect(all.filter(({ sentence, result }) => sentence === '' || result === '')).toEqual([])
})

test('What is called an aggregate in the page is one in the catalogue, and the other way round', () => {
  const kinds = new Map<string, Set<string>>()
  for (const { name, kind } of functionsOf(lines)) kinds.set(name, (kinds.get(name) ?? new Set()).add(kind))
  const wrong = [...kinds].filter(
    ([name, found]) => isAggregate(name) !== (found.has('aggregate') && !found.has('window')),
  )
  expect(wrong.map(([name]) => name)).toEqual([])
})

test('All that the page offers our service lets through; of what it lets through, only what operators, casts and paths call is not offered', () => {
  const names = new Set(functionsOf(lines).map(({ name }) => name))
  expect([...names].filter((name) => !sqlFunctions.has(name))).toEqual([])
  expect([...sqlFunctions].filter((name) => !names.has(name)).join(' ')).toBe(
    'array_cat box circle date_pl_interval date_pli date_smaller enum_cmp enum_eq enum_ge enum_gt enum_larger enum_le enum_lt enum_ne enum_smaller json_array_element json_array_element_text jsonb_array_element jsonb_array_element_text path pclose polygon popen starts_with text timezone',
  )
})
