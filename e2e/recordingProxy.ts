import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'

/** One request as it arrived at the server. Header names as they were sent, in their order. */
export interface Recorded {
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  readonly status: number
}

export interface RecordingProxy {
  readonly origin: string
  /** Requests that have been answered or given up, the oldest first. */
  readonly requests: readonly Recorded[]
  /** How many requests wait for their answer. */
  open(): number
  clear(): void
  stop(): Promise<void>
}

/** A server on a free port that passes everything to `target` and keeps what arrived, so that nothing has to look into the browser. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const requests: Recorded[] = []
  let open = 0
  const server = createServer((incoming, outgoing) => {
    open += 1
    outgoing.once('close', () => (open -= 1))
    pass(incoming, outgoing, new URL(target), (recorded) => requests.push(recorded))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    open: () => open,
    clear: () => {
      requests.length = 0
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: URL,
  record: (recorded: Recorded) => void,
): void {
  const body: Buffer[] = []
  let kept = false
  const keep = (status: number) => {
    if (kept) return
    kept = true
    record({
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: pairs(incoming.rawHeaders),
      body: Buffer.concat(body).toString('utf8'),
      status,
    })
  }
  const onward = httpRequest(
    {
      host: target.hostname,
      port: target.port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, host: target.host },
    },
    (answer) => {
      const status = answer.statusCode ?? 0
      outgoing.writeHead(status, answer.rawHeaders)
      // Recorded before the browser can have read the end, so that a test waiting for the page finds it here.
      answer.once('end', () => keep(status))
      answer.pipe(outgoing)
    },
  )
  onward.on('error', () => {
    keep(0)
    outgoing.destroy()
  })
  outgoing.on('close', () => {
    keep(0)
    onward.destroy()
  })
  incoming.on('data', (chunk: Buffer) => body.push(chunk))
  incoming.pipe(onward)
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? '', raw[2 * i + 1] ?? ''])
}
