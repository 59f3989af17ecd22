import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createShares, type Shares } from './shares.ts'
import type { Leave, WorkKind } from './work.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function make() {
  return { shares: createShares({ places: 1, slowPlaces: 1, ready: 1, shareMs: 1000, now: () => Date.now() }) }
}

describe('an engine for which quick work may lie ready', () => {
  /** Enters and says when it may begin; ends when told to. */
  async function begun(shares: Shares, shape: string, client = 'a') {
    let leave: Leave | null = null
    const end = vi.fn<() => void>()
    void shares
      .enter({ kind: 'read', client, isKnown: false, shape, signal: null, end })
      .then((given) => (leave = given))
    await vi.advanceTimersByTimeAsync(0)
    return { hasBegun: () => leave !== null, leave: () => leave?.(), end }
  }

  async function known(shares: Shares, shape: string, takes: number, client = 'a'): Promise<void> {
    const { leave, hasBegun } = await begun(shares, shape, client)
    // oxlint-disable-next-line no-await-in-loop -- it may have to wait for its lane
    while (!hasBegun()) await vi.advanceTimersByTimeAsync(1)
    await vi.advanceTimersByTimeAsync(takes)
    leave()
    await vi.advanceTimersByTimeAsync(5000)
  }

  it('gives it one piece of quick work more while it does quick work, and none beside other work', async () => {
    const { shares } = make()
    const [quick, slow] = [await begun(shares, 'quick'), await begun(shares, 'slow')]
    quick.leave()
    await vi.advanceTimersByTimeAsync(1000)
    expect(slow.hasBegun()).toBe(true)
    await vi.advanceTimersByTimeAsync(300)
    slow.leave()
    await vi.advanceTimersByTimeAsync(20_000)

    const three = [await begun(shares, 'quick'), await begun(shares, 'quick'), await begun(shares, 'quick')]
    expect(three.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false])
    for (const each of three) {
      each.leave()
      await vi.advanceTimersByTimeAsync(0)
    }
    const beside = await begun(shares, 'slow')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(beside.hasBegun()).toBe(true)
    const waits = await begun(shares, 'quick')
    expect(waits.hasBegun()).toBe(false)
    beside.leave()
    await vi.advanceTimersByTimeAsync(0)
    expect(waits.hasBegun()).toBe(true)
  })

  it('lets a write in that waits only for the end of quick work, however much of that comes', async () => {
    const { shares } = make()
    const log: string[] = []
    const work = async (client: string, shape: string, takes: number, kind: WorkKind = 'read'): Promise<void> => {
      const leave = await shares.enter({ kind, client, isKnown: false, shape, signal: null, end: null })
      await new Promise((resolve) => setTimeout(resolve, takes))
      log.push(`${client} ${shape}`)
      leave()
    }
    await known(shares, 'quick', 2)
    const until = Date.now() + 2000
    const again = async (): Promise<void> => {
      await work('a', 'quick', 2)
      if (Date.now() < until) await again()
    }
    const readers = [again(), again(), again(), again()]
    await vi.advanceTimersByTimeAsync(100)
    const write = work('b', 'write', 5, 'write')
    await vi.advanceTimersByTimeAsync(100)
    expect(log).toContain('b write')
    await vi.advanceTimersByTimeAsync(3000)
    await Promise.all([...readers, write])
  })

  it("doesn't count as the cost of work that it lay ready", async () => {
    const { shares } = make()
    await known(shares, 'quick', 2)
    await known(shares, 'other', 2)
    for (let times = 0; times < 30; times += 1) {
      const [first, ready] = [await begun(shares, 'quick'), await begun(shares, 'other')]
      await vi.advanceTimersByTimeAsync(90)
      first.leave()
      await vi.advanceTimersByTimeAsync(2)
      ready.leave()
      await vi.advanceTimersByTimeAsync(100)
    }
    const [first, ready] = [await begun(shares, 'other'), await begun(shares, 'other')]
    expect([first.hasBegun(), ready.hasBegun()]).toEqual([true, true])
  })

  it('ends what runs for the client whose work lies ready, and never that', async () => {
    for (const more of [0, 1]) {
      const { shares } = make()
      await known(shares, 'quick', 2, 'x')
      await known(shares, 'quick', 2, 'y')
      const long = await begun(shares, 'quick', 'x')
      const ready = await begun(shares, 'quick', 'y')
      if (more > 0) await begun(shares, 'quick', 'x')
      expect([long.hasBegun(), ready.hasBegun()]).toEqual([true, true])
      await vi.advanceTimersByTimeAsync(900)
      expect(long.end).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(200)
      expect(long.end).toHaveBeenCalledOnce()
      expect(ready.end).not.toHaveBeenCalled()
    }
  })

  it('counts what runs from its beginning, and nothing of what is given up while it lies ready', async () => {
    const { shares } = make()
    await known(shares, 'quick', 2, 'x')
    await known(shares, 'quick', 2, 'y')
    await known(shares, 'quick', 2, 'z')
    const long = await begun(shares, 'quick', 'x')
    for (const client of ['y', 'z']) {
      const ready = await begun(shares, 'quick', client)
      expect(ready.hasBegun()).toBe(true)
      await vi.advanceTimersByTimeAsync(80)
      ready.leave()
    }
    // It has shown to be slow by now, and nothing more lies ready behind it.
    const late = await begun(shares, 'quick', 'x')
    expect(late.hasBegun()).toBe(false)
    long.leave()
    await vi.advanceTimersByTimeAsync(20_000)
    late.leave()
    await vi.advanceTimersByTimeAsync(5000)
    const [first, ready] = [await begun(shares, 'quick', 'y'), await begun(shares, 'quick', 'y')]
    expect([first.hasBegun(), ready.hasBegun()]).toEqual([true, true])
  })

  it('lets nothing lie ready that takes longer than the way to the engine', async () => {
    const { shares } = make()
    await known(shares, 'quick', 1)
    await known(shares, 'longer', 10)
    const quick = await begun(shares, 'quick')
    expect((await begun(shares, 'longer')).hasBegun()).toBe(false)
    quick.leave()
  })

  it("leaves the place to others' work while they read", async () => {
    const { shares } = make()
    await known(shares, 'quick', 1, 'x')
    await known(shares, 'quick', 1, 'y')
    await vi.advanceTimersByTimeAsync(5000)
    const other = await begun(shares, 'quick', 'y')
    other.leave()
    const two = [await begun(shares, 'quick', 'x'), await begun(shares, 'quick', 'x')]
    expect(two.map(({ hasBegun }) => hasBegun())).toEqual([true, false])
    const next = await begun(shares, 'quick', 'y')
    expect(next.hasBegun()).toBe(true)
  })
})
