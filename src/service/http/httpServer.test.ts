import { EventEmitter, once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '../../protocol/contentSecurityPolicy.ts'
import { hostNames } from './hostNames.ts'
import { createHttpServer } from './httpServer.ts'
import { pageAndApi } from './page.ts'
import { createPeers } from './peers.ts'

const SCRIPT = 'export const value = 1;\n'.repeat(200)
let folder = ''
let server: Server
let port = 0
/** Fires `arrived` and `gone` for each client of the handler behind /api/hang. */
const clients = new EventEmitter()

let proxies: readonly string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowan-page-'))
  const page = join(folder, 'dist')
  await mkdir(join(page, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(page, 'index.html'), '<!doctype html><title>Rowan</title>')
  await writeFile(
    join(page, 'settings.json'),
    '{"version":1,"instances":[{"title":"Other","url":"https://other.example"}]}',
  )
  await writeFile(join(page, 'assets', 'index-Bk3f9_aZ.js'), SCRIPT)
  await writeFile(join(page, 'assets', 'index-Bk3f9_aZ.js.br'), brotliCompressSync(SCRIPT))
  server = createHttpServer({
    handler: pageAndApi(async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname.endsWith('/hang')) {
        clients.emit('arrived')
        await new Promise<void>((_, reject) => {
          request.signal.addEventListener('abort', () => {
            clients.emit('gone')
            reject(new Error('gone'))
          })
        })
      }
      if (pathname.endsWith('/throw')) throw new Error('broken')
      if (pathname.endsWith('/stream')) return streamed()
      if (searchParams.has('callback'))
        return new Response('f({});', { headers: { 'content-type': 'application/javascript;charset=utf-8' } })
      const headers = { 'content-type': 'application/json;charset=utf-8' }
      if (searchParams.has('long')) return new Response(`"${'x'.repeat(5000)}"`, { headers })
      return new Response(
        JSON.stringify({ url: request.url, body: new TextDecoder().decode(await request.arrayBuffer()) }),
        { headers },
      )
    }, page),
    onFailure: () => new Response('failed', { status: 500 }),
    answersTo: hostNames('127.0.0.1', ['data.example.org']),
    isProxy: (address) => createPeers(proxies).isProxy(address),
    maxBodyBytes: (token) => (token === 'writer' ? 100_000 : 10_000),
    onRefusedBody: (_, why, most) =>
      Response.json({ why, most }, { status: why === 'too large' ? 413 : why === 'too slow' ? 408 : 503 }),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  port = typeof bound === 'object' && bound ? bound.port : 0
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

function streamed(): Response {
  let part = 0
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        part += 1
        if (part > 50) controller.close()
        else controller.enqueue(new TextEncoder().encode(`${String(part).repeat(2000)}\n`))
      },
    }),
    { headers: { 'content-type': 'text/csv; charset=utf-8' } },
  )
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** A request as it is written: `fetch` would tidy the path and set the Host itself. */
function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, path, method: options.method, headers: options.headers },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        )
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(options.body)
  })
}

describe('the page', () => {
  it('is answered with the policy on every file, and what may be kept by caches', async () => {
    const page = await ask('/')
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': `${contentSecurityPolicy}; frame-ancestors 'self'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    const script = await ask('/assets/index-Bk3f9_aZ.js')
    expect(script.body.toString()).toBe(SCRIPT)
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': page.headers['content-security-policy'],
    })
  })

  it('comes compressed where it was prepared and is accepted', async () => {
    const path = '/assets/index-Bk3f9_aZ.js'
    const packed = await ask(path, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(packed.body).toString()).toBe(SCRIPT)
    const refused = await ask(path, { headers: { 'accept-encoding': 'br;q=0, gzip' } })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })

  it('answers HEAD, a known ETag, other methods and unknown files as HTTP has it', async () => {
    const head = await ask('/', { method: 'HEAD' })
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '35'])
    const again = await ask('/', { headers: { 'if-none-match': String(head.headers['etag']) } })
    expect([again.status, again.body.length]).toEqual([304, 0])
    const post = await ask('/', { method: 'POST', body: 'x' })
    expect([post.status, post.headers['allow']]).toEqual([405, 'GET, HEAD'])
    expect((await ask('/nothing.js')).status).toBe(404)
    expect((await ask('/assets')).status).toBe(404)
  })

  it('serves no file outside its folder, however the path is written', async () => {
    const paths = [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/..%5csecret.txt',
      '//secret.txt',
    ]
    for (const path of [...paths, `/${folder}/secret.txt`, '/%00', '/%zz', '/assets/%2e%2e/%2e%2e/secret.txt']) {
      const answer = await ask(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.body.toString()).not.toContain('secret')
    }
  })

  it('is read again after another build', async () => {
    await writeFile(join(folder, 'dist', 'index.html'), '<!doctype html><title>Rowan, built again</title>')
    await writeFile(join(folder, 'dist', 'new.txt'), 'new')
    expect((await ask('/')).body.toString()).toContain('built again')
    expect((await ask('/new.txt')).body.toString()).toBe('new')
  })

  it('has settings with this server first, then those of its host', async () => {
    const answer = await ask('/settings.json')
    expect(JSON.parse(answer.body.toString())).toEqual({
      version: 1,
      instances: [
        { title: 'This server', url: '', prefix: '/en/api/3/action', resource: 'field_programmes' },
        { title: 'Other', url: 'https://other.example' },
      ],
    })
  })
})

describe('the Host header', () => {
  it.each(['localhost', '127.0.0.1:80', '[::1]:80', 'data.example.org', 'LOCALHOST:1234'])(
    'may be %s',
    async (host) => {
      expect((await ask('/', { headers: { host } })).status).toBe(200)
    },
  )

  it.each(['evil.example', 'localhost.evil.example', 'evil.example:80'])('may not be %s', async (host) => {
    const answer = await ask('/api/3/action/x', { headers: { host } })
    expect(answer.status).toBe(421)
    expect(answer.body.toString()).toContain('ROWAN_HOSTS=')
  })

  it.each(['a/b', 'user@localhost', 'local host'])('is refused as unusable: "%s"', async (host) => {
    expect((await ask('/', { headers: { host } })).status).toBe(400)
  })

  it('makes the address of the request', async () => {
    const answer = await ask('/en/api/3/action/x?a=1', { headers: { host: 'localhost:99' } })
    expect(JSON.parse(answer.body.toString()).url).toBe('http://localhost:99/en/api/3/action/x?a=1')
  })
})

describe('an answer of the API', () => {
  it('carries the request body, and refuses one that is too large', async () => {
    const answer = await ask('/api/3/action/x', { method: 'POST', body: 'Grüße' })
    expect(JSON.parse(answer.body.toString()).body).toBe('Grüße')
    const large = await ask('/api/3/action/x', { method: 'POST', body: 'x'.repeat(10_001) })
    expect(large.status).toBe(413)
    expect(JSON.parse(large.body.toString())).toEqual({ why: 'too large', most: 10_000 })
    const headers = { authorization: 'writer' }
    const allowed = await ask('/api/3/action/x', { method: 'POST', body: 'x'.repeat(10_001), headers })
    expect(allowed.status).toBe(200)
  })

  it('is 408 where the body trickles, or does not come', async () => {
    const hasty = createHttpServer({
      handler: () => Promise.resolve(new Response()),
      onFailure: () => new Response('failed', { status: 500 }),
      answersTo: () => true,
      maxBodyBytes: () => 10_000,
      onRefusedBody: (_, why) => new Response(why, { status: 408 }),
      pace: { bytes: 100, milliseconds: 50 },
    }).listen(0, '127.0.0.1')
    await once(hasty, 'listening')
    const bound = hasty.address()
    const head = 'POST /api/3/action/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n'
    for (const part of ['x', '']) {
      const socket = connect(typeof bound === 'object' && bound ? bound.port : 0, '127.0.0.1')
      const trickle = setInterval(() => socket.write(part), 20)
      const said: unknown[] = []
      socket.on('data', (words) => said.push(words))
      socket.on('error', () => undefined) // a write after the end
      socket.write(head)
      await once(socket, 'close')
      clearInterval(trickle)
      expect(said.join('')).toMatch(/^HTTP\/1\.1 408 .*too slow/s)
    }
    // Headers have a time of Node's.
    expect([hasty.headersTimeout, hasty.requestTimeout]).toEqual([20_000, 0])
    hasty.close()
  })

  it('is 503 where too many bodies are held at once, until those before are answered or gone', async () => {
    const head = 'POST /api/3/action/hang HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n\r\n'
    const sockets = Array.from({ length: 32 }, () => connect(port, '127.0.0.1'))
    let arrivals = 0
    clients.on('arrived', () => (arrivals += 1))
    for (const socket of sockets) socket.write(head + 'x'.repeat(10_000))
    await expect.poll(() => arrivals).toBe(32)
    clients.removeAllListeners('arrived')
    const post = () => ask('/api/3/action/x', { method: 'POST', body: 'x' })
    const refused = await post()
    expect([refused.status, JSON.parse(refused.body.toString()).why]).toEqual([503, 'too many'])
    const writer = await ask('/api/3/action/x', { method: 'POST', body: 'x', headers: { authorization: 'writer' } })
    expect(writer.status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await post()).status).toBe(200)
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('of more than 1 kB is compressed with %s', async (encoding, unpack) => {
    const answer = await ask('/api/3/action/x?long=1', { headers: { 'accept-encoding': encoding } })
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(unpack(answer.body)).toHaveLength(5002)
    expect((await ask('/api/3/action/x?long=1')).body).toHaveLength(5002)
    const short = await ask('/api/3/action/x', { headers: { 'accept-encoding': encoding } })
    expect(short.headers['content-encoding']).toBeUndefined()
  })

  it('streams, packed or not', async () => {
    const plain = await ask('/api/3/action/stream')
    expect(plain.body.toString().split('\n')).toHaveLength(51)
    const packed = await ask('/api/3/action/stream', { headers: { 'accept-encoding': 'br' } })
    expect(brotliDecompressSync(packed.body)).toEqual(plain.body)
  })

  it('is 500 where the handler throws', async () => {
    expect((await ask('/api/3/action/throw')).status).toBe(500)
  })

  it("as JSONP can't be read by another site; as JSON it only shows that a server is there", async () => {
    const policyOf = async (path: string) => (await ask(path)).headers['cross-origin-resource-policy']
    expect(await policyOf('/api/x?callback=f')).toBe('same-origin')
    expect(await policyOf('/index.html')).toBe('same-origin')
    expect(await policyOf('/api/x')).toBeUndefined()
  })

  it('is given up when its client goes away', async () => {
    const arrived = once(clients, 'arrived')
    const gone = once(clients, 'gone')
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /api/3/action/hang HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await arrived
    socket.destroy()
    await gone
  })
})

it('makes a link to this server with https if a trusted proxy says so, and nobody else', async () => {
  const ask = async (proto: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/3/action/status_show`, {
      headers: { 'x-forwarded-proto': proto },
    })
    return JSON.parse(await answer.text()).url
  }
  expect(await ask('https')).toMatch(/^http:/)
  proxies = ['127.0.0.0/8']
  expect([await ask('https'), await ask('gopher')]).toEqual([
    expect.stringMatching(/^https:/),
    expect.stringMatching(/^http:/),
  ])
  proxies = []
})
