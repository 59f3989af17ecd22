import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createShares, type Shares } from './shares.ts'

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
