import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createShares, type Shares } from './shares.ts'
import { Crowded, type Leave, type WorkKind } from './work.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Work in an engine where every piece takes its time by the fake clock; `log` says what was done, in order. */
function engine(shares: Shares, log: string[]) {
  return async (
    client: string,
    shape: string,
    takes: number,
    kind: WorkKind = 'read',
    hasFailed = false,
  ): Promise<string> => {
    let leave: Leave
    let stop: () => void = () => undefined
    const stopped = new Promise<'ended'>((resolve) => (stop = () => resolve('ended')))
    try {
      leave = await shares.enter({ kind, client, isKnown: false, shape, signal: null, end: stop })
    } catch (error) {
      if (error instanceof Crowded) return `crowded: ${error.scope}`
      throw error
    }
    const done = new Promise<'done'>((resolve) => setTimeout(() => resolve('done'), takes))
    const how = await Promise.race([done, stopped])
    log.push(`${client} ${shape}${how === 'ended' ? ' ended' : ''}`)
    leave(hasFailed)
    return how
  }
}

function make(places: number, slowPlaces: number, processors?: number) {
  const log: string[] = []
  const shares = createShares({
    places,
    slowPlaces,
    processors: processors === undefined ? undefined : () => processors,
    shareMs: 1000,
    now: () => Date.now(),
  })
  return { shares, log, work: engine(shares, log) }
}

describe('an engine that does one thing at a time', () => {
  it('pauses after long work of one client, whatever short work of that kind others do meanwhile', async () => {
    const { work, log } = make(1, 1)
    let asked = 0
    const repeat = (everyMs: number, what: () => Promise<string>) => setInterval(() => void what(), everyMs)
    const first = [work('a', 'rows', 80), work('b', 'quick', 2), work('c', 'short', 2)]
    await vi.advanceTimersByTimeAsync(10_000)
    await Promise.all(first)
    const timers = [
      repeat(100, () => work('b', 'quick', 2)),
      repeat(100, () => work('a', 'rows', 80)),
      // Each second one takes long by chance, so that the next isn't expected to be quick.
      repeat(700, () => work('c', 'short', (asked += 1) % 2 === 0 ? 60 : 2)),
    ]
    await vi.advanceTimersByTimeAsync(20_000)
    log.length = 0
    await vi.advanceTimersByTimeAsync(20_000)
    timers.forEach((timer) => clearInterval(timer))
    const done = (name: string) => log.filter((each) => each === name).length
    expect(done('c short')).toBeGreaterThan(25)
    expect(done('a rows')).toBeLessThan(10)
  })

  it('does quick work before slow work of the same client, and each client in turn', async () => {
    const { work, log } = make(1, 1)
    const all = async (...works: Promise<string>[]) => {
      await vi.advanceTimersByTimeAsync(60_000)
      return Promise.all(works)
    }
    await all(work('a', 'quick', 5), work('b', 'quick', 5))
    await all(work('a', 'slow', 300))
    log.length = 0
    await all(
      work('a', 'slow', 300),
      work('a', 'slow', 300),
      ...[1, 2, 3].map(() => work('a', 'quick', 5)),
      work('b', 'quick', 5),
    )
    expect(log).toEqual(['a slow', 'b quick', 'a quick', 'a quick', 'a quick', 'a slow'])
  })

  it('tells whether one piece of work is all there is', async () => {
    const { shares, work } = make(1, 1)
    expect(shares.isAlone).toBe(false)
    const one = work('a', 'quick', 5)
    expect(shares.isAlone).toBe(true)
    const other = work('b', 'quick', 5)
    expect(shares.isAlone).toBe(false)
    await vi.advanceTimersByTimeAsync(60_000)
    await Promise.all([one, other])
    expect(shares.isAlone).toBe(false)
  })

  it('ends work once it has had its share and quick work waits, the next time at once', async () => {
    const { work, log } = make(1, 1)
    const known = work('b', 'quick', 5)
    await vi.advanceTimersByTimeAsync(10)
    await known
    const endless = work('a', 'endless', 1e9)
    await vi.advanceTimersByTimeAsync(400)
    const quick = work('b', 'quick', 5)
    await vi.advanceTimersByTimeAsync(500)
    expect(log).toEqual(['b quick'])
    await vi.advanceTimersByTimeAsync(200)
    expect(await Promise.all([endless, quick])).toEqual(['ended', 'done'])

    const again = work('a', 'endless', 1e9)
    await vi.advanceTimersByTimeAsync(30_000)
    const next = work('b', 'quick', 5)
    await vi.advanceTimersByTimeAsync(6)
    expect(await Promise.all([again, next])).toEqual(['ended', 'done'])
  })

  it('lets a read have five shares before it is ended for a part of a dump', async () => {
    const { work } = make(1, 1)
    const read = work('a', 'count', 3000)
    await vi.advanceTimersByTimeAsync(100)
    const part = work('b', 'dump', 5, 'stream')
    await vi.advanceTimersByTimeAsync(3000)
    expect(await Promise.all([read, part])).toEqual(['done', 'done'])
    const endless = work('a', 'endless', 1e9)
    await vi.advanceTimersByTimeAsync(100)
    const next = work('b', 'dump', 5, 'stream')
    await vi.advanceTimersByTimeAsync(6000)
    expect(await Promise.all([endless, next])).toEqual(['ended', 'done'])
  })

  it('leaves work alone that nobody waits for, and never ends a write', async () => {
    const { work } = make(1, 1)
    const known = work('b', 'quick', 5)
    await vi.advanceTimersByTimeAsync(10)
    const long = work('a', 'long', 30_000)
    await vi.advanceTimersByTimeAsync(30_001)
    expect(await Promise.all([known, long])).toEqual(['done', 'done'])
    const write = work('a', 'write', 5000, 'write')
    const quick = work('b', 'quick', 5)
    await vi.advanceTimersByTimeAsync(5100)
    expect(await Promise.all([write, quick])).toEqual(['done', 'done'])
  })

  it('keeps slow work to a small part of the time while others have quick work, and to half beside its own', async () => {
    const slowBeside = async (quick: string): Promise<number> => {
      const { work, log } = make(1, 1)
      const first = [work('a', 'quick', 5), work('b', 'quick', 5), work('a', 'slow', 300)]
      await vi.advanceTimersByTimeAsync(3000)
      await Promise.all(first)
      log.length = 0
      const until = Date.now() + 15_000
      const again = async (client: string, shape: string, takes: number): Promise<void> => {
        await work(client, shape, takes)
        if (Date.now() < until) await again(client, shape, takes)
      }
      const both = [again(quick, 'quick', 5), again('b', 'slow', 300)]
      await vi.advanceTimersByTimeAsync(40_000)
      await Promise.all(both)
      expect(log.filter((done) => done === `${quick} quick`).length).toBeGreaterThan(1000)
      return log.filter((done) => done === 'b slow').length
    }
    const besideOthers = await slowBeside('a')
    expect(besideOthers).toBeGreaterThan(1)
    expect(besideOthers).toBeLessThan(6)
    const besideOwn = await slowBeside('b')
    expect(besideOwn).toBeGreaterThan(15)
    expect(besideOwn).toBeLessThan(27)
  })

  it('says so when a client has too much waiting, and still lets others in', async () => {
    const { work } = make(1, 1)
    const known = work('b', 'quick', 5)
    await vi.advanceTimersByTimeAsync(10)
    await known
    const many = Array.from({ length: 300 }, () => work('a', 'quick', 5))
    const other = work('b', 'quick', 5)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await other).toBe('done')
    const ends = await Promise.all(many)
    expect(ends.filter((end) => end === 'crowded: client')).toHaveLength(300 - 257)
  })

  it('gives up a wait that gets too long, and one whose signal is aborted', async () => {
    const { work, shares } = make(1, 1)
    const write = work('a', 'write', 60_000, 'write')
    const aborter = new AbortController()
    const left = shares.enter({
      kind: 'read',
      client: 'c',
      isKnown: false,
      shape: 'x',
      signal: aborter.signal,
      end: null,
    })
    const gone = expect(left).rejects.toThrow('left')
    aborter.abort(new Error('left'))
    await gone
    const late = work('b', 'quick', 5)
    await vi.advanceTimersByTimeAsync(30_001)
    expect(await late).toBe('crowded: all')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await write).toBe('done')
  })
})

describe('an engine that does several things at a time', () => {
  it('keeps places for quick work, and few for slow work', async () => {
    const { work, log } = make(6, 2)
    const first = [work('a', 'quick', 5), work('a', 'slow', 900)]
    await vi.advanceTimersByTimeAsync(1000)
    await Promise.all(first)
    log.length = 0
    const slow = Array.from({ length: 4 }, () => work('a', 'slow', 900))
    const writes = Array.from({ length: 4 }, () => work('w', 'write', 900, 'write'))
    const quick = Array.from({ length: 9 }, () => work('a', 'quick', 5))
    await vi.advanceTimersByTimeAsync(50)
    expect(log).toEqual(Array.from({ length: 9 }, () => 'a quick'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(new Set(await Promise.all([...slow, ...writes, ...quick]))).toEqual(new Set(['done']))
  })

  it('lets twice as many slow reads run while nobody else reads', async () => {
    const { work } = make(10, 2)
    const first = ['a', 'b'].map((client) => work(client, 'slow', 900))
    await vi.advanceTimersByTimeAsync(1000)
    await Promise.all(first)
    const doneInTime = async (): Promise<number> => {
      await vi.advanceTimersByTimeAsync(100_000)
      const all = Array.from({ length: 6 }, () => work('a', 'slow', 900))
      const done = all.map(() => false)
      for (const [at, each] of all.entries()) void each.then(() => (done[at] = true))
      await vi.advanceTimersByTimeAsync(950)
      const count = done.filter(Boolean).length
      await vi.advanceTimersByTimeAsync(100_000)
      expect(new Set(await Promise.all(all))).toEqual(new Set(['done']))
      return count
    }
    expect(await doneInTime()).toBe(4)
    const others = setInterval(() => void work('b', 'quick', 5), 500)
    expect([1, 2]).toContain(await doneInTime())
    clearInterval(others)
  })

  it('has several slow reads do without workers where there are too few processors', async () => {
    const isTightWith = async (processors: number, pieces: number): Promise<boolean> => {
      const { shares, work } = make(10, 2, processors)
      const all = Array.from({ length: pieces }, (_, n) => work('a', `new ${n}`, 900))
      await vi.advanceTimersByTimeAsync(100)
      const { isTight } = shares
      await vi.advanceTimersByTimeAsync(900)
      await Promise.all(all)
      return isTight
    }
    expect(await isTightWith(2, 1)).toBe(false)
    expect(await isTightWith(2, 2)).toBe(true)
    expect(await isTightWith(8, 2)).toBe(false)
    expect(await isTightWith(8, 3)).toBe(true)
    expect(await isTightWith(Infinity, 3)).toBe(false)
  })

  it('has several reads of tens of milliseconds do without workers, and soon gives one alone its workers back', async () => {
    const { shares, work } = make(10, 2, 2)
    const during = async (...reads: readonly (readonly [shape: string, takes: number])[]): Promise<boolean> => {
      const all = reads.map(([shape, takes]) => work('a', shape, takes))
      await vi.advanceTimersByTimeAsync(1)
      const { isTight } = shares
      await vi.advanceTimersByTimeAsync(99)
      await Promise.all(all)
      return isTight
    }
    await during(['scan', 40])
    await during(['short', 5])
    expect(await during(['scan', 40])).toBe(false)
    expect(await during(['short', 5], ['short', 5])).toBe(false)
    expect(await during(['scan', 40], ['short', 5])).toBe(false)
    expect(await during(['scan', 40], ['scan', 40])).toBe(true)
    expect(await during(['scan', 40])).toBe(false)
  })

  it('lets scans run at once that are slow only because they share the processors', async () => {
    const doneAtOnce = async (processors: number): Promise<number> => {
      const { log, work } = make(10, 2, processors)
      const eight = () => Array.from({ length: 8 }, () => work('a', 'scan', 200))
      const first = work('a', 'scan', 50)
      await vi.advanceTimersByTimeAsync(100)
      await first
      for (let round = 0; round < 10; round += 1) {
        const all = eight()
        await vi.advanceTimersByTimeAsync(1000)
        await Promise.all(all)
      }
      log.length = 0
      const all = eight()
      await vi.advanceTimersByTimeAsync(210)
      const { length } = log
      await vi.advanceTimersByTimeAsync(1000)
      await Promise.all(all)
      return length
    }
    expect(await doneAtOnce(2)).toBe(8)
    expect(await doneAtOnce(8)).toBe(4)
  })

  it('has a client wait for its next heavy read after one that came to nothing, while others read', async () => {
    const { work, log } = make(10, 2)
    const passed = async (client: string, isWatched: boolean): Promise<boolean> => {
      const others = isWatched ? setInterval(() => void work('b', 'quick', 5), 500) : undefined
      await vi.advanceTimersByTimeAsync(1000)
      const failing = work(client, 'failing', 300, 'read', true)
      await vi.advanceTimersByTimeAsync(300)
      await failing
      const next = work(client, 'next', 10)
      await vi.advanceTimersByTimeAsync(2500)
      const isDone = log.includes(`${client} next`)
      await vi.advanceTimersByTimeAsync(3000)
      await next
      clearInterval(others)
      await vi.advanceTimersByTimeAsync(20_000)
      return isDone
    }
    expect(await passed('a', true)).toBe(false)
    expect(log).toContain('a next')
    expect(await passed('c', false)).toBe(true)
  })

  it('gives one client a part of the places for its quick work while others read', async () => {
    const { work, log } = make(10, 2)
    const first = ['a', 'b'].map((client) => work(client, 'quick', 5))
    await vi.advanceTimersByTimeAsync(10)
    await Promise.all(first)
    const doneAtOnce = async (): Promise<number> => {
      await vi.advanceTimersByTimeAsync(5000)
      log.length = 0
      const all = Array.from({ length: 9 }, () => work('a', 'quick', 5))
      await vi.advanceTimersByTimeAsync(6)
      const done = log.filter((each) => each === 'a quick').length
      await vi.advanceTimersByTimeAsync(100)
      await Promise.all(all)
      return done
    }
    expect(await doneAtOnce()).toBe(9)
    const others = setInterval(() => void work('b', 'quick', 5), 500)
    expect(await doneAtOnce()).toBe(1)
    clearInterval(others)
  })

  it('ends slow work of one client for that of another, later than for quick work', async () => {
    const { work } = make(6, 2)
    const first = ['a', 'b'].map((client) => work(client, 'slow', 900))
    await vi.advanceTimersByTimeAsync(1000)
    await Promise.all(first)
    const endless = [1, 2, 3, 4].map(() => work('a', 'slow', 1e9))
    const other = work('b', 'slow', 900)
    await vi.advanceTimersByTimeAsync(4500)
    const open = Promise.race([...endless, Promise.resolve('open')])
    expect(await open).toBe('open')
    await vi.advanceTimersByTimeAsync(1500)
    expect(await other).toBe('done')
    expect(await Promise.race(endless)).toBe('ended')
  })

  it('lets writes in beside reads of unknown shapes without end', async () => {
    const { work } = make(10, 2)
    const endless = Array.from({ length: 20 }, (_, n) => work('a', `endless ${n}`, 1e9))
    const write = work('w', 'write', 900, 'write')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await write).toBe('done')
    await vi.advanceTimersByTimeAsync(100_000)
    expect((await Promise.race(endless)) === 'done').toBe(false)
  })
})
