import type { Problem } from '../problem.ts'

/**
 * What passes between `workerHandler` and `serveWorker`. Requests and responses can't be cloned into a worker, so
 * their plain parts are sent: a request whole, an answer in parts of a few MB, each asked for by the host.
 */
export type HostMessage =
  | {
      readonly kind: 'request'
      readonly id: number
      readonly url: string
      readonly method: string
      readonly headers: readonly (readonly [string, string])[]
      readonly body: ArrayBuffer | null
    }
  | { readonly kind: 'pull'; readonly id: number }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'close' }

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unready'; readonly problem: Problem }
  | {
      readonly kind: 'head'
      readonly id: number
      readonly status: number
      readonly headers: readonly (readonly [string, string])[]
      readonly part: BodyPart | WholeText
    }
  | { readonly kind: 'part'; readonly id: number; readonly part: BodyPart }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: Problem }
  | { readonly kind: 'closed' }

/** A part of an answer's body; nothing follows the `last`. */
export interface BodyPart {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly last: boolean
}

/** The whole of a short answer. */
export interface WholeText {
  readonly text: string
  readonly last: true
}

/** A running worker seen from its host: a browser's `Worker`, or one of node:worker_threads behind a few lines. */
export interface WorkerPort {
  post(message: HostMessage, transfer: readonly ArrayBuffer[]): void
  onMessage(listener: (message: WorkerMessage) => void): void
  /** Called with the reason when the worker ends on its own. */
  onEnd(listener: (problem: Problem) => void): void
  /**
   * Asks the engine to end the statement it is running for that request, and returns whether the engine can be asked. A
   * port without this method can't.
   */
  interrupt?(id: number): boolean
  /** Ends the worker whatever it is doing; resolves once it has ended and holds nothing. */
  terminate(): Promise<void>
}

/** The host seen from inside its worker. */
export interface HostPort {
  post(message: WorkerMessage, transfer: readonly ArrayBuffer[]): void
  onMessage(listener: (message: HostMessage) => void): void
}
