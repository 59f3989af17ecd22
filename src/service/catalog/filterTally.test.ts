import { describe, expect, test } from 'vitest'
import { createService } from '../service.ts'
import { openPglite, openPostgres, postgresUrl, type TestDatabase } from '../../../e2e/support/testDatabases.ts'

const engines: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  ['PGlite', openPglite],
  ...(postgresUrl === null ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '')] as const]),
]

describe.each(engines)('a field that is often filtered on %s', (_, open) => {
  test('is named to the operator and by datastore_info if the table is large, until it has an index', async () => {
    const opened = await open()
    const said: string[] = []
    const handler = await createService(opened.database, {
      access: () => ({ read: true, write: true }),
      onSlowFilter: (sentence) => said.push(sentence),
    })
    const call = async (action: string, params: Record<string, unknown>) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ resource_id: 'rivers', ...params })
      const response = await handler(
        new Request(`http://service.test/api/action/${action}`, { method: 'POST', headers, body }),
      )
      expect(response.status).toBe(200)
      return JSON.parse(await response.text()).result
    }
    const wanting = async () => (await call('datastore_info', {})).meta.often_filtered_without_index
    const search = (times: number, filters: Record<string, unknown>) =>
      Promise.all(Array.from({ length: times }, () => call('datastore_search', { filters, include_total: false })))
    try {
      const fields = [
        { id: 'code', type: 'text' },
        { id: 'kind', type: 'text' },
        { id: 'n', type: 'int' },
      ]
      await call('datastore_create', { fields, primary_key: 'code', records: [{ code: 'a', kind: 'x', n: 1 }] })
      await search(100, { kind: 'x' })
      await search(100, { code: 'a', n: 1 })
      expect(await wanting()).toBeUndefined()
      expect(said).toEqual([])

      await opened.database.query({ text: 'update rowan.tables set records = 60000', values: [] })
      await search(100, { $or: [{ kind: 'x' }, { kind: { gt: 'y' } }] })
      await search(100, { code: 'a', n: 1 })
      await expect.poll(wanting).toEqual([{ field: 'kind', searches: 200 }])
      expect(said).toHaveLength(1)
      expect(said[0]).toMatch(/^Table "rivers" \(60000 records\) is often filtered by "kind", which has no index/)

      await call('datastore_create', { indexes: ['kind'] })
      expect(await wanting()).toBeUndefined()
      const schemaOf = async (field: string) =>
        (await call('datastore_info', {})).fields.find(({ id }: { id: string }) => id === field).schema
      expect(await schemaOf('kind')).toMatchObject({ is_index: true, uniquekey: false })
      await call('datastore_create', { indexes: [['n', 'kind']] })
      expect((await schemaOf('n')).index_name).toBe((await schemaOf('kind')).index_name)
      expect(await wanting()).toHaveLength(1)
      await call('datastore_create', { indexes: '' })
      expect(await schemaOf('n')).toMatchObject({ is_index: false, index_name: null })
    } finally {
      await opened.drop()
    }
  })
})
