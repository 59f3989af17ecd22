// `node e2e/bench/gridRows.mjs`: what a step of scrolling costs after few and after many visited pages of a wide table, through the
// row source's public face. Fails if it grows by more than half.
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildModules } from '../../src/cli/build.mjs'
import { ensureDependencies } from '../../src/cli/dependencies.mjs'
import { root } from '../../src/cli/project.mjs'

await ensureDependencies()

const COLUMNS = Number(process.env.COLUMNS ?? 500)
const ROWS_PER_PAGE = 200
const FEW = 5
const MANY = Number(process.env.PAGES ?? 400)
const STEPS = 400
const MOST_GROWTH = 1.5
const IN_VIEW = { rows: 40, columns: 12 }

const folder = join(root, '.build', `bench-grid-${process.pid}`)
try {
  const { createSearchRows, createQueryClient, createActionClient, decodeSearch } = await built()
  decoding(decodeSearch)
  const growth = await scrolling(createSearchRows, createQueryClient, createActionClient)
  if (growth > MOST_GROWTH) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit()

/** The modules of the page that are measured, built for Node. */
async function built() {
  const paths = ['results/searchRows', 'results/queries', 'instances/client/createActionClient', 'protocol/answers']
  await buildModules(folder, paths)
  const modules = await Promise.all(
    paths.map((path) => import(pathToFileURL(join(folder, `${basename(path)}.mjs`)).href)),
  )
  return Object.assign({}, ...modules)
}

/** A page of the table as its server sends it, with the fields that were asked for. */
function page(offset, names) {
  const fields = [
    { id: '_id', type: 'int' },
    ...Array.from({ length: COLUMNS }, (_, at) => ({ id: `measure_${at + 1}`, type: 'numeric' })),
  ].filter(({ id }) => names.length === 0 || names.includes(id))
  const records = Array.from({ length: ROWS_PER_PAGE }, (_, row) => {
    const record = {}
    for (const [at, { id }] of fields.entries()) record[id] = at === 0 ? offset + row + 1 : ((offset + row) * at) / 7
    return record
  })
  return { fields, records, limit: ROWS_PER_PAGE, total: 1_000_000 }
}

function decoding(decodeSearch) {
  const text = JSON.stringify(page(0, []))
  const whole = medianOf(9, () => decodeSearch(text).rows)
  const seen = medianOf(9, () => {
    const { records } = decodeSearch(text)
    for (let row = 0; row < IN_VIEW.rows; row += 1) {
      for (let column = 0; column < IN_VIEW.columns; column += 1) records.value(row, column)
    }
  })
  const near = JSON.stringify(
    page(
      0,
      Array.from({ length: 40 }, (_, at) => `measure_${at + 1}`),
    ),
  )
  const narrow = medianOf(9, () => decodeSearch(near).rows)
  const size = `${ROWS_PER_PAGE} × ${COLUMNS + 1}`
  console.log(
    `decode a page of ${size}: all ${ms(whole)}, what is in view ${ms(seen)}; asked for 40 columns ${ms(narrow)}`,
  )
}

/** The server of the table. */
async function handler(request) {
  const { searchParams } = new URL(request.url)
  return Response.json({
    success: true,
    result: page(Number(searchParams.get('offset') ?? 0), searchParams.getAll('fields')),
  })
}

async function scrolling(createSearchRows, createQueryClient, createActionClient) {
  const connection = { baseUrl: 'http://server', prefix: '/api', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(handler, connection, { origin: 'http://page' })
  const rows = createSearchRows(createQueryClient())
  const places = Array.from({ length: 30 }, (_, at) => at)
  rows.result.subscribe(() => undefined)
  rows.show('bench', client, { resource: 'wide', columns: null, where: { all: [] }, search: '', sort: [], limit: null })
  await until(() => rows.result.get().status === 'ready')
  const medians = []
  let visited = 0
  for (const pages of [FEW, MANY]) {
    for (; visited < pages; visited += 1) {
      const start = visited * ROWS_PER_PAGE
      rows.want({ start, end: start + IN_VIEW.rows }, places)
      await until(() => rows.cell(start, 1) !== undefined && !rows.result.get().fetching)
    }
    const first = (pages - FEW) * ROWS_PER_PAGE
    const step = (at) => {
      // To and fro over the last pages: a leap would count as dragging, which waits.
      const way = (FEW - 1) * ROWS_PER_PAGE
      const start = first + Math.abs(((at * 37 + way) % (2 * way)) - way)
      rows.want({ start, end: start + IN_VIEW.rows }, places)
      for (let row = start; row < start + IN_VIEW.rows; row += 1) {
        for (let column = 0; column < IN_VIEW.columns; column += 1) rows.cell(row, column)
      }
    }
    // Back to where the steps begin, which is far, and so takes a moment.
    step(0)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const times = []
    for (let at = 1; at <= STEPS; at += 1) {
      const before = performance.now()
      step(at)
      times.push(performance.now() - before)
      // Lets what a step has caused happen outside of the next one.
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    medians.push(median(times))
    console.log(`a step after ${pages} pages: median ${ms(median(times))}, most ${ms(Math.max(...times))}`)
  }
  const growth = medians[1] / medians[0]
  console.log(`× ${growth.toFixed(2)} (at most ${MOST_GROWTH})`)
  return growth
}

async function until(check) {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 1))
}

function medianOf(times, run) {
  return median(
    Array.from({ length: times }, () => {
      const before = performance.now()
      run()
      return performance.now() - before
    }),
  )
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

function ms(milliseconds) {
  return `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`
}
