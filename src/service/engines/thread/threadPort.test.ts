import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import type { WorkerMessage } from '../../../protocol/worker/workerMessages.ts'
import { newSharedNumbers, SHARED } from './sharedNumbers.ts'
import { startThread } from './threadPort.ts'

/** A thread that answers each request after a fifth of a millisecond, counts its answers, and ends right after its answer to the request 99. */
const ANSWERING = `
  const { workerData: { port, shared, answered } } = require('node:worker_threads')
  port.on('message', ({ id }) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0.2)
    port.postMessage({ kind: 'failed', id, problem: { code: 'workerStopped' } })
    Atomics.add(shared, answered, 1)
    if (id === 99) process.exit(7)
  })
`

function start(isAlone: boolean) {
  const shared = newSharedNumbers()
  // Of a thread before.
  Atomics.store(shared, SHARED.answered, 7)
  const workerData = { shared, answered: SHARED.answered }
  const port = startThread(
    (end) => new Worker(ANSWERING, { eval: true, workerData: { ...workerData, port: end }, transferList: [end] }),
    shared,
    { isAlone, isShared: false },
  )
  const heard: (number | string)[] = []
  let wake: () => void = () => undefined
  port.onMessage((message: WorkerMessage) => {
    if ('id' in message) heard.push(message.id)
    wake()
  })
  port.onEnd((problem) => heard.push('text' in problem ? String(problem.text) : problem.code))
  const post = (id: number): void =>
    port.post({ kind: 'request', id, url: '', method: 'GET', headers: [], body: null }, [])
  return {
    heard,
    post,
    terminate: () => port.terminate(),
    /** Resolves when it is answered, with whether the event loop had no turn meanwhile. */
    ask: async (id: number) => {
      const next = new Promise<void>((resolve) => (wake = resolve))
      post(id)
      const isAtOnce = new Promise<boolean>((resolve) => setImmediate(() => resolve(heard.includes(id))))
      await next
      return isAtOnce
    },
  }
}

it('stays awake for the answer to the only work there is', async () => {
  const { ask, terminate } = start(true)
  let id = 100
  await expect.poll(() => ask((id += 1)), { interval: 0, timeout: 10_000 }).toBe(true)
  await terminate()
})

it('leaves the thread to other work that waits', async () => {
  const { ask, heard, terminate } = start(false)
  await ask(0)
  let atOnce = 0
  for (let id = 1; id <= 30; id += 1) {
    // oxlint-disable-next-line no-await-in-loop -- as one client asks
    if (await ask(id)) atOnce += 1
  }
  // None, but for those at which this thread had to wait for a processor.
  expect(atOnce).toBeLessThan(15)
  expect(heard).toEqual(Array.from({ length: 31 }, (_, id) => id))
  await terminate()
})

it('hears what a thread said before it ended, before its end', async () => {
  const { heard, ask, post } = start(true)
  await ask(1)
  post(99)
  // Until it has ended, so that both are there when the event loop has its next turn.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  await expect.poll(() => heard).toEqual([1, 99, "The database's thread ended (7)"])
})
