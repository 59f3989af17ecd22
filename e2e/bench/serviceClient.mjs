// A process that asks: keep-alive clients over bare sockets, or the drivers of the engines, for the floor.
import { connect } from 'node:net'
import { randomness, LINES, records, TABLE } from './serviceTable.mjs'

const drivers = { http: httpClients, pg: pgClients, pglite: pgliteClients }

/** Clients stay open from task to task: in its first seconds code is not yet compiled to run fast, and caches are empty. */
const open = new Map()

process.on('message', async (task) => {
  try {
    const key = JSON.stringify([task.driver, task.clients])
    // Servers close connections that have not been used for a while.
    if (open.get(key)?.isClosed?.() ?? !open.has(key)) {
      open.set(key, await drivers[task.driver.kind](task.driver, task.clients))
    }
    const clients = open.get(key)
    process.send({ result: task.load ? await load(clients, task) : await repeat(clients, task) })
  } catch (error) {
    process.send({ problem: error.stack ?? String(error) })
  }
})

process.on('disconnect', async () => {
  for (const clients of open.values()) await clients.close()
})

/**
 * Asks one line of the table by every client at once for a time, or so many times if that is sooner, and before that for a
 * while that counts for nothing. With `warmsUp`, what is quick of the kind of the line, if it is a scan.
 * Gives how long that was (s), and how long each answer took (ms).
 *
 * The measured time starts and ends with no request under way. A scan can take as long as a slice: one that started during
 * the warm-up would use up the slice without being counted.
 */
async function repeat(clients, { line, warmsUp, seed, warm, seconds, recorded, atMost = Infinity }) {
  const random = randomness(seed)
  const makeOwn = (warmsUp && LINES[line].warm) || LINES[line].make
  const make = recorded ? () => recorded[Math.floor(random() * recorded.length)] : () => makeOwn(random)
  const askFor = async (time) => {
    const times = []
    const from = performance.now()
    await Promise.all(
      clients.all.map(async (ask) => {
        while (performance.now() < from + time * 1000 && times.length < atMost) {
          const request = make()
          const start = performance.now()
          await ask(request)
          times.push(performance.now() - start)
        }
      }),
    )
    return { times, took: (performance.now() - from) / 1000 }
  }
  await askFor(warm)
  return askFor(seconds)
}

/** Stores a batch of records. Gives the seconds that it took, without the time that it takes to make them up. */
async function load(clients, { load: { method, edition, from, count, statement } }) {
  const [ask] = clients.all
  const made = records(from, count, edition)
  const request = statement
    ? { statements: [{ text: statement, values: [JSON.stringify(made)] }] }
    : { action: 'datastore_upsert', params: { resource_id: TABLE, method, records: made } }
  const prepared = clients.prepare?.(request) ?? request
  const start = performance.now()
  await ask(prepared)
  return { took: (performance.now() - start) / 1000 }
}

/** As lean as it can be: the machine is shared with the server. Every answer has to be a 200 with its length. */
async function httpClients({ host, port, token }, count) {
  const encode = ({ action, params, number }) => {
    const body = Buffer.from(JSON.stringify(params))
    return Buffer.concat([
      Buffer.from(
        `POST /api/3/action/${action}${number === undefined ? '' : `?${number}`} HTTP/1.1\r\nhost: ${host}:${port}\r\nauthorization: ${token}\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
      ),
      body,
    ])
  }
  const sockets = []
  const open = () =>
    new Promise((resolve, reject) => {
      const socket = connect(port, host, () => resolve(asker(socket)))
      socket.setNoDelay(true)
      socket.once('error', reject)
      sockets.push(socket)
    })
  const asker = (socket) => {
    let answered = null
    let head = Buffer.alloc(0)
    let missing = -1
    const fail = (problem) => answered?.reject(new Error(problem))
    socket.on('data', (chunk) => {
      if (missing < 0) {
        head = Buffer.concat([head, chunk])
        const end = head.indexOf('\r\n\r\n')
        if (end === -1) return
        const text = head.toString('latin1', 0, end)
        const length = /\r\ncontent-length: (\d+)/i.exec(text)
        if (!text.startsWith('HTTP/1.1 200') || !length) return fail(head.toString('utf8', 0, 2000))
        missing = Number(length[1]) - (head.length - end - 4)
      } else missing -= chunk.length
      if (missing > 0) return
      const { resolve } = answered
      answered = null
      head = Buffer.alloc(0)
      missing = -1
      resolve()
    })
    socket.on('close', () => fail('The server has closed the connection'))
    return (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('The server had closed the connection'))
        answered = { resolve, reject }
        return socket.write(request instanceof Buffer ? request : encode(request))
      })
  }
  const all = await Promise.all(Array.from({ length: count }, open))
  return {
    all,
    prepare: encode,
    isClosed: () => sockets.some(({ destroyed }) => destroyed),
    close: async () => sockets.forEach((socket) => socket.destroy()),
  }
}

/** The floor on PostgreSQL: its driver, each client with a connection of its own. */
async function pgClients({ url }, count) {
  const { default: pg } = await import('pg')
  const asText = { getTypeParser: () => (text) => text }
  const opened = []
  for (let at = 0; at < count; at += 1) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('set search_path = pg_catalog, datastore')
    opened.push(client)
  }
  const all = opened.map((client) => async (request) => {
    for (const { text, values } of request.statements ?? request.plain) {
      await client.query({ text, values, rowMode: 'array', types: asText })
    }
  })
  return { all, close: () => Promise.all(opened.map((client) => client.end())) }
}

/** The floor on PGlite: itself, in this thread. It has one connection for all callers. */
async function pgliteClients({ folder }, count) {
  const { PGlite } = await import('@electric-sql/pglite')
  pglite ??= await PGlite.create(folder)
  const db = pglite
  await db.exec('set search_path = pg_catalog, datastore')
  const asText = Object.fromEntries(Object.keys(db.parsers).map((key) => [key, (text) => text]))
  const serializers = Object.fromEntries(Object.keys(db.serializers).map((key) => [key, String]))
  const ask = async (request) => {
    for (const { text, values } of request.statements ?? request.plain) {
      await db.query(text, values, { rowMode: 'array', parsers: asText, serializers })
    }
  }
  const close = async () => {
    const closing = pglite
    pglite = null
    await closing?.close()
  }
  return { all: Array.from({ length: count }, () => ask), close }
}

/** One process has one folder, which is opened once. */
let pglite = null
