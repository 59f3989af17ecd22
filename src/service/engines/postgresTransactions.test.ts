import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresSql } from './postgres.ts'
import { createService } from '../service.ts'
import { runAll, SqlError } from '../sql/sql.ts'
import { openPostgres, postgresUrl, type TestDatabase } from '../../../e2e/support/testDatabases.ts'

const BASE = 'http://service.test'

describe.skipIf(postgresUrl === null)('transactions on PostgreSQL', () => {
  let opened: TestDatabase & { readonly url: string }

  beforeAll(async () => {
    opened = await openPostgres(postgresUrl ?? '')
  })

  afterAll(() => opened.drop())

  test('a transaction in which something has failed is no success, nor is one that could not begin', async () => {
    const own = await createPostgresSql(opened.url, { poolSize: 1 })
    const swallowed = own.transaction('read write', async (tx) => {
      await tx.query({ text: 'select 1/0', values: [] }).catch(() => undefined)
      await runAll(tx, [], true)
    })
    await expect(swallowed).rejects.toMatchObject({ code: '25P02' })
    const asked = own.transaction('read only', (tx) => tx.query({ text: 'select 1', values: [] }), {
      role: ['nobody_here'],
    })
    await expect(asked).rejects.not.toBeInstanceOf(SqlError)
    await expect(asked).rejects.toThrow('No transaction could begin: role "nobody_here" does not exist')
    expect((await own.query({ text: 'select 1', values: [] })).rows).toEqual([['1']])
    await own.close()
  })

  test('keeps the plan of inserts, and none that was made for a table before it grew', async () => {
    const own = await createPostgresSql(opened.url, { poolSize: 1 })
    const service = await createService(own, { access: () => ({ read: true, write: true }) })
    const call = async (action: string, body: unknown) => {
      const request = new Request(`${BASE}/api/3/action/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await service(request)).status
    }
    const resource_id = 'plans'
    const fields = [
      { id: 'n', type: 'int' },
      { id: 'a', type: 'text' },
    ]
    expect(await call('datastore_create', { resource_id, force: true, fields, primary_key: ['n'] })).toBe(200)
    for (const method of ['insert', 'upsert', 'update']) {
      for (let at = 0; at < 8; at += 1) {
        const records = [0, 1].map((n) => ({ n: 2 * at + n, a: method }))
        expect(await call('datastore_upsert', { resource_id, method, records, force: true })).toBe(200)
      }
    }
    const { rows } = await own.query({ text: 'select statement from pg_prepared_statements', values: [] })
    const kept = rows.map(([text]) => text ?? '')
    expect(kept.filter((text) => text.includes('json_to_recordset')).length).toBeGreaterThan(0)
    expect(kept.filter((text) => text.includes('updated as'))).toEqual([])
    await own.close()
  })

  test('says at once what is wrong with few records, whoever changes their table meanwhile', async () => {
    const holder = new Client({ connectionString: opened.url })
    await holder.connect()
    await holder.query('begin')
    await holder.query("select pg_advisory_xact_lock(hashtextextended('rowan table held', 0))")
    const service = await createService(opened.database, { access: () => ({ read: true, write: true }) })
    const body = JSON.stringify({ resource_id: 'held', method: 'insert', records: [3], force: true })
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`${BASE}/api/3/action/datastore_upsert`, { method: 'POST', headers, body })
    expect((await service(request)).status).toBe(409)
    await holder.query('rollback')
    await holder.end()
  })
})
