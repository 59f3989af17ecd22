import { describe, expect, test } from 'vitest'
import type { Handler } from '../protocol/handler.ts'
import type { Connection } from './connection.ts'
import { refusal, tableHandler } from './tableHandler.ts'
import { testConnection, type Step } from './testConnection.ts'

const page = { origin: 'https://page.example' }
const connection: Connection = {
  baseUrl: 'https://data.example',
  prefix: '/en/api/3/action',
  tokenHeader: 'Authorization',
  token: null,
}

async function steps(handler: Handler, changed: Partial<Connection> = {}, signal = new AbortController().signal) {
  const found: Step[] = []
  for await (const step of testConnection(handler, { ...connection, ...changed }, page, signal)) found.push(step)
  return found
}

const outcomes = (found: readonly Step[]) => found.map((step) => step.outcome)
const unread: Handler = () => Promise.reject(new TypeError('Failed to fetch'))
const whole = tableHandler({ rows: 2 }).handler

describe('what is found', () => {
  test('all well', async () => {
    const found = await steps(whole, { token: 'abc' })
    expect(found.map((step) => step.title)).toEqual([
      'The address is well formed and uses https',
      'The host answers, and this page may read it',
      'The action API is there',
      '2 tables are listed',
      'SQL is on',
      'The token could not be checked',
    ])
    expect(outcomes(found)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'warning'])
    expect(found[1]?.milliseconds).toBeGreaterThanOrEqual(0)
  })

  test('no token', async () => {
    expect((await steps(whole)).at(-1)).toMatchObject({ title: 'No token', outcome: 'skipped' })
  })

  test('an address that the browser blocks', async () => {
    const found = await steps(unread, { baseUrl: 'http://data.example' })
    expect(outcomes(found)).toEqual(['failed', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped'])
    expect(found[0]?.title).toBe('The browser blocks this address')
  })

  test('no host', async () => {
    const found = await steps(unread)
    expect(outcomes(found)).toEqual(['ok', 'failed', 'skipped', 'skipped', 'skipped', 'skipped'])
    expect(found[1]).toMatchObject({
      title: 'The host does not answer',
      detail: expect.stringContaining('data.example'),
    })
  })

  test('a host that lets nobody read: told apart from none, with the line for its administrator', async () => {
    const handler: Handler = (request) =>
      request.mode === 'no-cors' ? Promise.resolve(new Response()) : unread(request)
    const found = await steps(handler)
    expect(found[1]).toMatchObject({
      title: 'The browser may not read the answer (CORS)',
      outcome: 'failed',
      detail: expect.stringContaining('ckan.cors.origin_whitelist = https://page.example'),
    })
  })

  test('a web page where the API should be', async () => {
    const found = await steps(() => Promise.resolve(new Response('<html>', { status: 404 })))
    expect(outcomes(found)).toEqual(['ok', 'ok', 'failed', 'skipped', 'skipped', 'skipped'])
    expect(found[2]).toMatchObject({ title: 'There is no action API under /en/api/3/action' })
  })

  test('an API without list and SQL is still one', async () => {
    const found = await steps(() =>
      Promise.resolve(Response.json('Bad request: Action name not known: x', { status: 400 })),
    )
    expect(outcomes(found)).toEqual(['ok', 'ok', 'ok', 'warning', 'warning', 'skipped'])
    expect(found[4]).toMatchObject({ title: 'SQL is off on this server' })
  })

  test('SQL that is refused to strangers', async () => {
    const { handler } = tableHandler({
      rows: 1,
      instead: (params) =>
        'sql' in params ? refusal(403, { __type: 'Authorization Error', message: 'no' }) : undefined,
    })
    expect((await steps(handler))[4]).toMatchObject({ title: 'SQL is not open to everybody', outcome: 'warning' })
  })

  test('a token that is refused, and one that CORS stops', async () => {
    const refusing: Handler = (request) =>
      request.headers.has('authorization')
        ? Promise.resolve(refusal(403, { __type: 'Authorization Error', message: 'no' }))
        : whole(request)
    expect((await steps(refusing, { token: 'abc' })).at(-1)).toMatchObject({
      title: 'The token was not accepted',
      outcome: 'failed',
    })
    const preflight: Handler = (request) => (request.headers.has('authorization') ? unread(request) : whole(request))
    expect((await steps(preflight, { token: 'abc' })).at(-1)).toMatchObject({
      title: 'Requests with a token are blocked (CORS)',
      outcome: 'failed',
    })
  })
})

describe('a token', () => {
  const withToken =
    (answer: () => Response): Handler =>
    (request) =>
      request.headers.has('authorization') ? Promise.resolve(answer()) : whole(request)

  test('that changes nothing is not called accepted', async () => {
    expect((await steps(whole, { token: 'abc' })).at(-1)).toMatchObject({
      title: 'The token could not be checked',
      outcome: 'warning',
      detail: 'This server reads a wrong token as none. If private tables are missing, check it.',
    })
  })

  test('that opens a list which is closed without it was accepted', async () => {
    const closed: Handler = (request) =>
      request.headers.has('authorization')
        ? whole(request)
        : Promise.resolve(refusal(403, { __type: 'Authorization Error', message: 'no' }))
    expect((await steps(closed, { token: 'abc' })).at(-1)).toMatchObject({
      title: 'The token was accepted',
      outcome: 'ok',
    })
  })

  test('that shows more tables was accepted', async () => {
    const names = (...all: string[]) =>
      Response.json({
        success: true,
        result: {
          fields: [{ id: 'name', type: 'text' }],
          records: all.map((name) => ({ name, alias_of: null })),
          total: all.length,
        },
      })
    const handler: Handler = (request) =>
      Promise.resolve(request.headers.has('authorization') ? names('a', 'b') : names('a'))
    expect((await steps(handler, { token: 'abc' })).at(-1)).toMatchObject({ title: 'The token was accepted' })
  })

  test.each([401, 403])('that is answered with a page and %i was not accepted', async (status) => {
    const handler = withToken(() => new Response('<html>', { status }))
    expect((await steps(handler, { token: 'abc' })).at(-1)).toMatchObject({
      title: 'The token was not accepted',
      outcome: 'failed',
    })
  })
})

describe('an API under another of the usual prefixes', () => {
  const under =
    (prefix: string, otherwise: Handler): Handler =>
    (request) =>
      new URL(request.url).pathname.startsWith(`${prefix}/datastore`) ? whole(request) : otherwise(request)
  const unreadable: Handler = (request) =>
    request.mode === 'no-cors' ? Promise.resolve(new Response()) : unread(request)
  const page404: Handler = () => Promise.resolve(new Response('<html>', { status: 404 }))

  test.each([
    ['/en/api/3/action', '/api/3/action', unreadable],
    ['/api/3/action', '/en/api/3/action', unreadable],
    ['/de/api/action', '/api/3/action', unread],
    ['/en/api/3/action', '/api/3/action', page404],
  ])('given %s, is found at %s', async (prefix, other, otherwise) => {
    const found = await steps(under(other, otherwise), { prefix, token: 'abc' })
    expect(outcomes(found)).toEqual(['ok', 'ok', 'failed', 'skipped', 'skipped', 'skipped'])
    expect(found[2]?.detail).toContain(`The action API is not at ${prefix}; it answers at ${other}.`)
  })

  test('is looked for without the token, and only after a failure', async () => {
    const asked: (string | null)[] = []
    const handler: Handler = (request) => {
      asked.push(request.headers.get('authorization'))
      return unread(request)
    }
    await steps(handler, { token: 'canary' })
    expect(asked.length).toBeGreaterThan(1)
    expect(asked).not.toContain('canary')
  })
})

test('the token goes out in the last step only', async () => {
  const tokens: (string | null)[] = []
  await steps(
    (request) => {
      tokens.push(request.headers.get('authorization'))
      return whole(request)
    },
    { token: 'canary' },
  )
  expect(tokens).toEqual([null, null, null, 'canary'])
})

test('a cancelled test ends with the cancellation', async () => {
  const controller = new AbortController()
  controller.abort()
  await expect(steps(whole, {}, controller.signal)).rejects.toMatchObject({ name: 'AbortError' })
})
