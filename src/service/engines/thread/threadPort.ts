import { MessageChannel, receiveMessageOnPort, type MessagePort, type Worker } from 'node:worker_threads'
import { problemOf } from '../../../protocol/problem.ts'
import type { HostMessage, HostPort, WorkerMessage, WorkerPort } from '../../../protocol/worker/workerMessages.ts'
import type { Shares } from '../../shares/shares.ts'
import { attentivePort, type AttentivePort } from './attentivePort.ts'
import { SHARED } from './sharedNumbers.ts'

/**
 * Starts a thread for the engine and gives its port. While no work waits for the engine and what it does is quick, this
 * thread stays awake for the answer.
 */
export function startThread(
  start: (port: MessagePort) => Worker,
  shared: Int32Array,
  shares: Pick<Shares, 'isAlone' | 'isShared'>,
): WorkerPort {
  const { port1: port, port2 } = new MessageChannel()
  Atomics.store(shared, SHARED.posted, 0)
  Atomics.store(shared, SHARED.answered, 0)
  const answers = attentivePort<WorkerMessage>(port, () => Atomics.load(shared, SHARED.answered))
  let listen: ((message: WorkerMessage) => void) | null = null
  const worker = start(port2)

  function stayAwake(): void {
    const answer = shares.isAlone ? answers.soon() : null
    if (answer !== null) listen?.(answer)
  }

  /** What the thread said before it ended, which the event loop may give after its end. */
  function hearLast(): void {
    for (let last = receiveMessageOnPort(port); last; last = receiveMessageOnPort(port)) listen?.(last.message)
  }

  return {
    post(message, transfer) {
      Atomics.store(shared, SHARED.isShared, shares.isShared ? 1 : 0)
      port.postMessage(message, [...transfer])
      // After it, so that what is counted can be received. No vacuum has to make way for the end.
      if (message.kind === 'close') return
      Atomics.add(shared, SHARED.posted, 1)
      // Once this thread has looked at what else has arrived.
      if (message.kind === 'request' && shares.isAlone) setImmediate(stayAwake)
    },
    onMessage(listener) {
      listen = listener
      answers.onMessage(listener)
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

/**
 * The host of the engine's thread, seen from it. Right after an answer, this thread stays awake for the next message if they
 * follow each other closely.
 */
export function engineHost(port: MessagePort, shared: Int32Array): HostPort & AttentivePort<HostMessage> {
  const messages = attentivePort<HostMessage>(port, () => Atomics.load(shared, SHARED.posted))
  return {
    ...messages,
    post(message, transfer) {
      port.postMessage(message, [...transfer])
      Atomics.add(shared, SHARED.answered, 1)
    },
  }
}
