import { NetworkError } from '../instances/transport/networkError.ts'
import type { EngineStatus } from '../protocol/engineStatus.ts'
import type { Problem } from '../protocol/problem.ts'

/** A request as it goes from tab to tab. */
export interface CarriedRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ArrayBuffer | null
}

interface Addressed {
  readonly from: string
  readonly to: string
  readonly id: number
}

/** What tabs that share an engine say to each other. */
export type TabMessage =
  | { readonly kind: 'hello' | 'owner'; readonly from: string; readonly build: string }
  | { readonly kind: 'status'; readonly from: string; readonly status: EngineStatus }
  | ({ readonly kind: 'request' } & Addressed & CarriedRequest)
  | ({ readonly kind: 'taken' | 'abort' } & Addressed)
  | ({
      readonly kind: 'answer'
      readonly status: number
      readonly headers: readonly (readonly [string, string])[]
      readonly body: ArrayBuffer
    } & Addressed)
  | ({
      readonly kind: 'failed'
      readonly aborted: boolean
      readonly problem: Problem
      readonly mayBeStored: boolean
    } & Addressed)

/** The request again, in the tab that carries it out. */
export function requestOf({ url, method, headers, body }: CarriedRequest, signal: AbortSignal): Request {
  return new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body,
    signal,
  })
}

/** The answer that came from that tab. */
export function responseOf(answer: Extract<TabMessage, { kind: 'answer' }>): Response {
  const headers = answer.headers.map(([name, value]): [string, string] => [name, value])
  const isEmpty = [204, 205, 304].includes(answer.status)
  return new Response(isEmpty ? null : answer.body, { status: answer.status, headers })
}

/** Why that tab has no answer. */
export function errorOf({ aborted, problem, mayBeStored }: Extract<TabMessage, { kind: 'failed' }>): Error {
  return aborted ? new DOMException(problem.code, 'AbortError') : new NetworkError(problem, { mayBeStored })
}
