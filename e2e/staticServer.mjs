import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { extname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))

/** What every host knows; all else is a stream of bytes. */
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
}

/**
 * Serves a built page under `/some/where/` as a plain host of static files does: no compression, no headers of its own
 * but those given. `bytes()` counts what it has sent. What `instead` gives for a path is sent in the place of the file.
 */
export async function startStaticServer({ folder = DIST, headers = {}, tls, instead = () => null } = {}) {
  let bytes = 0
  const requests = []
  const serve = async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname)
    requests.push(path)
    const other = instead(path)
    if (other !== null) {
      response.writeHead(other.status ?? 200, { 'content-type': other.type, ...other.headers }).end(other.body)
      return
    }
    const inside = path.startsWith(BASE) ? normalize(path.slice(BASE.length) || 'index.html') : null
    const file = inside === null || inside.startsWith(`..${sep}`) ? null : join(folder, inside)
    const found = file === null ? null : await stat(file).catch(() => null)
    if (!found?.isFile()) {
      response.writeHead(404, headers).end('Not found')
      return
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-length': found.size,
      'last-modified': found.mtime.toUTCString(),
      ...headers,
    })
    bytes += found.size
    createReadStream(file)
      // Another build has taken its place meanwhile.
      .on('error', () => response.destroy())
      .pipe(response)
  }
  const server = tls ? createSecureServer(tls, serve) : createServer(serve)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `${tls ? 'https' : 'http'}://127.0.0.1:${server.address().port}`
  return {
    origin,
    url: `${origin}${BASE}`,
    requests,
    bytes: () => bytes,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const BASE = '/some/where/'
