import { request, type IncomingHttpHeaders } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttpServer } from './httpServer.ts'
import { responseInPieces } from './inPieces.ts'

const PIECES = ['{"records": [', ...Array.from({ length: 100 }, () => new Uint8Array(64 * 1024).fill(0x31)), ']}']
const TEXT = PIECES.map((piece) => (typeof piece === 'string' ? piece : new TextDecoder().decode(piece))).join('')

const server = createHttpServer({
  handler: () =>
    Promise.resolve(responseInPieces(PIECES, { headers: { 'content-type': 'application/json;charset=utf-8' } })),
  onFailure: () => new Response('failed', { status: 500 }),
  answersTo: () => true,
  maxBodyBytes: () => 0,
  onRefusedBody: () => new Response(null, { status: 413 }),
})
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  port = typeof bound === 'object' && bound ? bound.port : 0
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** An answer of the server; with `leaveAfter`, as far as it came before its reader left. */
function answered(headers: IncomingHttpHeaders, leaveAfter = Infinity) {
  return new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: '/api/3/action/x', headers }, (answer) => {
      const chunks: Buffer[] = []
      let length = 0
      const done = () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) })
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.byteLength
        if (length < leaveAfter) return
        asked.destroy()
        done()
      })
      answer.on('end', done)
    })
    asked.on('error', reject)
    asked.end()
  })
}

it('sends an answer in pieces whole, with its length, and goes on when a reader leaves', async () => {
  const left = await answered({}, 1000)
  expect(left.body.byteLength).toBeLessThan(TEXT.length)
  const { headers, body } = await answered({})
  expect(body.toString() === TEXT).toBe(true)
  expect(headers).toMatchObject({ 'content-length': String(TEXT.length), vary: 'accept-encoding' })
})

it('has the headers of any answer of JSON', async () => {
  const { headers } = await answered({})
  expect(headers['content-type']).toBe('application/json;charset=utf-8')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
})

it('compresses it where the client accepts that', async () => {
  const { headers, body } = await answered({ 'accept-encoding': 'gzip' })
  expect(gunzipSync(body).toString() === TEXT).toBe(true)
  expect(headers).toMatchObject({ 'content-length': String(body.byteLength), 'content-encoding': 'gzip' })
})
