import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EndSignal } from '../../protocol/endSignal.ts'
import type { AskedRequest } from '../../protocol/handler.ts'
import { laneHandler } from './laneHandler.ts'
import { createLanes } from './lanes.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const ONE = { page: 1, search: 1, sql: 1, dump: 1, write: 1 }

function shared(respond: (request: AskedRequest) => Promise<Response>, isSingle = true) {
  const handler = laneHandler(respond, createLanes(ONE, isSingle), {
    clientOf: ({ headers }) => ({ name: 'a', isKnown: headers.get('authorization') !== null }),
    readerTimeoutMs: 10_000,
    onTimeout: () => new Response('time', { status: 409 }),
    onCrowded: (_request, status, words, retryAfterS) => new Response(`${retryAfterS}: ${words}`, { status }),
  })
  return async (path: string, headers: Record<string, string> = {}) => {
    const signal = new EndSignal()
    const { method, url, ...rest } = new Request(`http://rowan.test/api/3/action/${path}`)
    const answer = await handler({
      ...rest,
      method,
      url,
      headers: new Headers(headers),
      signal,
      end: (reason) => signal.abort(reason),
      arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
    })
    return `${answer.status} ${await answer.text()}`
  }
}

/** Answers once it is stopped, as the service does: with an error. */
const untilStopped = ({ signal }: AskedRequest): Promise<Response> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(new Response('{}', { status: 409 })), { once: true })
  })

const answering = (request: AskedRequest): Promise<Response> =>
  request.url.includes('endless') ? untilStopped(request) : Promise.resolve(new Response('{}'))

test('a statement that others wait for is ended with 503 and says when to come back, at once the next time', async () => {
  const ask = shared(answering)
  const endless = ask('datastore_search_sql?sql=endless')
  await vi.advanceTimersByTimeAsync(0)
  const page = ask('datastore_search?resource_id=a')
  await vi.advanceTimersByTimeAsync(5500)
  expect(await page).toBe('200 {}')
  expect(await endless).toMatch(/^503 30: This took long while others were waiting/)
  const again = ask('datastore_search_sql?sql=another')
  await vi.advanceTimersByTimeAsync(500)
  expect(await again).toMatch(/^503 30: /)
})

test('with a token it runs on, whoever waits', async () => {
  const ask = shared(answering)
  let state = 'runs'
  void ask('datastore_search_sql?sql=endless', { authorization: 'x' }).then((answer) => (state = answer))
  await vi.advanceTimersByTimeAsync(0)
  void ask('datastore_search?resource_id=a')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(state).toBe('runs')
})

test('a read whose time is up is answered even if the engine does not end it, and keeps its place until it has', async () => {
  let end: () => void = () => undefined
  const stuck = new Promise<Response>((resolve) => (end = () => resolve(new Response('{}'))))
  const ask = shared(({ url }) => (url.includes('endless') ? stuck : Promise.resolve(new Response('{}'))), false)
  const endless = ask('datastore_search_sql?sql=endless')
  await vi.advanceTimersByTimeAsync(12_000)
  expect(await endless).toBe('409 time')
  let state = 'waits'
  void ask('datastore_search_sql?sql=next').then((answer) => (state = answer))
  expect(await ask('datastore_search?resource_id=a')).toBe('200 {}')
  await vi.advanceTimersByTimeAsync(1000)
  expect(state).toBe('waits')
  end()
  await vi.advanceTimersByTimeAsync(0)
  expect(state).toBe('200 {}')
})

test('a dump takes a place for each of its parts, and none in between', async () => {
  let parts = 0
  const dumped = (): Response =>
    new Response(
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            parts += 1
            if (parts > 3) controller.close()
            else controller.enqueue(new TextEncoder().encode(String(parts)))
          },
        },
        { highWaterMark: 0 },
      ),
    )
  const handler = laneHandler(() => Promise.resolve(dumped()), createLanes(ONE, true), {
    clientOf: () => ({ name: 'a', isKnown: false }),
    readerTimeoutMs: 10_000,
    onTimeout: () => new Response(null, { status: 409 }),
    onCrowded: () => new Response(null, { status: 503 }),
  })
  const [one, other] = await Promise.all([1, 2].map(() => handler(new Request('http://rowan.test/datastore/dump/a'))))
  expect(parts, 'nothing is made before it is asked for').toBe(0)
  expect(await one?.text()).toBe('123')
  expect(await other?.text()).toBe('')
})
