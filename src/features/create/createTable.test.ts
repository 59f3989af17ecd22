import { expect, test } from 'vitest'
import { createTable, newId, type TableTarget } from './createTable.ts'

async function sent(target: TableTarget) {
  const bodies: Record<string, unknown>[] = []
  const write = (_action: string, params: string) => {
    const body: Record<string, unknown> = JSON.parse(params)
    bodies.push(body)
    return Promise.resolve({ answer: '{"resource_id": "made"}', milliseconds: 1 })
  }
  const table = { target, name: 'gauges', columns: [{ name: 'code', type: 'text' } as const], key: ['code'] }
  expect(await createTable({ write }, table, new AbortController().signal)).toBe('made')
  return bodies[0] ?? {}
}

test('a table is made under an id of its own, in a resource, or in a dataset', async () => {
  const own = await sent({ kind: 'own' })
  expect(own).toMatchObject({ fields: [{ id: 'code', type: 'text' }], aliases: ['gauges'], primary_key: ['code'] })
  expect(own['resource_id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(await sent({ kind: 'resource', id: 'abc' })).toMatchObject({ resource_id: 'abc' })
  const dataset = await sent({ kind: 'dataset', id: 'rivers' })
  expect(dataset).toMatchObject({ resource: { package_id: 'rivers', name: 'gauges' } })
  expect(dataset).not.toHaveProperty('resource_id')
})

test('ids are random UUIDs of version 4', () => {
  const ids = Array.from({ length: 100 }, newId)
  expect(new Set(ids).size).toBe(100)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
