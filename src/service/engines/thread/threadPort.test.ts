import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import type { WorkerMessage } from '../../../protocol/worker/workerMessages.ts'
import { newSharedNumbers, SHARED } from './sharedNumbers.ts'
import { startThread } from './threadPort.ts'

/** A thread that answers each request, counts its answers, and ends with the request 99 right after its answer. */
const ANSWERING = `
  const { workerData: { port, shared, answered } } = require('node:worker_threads')
  port.on('message', ({ id }) => {
    port.postMessage({ kind: 'failed', id, problem: { code: 'foreign', text: 'No' } })
    Atomics.add(shared, answered, 1)
    if (id === 99) process.exit(7)
  })
`

function start(isAlone: boolean) {
  const shared = newSharedNumbers()
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
  port.onEnd((problem) => {
    heard.push('text' in problem ? String(problem.text) : problem.code)
    wake()
  })
  return {
    heard,
    terminate: () => port.terminate(),
    ask: async (id: number) => {
      const next = new Promise<void>((resolve) => (wake = resolve))
      port.post({ kind: 'request', id, url: '', method: 'GET', headers: [], body: null }, [])
      await next
    },
  }
}

it.each([true, false])('hears each answer once (alone: %s)', async (isAlone) => {
  const { heard, ask, terminate } = start(isAlone)
  const ids = Array.from({ length: 40 }, (_, at) => at)
  // oxlint-disable-next-line no-await-in-loop -- as one client asks
  for (const id of ids) await ask(id)
  await terminate()
  expect(heard.slice(0, 40)).toEqual(ids)
})

it('hears what a thread said before it ended, before its end', async () => {
  const { heard, ask } = start(true)
  await ask(99)
  await expect.poll(() => heard).toEqual([99, "The database's thread ended (7)"])
})
