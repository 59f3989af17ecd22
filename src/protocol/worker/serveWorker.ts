import { joinedBytes, lengthOfParts } from '../joinedBytes.ts'
import type { ServerHandler } from '../handler.ts'
import { problemOf } from '../problem.ts'
import { bodyPieces, headersOf, wholeBody } from '../wholeBody.ts'
import { SentRequest } from './sentRequest.ts'
import type { BodyPart, HostMessage, HostPort, WholeText, WorkerMessage } from './workerMessages.ts'

/**
 * Answers, inside a worker, the requests that a `workerHandler` sends to it. `open` is called at once; requests that
 * arrive before it resolves wait for it, and the host hears if it fails. `onTurn` is called with the id of the request
 * that the worker is about to work on.
 */
export function serveWorker(
  port: HostPort,
  open: () => Promise<ServerHandler & { close?: () => Promise<void> }>,
  onTurn: (id: number) => void = () => undefined,
): void {
  const service = open()
  const running = new Map<number, Answering>()
  const arrived: Asked[] = []
  let isAnswering = false

  service.then(
    () => port.post({ kind: 'ready' }, []),
    (error: unknown) => port.post({ kind: 'unready', problem: problemOf(error) }, []),
  )

  port.onMessage(receive)

  function receive(message: HostMessage): void {
    switch (message.kind) {
      case 'request':
        arrived.push(message)
        if (!isAnswering) void answerAll()
        break
      case 'pull':
        void proceed(message.id)
        break
      case 'abort':
        void abort(message.id)
        break
      case 'close':
        void close()
        break
    }
  }

  const post = (message: Extract<WorkerMessage, { kind: 'head' }>): void =>
    port.post(message, 'bytes' in message.part ? [message.part.bytes.buffer] : [])

  /** One after the other: the host may send the next before it has the answer to the last. */
  async function answerAll(): Promise<void> {
    isAnswering = true
    for (let next = arrived.shift(); next; next = arrived.shift()) {
      await answer(next)
    }
    isAnswering = false
  }

  async function answer(message: Asked): Promise<void> {
    const { id } = message
    const request = new SentRequest(message)
    const answering: Answering = { request, reader: null }
    running.set(id, answering)
    try {
      const handler = await service
      onTurn(id)
      const response = await handler(request)
      const whole = wholePart(response)
      if (whole !== null) {
        request.signal.throwIfAborted()
        running.delete(id)
        post({ kind: 'head', id, status: response.status, headers: Object.entries(headersOf(response)), part: whole })
        return
      }
      answering.reader = response.body?.getReader() ?? null
      if (request.signal.aborted) await answering.reader?.cancel()
      request.signal.throwIfAborted()
      const part = await nextPart(answering.reader)
      if (part.last) running.delete(id)
      post({ kind: 'head', id, status: response.status, headers: [...response.headers], part })
    } catch (error) {
      running.delete(id)
      port.post({ kind: 'failed', id, problem: problemOf(error) }, [])
    }
  }

  async function proceed(id: number): Promise<void> {
    const answering = running.get(id)
    onTurn(id)
    try {
      const part = await nextPart(answering?.reader ?? null)
      if (part.last) running.delete(id)
      port.post({ kind: 'part', id, part }, [part.bytes.buffer])
    } catch (error) {
      running.delete(id)
      port.post({ kind: 'failed', id, problem: problemOf(error) }, [])
    }
  }

  async function abort(id: number): Promise<void> {
    const answering = running.get(id)
    if (!answering) return
    running.delete(id)
    answering.request.end()
    // Nobody is left to care how the body fails on being cancelled.
    await answering.reader?.cancel().catch(() => undefined)
  }

  async function close(): Promise<void> {
    try {
      const handler = await service
      await handler.close?.()
    } catch {
      // What didn't open or can't be closed ends with the worker.
    }
    port.post({ kind: 'closed' }, [])
  }
}

type Asked = Extract<HostMessage, { kind: 'request' }>

interface Answering {
  readonly request: SentRequest
  reader: ReadableStreamDefaultReader<Uint8Array> | null
}

/** One turn of the worker sends about this much: usual answers fit in one, and a dump of any size doesn't pile up. */
const PART_BYTES = 4 * 1024 * 1024

/** The first and the last words of a file don't take a turn of their own. */
const LEAST_PART_BYTES = 1024

/** A part that takes longer ends earlier, so that others get their turn: an answer that nobody reads on costs them one. */
const PART_MS = 8

/** What costs less to copy into the other thread as it is than to make bytes of, which that would have to put behind a head. */
const SHORT_TEXT = 8 * 1024

/** An answer that is there as a whole, if one turn can send it; no stream is made of it. */
function wholePart(response: Response): BodyPart | WholeText | null {
  const pieces = bodyPieces(response)
  if (pieces !== null) {
    return lengthOfParts(pieces) > PART_BYTES ? null : { bytes: joinedBytes(pieces), last: true }
  }
  const whole = wholeBody(response)
  if (whole === null || whole.length > PART_BYTES) return null
  if (typeof whole === 'string' && whole.length <= SHORT_TEXT) return { text: whole, last: true }
  return { bytes: typeof whole === 'string' ? encoder.encode(whole) : joinedBytes([whole]), last: true }
}

const encoder = new TextEncoder()

async function nextPart(reader: ReadableStreamDefaultReader<Uint8Array> | null): Promise<BodyPart> {
  if (!reader) return { bytes: new Uint8Array(), last: true }
  const chunks: Uint8Array[] = []
  let length = 0
  let last = false
  const until = performance.now() + PART_MS
  while (!last && length < PART_BYTES && (length < LEAST_PART_BYTES || performance.now() < until)) {
    const { done, value } = await reader.read()
    last = done
    if (value) {
      chunks.push(value)
      length += value.byteLength
    }
  }
  // Copied even if there is one chunk: its buffer may be shared (Node pools small ones) and then can't be transferred.
  return { bytes: joinedBytes(chunks), last }
}
