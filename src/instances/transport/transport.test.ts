import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Handler } from '../../protocol/handler.ts'
import { createActionClient } from '../client/createActionClient.ts'
import type { Connection } from './connection.ts'
import { createHttpHandler, httpHandler } from './httpHandler.ts'
import { NetworkError } from './networkError.ts'
import { createRequestLog } from './requestLog.ts'
import { send } from './transport.ts'
import { isLong } from '../../../e2e/support/longForm.ts'

const page = { origin: 'http://page.example' }
const OK = '{"success": true, "result": {"records": [{"n": 1}]}}'
let instances = 0

/** A connection to an instance that no other test speaks to. */
function instance(baseUrl = `http://s${(instances += 1)}.example`, token: string | null = null): Connection {
  return { baseUrl, prefix: '/a', tokenHeader: 'Authorization', token }
}

/** Answers each request with the next of these, the last one for all that follow. */
function answering(...answers: readonly (() => Response | Promise<Response>)[]) {
  const requests: Request[] = []
  const handler: Handler = async (request) => {
    requests.push(request)
    const answer = answers[Math.min(requests.length, answers.length) - 1]
    if (answer === undefined) throw new Error('there is no answer')
    return answer()
  }
  return { handler, requests }
}

const ok = () => new Response(OK)
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('<html>', { status: code, headers })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

const search = (handler: Handler, connection = instance()) =>
  createActionClient(handler, connection, page).search({ resource_id: 'r' })
const write = (handler: Handler) => createActionClient(handler, instance(), page).write('datastore_upsert', '{}')

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What a promise came to, while the clock runs as fast as it is asked. */
async function inTime<T>(promise: Promise<T>): Promise<{ given?: T; error?: unknown; milliseconds: number }> {
  const start = Date.now()
  const state = { ended: false }
  const ended = promise
    .then(
      (given) => ({ given, milliseconds: Date.now() - start }),
      (error: unknown) => ({ error, milliseconds: Date.now() - start }),
    )
    .finally(() => (state.ended = true))
  // A body is read in turns of the event loop, after which a timer may be set.
  while (!state.ended) await vi.advanceTimersToNextTimerAsync()
  return ended
}

describe('a second try', () => {
  test.each([
    ['a failure of the network', lost, 400],
    ['502', status(502), 400],
    ['503', status(503), 400],
    ['504', status(504), 400],
    ['429', status(429), 1000],
    ['429 that says when', status(429, { 'retry-after': '7' }), 7000],
    ['503 that says when', status(503, { 'retry-after': '2' }), 2000],
  ])('follows %s, after a while', async (_name, answer, wait) => {
    vi.useFakeTimers()
    const { handler, requests } = answering(answer, ok)
    const { given, milliseconds } = await inTime(search(handler))
    expect(given?.answer.rows).toEqual([['1']])
    expect([requests.length, milliseconds]).toEqual([2, wait])
  })

  test('follows a date to wait for', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
    const { handler } = answering(status(503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }), ok)
    expect((await inTime(search(handler))).milliseconds).toBe(5000)
  })

  test('is the last: its failure is reported', async () => {
    vi.useFakeTimers()
    const { handler, requests } = answering(status(502))
    expect((await inTime(search(handler))).error).toMatchObject({ kind: 'server', status: 502 })
    expect(requests).toHaveLength(2)
  })

  test('does not wait if it would take too long, and reports for how long', async () => {
    const { handler, requests } = answering(status(429, { 'retry-after': '120' }), ok)
    await expect(search(handler)).rejects.toMatchObject({ problem: { code: 'tooManyRequests', retryAfter: 120 } })
    expect(requests).toHaveLength(1)
  })

  test.each([400, 401, 403, 409, 414, 500])('does not follow %i', async (code) => {
    const { handler, requests } = answering(status(code), ok)
    const make = () => new Request('http://server.example')
    expect(await send(handler, { to: 'http://server.example', page, make })).toMatchObject({ status: code })
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['lost', lost],
    ['502', status(502)],
    ['429 without a time', status(429)],
  ])('never follows a change that may have been stored: %s', async (_name, answer) => {
    const { handler, requests } = answering(answer, ok)
    await expect(write(handler)).rejects.toThrow()
    expect(requests).toHaveLength(1)
  })

  test('follows a change that the server has put off', async () => {
    vi.useFakeTimers()
    const { handler, requests } = answering(status(429, { 'retry-after': '1' }), ok)
    expect((await inTime(write(handler))).given?.answer).toBe('{"records": [{"n": 1}]}')
    expect(requests).toHaveLength(2)
  })

  test('is not made once nobody waits for it', async () => {
    const { handler, requests } = answering(status(429, { 'retry-after': '9' }), ok)
    const aborter = new AbortController()
    const failure = createActionClient(handler, instance(), page).search({}, { signal: aborter.signal })
    await expect.poll(() => requests.length).toBe(1)
    aborter.abort()
    await expect(failure).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests).toHaveLength(1)
  })

  test('shows as one in the log', async () => {
    vi.useFakeTimers()
    const log = createRequestLog()
    const { handler } = answering(status(502), ok)
    await inTime(search(log.keep(handler, 'i')))
    expect(log.get().map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'refused'],
      [2, 'answered'],
    ])
  })
})

describe('a few at a time', () => {
  /** Holds every request until it is let go. */
  function held() {
    const waiting: { request: Request; go: () => void }[] = []
    const handler: Handler = (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, go: () => resolve(ok()) })
        request.signal.addEventListener('abort', () => reject(request.signal.reason))
      })
    return { handler, waiting }
  }

  test('four to one instance, the others in their order; another instance does not wait', async () => {
    const { handler, waiting } = held()
    const one = createActionClient(handler, instance(), page)
    const asked = [1, 2, 3, 4, 5, 6].map((limit) => one.search({ limit }))
    const other = search(handler)
    await expect.poll(() => waiting.length).toBe(5)
    const limits = () => waiting.map(({ request }) => new URL(request.url).searchParams.get('limit'))
    expect(limits()).toEqual(['1', '2', '3', '4', null])
    waiting[2]?.go()
    await asked[2]
    await expect.poll(() => limits().at(-1)).toBe('5')
    for (let at = 0; at < 7; at += 1) {
      await expect.poll(() => waiting.length).toBeGreaterThan(at)
      waiting[at]?.go()
    }
    await Promise.all([...asked, other])
  })

  test('what is given up while it waits is never sent', async () => {
    const { handler, waiting } = held()
    const client = createActionClient(handler, instance(), page)
    const running = [1, 2, 3, 4].map((limit) => client.search({ limit }))
    const aborter = new AbortController()
    const given = client.search({ limit: 5 }, { signal: aborter.signal })
    const last = client.search({ limit: 6 })
    aborter.abort()
    await expect(given).rejects.toMatchObject({ name: 'AbortError' })
    for (const { go } of waiting.splice(0)) go()
    await Promise.all(running)
    await expect.poll(() => waiting.length).toBe(1)
    expect(waiting[0]?.request.url).toContain('limit=6')
    waiting[0]?.go()
    await last
  })

  test('a request that is given up makes room, and its late answer never shows', async () => {
    const answers: (() => void)[] = []
    const deaf: Handler = () => new Promise((resolve) => answers.push(() => resolve(ok())))
    const aborter = new AbortController()
    const given = createActionClient(deaf, instance(), page).search({}, { signal: aborter.signal })
    await expect.poll(() => answers.length).toBe(1)
    aborter.abort()
    answers[0]?.()
    await expect(given).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('limits', () => {
  async function serving<T>(listener: RequestListener, ask: (connection: Connection) => Promise<T>): Promise<T> {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
    try {
      return await ask(instance(`http://127.0.0.1:${address.port}`))
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  test('an answer that does not begin in time is reported, and not asked for again', async () => {
    let asked = 0
    const failure = serving(
      () => (asked += 1),
      (connection) => search(createHttpHandler({ query: 600, write: 600 }), connection),
    )
    await expect(failure).rejects.toMatchObject({
      name: 'NetworkError',
      problem: { code: 'noAnswerInTime', seconds: 1 },
    })
    expect(asked).toBe(1)
  })

  test('a body that stops coming is reported with what had come', async () => {
    vi.useFakeTimers()
    const body = () => new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(2500)) })
    const { handler } = answering(() => new Response(body()))
    const { error, milliseconds } = await inTime(search(handler))
    expect(error).toMatchObject({ problem: { code: 'answerStalled', bytes: 2500, seconds: 60 } })
    expect(milliseconds).toBe(60_000)
  })

  test('a body that is cut by a reset is tried again, then reported', async () => {
    let asked = 0
    const failure = serving(
      (_request, response) => {
        asked += 1
        response.writeHead(200, { 'content-length': '5000' })
        response.write('{"success": true, "result": {"records": [', () => response.destroy())
      },
      (connection) => search(httpHandler, connection),
    )
    await expect(failure).rejects.toMatchObject({ name: 'NetworkError', problem: { code: 'answerBrokeOff' } })
    expect(asked).toBe(2)
  })

  test('a write that is lost says that it may have been stored', async () => {
    await expect(write(lost)).rejects.toMatchObject({ mayBeStored: true })
  })

  if (isLong) {
    test('a body of 50 MB is read in full', async () => {
      const records = Array.from({ length: 50_000 }, (_, n) => `{"n": ${n}, "t": "${'x'.repeat(1000)}"}`).join(', ')
      const body = `{"success": true, "result": {"records": [${records}]}}`
      const { answer } = await serving(
        (_request, response) => response.end(body),
        (connection) => search(httpHandler, connection),
      )
      expect([body.length > 50_000_000, answer.rows.length, answer.rows.at(-1)?.[0]]).toEqual([true, 50_000, '49999'])
    })
  }

  test('a body that is too long is given up, before it comes or while it does', async () => {
    const announced = answering(() => new Response('{}', { headers: { 'content-length': '300000000' } }))
    await expect(search(announced.handler)).rejects.toMatchObject({
      problem: { code: 'answerTooLarge', maxBytes: 256_000_000 },
    })
    const piece = new Uint8Array(8_000_000)
    let sent = 0
    const endless = () => {
      sent = 0
      return new ReadableStream({
        pull(stream) {
          sent += piece.length
          stream.enqueue(piece)
        },
      })
    }
    const found = answering(() => new Response(endless()))
    await expect(search(found.handler)).rejects.toMatchObject({
      name: 'NetworkError',
      problem: { code: 'answerTooLarge' },
    })
    expect(sent).toBeLessThan(300_000_000)
    expect([announced.requests.length, found.requests.length]).toEqual([1, 1])
  })
})

describe('no answer is explained', () => {
  const problemAt = async (baseUrl: string, origin: string) => {
    vi.useFakeTimers()
    const { error } = await inTime(createActionClient(lost, instance(baseUrl), { origin }).search({}))
    if (!(error instanceof NetworkError)) throw new Error('it was no failure of the network')
    return error.problem
  }

  test.each([
    ['http://data.example', 'https://p.example', { code: 'insecureAddress', host: 'data.example' }],
    ['http://127.0.0.1:8000', 'https://p.example', { code: 'hostUnreachable', near: 'onThisDevice' }],
    ['https://192.168.1.7', 'https://p.example', { near: 'onLocalNetwork', isPlainHttp: false }],
    ['http://192.168.1.7', 'https://p.example', { near: 'onLocalNetwork', isPlainHttp: true }],
    ['https://s.example', 'https://p.example', { near: 'notNear', origin: 'https://p.example' }],
    ['https://p.example', 'https://p.example', { code: 'ownServerSilent', host: 'p.example' }],
  ])('%s from %s', async (baseUrl, origin, problem) => {
    expect(await problemAt(baseUrl, origin)).toMatchObject(problem)
  })

  test('one address of this device to another is not said to be near', async () => {
    expect(await problemAt('http://localhost:1', 'http://127.0.0.1:2')).toMatchObject({ near: 'notNear' })
  })

  test('offline, but for what is on this device', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(await problemAt('https://s.example', 'https://p.example')).toEqual({ code: 'deviceOffline' })
    expect((await problemAt('http://localhost:1', 'http://localhost:2')).code).toBe('hostUnreachable')
  })
})

test('a token does not follow a redirect', async () => {
  const { handler, requests } = answering(status(302, { location: 'https://other.example/login' }), ok)
  const client = createActionClient(handler, instance('http://redirects.example', 'canary'), page)
  await expect(client.search({})).rejects.toMatchObject({
    name: 'NetworkError',
    problem: { code: 'redirectedElsewhere' },
  })
  await expect(client.search({ limit: 1 })).resolves.toMatchObject({ leftOut: [] })
  expect(requests.map(({ redirect }) => redirect)).toEqual(['manual', 'manual'])
})

test('any other action that reads gives its text', async () => {
  const { handler, requests } = answering(() => new Response('{"success": true, "result": {"n": 1.50}}'))
  const client = createActionClient(handler, instance(), page)
  expect(await client.read('package_search', { rows: 1 })).toBe('{"n": 1.50}')
  expect(requests[0]?.url).toMatch(/\/a\/package_search\?rows=1$/)
})
