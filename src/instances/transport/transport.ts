import type { Handler } from '../../protocol/handler.ts'
import { isWrite } from '../../protocol/isWrite.ts'
import { enter } from './gate.ts'
import { NetworkError, networkErrorOf, redirectErrorOf, timeLimit } from './networkError.ts'

/** A whole answer, whatever its status. */
export interface Reply {
  readonly status: number
  readonly body: string
  /** Seconds after which the server wants to be asked again; null if it does not say, or the page may not see it. */
  readonly retryAfter: number | null
  /** What the server says of the token by `X-Rowan-Token` (`read`, `write` or `refused`); null if it does not say. */
  readonly tokenSaid: string | null
  /** From sending the request that was answered to the end of its body. */
  readonly milliseconds: number
}

export interface Sending {
  /** Requests to one of these wait for each other: the base URL of an instance. */
  readonly to: string
  readonly page: { readonly origin: string }
  /** Makes the request for the first and the second attempt, with the signal. */
  readonly make: (signal: AbortSignal, attempt: number) => Request
  readonly signal?: AbortSignal | undefined
  /**
   * For probes and diagnoses, which want each answer at once and as it is: the request skips the queue, is never sent a
   * second time, and is given up after so many milliseconds.
   */
  readonly patienceMs?: number | undefined
}

/**
 * Sends a request, a few at a time to one instance, and reads its answer to the end. Trouble that may pass is
 * tried again after a moment: a failure of the network, an answer that broke off, 429 and 502 to 504. A change is
 * sent again only if the server put it off with `Retry-After`, since otherwise it may have been stored. Rejects with a
 * `NetworkError`, or with the reason of the signal: at once, even while the request waits.
 */
export async function send(handler: Handler, sending: Sending): Promise<Reply> {
  if (sending.patienceMs !== undefined) return replyOf(await attempt(handler, sending, 1))
  const leave = await enter(sending.to, sending.signal)
  try {
    const first = await attempt(handler, sending, 1)
    const wait = waitAfter(first)
    if (wait === null) return replyOf(first)
    await pause(wait, sending.signal)
    return replyOf(await attempt(handler, sending, 2))
  } finally {
    leave()
  }
}

/** The header in which Rowan's service says what a token may do. */
export const TOKEN_SAID = 'x-rowan-token'

/** The most that is read of a body: it is held as one text, which takes about twice as much memory. */
const BODY_MAX_BYTES = 256_000_000

/** How long a body may send nothing, in milliseconds. */
const STALL_MS = 60_000

/** The longest `Retry-After` that is waited for, in seconds; a longer one is left to the caller. */
const WAIT_MAX_S = 10

const NETWORK_BACKOFF_MS = 400
const BUSY_BACKOFF_MS = 1000

type Attempt = ({ readonly reply: Reply } | { readonly error: unknown }) & { readonly writes: boolean }

function replyOf(outcome: Attempt): Reply {
  if ('reply' in outcome) return outcome.reply
  throw outcome.error
}

async function attempt(handler: Handler, { page, make, signal, patienceMs }: Sending, count: number): Promise<Attempt> {
  const aborter = new AbortController()
  const forward = () => aborter.abort(signal?.reason)
  signal?.throwIfAborted()
  const request = make(aborter.signal, count)
  signal?.addEventListener('abort', forward, { once: true })
  const writes = isWrite(request)
  const progress: Progress = { bytes: null }
  const start = performance.now()
  const timer =
    patienceMs === undefined ? undefined : setTimeout(() => aborter.abort(timeLimit(patienceMs)), patienceMs)
  try {
    const response = await handler(request)
    const redirected = redirectErrorOf(response, request.url)
    if (redirected !== null) throw redirected
    const body = await textOf(response, aborter, progress)
    // A cancelled caller gets no answer, even if the answer was quicker than the cancellation.
    signal?.throwIfAborted()
    const { status, headers } = response
    const milliseconds = performance.now() - start
    const reply = { status, body, retryAfter: retryAfterOf(headers), tokenSaid: headers.get(TOKEN_SAID), milliseconds }
    return { writes, reply }
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason
    return { writes, error: networkErrorOf(error, { url: request.url, page, writes, bytes: progress.bytes }) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', forward)
  }
}

/** Milliseconds until the second attempt; null if there is none. */
function waitAfter(outcome: Attempt): number | null {
  if ('error' in outcome) {
    const again = !outcome.writes && outcome.error instanceof NetworkError && outcome.error.mayPass
    return again ? NETWORK_BACKOFF_MS : null
  }
  const { status, retryAfter } = outcome.reply
  if (retryAfter !== null && retryAfter > WAIT_MAX_S) return null
  const putOff = status === 429 || status === 503
  if (putOff && retryAfter !== null) return retryAfter * 1000
  if (outcome.writes) return null
  if (status === 429) return BUSY_BACKOFF_MS
  return status >= 502 && status <= 504 ? NETWORK_BACKOFF_MS : null
}

/** Seconds or a date. From another origin a page sees the header only where the server exposes it. */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

interface Progress {
  /** Of the body, so far; null before the answer has begun. */
  bytes: number | null
}

/** The body as text, decoded while it comes, so that the page stays quick. Aborts if it stalls or is too long. */
async function textOf(response: Response, aborter: AbortController, progress: Progress): Promise<string> {
  progress.bytes = 0
  if (Number(response.headers.get('content-length')) > BODY_MAX_BYTES) throw tooLarge(aborter)
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const aborted = whenAborted(aborter.signal)
  const decoder = new TextDecoder()
  const parts: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      timer = setTimeout(() => aborter.abort(timeLimit(STALL_MS)), STALL_MS)
      const { done, value } = await Promise.race([reader.read(), aborted])
      clearTimeout(timer)
      if (done) return parts.join('') + decoder.decode()
      progress.bytes += value.byteLength
      if (progress.bytes > BODY_MAX_BYTES) throw tooLarge(aborter)
      parts.push(decoder.decode(value, { stream: true }))
    }
  } catch (error) {
    // A handler need not hear the signal once its answer has begun.
    void reader.cancel(error).catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function tooLarge(aborter: AbortController): NetworkError {
  const error = new NetworkError({ code: 'answerTooLarge', maxBytes: BODY_MAX_BYTES })
  aborter.abort(error)
  return error
}

/** Rejects when the signal is aborted; need not be awaited. */
function whenAborted(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => undefined)
  return aborted
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
