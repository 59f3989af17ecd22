import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Asked } from './faultProxy.ts'
import { minimalWrite, type Tables, type Writing } from './support/minimalWrites.ts'
import { minimalAnswer, paramsIn, type Came, type Reading, type Records } from './support/minimalReading.ts'
import { listening } from './support/listening.ts'

export interface MinimalServer {
  readonly origin: string
  readonly requests: readonly (Asked & { readonly status: number })[]
  stop(): Promise<void>
}

/**
 * A server that does what the document of the interface says and nothing else (`minimalAnswer`), over the wire. Pages of
 * other origins may read it, or no browser could. `sql` runs a statement. With `writing` its tables can be changed.
 */
export async function startMinimalServer(
  resource: string,
  records: Records,
  sql: (statement: string) => Promise<Records>,
  reading: Reading,
  writing: Writing | null = null,
): Promise<MinimalServer> {
  const tables: Tables = new Map([[resource, records.map((record) => ({ ...record }))]])
  const requests: (Asked & { readonly status: number })[] = []
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const came = await cameIn(incoming)
    const { pathname } = new URL(came.path, 'http://minimal')
    const action = pathname.split('/').at(-1) ?? ''
    const isPreflight = came.method === 'OPTIONS'
    const params = isPreflight ? {} : paramsIn(came)
    const asked = String(params['resource_id'])
    const played = tables.has(asked) ? { resource: asked, records: tables.get(asked) ?? [] } : { resource, records }
    const given = isPreflight
      ? { status: 204, type: 'text/plain', body: '' }
      : writing !== null && WRITES.has(action)
        ? minimalWrite(action, params, { method: came.method, tables, reading, writing })
        : await minimalAnswer(came, { ...played, sql, reading })
    requests.push({ ...came, action, params, status: given?.status ?? 0 })
    if (given === null) {
      // Before its first byte, the browser itself would send the request again.
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      outgoing.write('{', () => outgoing.destroy())
      return
    }
    if (given.isRefusal !== true || reading.refusalsAreOpen) outgoing.setHeader('access-control-allow-origin', '*')
    if (isPreflight) {
      outgoing.setHeader('access-control-allow-headers', 'authorization, content-type')
      outgoing.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH')
    }
    outgoing.writeHead(given.status, { 'content-type': given.type }).end(given.body)
  }
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined))
  })
  return { ...(await listening(server)), requests }
}

const WRITES = new Set(['datastore_create', 'datastore_upsert', 'datastore_delete'])

async function cameIn(incoming: IncomingMessage): Promise<Came & { readonly headers: Record<string, string> }> {
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
  return { method: incoming.method ?? '', path: incoming.url ?? '/', headers, body: await text(incoming) }
}
