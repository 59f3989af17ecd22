import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReconnect, PAUSES_MS } from './reconnect.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page and its server: what was asked, when, in seconds; `isBack` and `isSeen` can be changed. */
function play() {
  const world = { isBack: false, isSeen: true, asked: [] as number[], repeated: 0 }
  const start = Date.now()
  const reconnect = createReconnect({
    ask: () => {
      world.asked.push((Date.now() - start) / 1000)
      return Promise.resolve(world.isBack)
    },
    repeat: () => void (world.repeated += 1),
    mayAsk: () => world.isSeen,
    now: () => Date.now(),
  })
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
  return { world, reconnect, seconds }
}

test('asks after growing pauses, at most one minute, until the first answer, and repeats what was lost once', async () => {
  const { world, reconnect, seconds } = play()
  reconnect.hear(true)
  expect(reconnect.get()).toEqual({ kind: 'waiting', at: Date.now() + PAUSES_MS[0] })
  await seconds(200)
  expect(world.asked).toEqual([5, 15, 35, 75, 135, 195])
  world.isBack = true
  await seconds(60)
  expect(world.repeated).toBe(1)
  reconnect.hear(false)
  expect(reconnect.get().kind).toBe('nothingLost')
  await seconds(600)
  expect(world.asked).toHaveLength(7)
})

test('asks nothing while nobody looks, and as soon as somebody does, but not twice within five seconds', async () => {
  const { world, reconnect, seconds } = play()
  reconnect.hear(true)
  world.isSeen = false
  await seconds(300)
  expect(world.asked).toEqual([])
  expect(reconnect.get().kind).toBe('resting')
  world.isSeen = true
  reconnect.hurry(false)
  await seconds(1)
  expect(world.asked).toEqual([300])
  for (let looks = 0; looks < 20; looks += 1) {
    reconnect.hurry(false)
    await seconds(0.1)
  }
  expect(world.asked).toEqual([300])
  await seconds(3)
  expect(world.asked).toEqual([300, 305])
})

test('a device that is online again asks at once, and begins with short pauses again', async () => {
  const { world, reconnect, seconds } = play()
  reconnect.hear(true)
  await seconds(100)
  world.asked.length = 0
  reconnect.hurry(true)
  await seconds(20)
  expect(world.asked).toEqual([100, 110])
})

test('a server that answers, but not to what was lost, is asked for it three times, with growing pauses', async () => {
  const { world, reconnect, seconds } = play()
  world.isBack = true
  reconnect.hear(true)
  for (let tries = 0; tries < 10; tries += 1) {
    const before = world.repeated
    await seconds(60)
    if (world.repeated === before) continue
    reconnect.hear(false)
    reconnect.hear(true)
  }
  expect(world.repeated).toBe(3)
  expect(reconnect.get().kind).toBe('resting')
  reconnect.hurry(false)
  await seconds(1)
  expect(world.repeated).toBe(4)
})

test('nothing is asked when nothing was lost, nor after the end', async () => {
  const { world, reconnect, seconds } = play()
  reconnect.hurry(true)
  await seconds(100)
  reconnect.hear(true)
  reconnect.stop()
  await seconds(100)
  expect(world.asked).toEqual([])
})
