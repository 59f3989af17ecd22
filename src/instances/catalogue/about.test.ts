import { expect, test } from 'vitest'
import { createActionClient } from '../client/createActionClient.ts'
import { readAbout } from './about.ts'

let sites = 0

/** A client of a site that answers each action like that, and the names of the actions that it was asked for. */
function site(answers: Record<string, () => Response>) {
  const asked: string[] = []
  sites += 1
  const connection = { baseUrl: `https://s${sites}.example`, prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(
    (request) => {
      const action = new URL(request.url).pathname.split('/').at(-1) ?? ''
      asked.push(action)
      return Promise.resolve(answers[action]?.() ?? Response.json('Bad request', { status: 400 }))
    },
    connection,
    { origin: 'https://page.example' },
  )
  return { client, asked }
}

const result = (value: object) => () => Response.json({ success: true, result: value })
const refused = (status: number) => () =>
  Response.json({ success: false, error: { __type: 'Not Found Error', message: 'Not found' } }, { status })

test('a table with its dataset', async () => {
  const { client } = site({
    resource_show: result({
      id: 't',
      package_id: 'p',
      name: 'Levels',
      description: 'One',
      last_modified: '2026-01-02T03:04:05.678',
    }),
    package_show: result({
      name: 'rivers',
      title: 'Rivers',
      notes: ' Two ',
      organization: { name: 'env', title: 'Environment' },
      license_title: 'CC-BY',
      license_url: 'javascript:alert(1)',
      metadata_modified: '2020-01-01T00:00:00',
    }),
  })
  expect(await readAbout(client, 'https://s.example', 't')).toEqual({
    title: 'Levels',
    description: 'One',
    dataset: 'Rivers',
    notes: 'Two',
    organization: 'Environment',
    licence: 'CC-BY',
    licenceUrl: null,
    changed: '2026-01-02T03:04:05.678',
    page: 'https://s.example/dataset/rivers/resource/t',
  })
})

test('a dataset that is closed leaves what the resource tells', async () => {
  const { client } = site({
    resource_show: result({ id: 't', package_id: 'p', description: '', metadata_modified: '2020-01-01' }),
    package_show: refused(403),
  })
  expect(await readAbout(client, 'https://s.example', 't')).toMatchObject({
    description: null,
    dataset: null,
    changed: '2020-01-01',
    page: 'https://s.example/dataset/p/resource/t',
  })
})

test('a table that nobody catalogued is asked about once, and the catalogue stays', async () => {
  const { client, asked } = site({ resource_show: refused(404) })
  expect(await readAbout(client, 'https://s.example', 't')).toBeNull()
  expect(asked).toEqual(['resource_show'])
  expect(client.profile.get().hasCatalogue).toBeNull()
})

test('a server without a catalogue is known as one', async () => {
  const { client } = site({})
  expect(await readAbout(client, 'https://s.example', 't')).toBeNull()
  expect(client.profile.get().hasCatalogue).toBe(false)
})

test('trouble is no answer', async () => {
  const { client } = site({ resource_show: () => new Response('<html>', { status: 500 }) })
  await expect(readAbout(client, 'https://s.example', 't')).rejects.toMatchObject({ status: 500 })
})
