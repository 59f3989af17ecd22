import { requestBytes } from '../../protocol/requestBytes.ts'
import type { Handler } from '../../protocol/handler.ts'
import { isWrite } from '../../protocol/isWrite.ts'
import { DUMP_PATH } from '../http/origins.ts'
import type { Shares } from './shares.ts'
import { Crowded, type WorkKind } from './work.ts'
import { workShape } from './workShape.ts'

/** On whose account a request is done. */
export interface Client {
  readonly name: string
  /** Whether it has a valid token. */
  readonly isKnown: boolean
}

export interface FairOptions {
  clientOf(request: Request): Client
  /** The longest that a read without a token, or one part of its dump, may take, in milliseconds. */
  readonly readerTimeoutMs: number
  /** The answer to a read whose time is up. */
  onTimeout(request: Request): Response
  /** The answer to a request that must make way: 429 or 503, words for people, and the seconds after which to try again. */
  onCrowded(request: Request, status: 429 | 503, words: string, retryAfterS: number): Response
}

/**
 * A handler that lets requests in by their shares. A read may be ended while it runs, for others or because its time is up;
 * a write never is. A dump takes a new share for each part and holds nothing in between.
 */
export function fairHandler(handler: Handler, shares: Shares, options: FairOptions): Handler {
  async function write(request: Request, client: Client): Promise<Response> {
    const { pathname } = new URL(request.url)
    const leave = await shares.enter({ kind: 'write', client: client.name, shape: pathname, signal: null, end: null })
    try {
      return await handler(request)
    } finally {
      leave()
    }
  }

  async function read(request: Request, client: Client): Promise<Response> {
    const body = await requestBytes(request)
    const url = new URL(request.url)
    const isShort = body !== null && body.byteLength <= LONGEST_READ_BYTES
    const shape = workShape(
      url.pathname,
      url.searchParams,
      isShort ? new TextDecoder().decode(body) : (body?.byteLength ?? null),
    )
    const aborter = new AbortController()
    const { signal } = request
    const follow = (): void => aborter.abort(signal.reason)
    if (signal.aborted) follow()
    signal.addEventListener('abort', follow, { once: true })
    const limit = client.isKnown ? Infinity : options.readerTimeoutMs

    /** Does one piece of the work within its share and its time. */
    async function inTurn<T>(kind: WorkKind, work: () => Promise<T>): Promise<{ result: T; ended: Ended | null }> {
      let ended: Ended | null = null
      const end = (why: Ended): void => {
        ended ??= why
        aborter.abort(new EndedError(why))
      }
      const leave = await shares.enter({
        kind,
        client: client.name,
        shape,
        signal: aborter.signal,
        end: () => end('others'),
      })
      const timer = limit === Infinity ? undefined : setTimeout(() => end('time'), limit)
      try {
        return { result: await work(), ended }
      } catch (error) {
        throw ended === null ? error : new EndedError(ended)
      } finally {
        clearTimeout(timer)
        leave()
      }
    }

    const init = { method: request.method, headers: request.headers, body, signal: aborter.signal }
    const { result, ended } = await inTurn('read', () => handler(new Request(request.url, init)))
    // The service answers a statement that was cancelled as it answers any that took too long.
    if (ended !== null && result.status >= 400) {
      await result.body?.cancel()
      throw new EndedError(ended)
    }
    if (result.body === null || !DUMP_PATH.test(url.pathname)) return result
    const parts = result.body.getReader()
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { result: part } = await inTurn('stream', () => parts.read())
          if (part.done) controller.close()
          else controller.enqueue(part.value)
        },
        cancel: (reason) => parts.cancel(reason),
      },
      { highWaterMark: 0 },
    )
    return new Response(stream, { status: result.status, headers: result.headers })
  }

  return async (request) => {
    const client = options.clientOf(request)
    try {
      return await (isWrite(request) ? write(request, client) : read(request, client))
    } catch (error) {
      if (error instanceof EndedError) {
        return error.why === 'time' ? options.onTimeout(request) : options.onCrowded(request, 503, ENDED, RETRY_S.ended)
      }
      if (!(error instanceof Crowded)) throw error
      return error.scope === 'client'
        ? options.onCrowded(request, 429, TOO_MANY, RETRY_S.client)
        : options.onCrowded(request, 503, BUSY, RETRY_S.all)
    }
  }
}

type Ended = 'others' | 'time'

class EndedError extends Error {
  override readonly name = 'EndedError'
  readonly why: Ended

  constructor(why: Ended) {
    super('The request was ended')
    this.why = why
  }
}

/** Longer bodies are not read to tell their shape. */
const LONGEST_READ_BYTES = 16 * 1024

const RETRY_S = { ended: 5, client: 5, all: 10 } as const

const ENDED =
  'This took long while others were waiting, so it was ended for them. Ask for less at once, or try again later.'
const TOO_MANY = 'Too many requests of yours are waiting. Wait for some of their answers before you send more.'
const BUSY = 'The service is busy with other requests. Try again later.'
