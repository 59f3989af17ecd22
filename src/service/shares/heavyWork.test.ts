import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createShares } from './shares.ts'
import { Crowded } from './work.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/**
 * A machine on which each piece of heavy work makes quick work so many times slower. Heavy work takes its own time, or less
 * if it is ended.
 */
function machine(slowing: number) {
  const shares = createShares({ places: 10, slowPlaces: 2, shareMs: 1000, now: () => Date.now() })
  /** The heavy work that goes on, by client. */
  const heavy = new Map<string, number>()
  /** How long heavy work has gone on, in all and by client. */
  const spent = new Map<string, number>()
  let most = 0

  const sleep = (ms: number): Promise<'done'> => new Promise((resolve) => setTimeout(() => resolve('done'), ms))

  async function run(client: string, shape: string, takes: number, isKnown = false): Promise<string> {
    let stop: () => void = () => undefined
    const stopped = new Promise<'ended'>((resolve) => (stop = () => resolve('ended')))
    try {
      const leave = await shares.enter({ kind: 'read', client, shape, isKnown, signal: null, end: stop })
      const since = Date.now()
      heavy.set(client, (heavy.get(client) ?? 0) + 1)
      most = Math.max(most, running())
      const how = await Promise.race([sleep(takes), stopped])
      heavy.set(client, (heavy.get(client) ?? 1) - 1)
      spent.set(client, (spent.get(client) ?? 0) + Date.now() - since)
      leave()
      return how
    } catch (error) {
      if (error instanceof Crowded) return 'crowded'
      throw error
    }
  }

  const running = (): number => [...heavy.values()].reduce((sum, count) => sum + count, 0)

  /** A reader who asks for 2 ms of work, again and again; gives how long each took. */
  async function reader(client: string, forMs: number, pauseMs = 5): Promise<number[]> {
    const until = Date.now() + forMs
    const times: number[] = []
    while (Date.now() < until) {
      const asked = Date.now()
      // oxlint-disable no-await-in-loop -- one after the other
      const leave = await shares.enter({
        kind: 'read',
        client,
        shape: 'rows',
        isKnown: false,
        signal: null,
        end: null,
      })
      await sleep(2 * (1 + slowing * running()))
      leave()
      times.push(Date.now() - asked)
      await sleep(pauseMs)
      // oxlint-enable no-await-in-loop
    }
    return times.toSorted((one, other) => one - other)
  }

  /** Clients that send the same again and again, so many at a time. */
  async function attack(clients: readonly string[], atOnce: number, takes: number, forMs: number): Promise<void> {
    const until = Date.now() + forMs
    const again = async (client: string): Promise<void> => {
      await run(client, 'attack', takes)
      await sleep(20)
      if (Date.now() < until) await again(client)
    }
    await Promise.all(clients.flatMap((client) => Array.from({ length: atOnce }, () => again(client))))
  }

  return { shares, run, reader, attack, spent, most: () => most }
}

/** As long as a reader without a token may take. */
const ENDLESS = 20_000

const p95 = (times: readonly number[]): number => times[Math.floor(times.length * 0.95)] ?? Infinity

describe('heavy work beside the quick work of others', () => {
  it('goes on as it likes where nobody else is', async () => {
    const { run, most } = machine(10)
    const works = [1, 2, 3].map((n) => run('analyst', `long ${n}`, 3000))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await Promise.all(works)).toEqual(['done', 'done', 'done'])
    expect(most()).toBeGreaterThan(1)
  })

  it('runs to its end, one piece at a time, where it slows nobody much', async () => {
    const { run, reader } = machine(0.3)
    const times = reader('reader', 20_000)
    await vi.advanceTimersByTimeAsync(2000)
    const works = [1, 2].map(() => run('analyst', 'long', 3000))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await Promise.all(works)).toEqual(['done', 'done'])
    expect(p95(await times)).toBeLessThan(5)
  })

  it('is ended where it hurts, and then leaves nearly all of the time to others', async () => {
    const { reader, attack, spent } = machine(10)
    const times = [reader('reader', 62_000), reader('calm reader', 62_000, 100)]
    await vi.advanceTimersByTimeAsync(2000)
    const attacked = attack(['attacker'], 10, ENDLESS, 58_000)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(spent.get('attacker')).toBeGreaterThan(0)
    expect(spent.get('attacker')).toBeLessThan(3000)
    await vi.advanceTimersByTimeAsync(200_000)
    for (const each of await Promise.all(times)) expect(p95(each)).toBeLessThan(10)
    await attacked
  })

  it('is kept short, too, where it ends by itself', async () => {
    const { reader, attack, spent } = machine(10)
    const times = reader('reader', 62_000)
    await vi.advanceTimersByTimeAsync(2000)
    const attacked = attack(['attacker'], 10, 400, 58_000)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(spent.get('attacker')).toBeLessThan(4000)
    await vi.advanceTimersByTimeAsync(200_000)
    expect(p95(await times)).toBeLessThan(10)
    await attacked
  })

  it('shares what is left among many addresses that attack at once', async () => {
    const { reader, attack, spent } = machine(10)
    const times = reader('reader', 62_000, 20)
    await vi.advanceTimersByTimeAsync(2000)
    const clients = Array.from({ length: 10 }, (_, n) => `attacker ${n}`)
    const attacked = attack(clients, 5, ENDLESS, 58_000)
    await vi.advanceTimersByTimeAsync(59_000)
    expect([...spent.values()].reduce((sum, ms) => sum + ms, 0)).toBeLessThan(6000)
    await vi.advanceTimersByTimeAsync(200_000)
    expect(p95(await times)).toBeLessThan(10)
    await attacked
  })

  it('begins at once for a client that asked for little, and goes before that of one that had much', async () => {
    const { run, reader, attack } = machine(10)
    const times = reader('reader', 40_000)
    await vi.advanceTimersByTimeAsync(2000)
    const attacked = attack(['attacker'], 10, ENDLESS, 20_000)
    await vi.advanceTimersByTimeAsync(10_000)
    const short = run('newcomer', 'page', 60)
    await vi.advanceTimersByTimeAsync(70)
    expect(await short).toBe('done')
    await vi.advanceTimersByTimeAsync(200_000)
    await Promise.all([times, attacked])
  })

  it('waits for a client that has had much outside of its turns, as with dumps that it leaves', async () => {
    const { shares, run, reader, attack } = machine(10)
    const times = reader('reader', 40_000)
    await vi.advanceTimersByTimeAsync(2000)
    const attacked = attack(['attacker'], 10, ENDLESS, 20_000)
    await vi.advanceTimersByTimeAsync(10_000)
    shares.charge('dumper', 5000)
    const works = ['dumper', 'newcomer'].map((client) => run(client, 'page', 60))
    const first = Promise.race(works.map((work, place) => work.then(() => place)))
    await vi.advanceTimersByTimeAsync(1000)
    expect(await first).toBe(1)
    expect(await Promise.race([works[0], Promise.resolve('waits')])).toBe('waits')
    expect(shares.pauseMs).toBeGreaterThan(1000)
    await vi.advanceTimersByTimeAsync(200_000)
    await Promise.all([times, attacked, ...works])
  })

  it('is not ended for slowing others if its client has a token', async () => {
    const { run, reader } = machine(10)
    const times = reader('reader', 20_000)
    await vi.advanceTimersByTimeAsync(2000)
    const work = run('colleague', 'long', 5000, true)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await work).toBe('done')
    await times
  })

  it('is still told from quick work on a machine that is busy with other things', async () => {
    const { shares, run, reader, attack } = machine(10)
    const waits: number[] = []
    const reads = async (client: string, takesAt: (n: number) => number, count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) {
        const asked = Date.now()
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await run(client, 'rows', takesAt(n))
        waits.push(Date.now() - asked - takesAt(n))
      }
    }
    const all = (takesAt: (n: number) => number, count: number) =>
      ['one', 'other'].map((client) => reads(client, takesAt, count))
    const begun: Promise<unknown>[] = [...all(() => 2, 200), reader('reader', 12_000)]
    await vi.advanceTimersByTimeAsync(2000)
    begun.push(attack(['attacker'], 5, ENDLESS, 5000))
    await vi.advanceTimersByTimeAsync(10_500)
    expect(shares.room).toBeLessThan(1)
    waits.length = 0
    // From now on everything takes ever longer, up to a hundred times as long.
    const later = all((n) => Math.round(Math.min(2 * 1.04 ** n, 200)), 200)
    await vi.advanceTimersByTimeAsync(300_000)
    await Promise.all(later)
    expect(Math.max(...waits)).toBeLessThan(10)
  })

  it('leaves readers in their lane though it makes them slow', async () => {
    const { run, reader, shares } = machine(60)
    const times = reader('reader', 30_000)
    await vi.advanceTimersByTimeAsync(2000)
    const work = run('colleague', 'long', 5000, true)
    await vi.advanceTimersByTimeAsync(40_000)
    await work
    expect(Math.max(...(await times))).toBeLessThan(400)
    expect(shares.room).toBeLessThan(1)
  })
})
