import { MessageChannel, receiveMessageOnPort, type MessagePort, type Worker } from 'node:worker_threads'
import { problemOf } from '../../../protocol/problem.ts'
import type { HostPort, WorkerMessage, WorkerPort } from '../../../protocol/worker/workerMessages.ts'
import { SHARED } from './sharedNumbers.ts'

/** Starts a thread for the engine and gives its port. */
export function startThread(start: (port: MessagePort) => Worker, shared: Int32Array): WorkerPort {
  const { port1: port, port2 } = new MessageChannel()
  Atomics.store(shared, SHARED.posted, 0)
  let listen: ((message: WorkerMessage) => void) | null = null
  const worker = start(port2)

  /** What the thread said before it ended, which the event loop may give after its end. */
  function hearLast(): void {
    for (let last = receiveMessageOnPort(port); last; last = receiveMessageOnPort(port)) listen?.(last.message)
  }

  return {
    post(message, transfer) {
      port.postMessage(message, [...transfer])
      // After it, so that what is counted can be received. No vacuum has to make way for the end.
      if (message.kind !== 'close') Atomics.add(shared, SHARED.posted, 1)
    },
    onMessage(listener) {
      listen = listener
      port.on('message', listener)
    },
    onEnd(listener) {
      worker.on('error', (error) => {
        hearLast()
        listener(problemOf(error))
      })
      worker.on('exit', (code) => {
        hearLast()
        listener({ code: 'foreign', text: `The database's thread ended (${code})` })
      })
    },
    interrupt(id) {
      Atomics.store(shared, SHARED.toEnd, id)
      return true
    },
    terminate: async () => {
      await worker.terminate()
    },
  }
}

/** The host of the engine's thread, seen from it. `isWaiting` says whether it has posted what this thread hasn't received. */
export function engineHost(port: MessagePort, shared: Int32Array): HostPort & { isWaiting(): boolean } {
  let seen = 0
  return {
    post: (message, transfer) => port.postMessage(message, [...transfer]),
    onMessage(listener) {
      port.on('message', (message) => {
        seen += 1
        listener(message)
      })
    },
    isWaiting: () => Atomics.load(shared, SHARED.posted) > seen,
  }
}
