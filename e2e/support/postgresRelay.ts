import { connect, createServer } from 'node:net'

/** What sees the bytes that pass. */
interface Looks {
  /** What a server sends; it may be changed. */
  readonly answers?: (bytes: Buffer) => void
  /** What a client sends, each connection for itself. */
  readonly questions?: () => (bytes: Buffer) => void
}

/** Passes everything on between clients and the PostgreSQL server at `url`; the address of the same database behind it. */
export async function postgresRelay(url: string, { answers, questions }: Looks) {
  const { hostname, port } = new URL(url)
  const server = createServer((client) => {
    const behind = connect(Number(port || 5432), hostname)
    const look = questions?.()
    client.on('data', (bytes) => look?.(Buffer.from(bytes)))
    client.pipe(behind)
    behind.on('data', (bytes) => {
      answers?.(bytes)
      client.write(bytes)
    })
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      one.on('close', () => other.destroy()).on('error', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const own = new URL(url)
  own.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { url: own, close: () => server.close() }
}

/** The statements that clients of a relay send: of each connection, in order. Those that it keeps by name come when they are made. */
export function statementRecorder() {
  const connections: string[][] = []
  return {
    connections,
    questions: () => {
      const said: string[] = []
      connections.push(said)
      let held = Buffer.alloc(0)
      let isStarted = false
      return (bytes: Buffer): void => {
        held = Buffer.concat([held, bytes])
        for (;;) {
          // The first message of a connection has no letter.
          const at = isStarted ? 1 : 0
          if (held.length < at + 4 || held.length < at + held.readInt32BE(at)) return
          const end = at + held.readInt32BE(at)
          const message = held.subarray(at + 4, end)
          const letter = isStarted ? String.fromCharCode(held[0] ?? 0) : ''
          const [first = '', second = ''] = message.toString().split('\0')
          if (letter === 'Q') said.push(first)
          if (letter === 'P') said.push(second)
          held = held.subarray(end)
          isStarted = true
        }
      }
    },
  }
}
