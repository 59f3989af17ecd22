import { expect, test } from 'vitest'
import { fairHandler } from './fairHandler.ts'
import { createShares } from './shares.ts'
import { createThreadTurns } from './threadTurns.ts'

test('a read that was refused leaves its place as one that failed, and an answer does not', async () => {
  const shares = createShares({ places: 10, slowPlaces: 2, shareMs: 1000 })
  const left: (boolean | undefined)[] = []
  const noted: typeof shares.enter = async (work) => {
    const leave = await shares.enter(work)
    return (hasFailed) => {
      left.push(hasFailed)
      leave(hasFailed)
    }
  }
  const respond = (request: { readonly url: string }) =>
    Promise.resolve(new Response('{}', { status: request.url.endsWith('refused') ? 409 : 200 }))
  const handler = fairHandler(respond, Object.assign(Object.create(shares), { enter: noted }), {
    clientOf: () => ({ name: 'a', isKnown: false, address: '10.0.0.1' }),
    turns: createThreadTurns(),
    readerTimeoutMs: 1000,
    onTimeout: () => new Response(null, { status: 409 }),
    onCrowded: () => new Response(null, { status: 503 }),
  })
  const statusOf = async (path: string) => (await handler(new Request(`http://rowan.test/api/3/action/${path}`))).status
  expect(await statusOf('datastore_search_sql?sql=refused')).toBe(409)
  expect(await statusOf('datastore_search_sql?sql=answered')).toBe(200)
  expect(left).toEqual([true, false])
})
