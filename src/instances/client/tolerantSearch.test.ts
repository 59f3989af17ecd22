import { describe, expect, test } from 'vitest'
import type { Handler } from '../../protocol/handler.ts'
import { createActionClient } from './createActionClient.ts'
import { refusal, tableHandler, type TableBehaviour } from '../../../e2e/support/tableHandler.ts'

let instances = 0

/** The connection to a server that no other test speaks to. */
function connectionOf() {
  const baseUrl = `http://s${(instances += 1)}.example`
  return { baseUrl, prefix: '/a', tokenHeader: 'Authorization', token: 'somebody' }
}

/** A client of such a server. */
function clientOf(instead: NonNullable<TableBehaviour['instead']> = () => undefined) {
  const server = tableHandler({ rows: 3, instead })
  const client = createActionClient(server.handler, connectionOf(), { origin: 'http://page.example' })
  return { client, asked: server.asked, sent: () => server.asked.map((params) => Object.keys(params).join(' ')) }
}

const OWN = new Set(['resource_id', 'limit', 'q', 'filters'])
const beyond = (params: object) => Object.keys(params).filter((name) => !OWN.has(name))
const page = { resource_id: 'r', limit: 2, sort: ['name asc', '_id asc'], include_total: false, offset: 2 }

describe('a server that refuses what the interface does not name', () => {
  test.each<[string, (names: readonly string[]) => Response]>([
    ['naming it as CKAN does', (names) => refusal(409, { __extras: [`invalid value "${names[0]}"`] })],
    ['by its name', (names) => refusal(409, { [names[0] ?? '']: ['is not known'] })],
    ['in another language', () => refusal(400, { message: 'Unbekannter Parameter' })],
    ['in a text of its own', () => new Response('unknown parameter', { status: 400 })],
    ['as a bare string', () => Response.json('Bad request', { status: 400 })],
    ['in a shape of its own', () => Response.json({ detail: 'extra fields not permitted' }, { status: 422 })],
    ['without a reason', () => new Response(null, { status: 400 })],
    ['with 200 and the envelope alone', () => Response.json({ success: false, error: { message: 'no' } })],
  ])('%s, is asked with the rest, and knows no other again', async (_name, refused) => {
    const { client, asked, sent } = clientOf((params) => {
      const names = beyond(params)
      return names.length > 0 ? refused(names) : undefined
    })
    const { answer, leftOut } = await client.search(page)
    expect(answer.rows).toHaveLength(2)
    expect(leftOut).toEqual(['sort', 'include_total', 'offset'])
    expect([...client.profile.get().refuses]).toEqual(['sort', 'include_total', 'offset'])
    const before = asked.length
    expect((await client.search({ ...page, q: 'x' })).leftOut).toEqual(leftOut)
    expect(sent().slice(before)).toEqual(['resource_id limit q'])
  })

  test('but takes some, is asked with those', async () => {
    const { client, sent, asked } = clientOf(({ include_total: told }) =>
      told === undefined ? undefined : refusal(400, { message: 'nein' }),
    )
    const { answer, leftOut } = await client.search(page)
    expect([answer.rows.length, leftOut]).toEqual([1, ['include_total']])
    expect(sent().at(-1)).toBe('resource_id limit sort offset')
    expect(client.profile.get()).toMatchObject({
      takes: new Set(['sort', 'offset']),
      refuses: new Set(['include_total']),
    })
    expect(asked).toHaveLength(6)
  })

  test('is asked again when its profile is forgotten', async () => {
    let strict = true
    const { client } = clientOf((params) => (strict && beyond(params).length > 0 ? refusal(400, {}) : undefined))
    await client.search({ resource_id: 'r', offset: 1 })
    strict = false
    client.profile.forget()
    expect((await client.search({ resource_id: 'r', offset: 1 })).leftOut).toEqual([])
  })
})

describe('a refusal for another reason is thrown as it came', () => {
  const sortOn = (field: string) => ({ resource_id: 'r', sort: [`${field} asc`], limit: 2 })
  const noField = ({ sort }: Record<string, unknown>) =>
    String(sort).startsWith('nothing') ? refusal(409, { sort: ['no field "nothing"'] }) : undefined

  test('a field that is not there: the parameter is tried with one that is, and stays in use', async () => {
    const { client, asked } = clientOf(noField)
    await expect(client.search(sortOn('nothing'))).rejects.toThrow('no field "nothing"')
    expect(asked.at(-1)?.['sort']).toEqual(['_id asc'])
    expect(client.profile.get().refuses.size).toBe(0)
    expect((await client.search(sortOn('name'))).leftOut).toEqual([])
  })

  test('a parameter that was taken once is not suspected again', async () => {
    const { client, asked } = clientOf(noField)
    await client.search(sortOn('name'))
    await expect(client.search(sortOn('nothing'))).rejects.toThrow('no field "nothing"')
    expect(asked).toHaveLength(2)
  })

  test.each<[string, Response]>([
    ['the database', refusal(409, { query: ['Invalid query'], info: { orig: ['operator does not exist'] } })],
    ['rights', refusal(403, { __type: 'Authorization Error', message: 'Access denied' })],
    ['a table that is not there', refusal(404, { __type: 'Not Found Error', message: 'Not found' })],
    ['trouble', refusal(500, { __type: 'Internal Server Error', message: 'Internal Server Error' })],
    ['a page of a proxy', new Response('<html>', { status: 403 })],
  ])('%s, at once', async (_name, response) => {
    const { client, asked } = clientOf(() => response.clone())
    await expect(client.search(page)).rejects.toMatchObject({ name: 'ActionError', status: response.status })
    expect(asked).toHaveLength(1)
  })

  test('a value that a server like CKAN names, at once', async () => {
    const { client, asked } = clientOf(() => refusal(409, { filters: ['invalid input syntax for type integer'] }))
    client.profile.learn('noticed', { isLikeCkan: true })
    await expect(client.search(page)).rejects.toThrow('invalid input syntax')
    expect(asked).toHaveLength(1)
  })

  test('a refusal of the four alone, too', async () => {
    const { client } = clientOf((params) =>
      refusal(400, { message: beyond(params).length > 0 ? 'the first' : 'the second' }),
    )
    await expect(client.search(page)).rejects.toThrow('the first')
    expect(client.profile.get().refuses.size).toBe(0)
  })

  test('trouble that passes while the parameters are tried teaches nothing', async () => {
    const troubled = new Set<string>()
    const { client } = clientOf((params) => {
      const [name = '', ...more] = beyond(params)
      if (name === '') return undefined
      if (more.length > 0) return refusal(400, { message: 'the first' })
      if (troubled.has(name)) return undefined
      troubled.add(name)
      return refusal(500, {})
    })
    await expect(client.search(page)).rejects.toThrow('the first')
    expect(client.profile.get().refuses.size).toBe(0)
  })
})

describe('nulls last', () => {
  const params = { resource_id: 'r', sort: ['name desc nulls last', '_id asc'] }

  test('is left out if only it is refused, and the sort stays', async () => {
    const { client, asked } = clientOf(({ sort }) =>
      String(sort).includes('nulls') ? refusal(409, { sort: ['invalid value "name desc nulls last"'] }) : undefined,
    )
    expect((await client.search(params)).leftOut).toEqual([])
    await client.search(params)
    expect(asked.map(({ sort }) => String(sort))).toEqual([
      'name desc nulls last,_id asc',
      'name desc,_id asc',
      'name desc,_id asc',
    ])
    expect(client.profile.get()).toMatchObject({ knowsNullsLast: false, refuses: new Set() })
  })

  test('is left out with the whole sort if that is refused', async () => {
    const { client } = clientOf(({ sort }) => (sort === undefined ? undefined : refusal(409, { sort: ['unknown'] })))
    expect((await client.search(params)).leftOut).toEqual(['sort'])
  })
})

describe('the list of tables', () => {
  test.each<[string, Response]>([
    ['404', refusal(404, { __type: 'Not Found Error', message: 'Not found' })],
    ['404 in a shape of its own', new Response('no such resource', { status: 404 })],
    ['400', Response.json('Bad request', { status: 400 })],
    ['409', refusal(409, { resource_id: ['is no UUID'] })],
    ['success: false with 200', Response.json({ success: false })],
    ['records that list no tables', Response.json({ records: [{ n: 1 }] })],
  ])('is empty where the server has none: %s', async (_name, response) => {
    const { client } = clientOf(() => response.clone())
    expect(await client.tables()).toEqual([])
    expect(client.profile.get().listsTables).toBe(false)
  })

  test.each<[number, string]>([
    [403, '{"success": false}'],
    [401, 'no'],
    [404, '<html>'],
    [500, '{"success": false}'],
    [200, '<html>'],
  ])('fails where it is closed, where there is no API, and in trouble: %i %s', async (status, body) => {
    const { client } = clientOf(() => new Response(body, { status }))
    await expect(client.tables()).rejects.toMatchObject({ name: 'ActionError', status })
    expect(client.profile.get().listsTables).toBeNull()
  })

  test('is empty if a web page says 404 and the API has answered before', async () => {
    const { client } = clientOf(({ resource_id }) =>
      resource_id === '_table_metadata' ? new Response('<html>Not found</html>', { status: 404 }) : undefined,
    )
    await expect(client.tables()).rejects.toMatchObject({ status: 404 })
    await client.search({ resource_id: 'r' })
    expect(await client.tables()).toEqual([])
    expect(client.profile.get().listsTables).toBe(false)
  })

  test.each<[string, () => Response | Promise<never>]>([
    ['a 500 in words', () => Response.json('no', { status: 500 })],
    ["a 500 in CKAN's form", () => refusal(500, { __type: 'Internal Server Error', message: 'Internal Server Error' })],
    ['a 405', () => new Response(null, { status: 405 })],
    ['a 403 as text', () => new Response('no', { status: 403 })],
    ['one that CORS hides', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is empty, and not asked for again, where records came and the list is refused: %s', async (_name, refuse) => {
    let lists = 0
    const handler: Handler = async (request) => {
      if (request.mode === 'no-cors') return new Response(null)
      if (!(await request.text()).includes('_table_metadata')) return Response.json({ records: [{ n: 1 }] })
      lists += 1
      return refuse()
    }
    const client = createActionClient(handler, connectionOf(), { origin: 'http://page.example' })
    await client.search({ resource_id: 'r' })
    expect(await client.tables()).toEqual([])
    expect(client.profile.get().listsTables).toBe(false)
    const before = lists
    expect(await client.tables()).toEqual([])
    expect(lists).toBe(before)
  })

  test('fails if the server is not reached any more, or answers like CKAN', async () => {
    let isGone = false
    const handler: Handler = () =>
      isGone
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve(Response.json({ records: [{ n: 1 }] }))
    const client = createActionClient(handler, connectionOf(), { origin: 'http://page.example' })
    await client.search({ resource_id: 'r' })
    isGone = true
    await expect(client.tables()).rejects.toMatchObject({ problem: { code: 'answerUnreadable' } })
    expect(client.profile.get().listsTables).toBeNull()
    const ckan = clientOf(({ resource_id }) =>
      resource_id === '_table_metadata' ? refusal(500, { __type: 'Internal Server Error' }) : undefined,
    )
    await ckan.client.search({ resource_id: 'r' })
    await expect(ckan.client.tables()).rejects.toMatchObject({ status: 500 })
  })

  test('is known to exist once it was answered', async () => {
    const { client } = clientOf()
    expect(await client.tables()).toHaveLength(3)
    expect(client.profile.get().listsTables).toBe(true)
  })
})

test('the least answer: records at the top or under result, no fields, no total', async () => {
  const { client } = clientOf(({ q }) =>
    Response.json(q === 'top' ? { records: [{ n: 1 }] } : { result: { records: [{ n: 1 }] } }),
  )
  const least = { fields: [{ id: 'n', type: 'numeric' }], rows: [['1']], total: null, limit: null }
  expect((await client.search({ resource_id: 'r', q: 'top' })).answer).toMatchObject(least)
  expect((await client.search({ resource_id: 'r' })).answer).toMatchObject(least)
})

test('listeners are called only for changes', async () => {
  const { client } = clientOf()
  let calls = 0
  client.profile.subscribe(() => (calls += 1))
  await client.search({ resource_id: 'r', offset: 0 })
  await client.search({ resource_id: 'r', offset: 1 })
  expect(calls).toBe(3)
})

describe('a refusal of JSON that CORS hides from the first query on', () => {
  /** A server of another origin that lets pages send no body, and whether it lets them read answers to addresses. */
  const closedTo = (given: (address: URL) => Response | null) => {
    const asked: string[] = []
    const handler: Handler = (request) => {
      if (request.mode === 'no-cors') return Promise.resolve(new Response(null))
      asked.push(request.method)
      const response = request.method === 'GET' ? given(new URL(request.url)) : null
      return response === null ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(response)
    }
    return { asked, client: createActionClient(handler, connectionOf(), { origin: 'http://page.example' }) }
  }

  test('is asked with the parameters in the address, and so at once from then on', async () => {
    const { asked, client } = closedTo(() => Response.json({ records: [{ n: 1 }] }))
    expect((await client.search({ resource_id: 'r', limit: 200 })).answer.rows).toHaveLength(1)
    expect(asked.at(-1)).toBe('GET')
    expect(asked.filter((method) => method === 'GET')).toHaveLength(1)
    const before = asked.length
    await client.search({ resource_id: 'r', limit: 200 })
    expect(asked.slice(before)).toEqual(['GET'])
  })

  test('and a refusal of the address that may be read is what is told', async () => {
    const { client } = closedTo(() => refusal(403, { __type: 'Authorization Error', message: 'no' }))
    await expect(client.search({ resource_id: 'r', limit: 200 })).rejects.toMatchObject({ kind: 'notAuthorized' })
  })

  test('and if the address is hidden as well, it is told as before', async () => {
    const { asked, client } = closedTo(() => null)
    await expect(client.search({ resource_id: 'r', limit: 200 })).rejects.toMatchObject({
      problem: { code: 'hostUnreachable', hasToken: true },
    })
    expect(new Set(asked)).toEqual(new Set(['POST', 'GET']))
  })
})
