import { performance } from 'node:perf_hooks'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createThreadTurns } from './threadTurns.ts'

it('keeps no client waiting that is alone', async () => {
  const turns = createThreadTurns()
  // Who came first counts as another than nobody.
  await turns.request('a', false)
  await new Promise((resolve) => setTimeout(resolve, 60))
  for (let n = 0; n < 100; n += 1) expect(turns.request('a', false)).toBeNull()
})

it('gives each client one request in a turn, however many one has sent', async () => {
  const turns = createThreadTurns()
  const order: string[] = []
  const ask = async (client: string, n: number) => {
    await turns.request(client, false)
    order.push(`${client}${n}`)
  }
  await Promise.all([0, 1, 2, 3, 4].map((n) => ask('a', n)).concat([0, 1].map((n) => ask('b', n))))
  expect(order).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'a3', 'a4'])
})

it('makes the parts of long answers for each client in turn', async () => {
  const turns = createThreadTurns()
  const order: string[] = []
  const part = (client: string) => turns.part(of(client), () => Promise.resolve(order.push(client)))
  await turns.part(of('a'), () => Promise.resolve(burn(10)))
  void turns.request('c', false)
  await Promise.all([part('a'), part('a'), part('b')])
  expect(order).toEqual(['a', 'b', 'a'])
})

it('leaves the thread to requests of others most of the time, while there are some, and not to those of its client', async () => {
  // A machine that stands still for a moment would count as one without requests.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => Date.now())
  onTestFinished(() => {
    clock.mockRestore()
    vi.useRealTimers()
  })
  const turns = createThreadTurns()
  const fiveParts = async (): Promise<number> => {
    const begun = performance.now()
    for (let n = 0; n < 5; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a client reads them
      await turns.part(of('a'), () => Promise.resolve(), PART_MS)
    }
    return performance.now() - begun
  }
  const among = async (requests: string): Promise<number> => {
    const ask = () => void turns.request(requests, false)
    ask()
    const asking = setInterval(ask, 5)
    const took = fiveParts()
    await vi.advanceTimersByTimeAsync(5000)
    clearInterval(asking)
    return took
  }
  // Four pauses of 16 times as long lie between five parts.
  const pauses = 4 * 16 * PART_MS
  expect(await among('b')).toBeGreaterThanOrEqual(pauses)
  await vi.advanceTimersByTimeAsync(60)
  expect(await among('a')).toBeLessThan(pauses / 2)
})

it('takes a part for as long as it is said to be at least', async () => {
  const turns = createThreadTurns()
  void turns.request('b', false)
  const asking = setInterval(() => void turns.request('b', false), 5)
  const begun = performance.now()
  for (let n = 0; n < 3; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a client sends them
    await turns.part(of('a'), () => Promise.resolve(), 10)
  }
  clearInterval(asking)
  expect(performance.now() - begun).toBeGreaterThan(2 * 16 * 10 * 0.9)
})

it('gives turns to the parts of all, also beside one who sends requests and asks for much', async () => {
  const turns = createThreadTurns()
  const made = { a: 0, b: 0 }
  const until = performance.now() + 1000
  const dump = async (client: 'a' | 'b') => {
    while (performance.now() < until) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a client reads them
      await turns.part(of(client), async () => {
        burn(2)
        await new Promise((resolve) => setTimeout(resolve, 1))
        made[client] += 1
      })
    }
  }
  const asking = setInterval(() => void turns.request('a', false), 20)
  await Promise.all([dump('a'), dump('a'), dump('b')])
  clearInterval(asking)
  expect(made.b).toBeGreaterThan(made.a / 4)
})

const PART_MS = 10

/** A client that is known by its address. */
function of(address: string) {
  return { name: address, address }
}

function burn(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}
