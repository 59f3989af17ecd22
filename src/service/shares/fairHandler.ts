import { requestBytes } from '../../protocol/requestBytes.ts'
import { addressOf } from '../../protocol/addressOf.ts'
import type { AskedRequest, ServerHandler } from '../../protocol/handler.ts'
import { isWrite } from '../../protocol/isWrite.ts'
import { DUMP_PATH } from '../http/origins.ts'
import type { Shares } from './shares.ts'
import { Crowded, type WorkKind } from './work.ts'
import type { ThreadTurns } from './threadTurns.ts'
import { workShape } from './workShape.ts'

/** On whose account a request is done. */
export interface Client {
  readonly name: string
  /** Whether it has a valid token. */
  readonly isKnown: boolean
  /** The address it comes from, which is known before its token. */
  readonly address: string
}

export interface FairOptions {
  clientOf(request: AskedRequest): Client
  readonly turns: ThreadTurns
  /** The longest that a read without a token, or one part of its dump, may take, in milliseconds. */
  readonly readerTimeoutMs: number
  /** The answer to a read whose time is up. */
  onTimeout(request: AskedRequest): Response
  /** The answer to a request that must make way: 429 or 503, words for people, and the seconds after which to try again. */
  onCrowded(request: AskedRequest, status: 429 | 503, words: string, retryAfterS: number): Response
}

/**
 * A handler that lets requests in by their shares. A read may be ended while it runs, for others or because its time is up;
 * a write never is. A dump takes a new share for each part and holds nothing in between.
 */
export function fairHandler(handler: ServerHandler, shares: Shares, options: FairOptions): ServerHandler {
  async function write(request: AskedRequest, client: Client): Promise<Response> {
    const { pathname } = addressOf(request)
    const leave = await shares.enter({
      kind: 'write',
      client: client.name,
      isKnown: client.isKnown,
      shape: pathname,
      signal: null,
      end: null,
    })
    try {
      return await handler(request)
    } finally {
      leave()
    }
  }

  async function read(request: AskedRequest, client: Client): Promise<Response> {
    const body = await requestBytes(request)
    const url = addressOf(request)
    const isShort = body !== null && body.byteLength <= LONGEST_READ_BYTES
    const shape = workShape(url.pathname, url.searchParams, isShort ? decoder.decode(body) : (body?.byteLength ?? null))
    const asked = endable(request, body)
    const limit = client.isKnown ? Infinity : options.readerTimeoutMs
    const isDump = DUMP_PATH.test(url.pathname)

    /** Does one piece of the work within its share and its time. */
    async function inTurn<T>(
      kind: WorkKind,
      work: () => Promise<T>,
      isFailure: (result: T) => boolean = () => false,
    ): Promise<{ result: T; ended: Ended | null }> {
      let ended: Ended | null = null
      const end = (why: Ended): void => {
        ended ??= why
        asked.end(new EndedError(why))
      }
      const leave = await shares.enter({
        kind,
        client: client.name,
        isKnown: client.isKnown,
        shape,
        beginsDump: isDump && kind === 'read',
        signal: asked.signal,
        end: () => end('others'),
      })
      const timer = limit === Infinity ? undefined : setTimeout(() => end('time'), limit)
      let isRefused = true
      try {
        const result = await work()
        isRefused = isFailure(result)
        return { result, ended }
      } catch (error) {
        throw ended === null ? error : new EndedError(ended)
      } finally {
        clearTimeout(timer)
        // What its client left, as a page does while somebody types on, or what made way for others says nothing against it.
        const wasStopped = asked.signal.aborted && ended !== 'time'
        leave(isRefused && !wasStopped)
      }
    }

    const answered = () =>
      inTurn(
        'read',
        () => handler(asked),
        ({ status }) => status >= 400,
      )
    // What a large body says is found out on this thread, too, on PostgreSQL.
    const isLong = isDump || (body !== null && !isShort)
    const { result, ended } = await (isLong ? options.turns.part(client, answered) : answered())
    // The service answers a statement that was cancelled as it answers any that took too long.
    if (ended !== null && result.status >= 400) {
      await result.body?.cancel()
      throw new EndedError(ended)
    }
    // `isDump` first: to look at the body of another answer makes a stream of it.
    if (!isDump || result.body === null) return result
    const parts = result.body.getReader()
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { result: part } = await options.turns.part(client, () => inTurn('stream', () => parts.read()))
          if (part.done) controller.close()
          else controller.enqueue(part.value)
        },
        async cancel(reason) {
          // To end what the engine still does for it is work, too.
          const begun = performance.now()
          await parts
            .cancel(reason)
            .finally(() => shares.charge(client.name, Math.max(performance.now() - begun, LEAST_LEFT_MS)))
        },
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
      /** After what is known to be in the way. */
      const laterS = (least: number): number => Math.max(least, Math.ceil(shares.pauseMs / 1000))
      if (error instanceof EndedError) {
        return error.why === 'time'
          ? options.onTimeout(request)
          : options.onCrowded(request, 503, ENDED, laterS(RETRY_S.ended))
      }
      if (!(error instanceof Crowded)) throw error
      // A refusal at once invites the next request at once.
      if (error.scope === 'client') await new Promise((resolve) => setTimeout(resolve, REFUSED_AFTER_MS))
      return error.scope === 'client'
        ? options.onCrowded(request, 429, TOO_MANY, RETRY_S.client)
        : options.onCrowded(request, 503, BUSY, laterS(RETRY_S.all))
    }
  }
}

/** The same request, with a signal that can be aborted. */
function endable(request: AskedRequest, body: ArrayBuffer | null): AskedRequest & Required<Pick<AskedRequest, 'end'>> {
  if (canEnd(request)) return request
  const aborter = new AbortController()
  const { method, url, headers, signal } = request
  const follow = (): void => aborter.abort(signal.reason)
  if (signal.aborted) follow()
  signal.addEventListener('abort', follow, { once: true })
  return {
    method,
    url,
    headers,
    signal: aborter.signal,
    arrayBuffer: () => Promise.resolve(body ?? new ArrayBuffer(0)),
    end: (reason) => aborter.abort(reason),
  }
}

function canEnd(request: AskedRequest): request is AskedRequest & Required<Pick<AskedRequest, 'end'>> {
  return request.end !== undefined
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

const decoder = new TextDecoder()

/** Longer bodies are not read to tell their shape. */
const LONGEST_READ_BYTES = 16 * 1024

/** What it costs at least to end a dump and to have another connection. */
const LEAST_LEFT_MS = 20

/** How long a client waits to hear that it sends too much. */
const REFUSED_AFTER_MS = 500

const RETRY_S = { ended: 5, client: 5, all: 10 } as const

const ENDED =
  'This took long while others were waiting, so it was ended for them. Ask for less at once, or try again later.'
const TOO_MANY = 'Too many requests of yours are waiting. Wait for some of their answers before you send more.'
const BUSY = 'The service is busy with other requests. Try again later.'
