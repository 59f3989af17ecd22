import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonElements, jsonMember } from '../protocol/jsonText.ts'
import type { ServerHandler } from '../protocol/handler.ts'
import { openGuardedPglite } from '../../e2e/support/guardedPglite.ts'
import { openPostgres, postgresUrl, type TestDatabase } from '../../e2e/support/testDatabases.ts'
import { ensureReaderRole } from './engines/readerRole.ts'
import { createService } from './service.ts'

const LONGEST_MS = 1000

const engines: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  ['PGlite', () => openGuardedPglite(LONGEST_MS)],
  ...(postgresUrl === null ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '', LONGEST_MS)] as const]),
]

describe.each(engines)('EXPLAIN on %s', (_, open) => {
  let opened: TestDatabase
  let handler: ServerHandler

  beforeAll(async () => {
    opened = await open()
    handler = await createService(opened.database, {
      access: () => ({ read: true, write: true }),
      readerRole: (await ensureReaderRole(opened.database)) ?? undefined,
    })
    const made = await send('datastore_create', {
      resource_id: 'herons',
      force: true,
      fields: [
        { id: 'name', type: 'text' },
        { id: 'seen', type: 'int' },
      ],
      records: Array.from({ length: 500 }, (__, at) => ({ name: `heron ${at % 7}`, seen: at })),
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

  const ask = (sql: string) => send('datastore_search_sql', { sql })

  test('gives the plan as the one record of an answer, as PostgreSQL wrote it', async () => {
    const { status, text } = await ask(
      'explain (format json) select name, count(*) from herons where seen > 3 group by 1',
    )
    expect(status, text).toBe(200)
    const answer = JSON.parse(text)
    expect(answer).toMatchObject({
      success: true,
      result: { fields: [{ id: 'QUERY PLAN', type: 'json' }], records: [{ 'QUERY PLAN': [{ Plan: {} }] }] },
    })
    expect(text).toContain('"Relation Name": "herons"')
    // Nothing of what gives the records of a statement.
    expect(text).not.toMatch(/WindowAgg|row_to_json/)
    expect(text).not.toContain('Actual')
    const [record] = jsonElements(jsonMember(jsonMember(text, 'result') ?? '', 'records') ?? '[]')
    expect(jsonMember(record ?? '', 'QUERY PLAN')).toContain('"Plan Rows"')
  })

  test('with ANALYZE runs the statement, and sends none of its rows', async () => {
    const { status, text } = await ask(
      'explain (format json, analyze, timing off) select * from herons where seen >= 490',
    )
    expect(status, text).toBe(200)
    const [plan] = JSON.parse(text).result.records
    expect(plan['QUERY PLAN'][0]).toMatchObject({
      Plan: { 'Node Type': 'Seq Scan', 'Actual Rows': 10, 'Rows Removed by Filter': 490 },
      'Execution Time': expect.any(Number),
    })
    expect(text).not.toContain('heron 0')
  })

  test('with ANALYZE ends a statement that takes too long, and answers the next', async () => {
    const { status, text } = await ask(
      'explain (analyze, format json) with recursive r(n) as (select 1 union all select n from r) select max(n) from r',
    )
    expect([status, text]).toEqual([409, expect.stringContaining('Query took too long')])
    expect((await ask('select 1 as one')).status).toBe(200)
  })

  test.each([
    ['explain (analyze, format json) select 1 / (seen - seen) from herons', 409, 'division by zero'],
    ['explain (format json, timing) select 1', 409, 'EXPLAIN option TIMING requires ANALYZE'],
    ['explain (analyze, format json) delete from herons', 409, 'syntax error at or near'],
    ["explain (analyze, format json) select query_to_xml('delete from herons', true, true, '')", 403, 'call function'],
    ['explain (analyze, format json, settings) select 1', 403, 'the option SETTINGS'],
    ['explain (analyze, format json, verbose) select 1', 403, 'the option VERBOSE'],
    ['explain (format json) select * from rowan.tables', 403, 'Access denied'],
  ])('refuses %s', async (sql, status, words) => {
    const answer = await ask(sql)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
  })

  test('names the place of an error in the text as it was sent', async () => {
    const { status, text } = await ask('explain (format json)\nselect seen, nme from herons')
    expect(status).toBe(409)
    expect(JSON.parse(text).error.info.orig[0]).toMatch(/\nLINE 2: select seen, nme from herons\n {21}\^/)
  })

  test('is told by status_show', async () => {
    expect(JSON.parse((await send('status_show', {})).text)).toMatchObject({ result: { rowan_abilities: ['explain'] } })
  })
})
