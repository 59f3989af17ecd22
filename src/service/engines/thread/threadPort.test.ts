import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import type { WorkerMessage } from '../../../protocol/worker/workerMessages.ts'
import { newSharedNumbers } from './sharedNumbers.ts'
import { startThread } from './threadPort.ts'

/** A thread that answers each request, and ends right after its answer to the request 99. */
const ANSWERING = `
  const { workerData: { port } } = require('node:worker_threads')
  port.on('message', ({ id }) => {
    port.postMessage({ kind: 'failed', id, problem: { code: 'workerStopped' } })
    if (id === 99) process.exit(7)
  })
`

function start() {
  const port = startThread(
    (end) => new Worker(ANSWERING, { eval: true, workerData: { port: end }, transferList: [end] }),
    newSharedNumbers(),
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
    ask: async (id: number) => {
      const next = new Promise<void>((resolve) => (wake = resolve))
      post(id)
      await next
    },
  }
}

it('hears what a thread said before it ended, before its end', async () => {
  const { heard, ask, post } = start()
  await ask(1)
  post(99)
  // Until it has ended, so that both are there when the event loop has its next turn.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  await expect.poll(() => heard).toEqual([1, 99, "The database's thread ended (7)"])
})
