// `npm run bench:see`: what a copy in the browser's own PostgreSQL says about itself. 1,000,000 records × 20 fields in a real
// Chromium: the headers of all columns under several filters, a brush, a facet, from the columns that a worker holds, and how
// long it takes to fill it. On PostgreSQL (DATABASE_URL), in its own database, the same headers by SQL, beside another reader.
// `-- --rows=50000` takes that many records, `-- copy` or `-- postgres` measures one of both. Answers are compared with those of
// SQL on the copy.
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { ensureBuild } from '../../src/cli/build.mjs'
import { ensureDependencies } from '../../src/cli/dependencies.mjs'
import { chromiumLaunch } from '../chromium.mjs'
import { startServer } from '../server.mjs'
import { startStaticServer } from '../staticServer.mjs'
import { watchMemory } from './processes.mjs'

await ensureDependencies()
await ensureBuild()
const { chromium } = await import('playwright')
const words = process.argv.slice(2)
const rows = Number(/--rows=(\d+)/.exec(words.join(' '))?.[1] ?? 1_000_000)
const isWanted = (part) => words.includes(part) || words.every((word) => word.startsWith('--'))

const { DATABASE_URL } = process.env

/** In ms; `bySql` is on PostgreSQL. */
const GOALS = { headers: 300, move: 16, facet: 150, bySql: 2000 }

const FILTERS = {
  'no filter': { all: [] },
  'a range of numbers': { all: [condition('number1', 'between', '100', '400')] },
  'two values of text': { all: [condition('kind0', 'isAnyOf', 'survey', 'pilot')] },
  'text that contains': { all: [condition('title', 'contains', 'station 12')] },
  'a year, and true': { all: [condition('day', 'isIn', '2010'), condition('open', 'is', 'true')] },
  'one or the other, not null': {
    any: [condition('price0', 'greaterThan', '90000'), { all: [condition('kind2', 'isNull')], not: true }],
  },
  'words, which only the database knows': { all: [condition('title', 'matches', 'station')] },
}

const TABLE = 'bench_see'

/** How the table on PostgreSQL is filled, by type; `i` is the number of the record. */
const VALUES = {
  float8: 'case when random() < 0.05 then null else random() * 1000 end',
  numeric: 'round((random() * 100000)::numeric, 2)',
  int4: '(random() * random() * 1000)::int',
  int8: '9007199254740000 + i % 1000',
  date: `date '2001-09-09' + (random() * 8000)::int`,
  timestamp: `timestamp '2001-09-09' + random() * interval '8000 days'`,
  bool: 'random() < 0.8',
  text: `'kind ' || (random() * random() * 3000)::int`,
  _text: `array['a' || (random() * 8)::int]`,
}

const folder = await mkdtemp(join(tmpdir(), 'rowan-bench-'))
const profile = await mkdtemp(join(tmpdir(), 'rowan-bench-'))
let server
let service
let browser
try {
  await build(folder)
  server = await startStaticServer({ folder })
  browser = await chromium.launchPersistentContext(profile, chromiumLaunch())
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.log(String(error)))
  await page.goto(`${server.url}see.html`)
  await page.waitForFunction(() => 'bench' in window)
  if (isWanted('copy')) await onCopy(page)
  if (DATABASE_URL && isWanted('postgres')) await onPostgres(page)
} finally {
  await browser?.close()
  await server?.stop()
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
  await rm(profile, { recursive: true, force: true })
}

/** A copy in the browser: its columns are read, then asked under each filter, brushed, and compared with SQL. */
async function onCopy(page) {
  const made = await timed(() => page.evaluate((records) => window.bench.make(records), rows))
  console.log(`${rows} records × 20 fields stored in ${seconds(made.ms)} s: ${megabytes(made.result)} MB`)

  const memory = watchMemory()
  const loading = await page.evaluate(() => window.bench.whileLoading())
  const peak = memory.stop()
  const waits = loading.waits.toSorted((a, b) => a - b)
  console.log(
    `First load of all columns, with their headers: ${seconds(loading.loaded.ms)} s; meanwhile a page of 50 records came in ` +
      `${rounded(quantile(waits, 0.5))} ms (median), ${rounded(waits.at(-1) ?? 0)} ms at most; memory of all of the browser's processes: ` +
      `${peak.from} MB before, ${peak.most} MB at most (${peak.parts})`,
  )
  for (const [name, where] of Object.entries(FILTERS)) {
    const first = await page.evaluate((filter) => window.bench.headers(filter), where)
    const again = await page.evaluate((filter) => window.bench.headers(filter), where)
    const isTold = name.startsWith('words')
    say(
      `Headers of 20 columns, ${name}`,
      first.ms,
      isTold ? null : GOALS.headers,
      ` (${first.records} records; again ${rounded(again.ms)} ms)`,
    )
    if (first.way !== 'columns') fail(`${name} was asked ${first.way}`)
  }
  for (const name of ['no filter', 'a range of numbers']) {
    const bySql = await page.evaluate((filter) => window.bench.bySql(filter), FILTERS[name])
    const ours = await page.evaluate((filter) => window.bench.headers(filter), FILTERS[name])
    console.log(`The same by SQL on the copy, ${name}: ${seconds(bySql.ms)} s; ${differences(bySql.said, ours.said)}`)
  }
  for (const field of ['number1', 'day']) {
    const { begun, times } = await page.evaluate((id) => window.bench.brush(id, { all: [] }, 200), field)
    const sorted = times.toSorted((a, b) => a - b)
    say(
      `A move of a brush on ${field} (p95 of 200; it began in ${rounded(begun)} ms)`,
      quantile(sorted, 0.95),
      GOALS.move,
      '',
    )
  }
  await drawnMoves(page, 'number1')
  const clicked = { all: [condition('kind1', 'is', 'mapping')] }
  say('A facet after a click', await page.evaluate((filter) => window.bench.facet(filter), clicked), GOALS.facet, '')
}

/** Brushes one of the headers of all columns by the mouse; each move until all of them are painted. */
async function drawnMoves(page, field) {
  await page.evaluate(() => window.bench.draw())
  await page.waitForFunction((count) => document.querySelectorAll('[id] > div').length >= count, 20)
  const box = await page.locator(`#${field} [data-brush]`).boundingBox()
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.3, y)
  await page.mouse.down()
  const before = await page.locator('#kind0').innerHTML()
  await page.mouse.move(box.x + box.width * 0.5, y)
  // From here on the others follow what the worker has prepared.
  await page.waitForFunction((html) => document.getElementById('kind0')?.innerHTML !== html, before)
  const times = await page.evaluateHandle(() => window.bench.timeMoves())
  for (let move = 0; move < 200; move += 1) {
    const share = 0.5 + 0.45 * Math.sin(move / 8)
    await page.mouse.move(box.x + box.width * share, y)
  }
  await page.waitForFunction((all) => all.length >= 200, times)
  const sorted = (await times.jsonValue()).toSorted((a, b) => a - b)
  await page.mouse.up()
  say(
    `A move of a brush on ${field} until all 20 headers are painted (p95 of 200)`,
    quantile(sorted, 0.95),
    GOALS.move,
    `; median ${rounded(quantile(sorted, 0.5))} ms`,
  )
}

/** The headers of a table of as many records on PostgreSQL, while another reader asks for pages of it. */
async function onPostgres(page) {
  const { Client } = await import('pg')
  const name = `see_bench_${process.pid}`
  const url = new URL(DATABASE_URL)
  url.pathname = `/${name}`
  const run = async (address, ...statements) => {
    const client = new Client({ connectionString: address })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await run(DATABASE_URL, `create database ${name}`)
  try {
    service = await startServer({ token: 'bench', databaseUrl: url.href, page: folder })
    const fields = await page.evaluate(() => window.bench.fields.filter(({ id }) => id !== '_id'))
    await call('datastore_create', { resource_id: TABLE, force: true, fields })
    const values = fields.map(({ type }) => VALUES[type]).join(', ')
    const names = fields.map(({ id }) => `"${id}"`).join(', ')
    await run(
      url.href,
      'set session_replication_role = replica',
      `insert into datastore."${TABLE}" (${names}) select ${values} from generate_series(1, ${rows}) as g(i)`,
      `update rowan.tables set records = ${rows} where resource_id = '${TABLE}'`,
      `vacuum analyze datastore."${TABLE}"`,
    )
    await page.goto(`${service.origin}/see.html`)
    await page.waitForFunction(() => 'bench' in window)
    const { times, beside, alone, waits } = await page.evaluate(() => window.bench.onServer())
    if (!times.every(({ isSeen }) => isSeen)) fail('A header was not drawn twice, from a sample and of all records')
    const [before, during] = [alone, waits].map((each) => {
      const sorted = each.toSorted((a, b) => a - b)
      return `${rounded(quantile(sorted, 0.5))} ms, p95 ${rounded(quantile(sorted, 0.95))} ms`
    })
    for (const [what, name] of [
      ['look', 'from a sample'],
      ['all', 'of all records'],
    ]) {
      const [least, , median, , most] = times.map((each) => each[what]).toSorted((a, b) => a - b)
      say(
        `Headers of 20 columns by SQL on PostgreSQL, ${name}`,
        median,
        GOALS.bySql,
        `, the median of 5, from ${rounded(least)} to ${rounded(most)}; ${rounded(beside[what])} ms beside another reader`,
      )
    }
    console.log(`That reader asks for about 30 pages of 50 records a second: ${before} alone, ${during} meanwhile`)
  } finally {
    await service?.stop()
    service = null
    await run(DATABASE_URL, `drop database ${name} with (force)`)
  }
}

async function call(action, params) {
  const answer = await fetch(`${service.origin}/api/3/action/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'bench' },
    body: JSON.stringify(params),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** The page of this bench, with the program's own modules and the engine of the last build. */
async function build(outDir) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const vite = await import('vite')
  const files = await readFile(join(root, 'dist/engine/files.json'), 'utf8')
  await vite.build({
    root: dirname(fileURLToPath(import.meta.url)),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    publicDir: false,
    define: { ENGINE_FILES: files },
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: fileURLToPath(new URL('see.html', import.meta.url)), output: { codeSplitting: {} } },
    },
  })
  await cp(join(root, 'dist/engine'), join(outDir, 'engine'), { recursive: true })
}

function condition(field, op, ...values) {
  return { id: field, field, op, values }
}

async function timed(work) {
  const start = performance.now()
  const result = await work()
  return { result, ms: performance.now() - start }
}

function say(what, ms, goal, more) {
  console.log(`${what}: ${rounded(ms)} ms${goal === null ? '' : ` (goal ${goal})`}${more}`)
  if (goal !== null && ms > goal && rows >= 1_000_000) fail(`${what} took too long`)
}

function fail(why) {
  console.log(why)
  process.exitCode = 1
}

function differences(bySql, ours) {
  const [a, b] = [JSON.parse(bySql), JSON.parse(ours)]
  const other = a.flatMap((each, at) => (isDeepStrictEqual(each, b[at]) ? [] : [at]))
  if (other.length > 0)
    fail(`Other answers: ${other.map((at) => `${JSON.stringify(a[at])} and ${JSON.stringify(b[at])}`).join('; ')}`)
  return other.length === 0 ? 'the same answers' : `${other.length} other answers`
}

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function rounded(ms) {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0)
}

function seconds(ms) {
  return (ms / 1000).toFixed(1)
}

function megabytes(bytes) {
  return Math.round(bytes / 1024 / 1024)
}
