import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** The table of every such service. */
export const MADE_UP_TABLE = 'r'

/**
 * Starts a server without SQL whose one table is made by an expression, so that it may have any number of records: `_id` is
 * the place of the record from 1, the other columns are `c1`, `c2` and so on.
 */
export async function startMadeUpService({ rows, columns }) {
  const fields = [
    { id: '_id', type: 'int' },
    ...Array.from({ length: columns - 1 }, (_, at) => ({
      id: `c${at + 1}`,
      type: ['numeric', 'text', 'date', 'int'][at % 4],
    })),
  ]
  const server = createServer(async (incoming, outgoing) => {
    outgoing.setHeader('access-control-allow-origin', '*')
    outgoing.setHeader('access-control-allow-headers', '*')
    outgoing.setHeader('content-type', 'application/json')
    const body = await text(incoming)
    const url = new URL(incoming.url, 'http://made-up')
    if (incoming.method === 'OPTIONS') return outgoing.writeHead(204).end()
    const isSearch = url.pathname.endsWith('/datastore_search')
    // A question with many names is a form; each name is a parameter of its own.
    const asked = new URLSearchParams(incoming.method === 'GET' ? url.search : body)
    const params = { ...Object.fromEntries(asked), fields: asked.getAll('fields') }
    const found = isSearch
      ? answer(params, rows, fields)
      : { status: 400, body: '"Bad request - Action name not known"' }
    return outgoing.writeHead(found.status).end(found.body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(params, rows, fields) {
  const { resource_id, limit = 100, offset = 0, filters } = params
  if (resource_id !== MADE_UP_TABLE) return { status: 404, body: '"Not known"' }
  const given = params.fields.length === 0 ? fields : fields.filter(({ id }) => params.fields.includes(id))
  // A filter leaves a few: whichever they are.
  const total = filters === undefined ? rows : 16
  const length = Math.max(0, Math.min(Number(limit), total - Number(offset)))
  const places = given.map(({ id }) => (id === '_id' ? 0 : Number(id.slice(1))))
  const records = Array.from({ length }, (_, row) =>
    Object.fromEntries(given.map(({ id }, at) => [id, valueOf(places[at], Number(offset) + row)])),
  )
  return { status: 200, body: JSON.stringify({ success: true, result: { fields: given, records, total, limit } }) }
}

function valueOf(place, row) {
  if (place === 0) return row + 1
  const at = (row * 7919 + place * 104_729) % 1000
  const day = `20${String(10 + (at % 15)).padStart(2, '0')}-0${1 + (at % 9)}-1${at % 10}`
  return [day, at / 8, `kind ${at % 7}`, at][place % 4] ?? null
}
