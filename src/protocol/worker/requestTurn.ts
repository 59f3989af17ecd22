import type { AskedRequest, AskedSignal } from '../handler.ts'
import { ProblemError, problemText, type Problem } from '../problem.ts'
import { workerAnswer, type AnswerSource } from './workerAnswer.ts'
import { abortReason, type Turn } from './workerTurn.ts'

/** Makes the answers that a worker can't give any more. */
export interface AnswersForLost {
  /** The answer to a request that ran out of time in a worker that had to be ended, because it couldn't be interrupted. */
  onTimeout(request: AskedRequest): Response
  /** The answer to a request whose worker ended on its own or didn't open; without it such a request is rejected. */
  onCrash?: ((request: AskedRequest, problem: Problem) => Response) | undefined
}

/** What the turn of a request needs of its worker. */
export interface TurnOwner {
  /** Nobody waits for its answer any more. */
  abandon(turn: Turn): void
  sourceOf(id: number, signal: AskedSignal): AnswerSource
}

/** The turn of a request, and its answer, which rejects as a `Handler` does. */
export function requestTurn(
  request: AskedRequest,
  sent: { readonly id: number; readonly body: ArrayBuffer | null },
  lost: AnswersForLost,
  owner: TurnOwner,
): { readonly turn: Turn; readonly answer: Promise<Response> } {
  const { id, body } = sent
  const { url, method, headers, signal } = request
  let abandoned = false
  let resolve: (response: Response) => void
  let reject: (error: unknown) => void
  const answer = new Promise<Response>((...both) => ([resolve, reject] = both))
  const turn: Turn = {
    message: { kind: 'request', id, url, method, headers: [...headers], body },
    isAbandoned: () => abandoned,
    answered(message) {
      signal.removeEventListener('abort', onAbort)
      if (abandoned) return
      if (message.kind === 'failed') {
        if (lost.onCrash) resolve(lost.onCrash(request, message.problem))
        else reject(new ProblemError(message.problem))
      } else if (message.kind === 'head') resolve(workerAnswer(message, owner.sourceOf(id, signal)))
    },
    lost(cause, problem) {
      signal.removeEventListener('abort', onAbort)
      if (cause === 'timeout') resolve(lost.onTimeout(request))
      else if (cause === 'stopped') reject(new DOMException(problemText(problem), 'AbortError'))
      else if (lost.onCrash) resolve(lost.onCrash(request, problem))
      else reject(new ProblemError(problem))
    },
  }
  const onAbort = (): void => {
    abandoned = true
    reject(abortReason(signal))
    owner.abandon(turn)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  return { turn, answer }
}
