import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Handler } from '../../protocol/handler.ts'
import type { Connection } from './connection.ts'
import { requestOf, writeOf } from './requestEncoding.ts'
import { asCurl, createRequestLog, LOG_LENGTH, type LoggedRequest } from './requestLog.ts'

const page = { origin: 'http://page.example' }
const nobody: Connection = { baseUrl: 'https://s', prefix: '/a', tokenHeader: 'X-Api-Token', token: null }
const somebody = { ...nobody, token: 'canary=+/"' }
const answers: Handler = () => Promise.resolve(new Response('12345'))

function search(connection: Connection, params: Record<string, unknown>, signal?: AbortSignal) {
  return requestOf(connection, page, 'datastore_search', params, signal)
}

describe('a request is kept', () => {
  test('as it runs, and with its status, time and bytes when its body has been read', async () => {
    const log = createRequestLog()
    const response = await log.keep(answers, 'i')(search(nobody, { resource_id: 'r' }))
    expect(log.get()).toMatchObject([
      {
        id: 1,
        instanceId: 'i',
        method: 'GET',
        url: 'https://s/a/datastore_search?resource_id=r',
        body: null,
        contentType: null,
        tokenHeader: null,
        status: 200,
        milliseconds: null,
        outcome: 'running',
        attempt: 1,
      },
    ])
    expect(await response.text()).toBe('12345')
    expect(log.get()).toMatchObject([{ bytes: 5, outcome: 'answered' }])
    expect(log.get()[0]?.milliseconds).toBeGreaterThanOrEqual(0)
  })

  test('with how it ended: refused, failed, broken off, cancelled', async () => {
    const log = createRequestLog()
    const refuses: Handler = () => Promise.resolve(new Response('no', { status: 409 }))
    await (await log.keep(refuses, 'i')(search(nobody, {}))).text()
    const fails: Handler = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(log.keep(fails, 'i')(search(nobody, {}))).rejects.toThrow('Failed to fetch')
    const breaks: Handler = () =>
      Promise.resolve(new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('reset')) })))
    await expect((await log.keep(breaks, 'i')(search(nobody, {}))).text()).rejects.toThrow('reset')
    const aborter = new AbortController()
    const aborts: Handler = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))))
    const given = log.keep(aborts, 'i')(search(nobody, {}, aborter.signal))
    aborter.abort()
    await expect(given).rejects.toMatchObject({ name: 'AbortError' })
    const left = await log.keep(answers, 'i')(search(nobody, {}))
    await left.body?.cancel()
    expect(log.get().map(({ outcome }) => outcome)).toEqual(['refused', 'failed', 'failed', 'cancelled', 'cancelled'])
  })

  test('as one of the last 200', async () => {
    const log = createRequestLog()
    const handler = log.keep(answers, 'i')
    for (let n = 0; n < LOG_LENGTH + 5; n += 1) {
      await handler(search(nobody, {}))
    }
    expect([log.get().length, log.get()[0]?.id, log.get().at(-1)?.id]).toEqual([LOG_LENGTH, 6, LOG_LENGTH + 5])
  })

  test('for its listeners, until the log is emptied', async () => {
    const log = createRequestLog()
    let calls = 0
    const leave = log.subscribe(() => (calls += 1))
    const response = await log.keep(answers, 'i')(search(nobody, {}))
    const before = log.get()
    log.clear()
    await response.text()
    expect([log.get(), calls]).toEqual([[], 3])
    expect(before).toHaveLength(1)
    leave()
    await log.keep(answers, 'i')(search(nobody, {}))
    expect(calls).toBe(3)
  })
})

test('a token is nowhere in the log, wherever it was typed; the name of its header is', async () => {
  const log = createRequestLog()
  const handler = log.keep(answers, 'i')
  await handler(search(somebody, { q: `x ${somebody.token}` }))
  await handler(writeOf(somebody, 'datastore_upsert', JSON.stringify({ a: somebody.token })))
  await handler(search({ ...somebody, baseUrl: `https://s/${encodeURIComponent(somebody.token)}` }, {}))
  expect(log.get().map(({ tokenHeader }) => tokenHeader)).toEqual(['x-api-token', 'x-api-token', 'x-api-token'])
  expect(JSON.stringify(log.get())).not.toContain('canary')
  expect(log.get().map(asCurl).join('')).not.toContain('canary')
})

test('of a long body the log holds the beginning, and says so', async () => {
  const log = createRequestLog()
  await log.keep(answers, 'i')(writeOf(nobody, 'datastore_upsert', `"${'x'.repeat(20_000)}"`))
  expect(log.get()[0]).toMatchObject({ bodyIsCut: true, body: `"${'x'.repeat(9_999)}` })
  expect(log.get().map(asCurl).join('')).toMatch(/^# The body is longer than this: .*\ncurl /)
})

describe('as a command', () => {
  async function logged(request: Request): Promise<LoggedRequest> {
    const log = createRequestLog()
    await log.keep(answers, 'i')(request)
    const [entry] = log.get()
    if (entry === undefined) throw new Error('nothing was kept')
    return entry
  }

  /** The words that a shell makes of a command. */
  async function wordsOf(command: string): Promise<readonly string[]> {
    const { stdout } = await promisify(execFile)('sh', ['-c', command.replace(/^curl/, String.raw`printf '%s\0'`)], {
      env: { API_TOKEN: 'to ken' },
    })
    return stdout.split('\0').slice(0, -1)
  }

  test('a query, whatever it holds', async () => {
    const entry = await logged(search({ ...nobody, baseUrl: 'https://[::1]' }, { q: `it's "$HOME" \`id\` {a,b}` }))
    expect(await wordsOf(asCurl(entry))).toEqual(['--globoff', entry.url])
  })

  test('a body, the content type, and a token from the environment', async () => {
    const sql = `SELECT 'it''s', "$x" \\ \n FROM "é"`
    const entry = await logged(requestOf(somebody, page, 'datastore_search_sql', { sql }))
    expect(await wordsOf(asCurl(entry))).toEqual([
      'https://s/a/datastore_search_sql',
      '-H',
      'x-api-token: to ken',
      '-H',
      'content-type: application/json',
      '--data-raw',
      JSON.stringify({ sql }),
    ])
  })
})
