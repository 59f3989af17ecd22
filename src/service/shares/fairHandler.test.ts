import { expect, test } from 'vitest'
import type { AskedRequest } from '../../protocol/handler.ts'
import { fairHandler } from './fairHandler.ts'
import { createShares } from './shares.ts'
import { createThreadTurns } from './threadTurns.ts'
import type { Work } from './work.ts'

/** A handler with shares; `left` says of each piece of work that has left its place whether it failed. */
function fair(respond: (request: AskedRequest) => Promise<Response>, readerTimeoutMs = 10_000) {
  const shares = createShares({ places: 10, slowPlaces: 2, shareMs: 1000 })
  const left: (boolean | undefined)[] = []
  const entered: Work[] = []
  const noted: typeof shares.enter = async (work) => {
    const leave = await shares.enter(work)
    entered.push(work)
    return (hasFailed) => {
      left.push(hasFailed)
      leave(hasFailed)
    }
  }
  const handler = fairHandler(respond, Object.assign(Object.create(shares), { enter: noted }), {
    clientOf: () => ({ name: 'a', isKnown: false, address: '10.0.0.1' }),
    turns: createThreadTurns(),
    readerTimeoutMs,
    onTimeout: () => new Response(null, { status: 409 }),
    onCrowded: () => new Response(null, { status: 503 }),
  })
  const statusOf = async (path: string, signal?: AbortSignal) =>
    (await handler(new Request(`http://rowan.test/api/3/action/${path}`, signal ? { signal } : {}))).status
  return { handler, statusOf, left, entered, shares }
}

/** Answers once it is stopped, as the service does: with an error. */
const untilStopped = ({ signal }: AskedRequest): Promise<Response> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(new Response('{}', { status: 409 })), { once: true })
  })

test('a read that was refused leaves its place as one that failed, and an answer does not', async () => {
  const { statusOf, left } = fair(({ url }) =>
    Promise.resolve(new Response('{}', { status: url.endsWith('refused') ? 409 : 200 })),
  )
  expect(await statusOf('datastore_search_sql?sql=refused')).toBe(409)
  expect(await statusOf('datastore_search_sql?sql=answered')).toBe(200)
  expect(left).toEqual([true, false])
})

test('a read whose time is up leaves its place as one that failed', async () => {
  const { statusOf, left } = fair(untilStopped, 5)
  expect(await statusOf('datastore_search_sql?sql=long')).toBe(409)
  expect(left).toEqual([true])
})

test('a read that its client left, or that made way for others, is none that failed', async () => {
  const { statusOf, left, entered } = fair(untilStopped)
  const leaving = new AbortController()
  const abandoned = statusOf('datastore_search?resource_id=a', leaving.signal)
  await expect.poll(() => entered).toHaveLength(1)
  leaving.abort()
  await abandoned
  const stopped = statusOf('datastore_search?resource_id=a')
  await expect.poll(() => entered).toHaveLength(2)
  entered[1]?.end?.()
  expect(await stopped).toBe(503)
  expect(left).toEqual([false, false])
})

test('the beginning of a dump is no quick work, for which its parts would get short', async () => {
  const { handler, statusOf, shares } = fair(() => Promise.resolve(new Response('{}')))
  const dump = async () => (await handler(new Request('http://rowan.test/datastore/dump/a'))).text()
  expect([await dump(), await dump(), await dump()]).toEqual(['{}', '{}', '{}'])
  expect(shares.isShared).toBe(false)
  // How long the first takes is known then.
  await statusOf('datastore_search?resource_id=a')
  await statusOf('datastore_search?resource_id=a')
  expect(shares.isShared).toBe(true)
})
