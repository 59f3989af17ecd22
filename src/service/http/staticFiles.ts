import { open, readdir, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { ServerHandler } from '../../protocol/handler.ts'
import { acceptedEncoding, type Encoding } from './acceptedEncoding.ts'

/**
 * Serves the files of a built page by GET and HEAD: hashed ones cached forever, others revalidated, and compressed twins
 * (`x.br`, `x.gz` beside `x`) if the client accepts them. Serves only files from a listing of the folder, so no path leads
 * out of it. Lists the folder again when the page in it changes.
 */
export function staticFiles(folder: string): ServerHandler {
  let listed: Promise<Listing> | null = null

  async function listing(): Promise<Listing> {
    const stamp = await stampOf(join(folder, 'index.html'))
    const known = listed && (await listed)
    if (known && known.stamp === stamp) return known
    listed = list(folder, stamp)
    return listed
  }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(405, 'Files can only be read: use GET or HEAD.', { allow: 'GET, HEAD' })
    }
    const path = pathOf(request.url)
    const { files } = await listing()
    const name = path === null ? null : path === '/' ? 'index.html' : path.slice(1)
    const file = name === null ? undefined : files.get(name)
    if (!file || name === null) return plain(404, 'There is no such page or file here.', {})

    const etag = `W/"${file.size.toString(36)}-${Math.floor(file.modified).toString(36)}"`
    const headers = new Headers({
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag,
    })
    if (file.encodings.size > 0) headers.set('vary', 'accept-encoding')
    if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })

    const encoding = acceptedEncoding(request.headers.get('accept-encoding'), [...file.encodings.keys()])
    if (encoding) headers.set('content-encoding', encoding)
    headers.set('content-length', String(encoding ? file.encodings.get(encoding) : file.size))
    if (request.method === 'HEAD') return new Response(null, { headers })
    return new Response(await bodyOf(join(folder, name) + (encoding ? SUFFIXES[encoding] : '')), { headers })
  }
}

interface Listing {
  readonly stamp: string
  readonly files: ReadonlyMap<string, File>
}

interface File {
  readonly size: number
  readonly modified: number
  /** The size of each compressed twin. */
  readonly encodings: ReadonlyMap<Encoding, number>
}

async function list(folder: string, stamp: string): Promise<Listing> {
  const found = new Map<string, { size: number; modified: number }>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const { size, mtimeMs } = await stat(path)
    found.set(path.slice(folder.length + 1).replaceAll(sep, '/'), { size, modified: mtimeMs })
  }
  const files = new Map<string, File>()
  for (const [name, file] of found) {
    const original = name.replace(/\.(br|gz)$/, '')
    if (original !== name && found.has(original)) continue
    const encodings = new Map<Encoding, number>()
    for (const encoding of ['br', 'gzip'] as const) {
      const twin = found.get(name + SUFFIXES[encoding])
      if (twin) encodings.set(encoding, twin.size)
    }
    files.set(name, { ...file, encodings })
  }
  return { stamp, files }
}

async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  return found ? `${found.mtimeMs} ${found.ino}` : 'absent'
}

/** The decoded path of a URL; null if it is badly encoded. */
function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname)
  } catch {
    return null
  }
}

async function bodyOf(path: string): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK_BYTES))
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
        else {
          await file.close()
          controller.close()
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )
}

const CHUNK_BYTES = 256 * 1024

function plain(status: number, words: string, headers: Record<string, string>): Response {
  return new Response(`${words}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

/** Names with a hash of the contents, made by Vite: `assets/index-Bk3f9_aZ.js`. */
const HASHED = /^assets\/.+-[\w-]{8,}\.\w+$/

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.gz': 'application/gzip',
}
