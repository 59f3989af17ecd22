// `npm run bench:copy`: a copy of 1,000,000 records × 12 fields into the page's own PostgreSQL, through a real browser,
// beside a reader that gets the same pages in the same browser and throws them away. `-- 200000` takes that many records.
// On PostgreSQL (DATABASE_URL), in its own database. The browser has a profile on the disk, as people's have: without
// one it keeps what a page stores in memory, and asks another process for each piece of it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from '../../src/cli/build.mjs'
import { ensureDependencies } from '../../src/cli/dependencies.mjs'
import { chromiumLaunch } from '../chromium.mjs'
import { startServer } from '../server.mjs'
import { processorTime, processorTimeBetween, watchMemory } from './processes.mjs'

await ensureDependencies()
await ensureBuild()
const { chromium } = await import('playwright')
const { FIELDS, TABLE } = await import('./serviceTable.mjs')
const RECORDS = Number(process.argv[2] ?? 1_000_000)
const PAGE = 32_000
/** The share of the bare reader's rate. */
const GOAL = 0.7
const MEMORY_GOAL_MB = 1500

const { DATABASE_URL } = process.env
if (!DATABASE_URL) throw new Error('bench:copy needs PostgreSQL: set DATABASE_URL')
const { Client } = await import('pg')
const name = `copy_bench_${process.pid}`
await administer(`create database ${name}`)
const url = new URL(DATABASE_URL)
url.pathname = `/${name}`
const profile = await mkdtemp(join(tmpdir(), 'rowan-bench-'))
let server
let browser
try {
  server = await startServer({ token: 'bench', databaseUrl: url.href })
  await call('datastore_create', { resource_id: TABLE, force: true, fields: FIELDS })
  await fill()
  browser = await chromium.launchPersistentContext(profile, chromiumLaunch())
  const page = await browser.newPage()
  await page.goto(`${server.origin}/#v=1&table=${TABLE}`)
  await page.getByRole('gridcell').first().waitFor()
  const before = await timed('Read', () => read(page))
  const memory = watchMemory()
  const copied = await timed('Copied', () => copy(page))
  const peak = memory.stop()
  const after = await timed('Read', () => read(page))
  const bare = (before + after) / 2
  const share = copied.rate / bare
  console.log(
    `${RECORDS} records × ${FIELDS.length} fields: copied at ${rounded(copied.rate)} records/s, a bare reader in the same ` +
      `browser ${rounded(before)} before and ${rounded(after)} after: a share of ${share.toFixed(2)} (goal ${GOAL}); ` +
      `${copied.seconds.toFixed(1)} s, of which ${copied.finishing.toFixed(1)} s after the last page; ` +
      `memory of all of the browser's processes: ${peak.from} MB before, ${peak.most} MB at most (${peak.parts})`,
  )
  if (share < GOAL || peak.most > MEMORY_GOAL_MB) process.exitCode = 1
} finally {
  await browser?.close()
  await server?.stop()
  await administer(`drop database ${name} with (force)`)
  await rm(profile, { recursive: true, force: true })
}

/** Says what the work took of the processors. */
async function timed(what, work) {
  const before = processorTime(server.pid)
  const result = await work()
  console.log(`${what}, processor time: ${processorTimeBetween(before, processorTime(server.pid))}`)
  return result
}

/** Every page by ranges of `_id`, one after the other, read to its last byte; gives records a second. */
function read(page) {
  return page.evaluate(
    async ([table, records, size]) => {
      const begun = performance.now()
      for (let from = 0; from < records; from += size) {
        const params = {
          resource_id: table,
          limit: size,
          include_total: false,
          filters: { _id: { gt: from, lte: from + size } },
        }
        const response = await fetch('/en/api/3/action/datastore_search', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...params, sort: '_id asc' }),
        })
        await response.text()
      }
      return (records / (performance.now() - begun)) * 1000
    },
    [TABLE, RECORDS, PAGE],
  )
}

async function copy(page) {
  await page.getByRole('button', { name: 'Copy to this browser' }).click()
  const dialog = page.getByRole('dialog')
  const start = dialog.getByRole('button', { name: /^Copy [\d,]+ records$/ })
  await start.waitFor()
  console.log((await dialog.innerText()).replaceAll(/\s*\n\s*/g, ' · '))
  const begun = performance.now()
  await start.click()
  const list = () => page.evaluate(() => JSON.parse(localStorage.getItem('rowan.copies') ?? '[]')[0])
  let pulled = null
  for (;;) {
    await page.waitForTimeout(200)
    const known = await list()
    if (known?.records === RECORDS) pulled ??= performance.now()
    if (known?.halt) throw new Error(`The copy halted: ${JSON.stringify(known.halt)}`)
    if (!known?.isComplete) continue
    const seconds = (performance.now() - begun) / 1000
    return { seconds, rate: RECORDS / seconds, finishing: (performance.now() - (pulled ?? performance.now())) / 1000 }
  }
}

/** By SQL, without the index of words, which takes most of the time and is not read. */
async function fill() {
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query('set session_replication_role = replica')
  const words = "array['bakomux','titirex','lonafux','vidokax','pesogux','mikobax','natirex','fuvidox']"
  const text = (count) =>
    Array.from({ length: count }, (_, at) => `(${words})[1 + (g * ${7 + at} + g / ${at + 2}) % 8]`).join(" || ' ' || ")
  await client.query(`insert into datastore."${TABLE}"
    select g, null, g, 'subject ' || g % 20, (array['planned','active','paused','finished'])[1 + g % 4], ${text(4)},
      (g * 7919) % 1000000, g % 1000, (g * 0.618) % 1000, (g * 0.382) % 1,
      timestamp '2014-05-13' + g * interval '397 s', timestamp '2015-05-13' + g * interval '411 s', ${text(12)},
      'C-' || md5(g::text) from generate_series(1, ${RECORDS}::bigint) g`)
  await client.query(`update rowan.tables set records = ${RECORDS} where resource_id = '${TABLE}'`)
  await client.query(`vacuum analyze datastore."${TABLE}"`)
  await client.end()
}

async function call(action, params) {
  const response = await fetch(`${server.origin}/api/3/action/${action}`, {
    method: 'POST',
    headers: { authorization: 'bench', 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })
  if (!response.ok) throw new Error(await response.text())
}

async function administer(statement) {
  const client = new Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function rounded(rate) {
  return Math.round(rate).toLocaleString('en')
}
