import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '../protocol/handler.ts'
import { isHealthy } from './engines/health.ts'
import { createService } from './service.ts'
import { SqlError } from './sql/sql.ts'
import { openGuardedPglite } from '../../e2e/support/guardedPglite.ts'
import { openPostgres, postgresUrl, type TestDatabase } from '../../e2e/support/testDatabases.ts'

const engines: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  ['PGlite', openGuardedPglite],
  ...(postgresUrl === null ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '')] as const]),
]

/** Statements with which an engine fails inside, or did; with a number that names nothing some of them run. */
const statements: readonly string[] = [
  // Numbers in place of names
  `select to_tsvector(99999::regconfig, 'a')`,
  `select to_tsvector('99999', 'a')`,
  `select to_tsvector(99999, 'a')`,
  `select to_tsvector(i, t) from hostile`,
  `select to_tsquery((select 99999::oid), 'a')`,
  `select plainto_tsquery('99999'::regconfig, 'a')`,
  `select phraseto_tsquery('-', 'a')`,
  `select ts_headline('99999', 'a', 'b'::tsquery)`,
  `select ts_headline(99999, 'a', 'b'::tsquery, '')`,
  `select ts_headline(c, 'a', 'b'::tsquery) from (select 99999 as c) x`,
  `select ts_headline(i, t, 'b'::tsquery) from hostile`,
  `select '{99999}'::regconfig[]`,
  `select cast('99' || '999' as regconfig)`,
  `select (99999).regconfig`,
  `select x.* from json_populate_record(null::record, '{"a": 99999}') as x(a regconfig)`,
  `select * from json_table('[99999]'::jsonb, '$[*]' columns (c regconfig path '$')) x`,
  `select 99999::regclass`,
  `select enum_in('a', 10)`,
  `select date_recv('a')`,
  `select polygon(100000000, '<(0,0),1>'::circle)`,
  `select polygon(i * 1000, '<(0,0),1>'::circle) from hostile`,
  `select (repeat('!', 9000) || 'a')::tsquery`,
]

/** Statements that go deeper than a stack. PostgreSQL may have room for some of them. */
const deep: readonly string[] = [
  `select (repeat('[', 40000) || repeat(']', 40000))::json is null`,
  `select (repeat('[', 40000) || repeat(']', 40000))::jsonb is null`,
  `select (repeat('{"a":', 40000) || '1' || repeat('}', 40000))::json -> 'a' is null`,
  `select json_array_length((repeat('[', 40000) || repeat(']', 40000))::json)`,
  `select jsonb_pretty((repeat('[', 2600) || repeat(']', 2600))::jsonb) is null`,
  `select to_tsvector('english', (repeat('[', 40000) || repeat(']', 40000))::json)`,
  `select json_populate_record(null::record, (repeat('[', 40000) || repeat(']', 40000))::json)`,
  `select 'a' ~ (repeat('(', 9000) || 'a' || repeat(')', 9000))`,
  `select 'a' ~ (repeat('(?:', 100000) || 'a' || repeat(')', 100000))`,
  `select 'a' ~ (repeat('(a|', 30000) || 'a' || repeat(')', 30000))`,
  `select regexp_replace('a', repeat('(', 9000) || 'a' || repeat(')', 9000), '')`,
  `select 'a' similar to (repeat('(', 9000) || 'a' || repeat(')', 9000))`,
  `select ('$' || repeat('.a', 100000))::jsonpath is null`,
  `select ('$ ? (' || repeat('!(', 9000) || '1 == 1' || repeat(')', 9000) || ')')::jsonpath is null`,
  `select (repeat('(', 30000) || 'a' || repeat(')', 30000))::tsquery is null`,
  `select to_tsquery(repeat('!(', 9000) || 'a' || repeat(')', 9000))`,
  `select 'a' like repeat('%', 100000) || 'b'`,
  `select repeat('a', 5000) like repeat('%a', 2500) || 'b'`,
]

const languages: readonly string[] = [
  '99999',
  '-',
  '0',
  '10',
  '99999999999999999999',
  ' 99999',
  '"99999"',
  'pg_catalog.99',
]

describe.each(engines)('hostile requests on %s', (_, open) => {
  let opened: TestDatabase
  let handler: Handler
  const failures: unknown[] = []

  beforeAll(async () => {
    opened = await open()
    handler = await createService(opened.database, {
      access: () => ({ read: true, write: true }),
      onFailure: (_request, error) => failures.push(error),
    })
    const fields = [
      { id: 't', type: 'text' },
      { id: 'i', type: 'int' },
    ]
    const made = await send('datastore_create', {
      resource_id: 'hostile',
      force: true,
      fields,
      records: [{ t: 'water', i: 99999 }],
    })
    expect(made.status, made.text).toBe(200)
  })

  afterAll(() => opened.drop())

  async function send(action: string, params: unknown): Promise<{ status: number; text: string }> {
    const response = await handler(
      new Request(`http://service.test/api/3/action/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(params),
      }),
    )
    return { status: response.status, text: await response.text() }
  }

  /** Refused in words; what was a failure inside is in the operator's log, and the engine is none the worse for it. */
  async function expectRefused({ status, text }: { status: number; text: string }): Promise<void> {
    expect([400, 403, 409], text).toContain(status)
    for (const failure of failures.splice(0)) {
      expect(failure).toBeInstanceOf(SqlError)
      expect(text).toContain('could not work this out')
      expect(await isHealthy(opened.database)).toBe(true)
    }
    expect((await send('datastore_search', { resource_id: 'hostile', q: 'water' })).text).toContain('99999')
  }

  /** Answered or refused, and the next request is answered. */
  async function expectHarmless(answer: { status: number; text: string }): Promise<void> {
    if (answer.status !== 200) await expectRefused(answer)
    else expect((await send('datastore_search', { resource_id: 'hostile', q: 'water' })).text).toContain('99999')
  }

  test.each(statements)('%s', async (sql) => {
    await expectHarmless(await send('datastore_search_sql', { sql }))
  })

  test.each(deep)('%s', async (sql) => {
    await expectHarmless(await send('datastore_search_sql', { sql }))
    expect(failures).toEqual([])
  })

  test.each(languages)('a search in the language %j', async (language) => {
    const refused = await send('datastore_search', { resource_id: 'hostile', q: 'water', language })
    await expectRefused(refused)
    expect(refused.text).toContain('does not exist')
    await expectRefused(await send('datastore_search', { resource_id: 'hostile', q: { t: 'water' }, language }))
    expect(failures).toEqual([])
  })

  test('languages by name, and no others', async () => {
    for (const language of ['simple', 'pg_catalog.english', 'FRENCH', '"german"']) {
      const { status, text } = await send('datastore_search', { resource_id: 'hostile', q: 'water', language })
      expect(status, text).toBe(200)
    }
  })
})
