import { describe, expect, test } from 'vitest'
import { createActionClient } from '../instances/client/createActionClient.ts'
import { NetworkError } from '../instances/transport/networkError.ts'
import { prefixQuery, valuesQuery } from './offeredValues.ts'
import { createQueryClient } from './queries.ts'
import { refusal, tableHandler, type TableBehaviour } from '../../e2e/support/tableHandler.ts'

/** A table whose field `subject` has these values, in the order that the server sorts them. */
function subjects(values: readonly (string | null)[], more: Partial<TableBehaviour> = {}) {
  const server = tableHandler({
    rows: 0,
    instead: (params) => {
      const { q } = params
      const word = typeof q === 'object' && q !== null && 'subject' in q ? String(q.subject).replace(/:\*.*/, '') : ''
      const matching = values
        .filter((value) => value?.startsWith(word) ?? word === '')
        .slice(0, Number(params['limit']))
      return Response.json({
        success: true,
        result: {
          fields: [{ id: 'subject', type: 'text' }],
          records: matching.map((subject) => ({ subject })),
          total: values.length,
        },
      })
    },
    ...more,
  })
  const connection = { baseUrl: 'http://s', prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(server.handler, connection, { origin: 'http://s' })
  const cache = createQueryClient()
  cache.setDefaultOptions({ queries: { ...cache.getDefaultOptions().queries, retry: false } })
  return {
    ...server,
    offered: (contains: string) => cache.fetchQuery(valuesQuery('i', client, 'r', 'subject', contains)),
  }
}

describe('values offered from the data', () => {
  test('are the different ones, the empty text among them, without null', async () => {
    const { offered, asked } = subjects(['', 'survey', 'watershed', null])
    expect(await offered('')).toEqual({ values: ['', 'survey', 'watershed'], complete: true })
    expect(asked).toEqual([
      {
        resource_id: 'r',
        fields: ['subject'],
        distinct: true,
        sort: ['subject asc'],
        limit: 200,
        include_total: false,
      },
    ])
  })

  test('are narrowed down here when all are known', async () => {
    const { offered, asked } = subjects(['Survey', 'watershed'])
    expect(await offered('SHED')).toEqual({ values: ['watershed'], complete: true })
    expect(await offered(' sur ')).toEqual({ values: ['Survey'], complete: true })
    expect(asked).toHaveLength(1)
  })

  test('are asked for by the beginnings of words when there are too many', async () => {
    const many = Array.from({ length: 500 }, (_, place) => `name ${place}`).concat('zebra')
    const { offered, asked } = subjects(many)
    expect((await offered('')).complete).toBe(false)
    expect(await offered('zeb')).toEqual({ values: ['zebra'], complete: false })
    expect(asked).toHaveLength(2)
    expect(asked[1]).toMatchObject({ q: { subject: 'zeb:*' }, plain: false, distinct: true, limit: 200 })
    expect(await offered('&|')).toEqual({ values: [], complete: false })
    expect(asked).toHaveLength(2)
  })

  test("come from a first page if the server doesn't know distinct", async () => {
    const page = ['b', 'a', 'b', null]
    const { offered } = subjects(page, {
      instead: (params) =>
        params['distinct'] === undefined
          ? Response.json({ records: page.map((subject) => ({ subject })) })
          : refusal(409, { __type: 'Validation Error', __extras: ['invalid value "distinct"'] }),
    })
    expect(await offered('')).toEqual({ values: ['a', 'b'], complete: false })
  })

  test('fail with the network', async () => {
    const { offered } = subjects([], { instead: () => Promise.reject(new TypeError('Failed to fetch')) })
    await expect(offered('')).rejects.toBeInstanceOf(NetworkError)
  })
})

test.each([
  ['water', 'water:*'],
  ['long term', 'long:* & term:*'],
  ["it's & (all) | !x:y\\", 'it:* & s:* & all:* & x:* & y:*'],
  ['Straße 7', 'Straße:* & 7:*'],
  [' :*& ', null],
])('prefixQuery of %j', (typed, query) => {
  expect(prefixQuery(typed)).toBe(query)
})
