import { describe, expect, test } from 'vitest'
import type { Handler } from '../../protocol/handler.ts'
import type { Connection } from '../transport/connection.ts'
import { refusal, tableHandler } from '../../../e2e/support/tableHandler.ts'
import type { Step } from './step.ts'
import { testConnection } from './testConnection.ts'

const page = { origin: 'https://page.example' }
const connection: Connection = {
  baseUrl: 'https://data.example',
  prefix: '/en/api/3/action',
  tokenHeader: 'Authorization',
  token: null,
}

interface Run extends Partial<Connection> {
  readonly resource?: string
  readonly origin?: string
  readonly signal?: AbortSignal
}

async function steps(handler: Handler, { resource, origin, signal, ...changed }: Run = {}) {
  const found: Step[] = []
  const from = origin === undefined ? page : { origin }
  const ended = signal ?? new AbortController().signal
  for await (const step of testConnection(handler, { ...connection, ...changed }, from, resource ?? null, ended)) {
    found.push(step)
  }
  return found
}

const outcomes = (found: readonly Step[]) => found.map((step) => step.outcome)
const probedBy = (found: readonly Step[]) => {
  const last = found.at(-1)?.finding
  return last?.code === 'capabilities' ? last.probed.found : null
}
const unread: Handler = () => Promise.reject(new TypeError('Failed to fetch'))
const whole = tableHandler({ rows: 2 }).handler
const actionOf = (request: Request) => new URL(request.url).pathname.split('/').at(-1)
const unknownAction = () => Response.json('Bad request: Action name not known: x', { status: 400 })

/** The server `whole`, that refuses or answers some actions in its own way. */
const withActions =
  (actions: Record<string, (request: Request) => Response>): Handler =>
  (request) => {
    const own = actions[actionOf(request) ?? '']
    return own === undefined ? whole(request) : Promise.resolve(own(request))
  }

describe('what is found', () => {
  test('all well', async () => {
    const found = await steps(
      withActions({
        status_show: () => Response.json({ success: true, result: { ckan_version: '2.11.3' } }),
        user_show: () => Response.json({ success: true, result: { name: 'vera' } }),
      }),
      { token: 'abc' },
    )
    expect(found.map(({ finding }) => finding)).toMatchObject([
      { code: 'goodAddress', isHttps: true },
      { code: 'hostAnswers', milliseconds: expect.any(Number) },
      { code: 'readable', way: 'preflighted' },
      { code: 'api', service: 'CKAN 2.11.3' },
      { code: 'tokenAccepted', user: 'vera' },
      { code: 'capabilities', milliseconds: expect.any(Number) },
    ])
    expect(outcomes(found)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok'])
    expect(probedBy(found)).toMatchObject({
      service: 'CKAN 2.11.3',
      tables: 2,
      sql: 'on',
      token: 'accepted',
    })
  })

  test('no token', async () => {
    const found = await steps(whole)
    expect(found[2]?.finding).toEqual({ code: 'readable', way: 'simple' })
    expect(found[4]).toMatchObject({ finding: { code: 'noToken' }, outcome: 'skipped' })
    expect(probedBy(found)?.token).toBe('none')
  })

  test('an address that the browser blocks', async () => {
    const found = await steps(unread, { baseUrl: 'http://data.example' })
    expect(outcomes(found)).toEqual(['failed', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped'])
    expect(found[0]?.finding.code).toBe('mixedContent')
  })

  test('no host', async () => {
    const found = await steps(unread)
    expect(outcomes(found)).toEqual(['ok', 'failed', 'skipped', 'skipped', 'skipped', 'skipped'])
    expect(found[1]?.finding).toEqual({ code: 'noAnswer', host: 'data.example', isOwn: false })
  })

  test('a host of the local network that a page from outside may not reach', async () => {
    const found = await steps(unread, { baseUrl: 'https://192.168.1.20' })
    expect(found[1]?.finding).toMatchObject({ code: 'noAnswerInside', space: 'local', isPageHttps: true })
    const byHttp = await steps(unread, { baseUrl: 'http://localhost:5000', origin: 'http://page.example' })
    expect(byHttp[1]?.finding).toMatchObject({ code: 'noAnswerInside', space: 'loopback', isPageHttps: false })
    const inside = await steps(unread, { baseUrl: 'http://localhost:5000', origin: 'http://localhost:4173' })
    expect(inside[1]?.finding.code).toBe('noAnswer')
  })

  test('a host that lets nobody read does not count as missing, and there are lines for its administrator', async () => {
    const handler: Handler = (request) =>
      request.mode === 'no-cors' ? Promise.resolve(new Response()) : unread(request)
    const found = await steps(handler)
    expect(outcomes(found)).toEqual(['ok', 'ok', 'failed', 'skipped', 'skipped', 'skipped'])
    expect(found[2]?.finding.code).toBe('notReadable')
    expect(found[2]?.remedies.map(({ text }) => text)).toEqual([
      'ckan.cors.origin_whitelist = https://page.example',
      "curl -sI -H 'Origin: https://page.example' \\\n  'https://data.example/api/3/action/status_show'",
    ])
  })

  test('a web page where the API should be', async () => {
    const found = await steps(() => Promise.resolve(new Response('<html>', { status: 404 })))
    expect(outcomes(found)).toEqual(['ok', 'ok', 'ok', 'failed', 'skipped', 'skipped'])
    expect(found[3]?.finding).toMatchObject({ code: 'noApi', prefix: '/en/api/3/action' })
  })

  test('an API without list and SQL is still one', async () => {
    const found = await steps(() => Promise.resolve(unknownAction()))
    expect(outcomes(found)).toEqual(['ok', 'ok', 'ok', 'ok', 'skipped', 'ok'])
    expect(probedBy(found)).toMatchObject({ sql: 'off', tables: null })
  })

  test('an API that answers for a table alone, and with a page for all else', async () => {
    const handler: Handler = async (request) =>
      request.url.includes('resource_id=mine') ? whole(request) : new Response('<html>', { status: 404 })
    expect((await steps(handler))[3]?.outcome).toBe('failed')
    const found = await steps(handler, { resource: 'mine' })
    expect(outcomes(found)).toEqual(['ok', 'ok', 'ok', 'ok', 'skipped', 'ok', 'ok'])
    expect(found[5]?.finding.code).toBe('tableAnswers')
  })
})

describe('the table that was asked for', () => {
  test.each([
    [404, 'Not Found Error', 'tableMissing'],
    [403, 'Authorization Error', 'tablePrivate'],
    [409, 'Validation Error', 'tableRefused'],
  ])('that is answered with %i', async (status, type, code) => {
    const handler: Handler = (request) =>
      request.url.includes('resource_id=mine')
        ? Promise.resolve(refusal(status, { __type: type, message: 'no' }))
        : whole(request)
    expect((await steps(handler, { resource: 'mine' }))[5]).toMatchObject({ finding: { code }, outcome: 'failed' })
  })
})

describe('a token', () => {
  const withToken =
    (answer: () => Response | Promise<Response>): Handler =>
    async (request) =>
      request.headers.has('authorization') ? answer() : whole(request)

  test('whose requests the browser blocks: said, with the lines for the administrator, and the rest goes on without', async () => {
    const found = await steps(
      withToken(() => unread(new Request(page.origin))),
      {
        token: 'canary',
        tokenHeader: 'Authorization',
      },
    )
    expect(outcomes(found)).toEqual(['ok', 'ok', 'failed', 'ok', 'skipped', 'ok'])
    expect(found[2]?.finding).toEqual({ code: 'tokenBlocked', tokenHeader: 'Authorization' })
    const [setting, check] = found[2]?.remedies ?? []
    expect(setting?.text).toBe('ckan.cors.origin_whitelist = https://page.example')
    expect(check?.text).toContain("-H 'Access-Control-Request-Headers: authorization,content-type'")
    expect(JSON.stringify(found)).not.toContain('canary')
  })

  test('that changes nothing is not called accepted', async () => {
    expect((await steps(whole, { token: 'abc' }))[4]).toMatchObject({
      finding: { code: 'tokenUnchecked' },
      outcome: 'warning',
    })
  })

  test('that opens a list which is closed without it was accepted', async () => {
    const closed: Handler = (request) =>
      request.headers.has('authorization')
        ? whole(request)
        : Promise.resolve(refusal(403, { __type: 'Authorization Error', message: 'no' }))
    expect((await steps(closed, { token: 'abc' }))[4]).toMatchObject({
      finding: { code: 'tokenAccepted' },
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
    expect((await steps(handler, { token: 'abc' }))[4]).toMatchObject({ finding: { code: 'tokenAccepted' } })
  })

  test.each([401, 403])('that is answered with a page and %i was not accepted', async (status) => {
    const found = await steps(
      withToken(() => new Response('<html>', { status })),
      { token: 'abc' },
    )
    expect(found[4]).toMatchObject({
      finding: { code: 'tokenRefused' },
      outcome: 'warning',
    })
    expect(probedBy(found)).toMatchObject({ token: 'refused', sql: 'on' })
  })

  test('goes out only after the API was found without it', async () => {
    const tokens: (string | null)[] = []
    await steps(
      (request) => {
        tokens.push(request.headers.get('authorization'))
        return whole(request)
      },
      { token: 'canary' },
    )
    expect(tokens.slice(0, 2)).toEqual([null, 'canary'])
    tokens.splice(0)
    await steps(
      (request) => {
        tokens.push(request.headers.get('authorization'))
        return Promise.resolve(new Response('<html>'))
      },
      { token: 'canary' },
    )
    expect(tokens).not.toContain('canary')
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
    expect(outcomes(found)).toEqual(['ok', 'ok', 'ok', 'failed', 'skipped', 'skipped'])
    expect(found[3]?.finding).toEqual({ code: 'apiElsewhere', prefix, found: other })
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

test('a cancelled test ends with the cancellation', async () => {
  const controller = new AbortController()
  controller.abort()
  await expect(steps(whole, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
})
