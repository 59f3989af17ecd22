import type { AskedSignal } from '../handler.ts'
import { ProblemError, type Problem } from '../problem.ts'
import { wholeResponse, type PlainHeaders } from '../wholeBody.ts'
import type { BodyPart, WorkerMessage } from './workerMessages.ts'
import { abortReason, type Turn } from './workerTurn.ts'

/** What an answer that arrives in parts needs of the worker it comes from. */
export interface AnswerSource {
  readonly signal: AskedSignal
  /** Asks for the worker's next free turn. */
  enqueue(turn: Turn): void
  /** Takes back a turn that still waits. */
  drop(turn: Turn): void
  /** The body is being read; `fail` breaks it off when the worker ends. */
  opened(fail: (problem: Problem) => void): void
  /** The body has ended, or nobody reads it any more. */
  ended(): void
  /** Nobody reads on: drops the turn, or interrupts the worker if it is running, and frees what the worker holds. */
  leave(turn: Turn | null): void
}

/** The response whose head has arrived from a worker. */
export function workerAnswer(head: Extract<WorkerMessage, { kind: 'head' }>, source: AnswerSource): Response {
  const { status, part } = head
  const headers = headersOf(head)
  if ([101, 204, 205, 304].includes(status)) return new Response(null, { status, headers })
  if ('text' in part) return wholeResponse(part.text, { status, headers })
  if (part.last) return wholeResponse(part.bytes, { status, headers })
  return new Response(partsOf(head.id, part, source), { status, headers })
}

/** The same object for the same headers, by which a server knows what it has put together before. */
function headersOf({ headers }: Extract<WorkerMessage, { kind: 'head' }>): PlainHeaders {
  const key = headers.join('\n')
  const known = knownHeaders.get(key)
  if (known !== undefined) return known
  const made = Object.freeze(Object.fromEntries(headers))
  if (knownHeaders.size >= MOST_HEADERS) knownHeaders.clear()
  knownHeaders.set(key, made)
  return made
}

const knownHeaders = new Map<string, PlainHeaders>()

/** Nearly all answers have one of a few. */
const MOST_HEADERS = 100

function partsOf(id: number, first: BodyPart, source: AnswerSource): ReadableStream<Uint8Array> {
  let pulling: Turn | null = null
  let hasEnded = false
  let unlisten: (() => void) | null = null
  const end = (): void => {
    hasEnded = true
    source.ended()
    unlisten?.()
  }
  const leave = (): void => {
    end()
    source.leave(pulling)
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(first.bytes)
        source.opened((problem) => {
          end()
          if (pulling) source.drop(pulling)
          controller.error(new ProblemError(problem))
        })
        const onAbort = (): void => {
          leave()
          controller.error(abortReason(source.signal))
        }
        unlisten = () => source.signal.removeEventListener('abort', onAbort)
        source.signal.addEventListener('abort', onAbort, { once: true })
      },
      pull(controller) {
        return new Promise<void>((resolve) => {
          pulling = {
            message: { kind: 'pull', id },
            answered(message) {
              pulling = null
              resolve()
              if (hasEnded) return
              if (message.kind === 'part') {
                if (message.part.bytes.byteLength > 0) controller.enqueue(message.part.bytes)
                if (!message.part.last) return
                end()
                controller.close()
              } else if (message.kind === 'failed') {
                end()
                controller.error(new ProblemError(message.problem))
              }
            },
            lost() {
              pulling = null
              resolve()
            },
          }
          source.enqueue(pulling)
        })
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
}
