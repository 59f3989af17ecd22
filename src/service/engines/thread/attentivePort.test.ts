import { MessageChannel } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { attentivePort } from './attentivePort.ts'

/** Milliseconds that pass only where a test says so, or by so many each time the clock is looked at. */
const clock: { now: number; step: number; onLook: (() => void) | null } = { now: 0, step: 0, onLook: null }

function start() {
  Object.assign(clock, { now: 0, step: 0, onLook: null })
  const { port1, port2 } = new MessageChannel()
  let posted = 0
  const heard: number[] = []
  const messages = attentivePort<number>(
    port2,
    () => posted,
    () => {
      clock.now += clock.step
      clock.onLook?.()
      return clock.now
    },
  )
  messages.onMessage((message) => heard.push(message))
  return {
    heard,
    isWaiting: () => messages.isWaiting(),
    soon: () => {
      const message = messages.soon()
      if (message !== null) heard.push(message)
    },
    post: (message: number) => {
      port1.postMessage(message)
      posted += 1
    },
    arrived: () => new Promise((resolve) => setTimeout(resolve, 20)),
    close: () => port1.close(),
  }
}

it('takes the next message itself while messages follow answers closely', async () => {
  const { heard, soon, post, arrived, close } = start()
  soon()
  post(1)
  await arrived()
  expect(heard).toEqual([1])
  post(2)
  soon()
  expect(heard).toEqual([1, 2])
  await arrived()
  expect(heard).toEqual([1, 2])
  post(3)
  await arrived()
  expect(heard).toEqual([1, 2, 3])
  close()
})

it('notices a message that it has not received', async () => {
  const { isWaiting, post, arrived, close } = start()
  expect(isWaiting()).toBe(false)
  post(1)
  expect(isWaiting()).toBe(true)
  await arrived()
  expect(isWaiting()).toBe(false)
  close()
})

it.each([
  [0.5, 0.6],
  [0.1, 0.2],
])('after a gap of %d ms it gives up after %d ms, and hears what comes later all the same', async (gap, longest) => {
  const { heard, soon, post, arrived, close } = start()
  soon()
  clock.now += gap
  post(1)
  await arrived()
  const before = clock.now
  clock.step = 0.01
  soon()
  clock.step = 0
  expect(clock.now - before).toBeCloseTo(longest, 1)
  post(2)
  await arrived()
  expect(heard).toEqual([1, 2])
  close()
})

it('takes what lies here at once, whatever was in vain before', async () => {
  const { heard, soon, post, arrived, close } = start()
  clock.now = 100
  post(1)
  await arrived()
  soon()
  post(2)
  soon()
  post(3)
  post(4)
  soon()
  soon()
  expect(heard).toEqual([1, 2, 3, 4])
  close()
})

it('tries seldom where staying awake is in vain', async () => {
  const { soon, post, arrived, close } = start()
  soon()
  post(0)
  await arrived()
  const tries = (turns: number): number => {
    let tried = 0
    for (let turn = 0; turn < turns; turn += 1) {
      const before = clock.now
      soon()
      if (clock.now - before > 0.015) tried += 1
    }
    return tried
  }
  clock.step = 0.01
  expect(tries(100)).toBe(100)
  expect(tries(1000)).toBe(0)
  expect(tries(1001)).toBe(1)
  close()
})

it('goes on trying where it is not always in vain', async () => {
  const { heard, soon, post, arrived, close } = start()
  soon()
  clock.now += 0.01
  post(0)
  await arrived()
  clock.step = 0.001
  const take = (): void => {
    let looks = 0
    // The second look is when it waits.
    clock.onLook = () => {
      looks += 1
      if (looks < 2) return
      clock.onLook = null
      post(1)
    }
    soon()
  }
  const turns = 3
  for (let turn = 0; turn < turns; turn += 1) {
    for (let miss = 0; miss < 99; miss += 1) soon()
    take()
  }
  expect(heard).toEqual([0, ...Array.from({ length: turns }, () => 1)])
  close()
})

it('does not wait where messages come seldom', async () => {
  const { soon, post, arrived, close } = start()
  soon()
  clock.now += 1
  post(1)
  await arrived()
  clock.step = 0.1
  const before = clock.now
  soon()
  expect(clock.now - before).toBeLessThan(0.15)
  close()
})

it('leaves what lies here to the event loop where that had no turn for long', async () => {
  const { heard, soon, post, arrived, close } = start()
  post(1)
  await arrived()
  clock.now += 51
  post(2)
  soon()
  expect(heard).toEqual([1])
  await arrived()
  post(3)
  soon()
  expect(heard).toEqual([1, 2, 3])
  close()
})
