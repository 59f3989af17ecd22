// `npm run bench:wide`: a table of 1,000,000,000 records × 500 columns, on a server without SQL that makes its records by an
// expression. Opens it, waits for the headers, scrolls both ways, jumps, opens a profile, filters and clears, and shows the
// worst animation frame of more than 50 ms by the time of the build's scripts in it: by the clock, as a user has it, and by the
// processor, as on a busy machine other programs take most of the clock's. Fails if scripts took more than 50 ms of the
// processor, layout that they asked for among them.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { ensureBuild } from '../../src/cli/build.mjs'
import { ensureDependencies } from '../../src/cli/dependencies.mjs'
import { chromiumLaunch } from '../chromium.mjs'
import { startStaticServer } from '../staticServer.mjs'
import { watchFrames } from './frames.mjs'

await ensureDependencies()
await ensureBuild()
const { chromium } = await import('playwright')

const ROWS = Number(process.env.ROWS ?? 1_000_000_000)
const COLUMNS = Number(process.env.COLUMNS ?? 500)
const TABLE = 'r'

const FIELDS = [
  { id: '_id', type: 'int' },
  ...Array.from({ length: COLUMNS - 1 }, (_, at) => ({
    id: `c${at + 1}`,
    type: ['numeric', 'text', 'date', 'int'][at % 4],
  })),
]

function valueOf(place, row) {
  if (place === 0) return row + 1
  const at = (row * 7919 + place * 104_729) % 1000
  const day = `20${String(10 + (at % 15)).padStart(2, '0')}-0${1 + (at % 9)}-1${at % 10}`
  return [day, at / 8, `kind ${at % 7}`, at][place % 4] ?? null
}

function answer(params) {
  const { resource_id, limit = 100, offset = 0, fields, filters } = params
  if (resource_id !== TABLE) return { status: 404, body: '"Not known"' }
  const given = fields.length === 0 ? FIELDS : FIELDS.filter(({ id }) => fields.includes(id))
  // A filter leaves a few: whichever they are.
  const total = filters === undefined ? ROWS : 16
  const length = Math.max(0, Math.min(Number(limit), total - Number(offset)))
  const places = given.map(({ id }) => (id === '_id' ? 0 : Number(id.slice(1))))
  const records = Array.from({ length }, (_, row) =>
    Object.fromEntries(given.map(({ id }, at) => [id, valueOf(places[at], Number(offset) + row)])),
  )
  return { status: 200, body: JSON.stringify({ success: true, result: { fields: given, records, total, limit } }) }
}

const service = createServer(async (incoming, outgoing) => {
  outgoing.setHeader('access-control-allow-origin', '*')
  outgoing.setHeader('access-control-allow-headers', '*')
  outgoing.setHeader('content-type', 'application/json')
  const body = await text(incoming)
  const url = new URL(incoming.url, 'http://wide')
  if (incoming.method === 'OPTIONS') return outgoing.writeHead(204).end()
  const isSearch = url.pathname.endsWith('/datastore_search')
  // A question with many names is a form; each name is a parameter of its own.
  const asked = new URLSearchParams(incoming.method === 'GET' ? url.search : body)
  const params = { ...Object.fromEntries(asked), fields: asked.getAll('fields') }
  const found = isSearch ? answer(params) : { status: 400, body: '"Bad request - Action name not known"' }
  return outgoing.writeHead(found.status).end(found.body)
})
await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve))
const base = `http://127.0.0.1:${service.address().port}`
const host = await startStaticServer()
const browser = await chromium.launch(chromiumLaunch())
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(
    ([id, baseUrl]) => {
      const instance = {
        id,
        title: 'Wide',
        baseUrl,
        prefix: '/api/3/action',
        tokenHeader: 'Authorization',
        resource: null,
      }
      localStorage.setItem('rowan.instances', JSON.stringify({ version: 1, instances: [instance] }))
    },
    ['own:wide', base],
  )
  const { step, isLong } = await watchFrames(page)
  const grid = page.getByRole('grid')
  const cell = grid.getByRole('gridcell').first()
  await step('opening', async () => {
    await page.goto(`${host.url}#v=1&base=${base}&table=${TABLE}`)
    await cell.waitFor()
    await page.getByText('first', { exact: true }).first().waitFor()
  })
  await cell.click()
  await step('scrolling down', async () => {
    for (let at = 0; at < 20; at += 1) await page.mouse.wheel(0, 600)
  })
  await step('scrolling to the right', async () => {
    for (let at = 0; at < 20; at += 1) await page.mouse.wheel(900, 0)
  })
  await step('to the last record and column', () => page.keyboard.press('Control+End'))
  await step('to the first record and column', () => page.keyboard.press('Control+Home'))
  await step('the profile of a column', async () => {
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Column profile' }).click()
    await page
      .getByText(/From the first [\d,]+ of/)
      .first()
      .waitFor()
  })
  await step('a filter', () => page.goto(`${host.url}#v=1&base=${base}&table=${TABLE}&filter=["c1","3"]`))
  await step('all records again', () => page.goBack())
  if (isLong()) process.exitCode = 1
} finally {
  await browser.close()
  await host.stop()
  service.closeAllConnections()
  service.close()
}
