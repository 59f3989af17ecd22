import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createShares, type Shares } from './shares.ts'
import type { Leave } from './work.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Reads of a client with a token, each of which takes its time by the fake clock; `most` is how many ran at a time. */
function readers(shares: Shares) {
  const seen = { now: 0, most: 0 }
  const read = async (shape: string, takes: number): Promise<void> => {
    const leave = await shares.enter({ kind: 'read', client: 'a', isKnown: true, shape, signal: null, end: null })
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    await new Promise((resolve) => setTimeout(resolve, takes))
    seen.now -= 1
    leave()
  }
  return { read, seen }
}

function make(processors: number) {
  return readers(
    createShares({
      places: 10,
      slowPlaces: 2,
      processors: () => processors,
      shareMs: 1000,
      // Timers take a millisecond at least.
      now: () => Date.now() / 2,
    }),
  )
}

async function all(...reads: Promise<void>[]): Promise<void> {
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(reads)
}

const eight = [1, 2, 3, 4, 5, 6, 7, 8]

describe('the briefest reads on an engine with two processors', () => {
  it('run two at a time', async () => {
    const { read, seen } = make(2)
    await all(read('by key', 1))
    await all(...eight.map(() => read('by key', 1)))
    expect(seen.most).toBe(2)
  })

  it('run all at once if they turn out to wait for something else', async () => {
    const { read, seen } = make(2)
    await all(read('by key', 1))
    const waiting = eight.map(() => read('by key', 5000))
    await vi.advanceTimersByTimeAsync(100)
    expect(seen.now).toBe(8)
    await all(...waiting)
  })

  it('leave the other places to reads that take longer', async () => {
    const { read, seen } = make(2)
    await all(read('by key', 1), read('by name', 20))
    await all(...eight.map(() => read('by name', 20)))
    expect(seen.most).toBe(8)
  })

  it('run all at once where nobody knows how many processors there are', async () => {
    const { read, seen } = make(Infinity)
    await all(read('by key', 1))
    await all(...eight.map(() => read('by key', 1)))
    expect(seen.most).toBe(8)
  })
})

describe('statements of a kind not seen before, of a client without a token', () => {
  /** Those of three, asked for at once, that have begun. They end when they are left. */
  function three(shares: Shares, isKnown = false) {
    const begun: Leave[] = []
    for (const shape of ['one', 'two', 'three']) {
      const work = { kind: 'read', client: 'b', isKnown, shape, signal: null, end: null } as const
      void shares.enter(work).then((leave) => begun.push(leave))
    }
    return begun
  }

  /** Quick reads of another client that keep coming. */
  async function reads(read: ReturnType<typeof readers>['read'], count: number): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      void read('by name', 2)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await vi.advanceTimersByTimeAsync(40)
    }
  }

  function engine() {
    const shares = createShares({
      places: 10,
      slowPlaces: 2,
      processors: () => 2,
      shareMs: 1000,
      now: () => Date.now(),
    })
    return { shares, ...readers(shares) }
  }

  it('begin one after the other while others read', async () => {
    const { shares, read } = engine()
    await reads(read, 20)
    const seen = three(shares)
    await reads(read, 20)
    expect(seen).toHaveLength(1)
    seen[0]?.()
    await reads(read, 2)
    expect(seen).toHaveLength(2)
  })

  it('begin at once where nobody else reads, and soon after the last one who does', async () => {
    const alone = three(engine().shares)
    await vi.advanceTimersByTimeAsync(1)
    expect(alone).toHaveLength(3)

    const other = engine()
    await reads(other.read, 20)
    const seen = three(other.shares)
    await vi.advanceTimersByTimeAsync(50)
    expect(seen).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2500)
    expect(seen).toHaveLength(3)
  })

  it('begin together with a token', async () => {
    const { shares, read } = engine()
    await reads(read, 20)
    const seen = three(shares, true)
    await reads(read, 1)
    expect(seen).toHaveLength(3)
  })
})
