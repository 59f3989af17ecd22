import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '../../protocol/handler.ts'
import { createService } from '../service.ts'
import { openPglite, openPostgres, postgresUrl, type TestDatabase } from '../../../e2e/support/testDatabases.ts'

const engines: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  ['PGlite', openPglite],
  ...(postgresUrl === null ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '')] as const]),
]

/** Two services on one database, as two processes would be: what one changes, the other has remembered otherwise. */
describe.each(engines)('two services on one %s', (_, open) => {
  let opened: TestDatabase
  let one: Handler
  let other: Handler

  beforeAll(async () => {
    opened = await open()
    const access = () => ({ read: true, write: true })
    one = await createService(opened.database, { access })
    other = await createService(opened.database, { access })
  })

  afterAll(() => opened.drop())

  async function call(service: Handler, action: string, params: object): Promise<{ status: number; result: unknown }> {
    const request = new Request(`http://localhost/api/3/action/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(params),
    })
    const response = await service(request)
    const answer: unknown = await response.json()
    const result: unknown = typeof answer === 'object' && answer && 'result' in answer ? answer.result : answer
    return { status: response.status, result }
  }

  const search = (service: Handler, id: string, params: object = {}) =>
    call(service, 'datastore_search', { resource_id: id, ...params })

  async function make(id: string, params: object = {}): Promise<void> {
    const made = await call(one, 'datastore_create', {
      resource_id: id,
      fields: [{ id: 'a', type: 'int' }],
      primary_key: ['a'],
      records: [{ a: 1 }, { a: 2 }, { a: 3 }],
      ...params,
    })
    expect(made.status).toBe(200)
    expect(await search(one, id)).toMatchObject({ result: { total: 3 } })
  }

  test('a column that the other one added is shown and can be filtered by', async () => {
    await make('grown')
    await call(other, 'datastore_create', {
      resource_id: 'grown',
      fields: [{ id: 'b', type: 'text', info: { label: 'B' } }],
      records: [{ a: 4, b: 'new' }],
    })
    expect(await search(one, 'grown', { filters: { b: 'new' } })).toMatchObject({
      result: {
        records: [{ _id: 4, a: 4, b: 'new' }],
        fields: [{ id: '_id' }, { id: 'a' }, { id: 'b', info: { label: 'B' } }],
      },
    })
  })

  test('a column that the other one dropped or made again is noticed', async () => {
    await make('changed')
    const fields = (type: string) => [{ id: type === 'int' ? 'a' : 'z', type }]
    await call(other, 'datastore_create', { resource_id: 'changed', fields: fields('text'), delete_fields: true })
    expect(await search(one, 'changed', { limit: 1 })).toMatchObject({ result: { records: [{ _id: 1, z: null }] } })
    await call(other, 'datastore_delete', { resource_id: 'changed' })
    await call(other, 'datastore_create', { resource_id: 'changed', records: [{ z: 7 }] })
    expect(await search(one, 'changed')).toMatchObject({
      result: { total: 1, records: [{ _id: 1, z: 7 }], fields: [{ id: '_id' }, { id: 'z', type: 'int4' }] },
    })
  })

  test('a table that the other one dropped is not found, and an alias is that of its new table', async () => {
    await make('first', { aliases: 'moving' })
    expect(await search(one, 'moving')).toMatchObject({ result: { resource_id: 'first' } })
    await call(other, 'datastore_create', { resource_id: 'first', aliases: '' })
    await call(other, 'datastore_create', { resource_id: 'second', aliases: 'moving', records: [{ b: 'x' }] })
    expect(await search(one, 'moving')).toMatchObject({ result: { resource_id: 'second', total: 1 } })
    await call(other, 'datastore_delete', { resource_id: 'first' })
    expect(await search(one, 'first')).toMatchObject({ status: 404 })
  })

  test('the total is right after each kind of change, and after changes that were undone', async () => {
    await make('counted')
    const upsert = (params: object) => call(other, 'datastore_upsert', { resource_id: 'counted', ...params })
    const total = async () => (await search(one, 'counted', { limit: 0 })).result
    await upsert({ method: 'insert', records: [{ a: 4 }, { a: 5 }] })
    expect(await total()).toMatchObject({ total: 5 })
    // The key 5 is there, and 6 comes twice: one new record.
    await upsert({ method: 'upsert', records: [{ a: 5 }, { a: 6 }, { a: 6 }] })
    expect(await total()).toMatchObject({ total: 6 })
    await upsert({ method: 'update', records: [{ a: 6 }] })
    await upsert({ method: 'upsert', dry_run: true, records: [{ a: 7 }] })
    expect((await upsert({ method: 'insert', records: [{ a: 8 }, { a: 1 }] })).status).toBe(409)
    expect(await total()).toMatchObject({ total: 6 })
    await call(other, 'datastore_records_delete', { resource_id: 'counted', filters: { a: [1, 2, 99] } })
    expect(await total()).toMatchObject({ total: 4 })
    expect((await call(one, 'datastore_info', { id: 'counted' })).result).toMatchObject({ meta: { count: 4 } })
    await call(other, 'datastore_records_delete', { resource_id: 'counted', filters: {} })
    expect(await total()).toMatchObject({ total: 0 })
  })

  test('after writes past the service the records can be counted again', async () => {
    await make('written_past')
    await opened.database.query({ text: 'insert into datastore.written_past (a) values (10)', values: [] })
    await call(one, 'datastore_upsert', {
      resource_id: 'written_past',
      method: 'insert',
      records: [{ a: 11 }],
      calculate_record_count: true,
    })
    expect(await search(other, 'written_past')).toMatchObject({ result: { total: 5 } })
    await opened.database.query({ text: 'update rowan.tables set records = null', values: [] })
    const third = await createService(opened.database)
    expect(await search(third, 'written_past')).toMatchObject({ result: { total: 5 } })
  })
})
