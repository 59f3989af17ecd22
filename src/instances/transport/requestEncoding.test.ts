import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActionClient } from '../client/createActionClient.ts'
import type { Connection } from './connection.ts'
import { requestOf, sentAs } from './requestEncoding.ts'
import { refusal, tableHandler, type TableBehaviour } from '../../../e2e/support/tableHandler.ts'

const page = { origin: 'http://page.example' }
const nobody: Connection = { baseUrl: 'https://s', prefix: '/a', tokenHeader: 'Authorization', token: null }
const LONG = 'x'.repeat(3000)

describe('a query that is too long for a URL', () => {
  const params = { resource_id: 'r', filters: { a: ['x', LONG] }, sort: ['a asc', '_id asc'], plain: false }

  test('is a form without a token: lists as repeated names, objects as JSON text', async () => {
    const request = requestOf(nobody, page, 'datastore_search', params)
    expect([request.method, request.url, sentAs(request).query]).toEqual([
      'POST',
      'https://s/a/datastore_search',
      { usual: 'form', way: 'form' },
    ])
    expect([...request.headers]).toEqual([['content-type', 'application/x-www-form-urlencoded']])
    expect([...new URLSearchParams(await request.text())]).toEqual([
      ['resource_id', 'r'],
      ['filters', JSON.stringify(params.filters)],
      ['sort', 'a asc'],
      ['sort', '_id asc'],
      ['plain', 'false'],
    ])
  })

  test("is JSON with a token, and on the page's own origin", () => {
    for (const connection of [
      { ...nobody, token: 't' },
      { ...nobody, baseUrl: page.origin },
    ]) {
      const request = requestOf(connection, page, 'datastore_search', params)
      expect([request.headers.get('content-type'), sentAs(request).query?.way]).toEqual(['application/json', 'json'])
    }
  })
})

test('without a token no request needs a preflight, whatever it asks: simple methods, types and headers, and short URLs', () => {
  const value = fc.oneof(fc.string({ maxLength: 3000, unit: 'grapheme' }), fc.jsonValue(), fc.constant(undefined))
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), (params) => {
      const { method, url, headers } = requestOf(nobody, page, 'datastore_search', params)
      expect(['GET', 'POST']).toContain(method)
      const type = method === 'GET' ? [] : [['content-type', 'application/x-www-form-urlencoded']]
      expect([...headers]).toEqual(type)
      expect(url.length).toBeLessThanOrEqual(2000)
    }),
  )
})

describe('a server that reads no forms', () => {
  let instances = 0
  function clientOf(instead: (type: string | null, params: Record<string, unknown>) => Response | undefined) {
    const types: (string | null)[] = []
    let type: string | null = null
    const behaviour: TableBehaviour = { rows: 1, instead: (params) => instead(type, params) }
    const server = tableHandler(behaviour)
    const client = createActionClient(
      (request) => {
        type = request.headers.get('content-type')
        types.push(type === null ? null : (type.split('/')[1] ?? ''))
        return server.handler(request)
      },
      { ...nobody, baseUrl: `http://s${(instances += 1)}.example` },
      page,
    )
    return { client, types }
  }
  const long = { resource_id: 'r', q: LONG }
  const isFormType = (type: string | null) => type?.includes('form') === true

  test.each<[string, Response]>([
    ['415 as CKAN', new Response('<html>', { status: 415 })],
    ['400', new Response(null, { status: 400 })],
    ['409, since it misses the parameters', refusal(409, { resource_id: ['Missing value'] })],
  ])('gets JSON, at once the next time, and GET for what is short: %s', async (_name, response) => {
    const { client, types } = clientOf((type) => (isFormType(type) ? response.clone() : undefined))
    await client.search(long)
    await client.search(long)
    await client.search({ resource_id: 'r' })
    expect(types).toEqual(['x-www-form-urlencoded', 'json', 'json', null])
    expect(client.profile.get().ways).toEqual({ form: 'json' })
  })

  test('is not confused with one that refuses the query: that refusal is thrown, and forms stay in use', async () => {
    const { client, types } = clientOf((type, { q }) =>
      q === undefined ? undefined : refusal(409, { q: [isFormType(type) ? 'first' : 'second'] }),
    )
    client.profile.learn('noticed', { hasAnswered: true })
    await expect(client.search(long)).rejects.toThrow('first')
    await client.search({ resource_id: 'r', filters: { a: `${LONG} and longer` } })
    await expect(client.search(long)).rejects.toThrow('first')
    expect(client.profile.get().ways).toEqual({})
    expect(types.map((type) => type?.slice(-4))).toEqual(['oded', 'json', undefined, 'oded', 'oded'])
  })

  test('is not suspected of it again if it refuses the same in the same words wherever it stands', async () => {
    const { client, types } = clientOf(() => refusal(409, { q: ['no such word'] }))
    client.profile.learn('noticed', { hasAnswered: true })
    await expect(client.search(long)).rejects.toThrow('no such word')
    await expect(client.search(long)).rejects.toThrow('no such word')
    expect(types.map((type) => type?.slice(-4))).toEqual(['oded', 'json', undefined, 'oded'])
  })

  test('a statement that the database refuses is sent once', async () => {
    const { client, types } = clientOf(() => refusal(409, { query: ['syntax error'], info: { orig: ['syntax'] } }))
    await expect(client.sql(`SELECT '${LONG}'`)).rejects.toMatchObject({ kind: 'sql' })
    expect(types).toEqual(['x-www-form-urlencoded'])
  })
})
