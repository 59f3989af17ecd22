import { describe, expect, test } from 'vitest'
import { unknownProfile } from '../../../e2e/support/unknownProfile.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { decodeSearch } from '../../protocol/answers.ts'
import { ActionError, readEnvelope } from '../../protocol/envelope.ts'
import { InDoubtError, lookAgain, settle } from '../write/settled.ts'
import { writeFailure } from '../write/writeFailure.ts'
import { tableToMake, type TableTarget } from './tableToMake.ts'

const { signal } = new AbortController()

async function sent(target: TableTarget, read: ActionClient['read'] = () => Promise.resolve('{"resources": []}')) {
  const bodies: Record<string, unknown>[] = []
  const client: Parameters<typeof tableToMake>[0] = {
    identity: 'someone',
    profile: unknownProfile(),
    tables: () => Promise.reject(new Error('No list is to be asked for')),
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
  const client: Parameters<typeof tableToMake>[0] = {
    identity: 'someone',
    profile: unknownProfile(),
    tables: () => Promise.reject(new Error('No list is to be asked for')),
    write: () => Promise.resolve({ answer: '{}', milliseconds: 1 }),
    search: () =>
      Promise.resolve({
        answer: { fields: [{ id: 'site', type: 'text' }], rows: [], total: 0, totalIsEstimate: false, limit: 0 },
        leftOut: [],
        milliseconds: 1,
      }),
    read: () => Promise.resolve(listed.at(-1) ?? ''),
  }
  const table = { target: { kind: 'dataset', id: 'rivers' } as const, name: 'gauges', columns: [], key: [] }
  const stop = new AbortController()
  const change = await tableToMake(client, table, stop.signal)
  const doubt: unknown = await settle(change).catch((error: unknown) => error)
  if (!(doubt instanceof InDoubtError)) throw new Error('It should be in doubt')
  expect(doubt.found).toBe('absent')
  // Whoever looks again has started over.
  stop.abort()
  listed.push('{"resources": [{"id": "old", "name": "gauges"}, {"id": "new", "name": "gauges"}]}')
  expect(await lookAgain(change, doubt)).toBe('new')
})

test('a table whose making was stopped is looked for, and may still come', async () => {
  const stop = new AbortController()
  const there: string[] = []
  const client: Parameters<typeof tableToMake>[0] = {
    identity: 'someone',
    profile: unknownProfile(),
    tables: () => Promise.reject(new Error('No list is to be asked for')),
    write: () => {
      stop.abort()
      return Promise.reject(stop.signal.reason)
    },
    search: ({ resource_id: id }) =>
      there.includes(String(id))
        ? Promise.resolve({ answer: decodeSearch('{"records": []}'), leftOut: [], milliseconds: 1 })
        : Promise.reject(new ActionError({ kind: 'notFound', status: 404, message: 'no' })),
    read: () => Promise.reject(new Error('Nothing is to be read')),
  }
  const table = { target: { kind: 'own', id: 'mine' } as const, name: '', columns: [], key: [] }
  const change = await tableToMake(client, table, stop.signal)
  const doubt: unknown = await settle(change).catch((error: unknown) => error)
  if (!(doubt instanceof InDoubtError)) throw new Error('It should be in doubt')
  expect(doubt).toMatchObject({ found: 'notSeen', isOpen: true })
  expect(writeFailure(doubt, { instance: 'Rivers', table: 'gauges', hasToken: true }).what).toBe(
    'You stopped before the server answered.',
  )
  there.push('mine')
  expect(await lookAgain(change, doubt)).toBe('mine')
})

describe('a table in doubt that is not there under the id that was asked for', () => {
  /** A server that lists tables or not, and stores under its own id or not at all. */
  function answering({ lists, makes, reply }: { lists: boolean; makes: boolean; reply: string }) {
    const there = ['old']
    const profile = unknownProfile()
    profile.learn('noticed', { listsTables: lists })
    const client: Parameters<typeof tableToMake>[0] = {
      identity: 'someone',
      profile,
      write: () => {
        if (makes) there.push('own')
        return Promise.resolve().then(() => ({ answer: readEnvelope(200, reply), milliseconds: 1 }))
      },
      search: ({ resource_id: id }) => {
        if (!there.includes(String(id)))
          return Promise.reject(new ActionError({ kind: 'notFound', status: 404, message: 'no' }))
        return Promise.resolve({ answer: decodeSearch('{"records": []}'), leftOut: [], milliseconds: 1 })
      },
      read: () => Promise.reject(new Error('Nothing is to be read')),
      tables: () =>
        Promise.resolve(
          there.map((id) => ({ id, title: id, isNamed: false, aliases: [], dataset: '', description: '' })),
        ),
    }
    const table = { target: { kind: 'own', id: 'mine' } as const, name: '', columns: [], key: [] }
    return tableToMake(client, table, signal).then((change) => settle(change))
  }

  test('is found by the id that the answer names, or as the one table that is new in the list', async () => {
    expect(await answering({ lists: false, makes: true, reply: '{"resource_id": "own"}' })).toBe('own')
    expect(await answering({ lists: true, makes: true, reply: 'true' })).toBe('own')
  })

  test('is only said not to be stored where the list shows it', async () => {
    const absent = answering({ lists: true, makes: false, reply: 'true' })
    await expect(absent).rejects.toMatchObject({ found: 'absent' })
    const open = answering({ lists: false, makes: true, reply: 'true' })
    await expect(open).rejects.toMatchObject({ found: 'notSeen', isOpen: true })
  })
})
