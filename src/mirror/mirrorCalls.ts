// oxlint-disable-next-line import/default -- Vite makes an address of it.
import address from './mirrorWorker.ts?worker&url'
import type { MirrorCall, MirrorReply } from './mirrorMessages.ts'
import { workerStarter } from './startMirror.ts'

/** Asks the worker with the columns, which is started by the first call; one call is under way at a time. */
export interface MirrorCalls {
  /** Rejects if the worker can't do it, or with the reason of the signal if that comes before its turn. */
  readonly call: (call: MirrorCall, signal?: AbortSignal, transfer?: readonly ArrayBuffer[]) => Promise<unknown>
  /** Ends the worker; the next call starts another, which holds nothing. */
  readonly end: () => void
}

interface Waiting {
  readonly call: MirrorCall
  readonly transfer: readonly ArrayBuffer[]
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

/** `onLost` hears that the worker has ended by itself, and with it all that it held. */
export function createMirrorCalls(onLost: () => void): MirrorCalls {
  let worker: Worker | null = null
  let running: Waiting | null = null
  let sent = 0
  const waiting: Waiting[] = []

  const lose = (error: unknown) => {
    worker?.terminate()
    worker = null
    const all = [...(running === null ? [] : [running]), ...waiting.splice(0)]
    running = null
    onLost()
    for (const { reject } of all) reject(error)
  }

  const started = (): Worker => {
    if (worker !== null) return worker
    const start = workerStarter()
    if (start === null) throw new Error('Nobody has said how workers are started')
    worker = start(address)
    worker.addEventListener('message', ({ data }: MessageEvent<MirrorReply>) => {
      const done = running
      running = null
      if (done !== null && data.id === sent) {
        if ('failed' in data) done.reject(new Error(data.failed))
        else done.resolve(data.answer)
      }
      next()
    })
    worker.addEventListener('error', (event) => lose(new Error(event.message)))
    return worker
  }

  const next = () => {
    if (running !== null) return
    running = waiting.shift() ?? null
    if (running === null) return
    sent += 1
    try {
      started().postMessage({ id: sent, call: running.call }, [...running.transfer])
    } catch (error) {
      lose(error)
    }
  }

  return {
    call: (call, signal, transfer = []) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const asked: Waiting = { call, transfer, resolve, reject }
        waiting.push(asked)
        signal?.addEventListener(
          'abort',
          () => {
            const place = waiting.indexOf(asked)
            if (place !== -1) waiting.splice(place, 1)
            reject(signal.reason)
          },
          { once: true },
        )
        next()
      }),
    end: () => lose(new Error('The worker was ended')),
  }
}
