import { expect, test } from 'vitest'
import { createActionClient } from '../client/createActionClient.ts'
import { readCatalogue, readFacets } from './catalogue.ts'
import { withCatalogue, type CatalogueEntry } from './cataloguePage.ts'
import { tablesOf } from './tables.ts'
import { decodeSearch } from '../../protocol/answers.ts'

/** A client of a site whose `package_search` answers like that; `asked` are the parameters that it was asked with. */
function site(answer: () => Response | Promise<Response>, token: string | null = null) {
  const asked: Record<string, unknown>[] = []
  const connection = { baseUrl: 'https://site.example', prefix: '/api/3/action', tokenHeader: 'Authorization', token }
  const client = createActionClient(
    async (request) => {
      request.signal.throwIfAborted()
      const { pathname, searchParams } = new URL(request.url)
      expect(pathname).toBe('/api/3/action/package_search')
      asked.push(request.method === 'POST' ? await request.json() : Object.fromEntries(searchParams))
      return answer()
    },
    connection,
    { origin: 'https://page.example' },
  )
  return { client, asked }
}

const page = (count: number, results: unknown) => Response.json({ success: true, result: { count, results } })
const dataset = (title: string, ...resources: unknown[]) => ({ title, name: 'short', resources })
const NOTHING = { words: '', narrowed: {} }
const FIRST = { start: 0, rows: 20 }

test('one page is read, with what its datasets hold', async () => {
  const { client, asked } = site(() =>
    page(5000, [
      dataset('Set', { id: 't', name: ' Table ', description: 'What it is', datastore_active: true }, { id: 'file' }),
      ...Array.from({ length: 19 }, () => dataset('x')),
    ]),
  )
  const { entries, ...rest } = await readCatalogue(client, NOTHING, { start: 40, rows: 20 })
  expect(asked).toEqual([{ rows: '20', start: '40' }])
  expect(rest).toEqual({ count: 5000, read: 60, state: 'read' })
  expect([...entries]).toEqual([
    ['t', { title: 'Table', dataset: 'Set', description: 'What it is', isTable: true }],
    ['file', { title: '', dataset: 'Set', description: '', isTable: false }],
  ])
})

test('words lose what the search engine would read as its own syntax, and names are quoted', async () => {
  const { client, asked } = site(() => page(0, []))
  const narrowed = { organization: 'env"agency', tags: 'sea level' }
  await readCatalogue(client, { words: ' levels (2019): a+b* ', narrowed }, FIRST)
  expect(asked).toEqual([
    { q: 'levels 2019 a b', fq: String.raw`organization:"env\"agency" tags:"sea level"`, rows: '20' },
  ])
})

test('private datasets are asked for with a token only', async () => {
  const { client, asked } = site(() => page(0, []), 'secret')
  await readCatalogue(client, NOTHING, FIRST)
  expect(asked).toEqual([{ include_private: true, rows: 20 }])
})

test('odd entries are skipped', async () => {
  const { client } = site(() =>
    page(2, [
      { resources: [{ id: 7 }, null, { id: 'a', name: null, description: { en: 'x' } }] },
      { title: 'no list' },
    ]),
  )
  expect([...(await readCatalogue(client, NOTHING, FIRST)).entries]).toEqual([
    ['a', { title: '', dataset: '', description: '', isTable: false }],
  ])
})

test.each([
  ['a refusal', () => Response.json('Bad request - Action name not known: package_search', { status: 400 }), 'absent'],
  ['a web page', () => new Response('<html>', { status: 404 }), 'absent'],
  ['something else', () => Response.json({ success: true, result: [] }), 'absent'],
  ['trouble', () => new Response('<html>', { status: 500 }), 'silent'],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'silent'],
])('%s is no error', async (_, answer, state) => {
  expect(await readCatalogue(site(answer).client, NOTHING, FIRST)).toEqual({
    entries: new Map(),
    count: 0,
    read: 0,
    state,
  })
})

test('a cancelled reading ends with the cancellation', async () => {
  const { client } = site(() => page(1, []))
  await expect(readCatalogue(client, NOTHING, FIRST, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
})

test('organisations, groups and tags come with those that have most datasets first', async () => {
  const items = [
    { name: 'a', display_name: 'Agency', count: 2 },
    { name: 'b', count: 7 },
  ]
  const { client, asked } = site(() =>
    Response.json({ success: true, result: { count: 9, results: [], search_facets: { organization: { items } } } }),
  )
  expect(await readFacets(client)).toEqual({
    organization: [
      { name: 'b', title: 'b', count: 7 },
      { name: 'a', title: 'Agency', count: 2 },
    ],
    groups: [],
    tags: [],
  })
  expect(asked).toMatchObject([{ rows: '0' }])
})

const listed = tablesOf([
  decodeSearch(
    JSON.stringify({
      fields: ['name', 'alias_of'].map((id) => ({ id, type: 'text' })),
      records: [
        { name: 'b', alias_of: 'id-b' },
        { name: 'id-a', alias_of: null },
        { name: 'id-c', alias_of: null },
      ],
    }),
  ),
])
const entries = new Map<string, CatalogueEntry>([
  ['id-a', { title: 'Apples', dataset: 'Fruit', description: 'All of them', isTable: true }],
  ['id-b', { title: '', dataset: 'Fruit', description: '', isTable: true }],
  ['id-d', { title: 'Dates', dataset: 'Fruit', description: '', isTable: true }],
  ['a-file', { title: 'Figs as PDF', dataset: 'Fruit', description: '', isTable: false }],
])

test('tables take the titles of the catalogue and are in order again', () => {
  const whole = withCatalogue(listed, entries, false)
  expect(whole).toMatchObject([
    { id: 'id-a', title: 'Apples', dataset: 'Fruit', description: 'All of them' },
    { id: 'id-b', title: 'b', dataset: 'Fruit', aliases: ['b'] },
    { id: 'id-c', title: 'id-c', dataset: '' },
  ])
  expect(withCatalogue(listed, new Map(), false)).toBe(listed)
})

test('of a whole catalogue, tables that it does not have are private, and left out', () => {
  expect(withCatalogue(listed, entries, false, true).map(({ id }) => id)).toEqual(['id-a', 'id-b'])
})

test('to a part of the tables, those of the catalogue are added', () => {
  const ids = withCatalogue(listed, entries, true).map(({ id }) => id)
  expect(ids).toEqual(['id-a', 'id-b', 'id-d', 'id-c'])
})
