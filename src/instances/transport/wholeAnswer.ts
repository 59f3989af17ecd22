import type { Handler } from '../../protocol/handler.ts'
import { joinedBytes } from '../../protocol/joinedBytes.ts'
import { enter } from './gate.ts'
import { timeLimit } from './networkError.ts'

/** The body of an answer as it came. */
export interface WholeAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** From sending the request to the end of the body. */
  readonly milliseconds: number
}

export interface WholeAsking {
  /** As in `Sending`. */
  readonly to: string
  readonly make: (signal: AbortSignal) => Request
  readonly signal: AbortSignal
}

/**
 * Sends a request, in the same queue as all others, and takes its answer without reading it. Null for any answer that
 * needs to be looked at: a refusal, a redirection, one that is too long. It is tried once, so ask by `send` what has failed.
 */
export async function wholeAnswer(handler: Handler, { to, make, signal }: WholeAsking): Promise<WholeAnswer | null> {
  const leave = await enter(to, signal)
  const aborter = new AbortController()
  const stop = () => aborter.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    signal.throwIfAborted()
    const begun = performance.now()
    const { ok, redirected, body } = await handler(make(aborter.signal))
    const reader = body?.getReader()
    if (!ok || redirected || reader === undefined) {
      aborter.abort()
      return null
    }
    const parts: Uint8Array[] = []
    let length = 0
    for (;;) {
      timer = setTimeout(() => aborter.abort(timeLimit(STALL_MS)), STALL_MS)
      const { done, value } = await reader.read()
      clearTimeout(timer)
      if (done) return { bytes: joinedBytes(parts), milliseconds: performance.now() - begun }
      length += value.byteLength
      if (length > MOST_BYTES) {
        aborter.abort()
        return null
      }
      parts.push(value)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    leave()
  }
}

/** How long a body may send nothing, in milliseconds. */
const STALL_MS = 60_000

/** Pages of that size are asked for by fewer records. */
const MOST_BYTES = 64_000_000
