import type { Handler } from '../../protocol/handler.ts'
import type { Connection } from './connection.ts'
import { requestOf } from './requestEncoding.ts'
import { withoutToken } from './tokenMask.ts'
import { send, type Reply } from './transport.ts'

/** An answer in full; the token is masked in its body, which may be shown. */
export type RawReply = Pick<Reply, 'status' | 'body' | 'tokenSaid'>

/**
 * Asks one server as one person and gives the answer as it came, refusals included, for finding out what a server
 * can do or what is in the way. null if no answer came that the page may read. Rejects only if cancelled.
 */
export interface Asker {
  (action: string, params: Readonly<Record<string, unknown>>): Promise<RawReply | null>
  /** How many requests were answered. */
  answered(): number
  /** Why the last request without an answer had none. */
  lost(): unknown
}

/** An `Asker` for a connection. A question without an answer after 15 s counts as unanswered. */
export function asker(handler: Handler, connection: Connection, page: { origin: string }, signal?: AbortSignal): Asker {
  let answered = 0
  let lost: unknown = null
  const ask = async (action: string, params: Readonly<Record<string, unknown>>) => {
    const make = (heard: AbortSignal) => requestOf(connection, page, action, params, heard)
    try {
      const reply = await send(handler, { to: connection.baseUrl, page, make, signal, patienceMs: PATIENCE_MS })
      answered += 1
      return { ...reply, body: withoutToken(reply.body, connection.token) }
    } catch (error) {
      signal?.throwIfAborted()
      lost = error
      return null
    }
  }
  return Object.assign(ask, { answered: () => answered, lost: () => lost })
}

/** How long a question of a probe or a diagnosis waits for its answer, in milliseconds. */
export const PATIENCE_MS = 15_000
