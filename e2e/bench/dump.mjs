// `npm run bench:dump`: a dump of 1,000,000 records on PGlite and, where DATABASE_URL is set, on PostgreSQL: its time, the
// memory of the server while it streams, how long limit=100 takes meanwhile, and what is left when the client goes away.
// First, of 100,000 records × 12 columns, beside COPY alone and CKAN's time. `npm run bench:dump -- 50000` takes another
// number of records than 1,000,000; `-- 0` leaves that part out.
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../../src/cli/build.mjs'
import { ensureDependencies } from '../../src/cli/dependencies.mjs'
import { startServer } from '../server.mjs'

await ensureDependencies()
await ensureBuild()
const { FIELDS, records, ROWS, TABLE: WIDE } = await import('./serviceTable.mjs')
const RECORDS = Number(process.argv[2] ?? 1_000_000)
const BATCH = 10_000
const TABLE = 'd0000000-0000-4000-8000-000000000001'
const ROUNDS = 15
/** Dumps that don't count: a server runs for days, and what it runs is compiled after some of them. */
const WARM_ROUNDS = 5
/** Of COPY alone, on PostgreSQL; and what CKAN 2.11 takes for the same table on PostgreSQL (0.5 to 0.6 s). */
const COPY_GOAL = 0.7
const CKAN_S = 0.5
const ANSWER_GOAL_MS = 2000
const MEMORY_GOAL_MB = 150

const engines = [
  ['PGlite', () => startServer({ token: 'bench', page: 'none' })],
  ...(process.env.DATABASE_URL ? [['PostgreSQL', onPostgres]] : []),
]
if (engines.length === 1) console.log('DATABASE_URL is not set: PGlite alone.')
for (const [engine, start] of engines) {
  const server = await start()
  try {
    await besideCopy(engine, server)
    if (RECORDS === 0) continue
    await load(server)
    for (const format of ['csv', 'json']) await dump(engine, server, format)
    await leave(engine, server)
  } finally {
    await server.stop()
  }
}

/** The built server on its own database, which is dropped at the end. */
async function onPostgres() {
  const { Client } = await import('pg')
  const administer = async (statement) => {
    const client = new Client({ connectionString: process.env.DATABASE_URL })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  const name = `rowan_bench_${process.pid}`
  await administer(`create database ${name}`)
  const url = new URL(process.env.DATABASE_URL)
  url.pathname = `/${name}`
  const server = await startServer({ token: 'bench', page: 'none', databaseUrl: url.href })
  const watch = new Client({ connectionString: url.href, application_name: 'bench' })
  await watch.connect()
  return {
    ...server,
    copy: (text) => copied(watch, text),
    async running() {
      const text = `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state = 'active' and application_name <> 'bench'`
      return (await watch.query(text)).rows[0].n
    },
    async stop() {
      const { rows } = await watch.query(
        `select 'rowan_reader_' || oid as role from pg_database where datname = current_database()`,
      )
      await watch.end()
      await server.stop()
      await administer(`drop database ${name} with (force)`)
      // Roles belong to the whole server: the one that the service made for its readers would stay.
      await administer(`drop role if exists ${rows[0].role}`)
    },
  }
}

/** The time of a whole dump, of COPY alone by turns with it, and of CKAN. */
async function besideCopy(engine, server) {
  await call(server, 'datastore_create', { resource_id: WIDE, force: true, fields: FIELDS })
  for (let from = 1; from <= ROWS; from += BATCH) {
    const some = records(from, Math.min(BATCH, ROWS - from + 1))
    await call(server, 'datastore_upsert', { resource_id: WIDE, force: true, method: 'insert', records: some })
  }
  // Until the table is vacuumed: before that, each first read of a page also writes it.
  await sleep(3000)
  const columns = ['_id', ...FIELDS.map(({ id }) => id)].map((id) => `"${id}"`).join(', ')
  const alone = `copy (select ${columns} from datastore."${WIDE}" order by _id) to stdout (format csv)`
  const ways = {
    dump: () => fetched(`${server.origin}/datastore/dump/${WIDE}`),
    ...(server.copy ? { 'COPY alone': () => server.copy(alone) } : {}),
  }
  const seconds = Object.fromEntries(Object.keys(ways).map((name) => [name, []]))
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    for (const [name, run] of Object.entries(ways)) {
      const begun = performance.now()
      const bytes = await run()
      if (bytes < ROWS * 100) throw new Error(`${name} gave ${bytes} bytes`)
      if (round >= 0) seconds[name].push((performance.now() - begun) / 1000)
    }
  }
  const median = (name) => seconds[name].toSorted((a, b) => a - b)[ROUNDS >> 1]
  const dumped = median('dump')
  const share = server.copy ? median('COPY alone') / dumped : null
  console.log(
    `${engine}, ${ROWS} records × ${FIELDS.length} columns as csv: ${dumped.toFixed(2)} s` +
      (share === null ? '' : `; COPY alone ${median('COPY alone').toFixed(2)} s, a share of ${share.toFixed(2)}`) +
      `; CKAN on PostgreSQL ${CKAN_S} to 0.6 s (medians of ${ROUNDS} by turns)`,
  )
  if (share !== null && (share < COPY_GOAL || dumped > CKAN_S)) process.exitCode = 1
}

/** Gets a file and gives the number of its bytes. The machine is shared with the server, and `fetch` is a slow reader. */
function fetched(url) {
  return new Promise((resolve, reject) => {
    get(url, (incoming) => {
      let bytes = 0
      incoming.on('data', (chunk) => {
        bytes += chunk.byteLength
      })
      incoming.once('end', () => resolve(bytes))
      incoming.once('error', reject)
    }).once('error', reject)
  })
}

/** Runs a COPY and gives the number of its bytes. */
function copied(client, text) {
  return new Promise((resolve, reject) => {
    let bytes = 0
    client.query({
      submit: (connection) => connection.query(text),
      handleCopyData({ chunk }) {
        bytes += chunk.byteLength
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(bytes),
      handleError: reject,
    })
  })
}

async function load(server) {
  const fields = [
    { id: 'n', type: 'int' },
    { id: 'subject', type: 'text' },
    { id: 'created', type: 'timestamp' },
    { id: 'notes', type: 'text' },
  ]
  await call(server, 'datastore_create', { resource_id: TABLE, force: true, fields })
  for (let from = 0; from < RECORDS; from += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, RECORDS - from) }, (_, place) => ({
      n: from + place,
      subject: `subject ${place % 20}`,
      created: '2021-03-04T05:06:07',
      notes: `what was noted of record ${from + place}, in a few words that take some room`,
    }))
    await call(server, 'datastore_upsert', { resource_id: TABLE, force: true, method: 'insert', records })
  }
}

async function dump(engine, server, format) {
  const before = await memoryOf(server)
  let most = before
  let slowest = 0
  let asked = 0
  const streamed = new AbortController()
  const others = (async () => {
    while (!streamed.signal.aborted) {
      const begun = performance.now()
      await call(server, 'datastore_search', { resource_id: TABLE, limit: 100, offset: asked * 100 })
      slowest = Math.max(slowest, performance.now() - begun)
      asked += 1
      await sleep(200)
    }
  })()
  const begun = performance.now()
  const response = await fetch(`${server.origin}/datastore/dump/${TABLE}?format=${format}`)
  let bytes = 0
  let lines = 0
  let looked = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    for (const byte of chunk) if (byte === 10) lines += 1
    if (performance.now() - looked > 100) {
      looked = performance.now()
      most = Math.max(most, await memoryOf(server))
    }
  }
  const took = performance.now() - begun
  streamed.abort()
  await others
  const whole = format !== 'csv' || lines === RECORDS + 1
  const held = most - before
  console.log(
    `${engine}, ${format}: ${(bytes / 1e6).toFixed(1)} MB in ${(took / 1000).toFixed(1)} s${whole ? '' : `, NOT WHOLE (${lines} lines)`}; ` +
      `memory ${before} MB before, ${most} MB at most; limit=100 answered ${asked} times meanwhile, at the slowest in ${slowest.toFixed(0)} ms`,
  )
  if (!whole || slowest > ANSWER_GOAL_MS || held > MEMORY_GOAL_MB) process.exitCode = 1
}

async function leave(engine, server) {
  const leaving = new AbortController()
  const response = await fetch(`${server.origin}/datastore/dump/${TABLE}`, { signal: leaving.signal })
  const reader = response.body.getReader()
  await reader.read()
  leaving.abort()
  await reader.read().catch(() => undefined)
  const sql = `SELECT count(*) FROM "${TABLE}" a JOIN "${TABLE}" b ON a.notes < b.notes`
  const statement = new AbortController()
  const endless = call(server, 'datastore_search_sql', { sql }, statement.signal).catch(() => undefined)
  await sleep(1000)
  statement.abort()
  await endless
  const begun = performance.now()
  await call(server, 'datastore_search', { resource_id: TABLE, limit: 100 })
  const answered = performance.now() - begun
  let idle = null
  while (server.running && (await server.running()) > 0 && performance.now() - begun < 10_000) await sleep(20)
  if (server.running) idle = performance.now() - begun
  console.log(
    `${engine}: after a client has left a dump and a statement, the next answer came after ${answered.toFixed(0)} ms` +
      (idle === null ? '' : `, and the database was idle after ${idle.toFixed(0)} ms`),
  )
  if (answered > ANSWER_GOAL_MS || (idle ?? 0) > ANSWER_GOAL_MS) process.exitCode = 1
}

/** The resident memory of the server's process, in MB (Linux). */
async function memoryOf(server) {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)[1]) / 1024)
}

async function call(server, action, params, signal) {
  const response = await fetch(`${server.origin}/en/api/3/action/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: server.token },
    body: JSON.stringify(params),
    signal,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${action} answered ${response.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text).result
}
