import { MessageChannel } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { attentivePort } from './attentivePort.ts'

/** Milliseconds that pass only where a test says so, or by so many each time the clock is looked at. */
const clock = { now: 0, step: 0 }

function start() {
  Object.assign(clock, { now: 0, step: 0 })
  const { port1, port2 } = new MessageChannel()
  let posted = 0
  const heard: number[] = []
  const messages = attentivePort<number>(
    port2,
    () => posted,
    () => (clock.now += clock.step),
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

it('gives up after a moment, and hears what comes later all the same', async () => {
  const { heard, soon, post, arrived, close } = start()
  soon()
  post(1)
  await arrived()
  clock.step = 0.1
  soon()
  expect(clock.now).toBeLessThan(2)
  post(2)
  await arrived()
  expect(heard).toEqual([1, 2])
  close()
})

it('does not wait where messages come seldom', async () => {
  const { heard, soon, post, arrived, close } = start()
  soon()
  clock.now += 100
  post(1)
  await arrived()
  post(2)
  soon()
  expect(heard).toEqual([1])
  await arrived()
  expect(heard).toEqual([1, 2])
  close()
})
