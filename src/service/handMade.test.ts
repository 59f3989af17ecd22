import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '../protocol/handler.ts'
import { createService } from './service.ts'
import { SqlError, type Sql } from './sql/sql.ts'
import { openPglite, openPostgres, postgresUrl, type TestDatabase } from '../../e2e/support/testDatabases.ts'

const engines: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  ['PGlite', openPglite],
  ...(postgresUrl === null ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '')] as const]),
]

/** What an administrator does to the tables by hand, or a restored database lacks. */
describe.each(engines)('a table that was changed by hand on %s', (_, open) => {
  let opened: TestDatabase
  let handler: Handler

  beforeAll(async () => {
    opened = await open()
    handler = await createService(opened.database, { access: () => ({ read: true, write: true }) })
  })

  afterAll(() => opened.drop())

  async function post(action: string, body: unknown): Promise<[number, string]> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await handler(new Request(`http://service.test/api/3/action/${action}`, init))
    return [answer.status, await answer.text()]
  }

  const byHand = (text: string) => opened.database.query({ text, values: [] })
  const fields = [
    { id: 'n', type: 'int4' },
    { id: 'word', type: 'text' },
  ]
  const make = (id: string) =>
    post('datastore_create', { resource_id: id, fields, records: [{ n: 1, word: 'one' }], aliases: `${id} too` })
  const add = (id: string, record: unknown) =>
    post('datastore_upsert', { resource_id: id, method: 'insert', records: [record] })

  test('is missing for all if it was dropped, and can be made anew', async () => {
    expect((await make('dropped'))[0]).toBe(200)
    await byHand('drop table datastore.dropped cascade')
    expect((await post('datastore_search', { resource_id: 'dropped' }))[0]).toBe(404)
    const [status, text] = await make('dropped')
    expect(status, text).toBe(200)
    expect((await post('datastore_search', { resource_id: 'dropped too' }))[1]).toContain('"total": 1')
  })

  test('takes records after a field was given another type, or was dropped', async () => {
    expect((await make('retyped'))[0]).toBe(200)
    expect((await add('retyped', { n: 2, word: 'two' }))[0]).toBe(200)
    await byHand('drop view datastore."retyped too"')
    await byHand('alter table datastore.retyped alter n type text')
    expect((await add('retyped', { n: 'three', word: 'more' }))[1]).toContain('"success": true')
    expect((await post('datastore_search', { resource_id: 'retyped', q: 'three' }))[1]).toContain('"total": 1')
    await byHand('alter table datastore.retyped drop n')
    expect((await add('retyped', { word: 'four' }))[1]).toContain('"success": true')
    expect((await post('datastore_search', { resource_id: 'retyped', q: 'four' }))[1]).toContain('"total": 1')
  })

  test('is named if it is there but none of the service', async () => {
    await byHand('create table datastore.foreign_one (a int)')
    const [status, text] = await make('foreign_one')
    expect(status).toBe(409)
    expect(text).toContain('The database has a table of this name that this service did not make.')
  })

  test('says what to do when it has had as many fields as PostgreSQL counts', async () => {
    expect((await make('worn'))[0]).toBe(200)
    // To have it happen takes 1,600 fields and half a minute.
    const query: Sql['query'] = (asked) =>
      asked.text.startsWith('alter table')
        ? Promise.reject(new SqlError({ code: '54011', message: 'tables can have at most 1600 columns' }))
        : opened.database.query(asked)
    const worn = await createService(
      { ...opened.database, transaction: (_mode, work) => work({ query }) },
      { access: () => ({ read: true, write: true }) },
    )
    const body = JSON.stringify({ resource_id: 'worn', fields: [...fields, { id: 'a', type: 'int4' }] })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const answer = await worn(new Request('http://service.test/api/3/action/datastore_create', init))
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('Those that were removed count, too.')
  })
})
