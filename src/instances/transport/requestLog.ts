import type { Handler } from '../../protocol/handler.ts'
import { sentAs } from './requestEncoding.ts'
import { shellQuoted } from './shellQuoted.ts'
import { withoutToken } from './tokenMask.ts'

/** One request of this page as it is now; a new object at each change. */
export interface LoggedRequest {
  /** Counts up from 1 while the page lives. */
  readonly id: number
  /** Epoch milliseconds at which it was sent. */
  readonly at: number
  readonly instanceId: string
  readonly method: string
  readonly url: string
  /** What was sent, at most its first 10,000 characters; null if nothing was. A token in it is masked. */
  readonly body: string | null
  readonly bodyIsCut: boolean
  readonly contentType: string | null
  /** The name of the header that carried a token; the token itself is nowhere in the log. */
  readonly tokenHeader: string | null
  /** Null until an answer begins, and if the page may not see it. */
  readonly status: number | null
  /** From sending it to the end of the answer; null while it runs. */
  readonly milliseconds: number | null
  /** Of the answer's body, as the page got it (decompressed); null while it runs. */
  readonly bytes: number | null
  /** `refused` is an answer with a status from 400; `failed` is none at all, or one that broke off. */
  readonly outcome: 'running' | 'answered' | 'refused' | 'failed' | 'cancelled'
  /** 1, or 2 if it was sent again by itself. */
  readonly attempt: number
}

/** The last requests of the page, the latest at the end; its shape fits `useSyncExternalStore`. */
export interface RequestLog {
  readonly subscribe: (listener: () => void) => () => void
  readonly get: () => readonly LoggedRequest[]
  /** Empties the list; requests that are running do not come back to it. */
  readonly clear: () => void
  /** The same handler, whose requests are kept here under that instance. */
  readonly keep: (handler: Handler, instanceId: string) => Handler
}

/** How many requests a log holds. */
export const LOG_LENGTH = 200

export function createRequestLog(): RequestLog {
  const listeners = new Set<() => void>()
  let entries: readonly LoggedRequest[] = []
  let last = 0

  function put(next: readonly LoggedRequest[]): void {
    entries = next
    for (const listener of listeners) listener()
  }

  function change(id: number, changes: Partial<LoggedRequest>): void {
    if (!entries.some((entry) => entry.id === id)) return
    put(entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)))
  }

  async function send(handler: Handler, instanceId: string, request: Request): Promise<Response> {
    last += 1
    const id = last
    put([...entries, { ...firstEntry(request), id, instanceId }].slice(-LOG_LENGTH))
    const start = performance.now()
    const end = (outcome: LoggedRequest['outcome'], changes: Partial<LoggedRequest> = {}) => {
      change(id, { ...changes, outcome, milliseconds: performance.now() - start })
    }
    try {
      const response = await handler(request)
      // An answer to a no-cors request, and a redirect, has no status and no body to count.
      if (response.status === 0) {
        end('answered')
        return response
      }
      change(id, { status: response.status })
      return counted(response, (ending, bytes) => {
        end(ending === 'whole' ? (response.status < 400 ? 'answered' : 'refused') : endOf(ending, request), { bytes })
      })
    } catch (error) {
      end(endOf('broken', request))
      throw error
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get: () => entries,
    clear: () => put([]),
    keep: (handler, instanceId) => (request) => send(handler, instanceId, request),
  }
}

/** The log of this page. */
export const requestLog = createRequestLog()

/**
 * The request as a command for a POSIX shell, with `$API_TOKEN` for the token. If the log holds only the beginning of
 * the body, a comment says so.
 */
export function asCurl(entry: LoggedRequest): string {
  const parts = ['curl']
  // curl reads brackets and braces in an address as ranges.
  if (/[[\]{}]/.test(entry.url)) parts.push('--globoff')
  if (entry.method !== 'GET' && (entry.method !== 'POST' || entry.body === null)) parts.push('-X', entry.method)
  parts.push(shellQuoted(entry.url))
  if (entry.tokenHeader !== null) parts.push('-H', `${shellQuoted(`${entry.tokenHeader}: `)}"$API_TOKEN"`)
  if (entry.contentType !== null) parts.push('-H', shellQuoted(`content-type: ${entry.contentType}`))
  if (entry.body !== null) parts.push('--data-raw', shellQuoted(entry.body))
  const command = parts.join(' ')
  return entry.bodyIsCut ? `# The body is longer than this: it is cut after its first part.\n${command}` : command
}

const BODY_KEPT = 10_000

function firstEntry(request: Request): Omit<LoggedRequest, 'id' | 'instanceId'> {
  const { body, attempt } = sentAs(request)
  // Requests of this page have no other headers than these two.
  const [tokenHeader, token] = [...request.headers].find(([name]) => name !== 'content-type') ?? [null, '']
  const kept = body === null ? null : withoutToken(body, token)
  return {
    at: Date.now(),
    method: request.method,
    url: withoutToken(request.url, token),
    body: kept?.slice(0, BODY_KEPT) ?? null,
    bodyIsCut: kept !== null && kept.length > BODY_KEPT,
    contentType: request.headers.get('content-type'),
    tokenHeader,
    status: null,
    milliseconds: null,
    bytes: null,
    outcome: 'running',
    attempt,
  }
}

type Ending = 'whole' | 'broken' | 'left'

function endOf(ending: 'broken' | 'left', request: Request): LoggedRequest['outcome'] {
  // Time limits abort by a signal, too, but nobody cancelled those.
  const reason: unknown = request.signal.reason
  const timedOut = reason instanceof Error && reason.name === 'TimeoutError'
  if (timedOut) return 'failed'
  return ending === 'left' || request.signal.aborted ? 'cancelled' : 'failed'
}

/** The same response, whose body reports how it ended and after how many bytes. */
function counted(response: Response, onEnd: (ending: Ending, bytes: number) => void): Response {
  if (response.body === null) {
    onEnd('whole', 0)
    return response
  }
  let bytes = 0
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(stream) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            onEnd('whole', bytes)
            stream.close()
            return
          }
          bytes += value.byteLength
          stream.enqueue(value)
        } catch (error) {
          onEnd('broken', bytes)
          stream.error(error)
        }
      },
      cancel(reason) {
        onEnd('left', bytes)
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}
