import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { generatedServer, type GeneratedServer } from './support/generatedServer.ts'

/** The table of every such server. */
export const TABLE = 'r'

export interface GeneratedService {
  readonly origin: string
  /** What was asked of the table: the parameters of searches, and statements. */
  readonly asked: readonly string[]
  stop(): Promise<void>
}

/** A server of the property tests, over the wire: it knows its table, perhaps SQL, and nothing else. */
export async function startGeneratedService(played: GeneratedServer): Promise<GeneratedService> {
  const { handler } = generatedServer(played)
  const asked: string[] = []
  const server = createServer((incoming, outgoing) => {
    const answer = async (): Promise<void> => {
      outgoing.setHeader('access-control-allow-origin', '*')
      outgoing.setHeader('content-type', 'application/json')
      if (incoming.method === 'OPTIONS') {
        outgoing.setHeader('access-control-allow-headers', 'content-type')
        outgoing.writeHead(204).end()
        return
      }
      const body = await text(incoming)
      const url = new URL(incoming.url ?? '/', 'http://generated')
      const action = url.pathname.split('/').at(-1) ?? ''
      const type = incoming.headers['content-type']
      const params = new URLSearchParams(
        incoming.method === 'GET' ? url.search : type === 'application/json' ? JSON.parse(body) : body,
      )
      const isKnown = action === 'datastore_search_sql' || params.get('resource_id') === TABLE
      if (!isKnown) {
        outgoing.writeHead(404).end(JSON.stringify('Not known'))
        return
      }
      if (params.get('sql') !== 'SELECT 1 AS one') asked.push(decodeURIComponent(String(params)).replaceAll('+', ' '))
      const response = await handler(
        new Request(url, {
          method: incoming.method ?? 'GET',
          ...(type === undefined ? {} : { headers: { 'content-type': type } }),
          ...(incoming.method === 'GET' ? {} : { body }),
        }),
      )
      outgoing.writeHead(response.status).end(await response.text())
    }
    answer().catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
