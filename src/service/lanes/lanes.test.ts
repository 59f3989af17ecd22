import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLanes, MakesWay, type Enter, type Work, type WorkClass } from './lanes.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const PLACES = { page: 2, search: 2, sql: 2, dump: 2, write: 2 }

/** Asks for a place, and tells what became of it. */
async function ask(enter: Enter, name: WorkClass, client = 'a', more: Partial<Work> = {}) {
  const end = vi.fn<() => void>()
  let state = 'waits'
  let free: () => void = () => undefined
  const begin = (leave: () => void): void => {
    state = 'runs'
    free = leave
  }
  const refuse = (why: unknown): void => void (state = why instanceof MakesWay ? why.scope : String(why))
  void enter({ class: name, client, signal: null, end, ...more }).then(begin, refuse)
  await pass(0)
  return { state: () => state, end, leave: () => free() }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('an engine that does several things at once', () => {
  const make = () => createLanes(PLACES, false)

  it('lets a page begin however much else runs or waits, of its own client, too', async () => {
    const lanes = make()
    for (const name of ['sql', 'dump', 'search', 'write'] as const)
      for (let count = 0; count < 5; count += 1) await ask(lanes, name)
    expect((await ask(lanes, 'page')).state()).toBe('runs')
  })

  it('leaves a place of each class to other clients, who take turns', async () => {
    const lanes = make()
    const first = await ask(lanes, 'sql')
    const own = [await ask(lanes, 'sql'), await ask(lanes, 'sql')]
    const other = await ask(lanes, 'sql', 'b')
    expect([first, ...own, other].map(({ state }) => state())).toEqual(['runs', 'waits', 'waits', 'runs'])
    const third = await ask(lanes, 'sql', 'c')
    first.leave()
    await pass(0)
    expect([own[0]?.state(), third.state()]).toEqual(['waits', 'runs'])
  })

  it('never ends what runs for others', async () => {
    const lanes = make()
    const running = [await ask(lanes, 'sql'), await ask(lanes, 'sql', 'b')]
    const late = await ask(lanes, 'sql', 'c')
    await pass(29_000)
    expect(running.map(({ end }) => end.mock.calls.length)).toEqual([0, 0])
    await pass(1010)
    expect(late.state()).toBe('all')
  })

  it('refuses what one client has waiting beyond a bound, and forgets those who left', async () => {
    const lanes = make()
    const leaving = new AbortController()
    for (let count = 0; count < 17; count += 1) await ask(lanes, 'sql', 'a', { signal: leaving.signal })
    expect((await ask(lanes, 'sql')).state()).toBe('client')
    expect((await ask(lanes, 'sql', 'b')).state()).toBe('runs')
    leaving.abort('gone')
    expect((await ask(lanes, 'sql')).state()).toBe('waits')
  })
})

describe('an engine that does one thing at a time', () => {
  const make = () => createLanes(PLACES, true)

  it('does pages first, then what was served longest ago', async () => {
    const lanes = make()
    const first = await ask(lanes, 'page')
    const [statement, search, page] = [await ask(lanes, 'sql'), await ask(lanes, 'search'), await ask(lanes, 'page')]
    first.leave()
    await pass(0)
    expect([statement, search, page].map(({ state }) => state())).toEqual(['waits', 'waits', 'runs'])
    page.leave()
    await pass(60)
    expect([statement, search].map(({ state }) => state())).toEqual(['runs', 'waits'])
    const again = await ask(lanes, 'sql')
    statement.leave()
    await pass(0)
    expect([search, again].map(({ state }) => state())).toEqual(['runs', 'waits'])
  })

  it('leaves the engine to pages after long work while they come, and not once they stop', async () => {
    const lanes = make()
    const long = await ask(lanes, 'sql', 'a', { end: null })
    await pass(200)
    const page = await ask(lanes, 'page', 'b')
    long.leave()
    const next = await ask(lanes, 'sql')
    await pass(40)
    page.leave()
    await ask(lanes, 'page', 'b').then(({ leave }) => leave())
    expect(next.state()).toBe('waits')
    await pass(60)
    expect(next.state()).toBe('runs')
  })

  it("ends a statement after five seconds if others wait, never for more of its client's own", async () => {
    const lanes = make()
    const endless = await ask(lanes, 'sql')
    const own = await ask(lanes, 'sql')
    await pass(5000)
    expect(endless.end).not.toHaveBeenCalled()
    const page = await ask(lanes, 'page')
    await pass(10)
    expect(endless.end).toHaveBeenCalledTimes(1)
    expect((await ask(lanes, 'sql')).state()).toBe('ended')
    endless.leave()
    await pass(0)
    expect([page.state(), own.state()]).toEqual(['runs', 'ended'])
    page.leave()
    await pass(2000)
    expect((await ask(lanes, 'sql')).state(), 'nobody reads any more').not.toBe('ended')
  })

  it('ends none after five seconds that the machine had hardly any time for, and it after fifteen', async () => {
    const lanes = createLanes(PLACES, true, () => performance.now() / 10)
    const slow = await ask(lanes, 'sql')
    await ask(lanes, 'page', 'b')
    await pass(14_990)
    expect(slow.end).not.toHaveBeenCalled()
    await pass(20)
    expect(slow.end).toHaveBeenCalledTimes(1)
  })

  it('refuses nobody for the time that the engine takes to open, and ends nothing for it', async () => {
    const lanes = make()
    const opening = await ask(lanes, 'page', 'server', { end: null, isOpening: true })
    const [statement, page] = [await ask(lanes, 'sql'), await ask(lanes, 'page', 'b')]
    await pass(100_000)
    expect([statement, page].map(({ state }) => state())).toEqual(['waits', 'waits'])
    opening.leave()
    await pass(0)
    expect(page.state()).toBe('runs')
    await pass(29_000)
    expect(statement.state()).toBe('waits')
    await pass(1010)
    expect(statement.state()).toBe('all')
  })

  it('never ends pages, nor what must not be ended', async () => {
    const lanes = make()
    const known = await ask(lanes, 'sql', 'a', { end: null })
    const page = await ask(lanes, 'page', 'b')
    await pass(10_000)
    expect(known.state()).toBe('runs')
    known.leave()
    await pass(0)
    await ask(lanes, 'search', 'c')
    await pass(10_000)
    expect(page.end).not.toHaveBeenCalled()
  })
})
