// The floor of quick reads: a bare node:http server that, for each request, runs the statements that the service runs for
// it, on the same engine, and sends the bytes that the service has sent. Told by its parent what to run.
import { once } from 'node:events'
import { createServer } from 'node:http'

const [{ module, engine, answers }] = await once(process, 'message')
const database = await openDatabase()

const server = createServer((incoming, outgoing) => {
  incoming.resume()
  incoming.once('end', () => {
    answer(Number(incoming.url.split('?')[1]), outgoing).catch((error) => outgoing.destroy(error))
  })
})
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
  outgoing.writeHead(200, { 'content-type': 'application/json;charset=utf-8', 'content-length': bytes.length })
  outgoing.end(bytes)
}

async function openDatabase() {
  const opened = await import(module)
  if (engine.url) return opened.createPostgresSql(engine.url)
  const { PGlite } = await import('@electric-sql/pglite')
  return opened.createPgliteSql(await PGlite.create(engine.folder))
}
