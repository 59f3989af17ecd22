import type { AskedRequest } from './handler.ts'

/** The bytes of a request's body; null if it has none. By the method, since Firefox has no `Request.body`. */
export async function requestBytes(request: Pick<AskedRequest, 'method' | 'arrayBuffer'>): Promise<ArrayBuffer | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  const bytes = await request.arrayBuffer()
  return bytes.byteLength === 0 ? null : bytes
}
