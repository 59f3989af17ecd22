import { expect, test } from 'vitest'
import { createActionClient } from '../client/createActionClient.ts'
import { readCatalogue, withCatalogue } from './catalogue.ts'
import { tablesOf } from './tables.ts'
import { decodeSearch } from '../../protocol/answers.ts'

/** A client of a site whose `package_search` answers like that; `asked` are the starts that it was asked for. */
function site(answer: (start: number) => Response | Promise<Response>) {
  const asked: string[] = []
  const connection = {
    baseUrl: 'https://site.example',
    prefix: '/api/3/action',
    tokenHeader: 'Authorization',
    token: null,
  }
  const client = createActionClient(
    async (request) => {
      request.signal.throwIfAborted()
      const { pathname, searchParams } = new URL(request.url)
      asked.push(`${pathname.split('/').at(-1)} ${searchParams.get('start')}`)
      return answer(Number(searchParams.get('start')))
    },
    connection,
    { origin: 'https://page.example' },
  )
  return { client, asked }
}

const page = (count: number, results: unknown) => Response.json({ success: true, result: { count, results } })
const dataset = (title: string, ...resources: unknown[]) => ({ title, name: 'short', resources })

test('reads page by page until every wanted table is found', async () => {
  const { client, asked } = site((start) =>
    page(5000, [
      dataset(
        `Set ${start}`,
        { id: `t${start}`, name: ` Table ${start} `, description: 'What it is' },
        { id: 'other' },
      ),
      ...Array.from({ length: 99 }, () => dataset('x')),
    ]),
  )
  const { entries, absent } = await readCatalogue(client, new Set(['t0', 't100']))
  expect(asked).toEqual(['package_search 0', 'package_search 100'])
  expect(absent).toBe(false)
  expect([...entries]).toEqual([
    ['t0', { title: 'Table 0', dataset: 'Set 0', description: 'What it is' }],
    ['t100', { title: 'Table 100', dataset: 'Set 100', description: 'What it is' }],
  ])
})

test('reads a thousand datasets at most, and stops at the last', async () => {
  const endless = site(() =>
    page(
      1_000_000,
      Array.from({ length: 100 }, () => dataset('x')),
    ),
  )
  await readCatalogue(endless.client, new Set(['nowhere']))
  expect(endless.asked).toHaveLength(10)
  const short = site(() => page(2, [dataset('x'), dataset('y')]))
  await readCatalogue(short.client, new Set(['nowhere']))
  expect(short.asked).toHaveLength(1)
  const empty = site(() => page(7, []))
  await readCatalogue(empty.client, new Set(['nowhere']))
  expect(empty.asked).toHaveLength(1)
})

test('odd entries are skipped', async () => {
  const { client } = site(() =>
    page(2, [
      { resources: [{ id: 7 }, null, { id: 'a', name: null, description: { en: 'x' } }] },
      { title: 'no list' },
    ]),
  )
  expect([...(await readCatalogue(client, new Set(['a']))).entries]).toEqual([
    ['a', { title: '', dataset: '', description: '' }],
  ])
})

test.each([
  ['a refusal', () => Response.json('Bad request - Action name not known: package_search', { status: 400 }), true],
  ['a web page', () => new Response('<html>', { status: 404 }), true],
  ['something else', () => Response.json({ success: true, result: [] }), true],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), false],
])('%s is no error', async (_, answer, absent) => {
  expect(await readCatalogue(site(answer).client, new Set(['a']))).toEqual({ entries: new Map(), absent })
})

test('a cancelled reading ends with the cancellation', async () => {
  const { client } = site(() => page(1, []))
  await expect(readCatalogue(client, new Set(['a']), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
})

test('tables take the titles of the catalogue and are in order again', () => {
  const tables = tablesOf([
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
  const entries = new Map([
    ['id-a', { title: 'Apples', dataset: 'Fruit', description: 'All of them' }],
    ['id-b', { title: '', dataset: 'Fruit', description: '' }],
  ])
  expect(withCatalogue(tables, { entries })).toMatchObject([
    { id: 'id-a', title: 'Apples', dataset: 'Fruit', description: 'All of them' },
    { id: 'id-b', title: 'b', dataset: 'Fruit', aliases: ['b'] },
    { id: 'id-c', title: 'id-c', dataset: '' },
  ])
  expect(withCatalogue(tables, { entries: new Map() })).toBe(tables)
})
