import { expect, test } from 'vitest'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { settle } from '../write/settled.ts'
import { tableToMake, type TableTarget } from './tableToMake.ts'

const { signal } = new AbortController()

async function sent(target: TableTarget, read: ActionClient['read'] = () => Promise.resolve('{"resources": []}')) {
  const bodies: Record<string, unknown>[] = []
  const client: Pick<ActionClient, 'write' | 'search' | 'read' | 'identity'> = {
    identity: 'someone',
    write: (_action, params) => {
      bodies.push(JSON.parse(params))
      return Promise.resolve({ answer: '{"resource_id": "made"}', milliseconds: 1 })
    },
    search: () => Promise.reject(new Error('Nothing is to be looked for')),
    read,
  }
  const table = { target, name: 'gauges', columns: [{ name: 'code', type: 'text' } as const], key: ['code'] }
  expect(await settle(await tableToMake(client, table, signal))).toBe('made')
  return bodies[0] ?? {}
}

test('a table is made under an id of its own, in a resource, or in a dataset', async () => {
  const own = await sent({ kind: 'own', id: 'mine' })
  expect(own).toEqual({
    resource_id: 'mine',
    fields: [{ id: 'code', type: 'text' }],
    aliases: ['gauges'],
    primary_key: ['code'],
  })
  expect(await sent({ kind: 'resource', id: 'abc' })).toMatchObject({ resource_id: 'abc' })
  const dataset = await sent({ kind: 'dataset', id: 'rivers' })
  expect(dataset).toMatchObject({ resource: { package_id: 'rivers', name: 'gauges' } })
  expect(dataset).not.toHaveProperty('resource_id')
})

test('a table in a dataset is found by the resource that was not there before', async () => {
  const listed = ['{"resources": [{"id": "old", "name": "gauges"}]}']
  const client: Pick<ActionClient, 'write' | 'search' | 'read' | 'identity'> = {
    identity: 'someone',
    write: () => Promise.resolve({ answer: '{}', milliseconds: 1 }),
    search: () =>
      Promise.resolve({
        answer: { fields: [], rows: [], total: 0, totalIsEstimate: false, limit: 0 },
        leftOut: [],
        milliseconds: 1,
      }),
    read: () => Promise.resolve(listed.at(-1) ?? ''),
  }
  const table = { target: { kind: 'dataset', id: 'rivers' } as const, name: 'gauges', columns: [], key: [] }
  const change = await tableToMake(client, table, signal)
  await expect(settle(change)).rejects.toMatchObject({ found: 'absent' })
  listed.push('{"resources": [{"id": "old", "name": "gauges"}, {"id": "new", "name": "gauges"}]}')
  expect(await settle(change)).toBe('new')
})
