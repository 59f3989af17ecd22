import { createServer, type Server } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ActionError } from '../../protocol/envelope.ts'
import type { Handler } from '../../protocol/handler.ts'
import { createActionClient } from './createActionClient.ts'
import type { Connection } from '../transport/connection.ts'
import { httpHandler } from '../transport/httpHandler.ts'
import { NetworkError } from '../transport/networkError.ts'
import { never, refusal, tableHandler } from '../../../e2e/support/tableHandler.ts'

const page = { origin: 'http://page.example' }
const connection: Connection = {
  baseUrl: 'https://data.example/ckan',
  prefix: '/en/api/3/action',
  tokenHeader: 'Authorization',
  token: null,
}

/** A handler that keeps what it was asked and always answers the same. */
function answering(status: number, body: string) {
  const requests: Request[] = []
  const handler: Handler = (request) => {
    requests.push(request.clone())
    return Promise.resolve(new Response(body, { status }))
  }
  return { handler, requests }
}

const EMPTY = '{"success": true, "result": {"records": []}}'

describe('the wire', () => {
  test('to another origin without a token: a GET that needs no preflight', async () => {
    const { handler, requests } = answering(200, EMPTY)
    await createActionClient(handler, connection, page).search({
      resource_id: 'r',
      q: 'a & b=ü+',
      filters: { subject: ['x', 'y'], stage: 'z' },
      sort: ['area desc nulls last', '_id asc'],
      limit: 10,
      plain: false,
      offset: undefined,
    })
    const [request] = requests
    expect(request?.method).toBe('GET')
    const url = new URL(request?.url ?? '')
    expect(url.origin + url.pathname).toBe('https://data.example/ckan/en/api/3/action/datastore_search')
    expect([...url.searchParams]).toEqual([
      ['resource_id', 'r'],
      ['q', 'a & b=ü+'],
      ['filters', '{"subject":["x","y"],"stage":"z"}'],
      ['sort', 'area desc nulls last'],
      ['sort', '_id asc'],
      ['limit', '10'],
      ['plain', 'false'],
    ])
    expect([...(request?.headers ?? [])]).toEqual([])
  })

  test('with a token: a JSON POST with the content type and the bare token, and no other header', async () => {
    const { handler, requests } = answering(200, EMPTY)
    const params = { resource_id: 'r', filters: { subject: ['x', 'y'], stage: 'z' }, limit: 10 }
    await createActionClient(handler, { ...connection, token: 'abc.def' }, page).search(params)
    const [request] = requests
    expect(request?.method).toBe('POST')
    expect(request?.url).toBe('https://data.example/ckan/en/api/3/action/datastore_search')
    expect([...(request?.headers ?? [])]).toEqual([
      ['authorization', 'abc.def'],
      ['content-type', 'application/json'],
    ])
    expect(await request?.text()).toBe(JSON.stringify(params))
    expect(request).toMatchObject({
      credentials: 'omit',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      cache: 'default',
    })
  })

  test("on the page's own origin: a JSON POST without a token too", async () => {
    const { handler, requests } = answering(200, EMPTY)
    await createActionClient(handler, { ...connection, baseUrl: page.origin }, page).search({ resource_id: 'r' })
    expect(requests[0]?.method).toBe('POST')
    expect([...(requests[0]?.headers ?? [])]).toEqual([['content-type', 'application/json']])
  })

  test('the token goes into the header that the server has configured', async () => {
    const { handler, requests } = answering(200, EMPTY)
    const own = { ...connection, tokenHeader: 'X-CKAN-API-Key', token: 'abc' }
    await createActionClient(handler, own, page).search({ resource_id: 'r' })
    expect(requests[0]?.headers.get('x-ckan-api-key')).toBe('abc')
    expect(requests[0]?.headers.has('authorization')).toBe(false)
  })

  test('a statement goes to datastore_search_sql alone, without its closing semicolon', async () => {
    const { handler, requests } = answering(200, EMPTY)
    await createActionClient(handler, { ...connection, token: 't' }, page).sql(
      'SELECT * FROM "r" WHERE a LIKE \'%;\' ; -- x',
    )
    await createActionClient(handler, connection, page).sql('SELECT 1;')
    expect(requests[0]?.url).toBe('https://data.example/ckan/en/api/3/action/datastore_search_sql')
    expect(await requests[0]?.text()).toBe(JSON.stringify({ sql: 'SELECT * FROM "r" WHERE a LIKE \'%;\'' }))
    expect(new URL(requests[1]?.url ?? '').searchParams.get('sql')).toBe('SELECT 1')
  })

  test('a server that does not know nulls last is asked without it, and not asked with it again', async () => {
    const { handler, asked } = tableHandler({
      rows: 2,
      instead: ({ sort }) =>
        String(sort).includes('nulls')
          ? refusal(409, { __type: 'Validation Error', sort: ['invalid value "name desc nulls last"'] })
          : undefined,
    })
    const client = createActionClient(handler, { ...connection, token: 't' }, page)
    const params = { resource_id: 'r', sort: ['name desc nulls last', '_id asc'] }
    expect((await client.search(params)).answer.rows).toHaveLength(2)
    await client.search(params)
    expect(asked.map(({ sort }) => sort)).toEqual([
      ['name desc nulls last', '_id asc'],
      ['name desc', '_id asc'],
      ['name desc', '_id asc'],
    ])
  })

  test('what a real server gets has no header but the browser-like ones of the client itself', async () => {
    const seen: Record<string, unknown>[] = []
    const server = createServer((request, response) => {
      seen.push({ method: request.method, url: request.url, ...request.headers })
      response.end(EMPTY)
    })
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
    const here = { ...connection, baseUrl: `http://127.0.0.1:${port}` }
    await createActionClient(httpHandler, here, page).search({ resource_id: 'r' })
    await createActionClient(httpHandler, { ...here, token: 't' }, page).search({ resource_id: 'r' })
    server.closeAllConnections()
    server.close()
    expect(seen.map((request) => [request['method'], request['url']])).toEqual([
      ['GET', '/en/api/3/action/datastore_search?resource_id=r'],
      ['POST', '/en/api/3/action/datastore_search'],
    ])
    for (const request of seen) {
      expect(request).not.toHaveProperty('cache-control', 'no-cache')
      expect(request).not.toHaveProperty('cookie')
      expect(request).not.toHaveProperty('referer')
    }
    expect(seen[1]).toMatchObject({ authorization: 't', 'content-type': 'application/json' })
  })
})

describe('answers', () => {
  test('are decoded and timed to the end of the body', async () => {
    const { handler } = answering(200, '{"success": true, "result": {"records": [{"n": 1.50}], "total": 1}}')
    const { answer, milliseconds } = await createActionClient(handler, connection, page).search({ resource_id: 'r' })
    expect(answer).toMatchObject({ rows: [['1.50']], total: 1 })
    expect(milliseconds).toBeGreaterThanOrEqual(0)
  })

  test('have the fields of the table alone, without the rank that words add', async () => {
    const fields = '"fields": [{"id": "a", "type": "text"}, {"id": "rank", "type": "float"}]'
    const { handler } = answering(200, `{"success": true, "result": {${fields}, "records": [{"a": "x", "rank": 0.1}]}}`)
    const client = createActionClient(handler, connection, page)
    const searched = await client.search({ resource_id: 'r', q: 'x' })
    expect(searched.answer).toMatchObject({ fields: [{ id: 'a' }], rows: [['"x"']] })
    expect((await client.search({ resource_id: 'r' })).answer.fields).toHaveLength(2)
  })

  test.each([
    [200, '<html>Log in</html>'],
    [200, '{"success": true, "result": {"records": [{'],
    [200, '{"success": true, "result": {"records": "a,b"}}'],
    [200, '{"success": true, "result": {"records": [7]}}'],
    [502, 'Bad gateway'],
  ])('%i %s is an ActionError of the kind server', async (status, body) => {
    const { handler } = answering(status, body)
    const failure = createActionClient(handler, connection, page).search({ resource_id: 'r' })
    await expect(failure).rejects.toBeInstanceOf(ActionError)
    await expect(failure).rejects.toMatchObject({ kind: 'server', status, serverText: body })
  })
})

describe('failures of the network', () => {
  test('are explained by a code', async () => {
    const handler: Handler = () => Promise.reject(new TypeError('Failed to fetch'))
    const silent = { ...connection, baseUrl: 'https://never.example' }
    const failure = createActionClient(handler, silent, page).search({ resource_id: 'r' })
    await expect(failure).rejects.toBeInstanceOf(NetworkError)
    const problem = { code: 'hostUnreachable', host: 'never.example', hasToken: false }
    await expect(failure).rejects.toMatchObject({ problem })
    const withToken = createActionClient(handler, { ...silent, token: 'mine' }, page).search({ resource_id: 'r' })
    await expect(withToken).rejects.toMatchObject({ problem: { ...problem, hasToken: true } })
    const own = createActionClient(handler, { ...connection, baseUrl: page.origin }, page).search({})
    await expect(own).rejects.toMatchObject({ problem: { code: 'ownServerSilent', host: 'page.example' } })
    const mixed = createActionClient(
      handler,
      { ...connection, baseUrl: 'http://data.example' },
      { origin: 'https://p.example' },
    )
    await expect(mixed.search({})).rejects.toMatchObject({ problem: { code: 'insecureAddress' } })
  })

  test('in the middle of the body are the same', async () => {
    const handler: Handler = () =>
      Promise.resolve(new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) })))
    await expect(createActionClient(handler, connection, page).search({})).rejects.toBeInstanceOf(NetworkError)
  })

  test('a cancelled request stays an AbortError', async () => {
    const { handler } = tableHandler({ rows: 1, instead: () => never })
    const controller = new AbortController()
    const failure = createActionClient(handler, connection, page).search({}, { signal: controller.signal })
    controller.abort()
    await expect(failure).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('a token that no header can hold is reported before anything is sent', async () => {
    const { handler, requests } = answering(200, EMPTY)
    const client = createActionClient(handler, { ...connection, token: 'a\u2026b' }, page)
    await expect(client.search({})).rejects.toMatchObject({ problem: { code: 'tokenUnsendable' } })
    expect(requests).toEqual([])
  })
})

describe('a token that the server repeats', () => {
  const token = 'se/cret "tok+en" ü'
  const withToken = { ...connection, token }
  const inJson = JSON.stringify(token).slice(1, -1)
  test.each([
    ['in a web page', 502, `<html><p>Refused: ${token}</p>`],
    ['escaped in a web page', 500, `<html><p>Refused: ${token.replaceAll('"', '&quot;').replace('ü', '&#252;')}</p>`],
    ['in the words of a refusal', 403, JSON.stringify({ success: false, error: { message: `No user has ${token}` } })],
    ['in the messages of a parameter', 409, JSON.stringify({ success: false, error: { [token]: [`no ${token}`] } })],
    ['in an address', 400, JSON.stringify(`Bad request: /x?key=${encodeURIComponent(token)}`)],
    ['escaped in another way', 400, `"No: ${inJson.replaceAll('/', String.raw`\/`).replace('ü', String.raw`\u00fc`)}"`],
    ['in an answer that is none', 200, `{"success": true, "result": {"records": "${inJson}"}}`],
    ['where the text is cut', 500, `${'x'.repeat(9_995)}${token}`],
  ])('is in no part of the error: %s', async (_, status, body) => {
    const { handler } = answering(status, body)
    const client = createActionClient(handler, withToken, page)
    const error: unknown = await client.search({ resource_id: 'r' }).catch((thrown: unknown) => thrown)
    if (!(error instanceof ActionError)) throw new Error(`not refused: ${String(error)}`)
    const shown = [error.message, error.serverText, ...Object.entries(error.fields).flat(2)].join('\n')
    expect(shown).not.toMatch(/cret|tok/)
    expect(shown).toMatch(/[$]API_TOKEN|x{9995}/)
  })
})

test('what answers say of the token is learned, also from a refusal', async () => {
  let said: string | null = 'write'
  let status = 200
  const client = createActionClient(
    () =>
      Promise.resolve(
        new Response(EMPTY, { status, ...(said === null ? {} : { headers: { 'X-Rowan-Token': said } }) }),
      ),
    { ...connection, baseUrl: 'https://said.example', token: 'mine' },
    page,
  )
  expect(client.profile.get()).toMatchObject({ token: 'unknown', writes: 'unknown' })
  await client.search({ resource_id: 'r' })
  expect(client.profile.get()).toMatchObject({ token: 'accepted', writes: 'yes' })
  said = null
  await client.search({ resource_id: 'r' })
  expect(client.profile.get()).toMatchObject({ token: 'accepted', writes: 'yes' })
  said = 'refused'
  status = 403
  await expect(client.search({ resource_id: 'r' })).rejects.toBeInstanceOf(ActionError)
  expect(client.profile.get()).toMatchObject({ token: 'refused', writes: 'no' })
})

test('a token does not follow a redirect', async () => {
  const reached: string[] = []
  const other = createServer((request, response) => {
    reached.push(String(request.headers['x-ckan-api-key']))
    response.end(EMPTY)
  })
  const server = createServer((_, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${portOf(other)}/` }).end()
  })
  for (const each of [other, server]) await new Promise<void>((done) => each.listen(0, '127.0.0.1', done))
  try {
    const baseUrl = `http://127.0.0.1:${portOf(server)}`
    const own = { ...connection, baseUrl, tokenHeader: 'X-CKAN-API-Key', token: 'canary' }
    const asked = createActionClient(httpHandler, own, page).search({ resource_id: 'r' })
    await expect(asked).rejects.toMatchObject({ problem: { code: 'redirectedElsewhere' } })
    await expect(asked).rejects.toBeInstanceOf(NetworkError)
    expect(reached).toEqual([])
    await createActionClient(httpHandler, { ...own, token: null }, page).search({ resource_id: 'r' })
    expect(reached).toEqual(['undefined'])
  } finally {
    for (const each of [other, server]) each.close()
  }
})

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

describe('tables', () => {
  test('are one page, and page by page until all are there if all are wanted', async () => {
    const { handler, asked } = tableHandler({ rows: 25, cap: 10 })
    const client = createActionClient(handler, connection, page)
    expect(await client.tables()).toHaveLength(10)
    expect(client.profile.get().moreTables).toBe(true)
    asked.length = 0
    expect(await client.tables({ all: true })).toHaveLength(25)
    expect(client.profile.get().moreTables).toBe(false)
    expect(asked.map((params) => params['offset'])).toEqual([undefined, '10', '20'])
  })

  test('a server that ignores offset does not keep it busy', async () => {
    const { handler, asked } = tableHandler({ rows: 25, cap: 10, ignoresOffset: true, omits: ['total'] })
    await createActionClient(handler, connection, page).tables({ all: true })
    expect(asked.length).toBeLessThanOrEqual(2)
  })
})

test('identity distinguishes connections and holds no secret', () => {
  const { handler } = answering(200, EMPTY)
  const identity = (token: string | null) => createActionClient(handler, { ...connection, token }, page).identity
  expect(identity('canary')).toBe(identity('canary'))
  expect(identity('canary')).not.toBe(identity('other'))
  expect(identity('canary')).not.toBe(identity(null))
  expect(identity('canary')).not.toContain('canary')
})

test('a write is always a POST of exactly the given text', async () => {
  const { handler, requests } = answering(200, '{"success": true, "result": {"n": 1.50}}')
  const client = createActionClient(handler, connection, page)
  const { answer } = await client.write('datastore_upsert', '{"n":9223372036854775807, "n":1.50}')
  expect(answer).toBe('{"n": 1.50}')
  expect(requests[0]?.method).toBe('POST')
  expect(requests[0]?.url).toBe('https://data.example/ckan/en/api/3/action/datastore_upsert')
  expect(await requests[0]?.text()).toBe('{"n":9223372036854775807, "n":1.50}')
})
