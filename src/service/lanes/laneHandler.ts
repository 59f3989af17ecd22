import type { AskedRequest, ServerHandler } from '../../protocol/handler.ts'
import { requestBytes } from '../../protocol/requestBytes.ts'
import { bodyPieces, wholeBody } from '../../protocol/wholeBody.ts'
import { deferred } from '../../protocol/worker/workerTurn.ts'
import type { Client } from '../http/peers.ts'
import { BARRED_MS, MakesWay, type Enter } from './lanes.ts'
import { workClass } from './workClass.ts'

export interface LaneOptions {
  clientOf(request: AskedRequest): Client
  /** The longest that a read without a token, or one part of its dump, may take, in milliseconds. */
  readonly readerTimeoutMs: number
  /** The answer to a read whose time is up. */
  onTimeout(request: AskedRequest): Response
  /** The answer to a request that must make way: 429 or 503, words for people, and the seconds after which to try again. */
  onCrowded(request: AskedRequest, status: 429 | 503, words: string, retryAfterS: number): Response
}

/** A handler that lets requests in by lanes. A read may be ended while it runs; a write never is. Each part of a long answer enters anew. */
export function laneHandler(handler: ServerHandler, enter: Enter, options: LaneOptions): ServerHandler {
  async function answer(request: AskedRequest): Promise<Response> {
    const client = options.clientOf(request)
    const kind = workClass(request, await requestBytes(request))
    const isEndable = kind !== 'write' && !client.isKnown

    /** Does one piece of the work. Its place is free once it has ended, even if its client was answered before. */
    async function inPlace<T>(work: () => Promise<T>): Promise<T> {
      const ended = deferred()
      ended.promise.catch(() => undefined)
      const end = (scope: 'ended' | 'time'): void => {
        const why = new MakesWay(scope)
        request.end?.(why)
        setTimeout(() => ended.reject(why), ENDED_WITHIN_MS)
      }
      const leave = await enter({
        class: kind,
        client: client.name,
        signal: kind === 'write' ? null : request.signal,
        end: isEndable ? () => end('ended') : null,
      })
      const timer = isEndable ? setTimeout(end, options.readerTimeoutMs, 'time') : undefined
      const done = work().finally(leave)
      await Promise.race([done, ended.promise]).finally(() => clearTimeout(timer))
      return done
    }

    const response = await inPlace(() => handler(request))
    // The service answers a statement that was cancelled as it answers any that took too long.
    if (response.status >= 400 && request.signal.reason instanceof MakesWay) throw request.signal.reason
    if (wholeBody(response) !== null || bodyPieces(response) !== null || response.body === null) return response
    const parts = response.body.getReader()
    const source: UnderlyingDefaultSource<Uint8Array> = {
      async pull(controller) {
        const part = await inPlace(() => parts.read())
        if (part.done) controller.close()
        else controller.enqueue(part.value)
      },
      cancel: (reason) => parts.cancel(reason),
    }
    return new Response(new ReadableStream(source, { highWaterMark: 0 }), response)
  }

  return (request) =>
    answer(request).catch(async (error: unknown) => {
      const why: unknown = request.signal.reason instanceof MakesWay ? request.signal.reason : error
      if (!(why instanceof MakesWay)) throw error
      if (why.scope === 'time') return options.onTimeout(request)
      // A refusal at once invites the next request at once.
      await new Promise((resolve) => setTimeout(resolve, REFUSED_AFTER_MS))
      const [status, words, retryAfterS] = REFUSALS[why.scope]
      return options.onCrowded(request, status, words, retryAfterS)
    })
}

/** How long the engine may take to end a statement before its client is answered. */
const ENDED_WITHIN_MS = 2000
const REFUSED_AFTER_MS = 500

const ENDED =
  'This took long while others were waiting, so it was ended for them. Ask for less, or later, or send a token.'

const REFUSALS = {
  ended: [503, ENDED, BARRED_MS / 1000],
  client: [429, 'Too many requests of yours are waiting. Wait for some of their answers before you send more.', 5],
  all: [503, 'The service is busy with other requests. Try again later.', 10],
} as const
