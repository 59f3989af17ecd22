import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { QUESTIONS } from './questions.ts'
import { probe, type Probed, type ProbeKnowledge } from './probe.ts'
import { httpHandler } from '../transport/httpHandler.ts'
import { NetworkError } from '../transport/networkError.ts'

const page = { origin: 'https://page.example' }

interface Asked {
  readonly action: string
  readonly method: string
  readonly params: Record<string, unknown>
  readonly token: string | null
}

type Answer = readonly [status: number, body: unknown, headers?: Record<string, string>]

const servers: (() => void)[] = []
afterEach(() => {
  for (const stop of servers.splice(0)) stop()
})

/** A real server with these answers; `asked` holds what came. */
async function serve(answer: (asked: Asked) => Answer) {
  const all: Asked[] = []
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = await readAsked(request)
    all.push(asked)
    send(response, answer(asked))
  }
  const server = createServer((request, response) => void reply(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  servers.push(() => server.close())
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return { baseUrl: `http://127.0.0.1:${address.port}`, asked: all }
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://x')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const query = Object.fromEntries(
    [...url.searchParams].map(([name, text]) => [name, name === 'filters' ? JSON.parse(text) : text]),
  )
  const body: unknown = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString())
  return {
    action: url.pathname.split('/').at(-1) ?? '',
    method: request.method ?? '',
    params: { ...query, ...(typeof body === 'object' ? body : {}) },
    token: request.headers.authorization ?? null,
  }
}

function send(response: ServerResponse, [status, body, headers = {}]: Answer) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' && body.startsWith('<') ? body : JSON.stringify(body))
}

const ok = (result: unknown): Answer => [200, { success: true, result }]
const refused = (status: number, type: string): Answer => [status, { success: false, error: { __type: type } }]
const unknownAction: Answer = [400, 'Bad request: Action name not known: x']

const LISTED: ProbeKnowledge = { tables: 3, resource: null }

async function probing(
  answer: (asked: Asked) => Answer,
  known = LISTED,
  token: string | null = null,
): Promise<{ found: Probed['found']; asked: readonly Asked[] }> {
  const { baseUrl, asked } = await serve(answer)
  const connection = { baseUrl, prefix: '/api/3/action', tokenHeader: 'Authorization', token }
  return { found: (await probe(httpHandler, connection, page, known)).found, asked }
}

/** As CKAN of that version answers a stranger. */
function ckan(version: string, changes: Record<string, (asked: Asked) => Answer> = {}) {
  const isNew = Number(version.split('.')[1]) >= 12
  return (asked: Asked): Answer => {
    const changed = changes[asked.action]
    if (changed) return changed(asked)
    if (asked.action === 'status_show') return ok({ ckan_version: version, site_title: 'Data' })
    if (asked.action === 'datastore_search_sql') return unknownAction
    if (asked.action !== 'datastore_search')
      return asked.action === 'user_show' ? refused(404, 'Not Found Error') : unknownAction
    const isRange = JSON.stringify(asked.params['filters'] ?? null).includes('"lt"')
    if (isRange && !isNew) return refused(409, 'Validation Error')
    return ok({ records: [], fields: [], limit: Math.min(Number(asked.params['limit']), 32_000), total: 0 })
  }
}

describe('what is found', () => {
  test('on a CKAN that answers a stranger, by simple requests alone', async () => {
    const { found, asked } = await probing(
      ckan('2.13.0', { datastore_search_sql: () => ok({ records: [{ one: 1 }] }) }),
    )
    expect(found).toMatchObject({
      service: 'CKAN 2.13.0',
      tables: 3,
      sql: 'on',
      rowCap: 32_000,
      rangeFilters: 'yes',
      totals: 'exact',
      token: 'none',
    })
    // Who are you, and one request for each question.
    expect(asked).toHaveLength(1 + QUESTIONS.first.length + QUESTIONS.second.length)
    expect(asked.every(({ method, token }) => method === 'GET' && token === null)).toBe(true)
  })

  test('on an old CKAN with SQL off', async () => {
    const { found } = await probing(ckan('2.10.4'))
    expect(found).toMatchObject({ service: 'CKAN 2.10.4', sql: 'off', rowCap: 32_000, rangeFilters: 'no' })
  })

  test('on a server that ignores a range', async () => {
    const answer = ckan('2.12.0', {
      datastore_search: ({ params }) => ok({ records: [{ name: 'a' }].slice(0, Number(params['limit'])), limit: 1 }),
    })
    expect((await probing(answer)).found).toMatchObject({ rangeFilters: 'no', totals: 'absent' })
  })

  test('of SQL that is refused to strangers', async () => {
    const answer = ckan('2.11.3', { datastore_search_sql: () => refused(403, 'Authorization Error') })
    expect((await probing(answer)).found.sql).toBe('refused')
  })

  test('a statement that is refused for another reason says nothing of SQL', async () => {
    const answer = ckan('2.11.3', { datastore_search_sql: () => refused(409, 'Validation Error') })
    expect((await probing(answer)).found.sql).toBe('unknown')
  })

  test('estimated totals', async () => {
    const answer = ckan('2.10.0', {
      datastore_search: () => ok({ records: [], limit: 500, total: 7, total_was_estimated: true }),
    })
    expect((await probing(answer)).found).toMatchObject({ rowCap: 500, totals: 'estimated' })
  })
})

describe('on a server that knows the interface and no more', () => {
  const minimal = ({ action, params }: Asked): Answer => {
    if (action !== 'datastore_search') return [404, '<html>']
    const beyond = Object.keys(params).filter((name) => !['resource_id', 'limit', 'q', 'filters'].includes(name))
    return beyond.length > 0 ? [400, { error: beyond.join() }] : [200, { records: [] }]
  }

  test('everything is left open', async () => {
    const { found, asked } = await probing(minimal, { tables: null, resource: 'r' })
    expect(found).toMatchObject({
      service: null,
      tables: null,
      sql: 'off',
      rowCap: null,
      rangeFilters: 'unknown',
      totals: 'absent',
    })
    expect(asked.map(({ action, params }) => [action, ...Object.keys(params)])).toEqual([
      ['status_show'],
      ['datastore_search_sql', 'sql'],
      ['datastore_search', 'resource_id', 'filters', 'limit'],
    ])
  })

  test('one that ignores filters is not asked for all that it has', async () => {
    const { asked } = await probing(
      ({ action }) => (action === 'datastore_search' ? [200, { records: [{ a: 1 }] }] : [404, '<html>']),
      {
        tables: null,
        resource: 'r',
      },
    )
    expect(asked.map(({ params }) => params['limit']).filter((limit) => limit !== undefined)).toEqual(['1'])
  })
})

describe('a token', () => {
  const named = (user: string | null) => ({
    user_show: ({ token }: Asked) =>
      token === 'good' && user !== null ? ok({ name: user }) : refused(404, 'Not Found Error'),
  })

  test('whose bearer is known', async () => {
    expect((await probing(ckan('2.11.3', named('vera')), LISTED, 'good')).found).toMatchObject({
      token: 'accepted',
      user: 'vera',
    })
  })

  test('that is read as none', async () => {
    expect((await probing(ckan('2.11.3', named('vera')), LISTED, 'bad')).found.token).toBe('refused')
  })

  test('on a server that does not say', async () => {
    expect((await probing(ckan('2.10.3'), LISTED, 'good')).found.token).toBe('unknown')
  })

  test.each([
    [ok(4), 'accepted'],
    [refused(403, 'Authorization Error'), 'refused'],
  ])('is known by who may count activities', async (answer, token) => {
    const server = ckan('2.9.5', { dashboard_new_activities_count: () => answer })
    expect((await probing(server, LISTED, 'good')).found.token).toBe(token)
  })

  test('which functions it lets statements call, if it says so', async () => {
    const status = { product: 'Rowan', version: '1.0', rowan_functions: ['abs', 'lower'] }
    const answer = ckan('2.11.3', { status_show: () => ok(status) })
    expect((await probing(answer)).found.functions).toEqual(new Set(['abs', 'lower']))
    expect((await probing(ckan('2.11.3'))).found.functions).toBe(null)
  })

  test.each([
    ['a CKAN', { ckan_version: '2.11.3' }, 'no'],
    ['our service', { product: 'Rowan', version: '1.0', rowan_abilities: ['explain'] }, 'yes'],
    ['our service without it', { product: 'Rowan', version: '1.0', rowan_abilities: [] }, 'no'],
    ['a server that says nothing of it', { product: 'Other' }, 'unknown'],
  ])('whether %s explains statements', async (_title, status, explains) => {
    const answer = ckan('2.11.3', { status_show: () => ok(status) })
    expect((await probing(answer)).found.explains).toBe(explains)
  })

  test.each([
    ['write', 'accepted', 'yes'],
    ['read', 'accepted', 'no'],
    ['refused', 'refused', 'no'],
  ])('that the header of the answer calls %s', async (said, token, writes) => {
    const answer = ({ action }: Asked): Answer =>
      action === 'status_show'
        ? ok({ product: 'Rowan', version: '1.0' })
        : [200, { success: true, result: { records: [] } }, { 'x-rowan-token': said }]
    const { found, asked } = await probing(answer, LISTED, 'any')
    expect(found).toMatchObject({ service: 'Rowan 1.0', token, writes })
    expect(asked.map(({ action }) => action)).not.toContain('user_show')
  })
})

test('a server that is not there is a failure, not a finding', async () => {
  const connection = {
    baseUrl: 'http://127.0.0.1:9',
    prefix: '/api/3/action',
    tokenHeader: 'Authorization',
    token: null,
  }
  await expect(probe(httpHandler, connection, page, LISTED)).rejects.toBeInstanceOf(NetworkError)
})

test('a cancelled probe ends with the cancellation', async () => {
  const { baseUrl } = await serve(ckan('2.11.0'))
  const connection = { baseUrl, prefix: '/api/3/action', tokenHeader: 'Authorization', token: null }
  await expect(probe(httpHandler, connection, page, LISTED, AbortSignal.abort())).rejects.toMatchObject({
    name: 'AbortError',
  })
})
