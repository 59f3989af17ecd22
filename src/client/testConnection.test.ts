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
      'The server takes requests with this token',
    ])
    expect(outcomes(found)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok'])
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
