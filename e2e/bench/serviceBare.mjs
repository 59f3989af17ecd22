// A floor of the reads: a bare node:http server that, for each request, runs the statements that the service runs for it
// (of a user's SQL, that alone), by the driver and prepared where the service has them prepared, and sends the headers and
// the bytes that the service has sent. Its parent says what to run.
import { once } from 'node:events'
import { createServer } from 'node:http'

const [{ module, engine, headers, answers }] = await once(process, 'message')
const database = await openDatabase()

const server = createServer((incoming, outgoing) => {
  incoming.resume()
  incoming.once('end', () => {
    answer(Number(incoming.url.split('?')[1]), outgoing).catch((error) => outgoing.destroy(error))
  })
})
// As the service: a client that asks one line of the table may have waited while another line was asked.
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.once('disconnect', async () => {
  server.close()
  server.closeAllConnections()
  await database.close()
})

async function answer(number, outgoing) {
  const { statements, answer: text } = answers[number]
  for (const each of statements) await database.query(each)
  const bytes = Buffer.from(text)
  outgoing.writeHead(200, { ...headers, 'content-length': bytes.length })
  outgoing.end(bytes)
}

async function openDatabase() {
  if (engine.url) return onPool(engine.url)
  const { createPgliteSql } = await import(module)
  const { PGlite } = await import('@electric-sql/pglite')
  return createPgliteSql(await PGlite.create(engine.folder))
}

async function onPool(url) {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    onConnect: (client) => client.query('set search_path = pg_catalog, datastore'),
  })
  const types = { getTypeParser: () => (text) => text }
  const names = new Map()
  const nameOf = (text) => {
    if (!names.has(text)) names.set(text, `bare_${names.size}`)
    return names.get(text)
  }
  return {
    query: ({ text, values, prepare }) =>
      pool.query({ ...(prepare ? { name: nameOf(text) } : {}), text, values, rowMode: 'array', types }),
    close: () => pool.end(),
  }
}
