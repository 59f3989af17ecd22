import { TABLE_METADATA } from '../../protocol/actions.ts'
import type { Handler } from '../../protocol/handler.ts'
import { PATIENCE_MS } from './asker.ts'
import type { Connection } from './connection.ts'
import { requestOf } from './requestEncoding.ts'
import { send } from './transport.ts'

/**
 * Whether the host of another origin answers at all: a request in the mode `no-cors` needs no permission, but its answer
 * stays closed to the page.
 */
export async function isReached(
  handler: Handler,
  connection: Connection,
  page: { readonly origin: string },
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const anonymous = { ...connection, token: null }
  const { url } = requestOf(anonymous, page, 'datastore_search', { resource_id: TABLE_METADATA, limit: 1 })
  if (new URL(url).origin === page.origin) return false
  const make = (heard: AbortSignal) => new Request(url, { mode: 'no-cors', credentials: 'omit', signal: heard })
  try {
    await send(handler, { to: connection.baseUrl, page, make, signal, patienceMs: PATIENCE_MS })
    return true
  } catch {
    signal?.throwIfAborted()
    return false
  }
}
