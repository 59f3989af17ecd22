// `npm run bench:service`: the service beside its floors, the same questions asked of the engine by its own driver and of a
// bare node:http server that sends the same answers, and beside CKAN's figures. On PGlite, and on PostgreSQL where
// DATABASE_URL names a server; it gets its own database. Words choose parts, by an engine's name or by what is in a
// line's: `npm run bench:service -- PostgreSQL limit=100 loads --seconds=2 --rows=20000`.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildServer } from '../../src/cli/build.mjs'
import { ensureDependencies } from '../../src/cli/dependencies.mjs'

await ensureDependencies()

const { values: asked, positionals: words } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, rows: { type: 'string', default: '100000' } },
  allowPositionals: true,
})
const SECONDS = Number(asked.seconds)
// The clients make up the same records.
process.env.BENCH_ROWS = asked.rows
const { FIELDS, LINES, ROWS, randomness, records, TABLE } = await import('./serviceTable.mjs')

const ALL_ENGINES = ['PostgreSQL', 'PGlite']
const named = words.filter((word) => ALL_ENGINES.includes(word))
const parts = words.filter((word) => !ALL_ENGINES.includes(word))
const ENGINES = named.length === 0 ? ALL_ENGINES : named
const isAsked = (title) => parts.length === 0 || parts.some((part) => title.includes(part))
const LOADS = [1000, 10_000]
  .map((batch) => ({ batch, title: `loads of ${batch}` }))
  .filter(({ title }) => isAsked(title))
const READS = [...LINES.entries()].filter(([, { title }]) => isAsked(title))
if (LOADS.length + READS.length === 0) {
  console.error(
    `No part is called so. There are: loads of 1000; loads of 10000; ${LINES.map(({ title }) => title).join('; ')}`,
  )
  process.exit(1)
}
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TOKEN = 'bench'
const NAMES = FIELDS.map(({ id }) => `"${id}"`)
const SOURCE = `select * from json_to_recordset($1::json) as x(${FIELDS.map(({ id, type }) => `"${id}" ${type}`).join(', ')})`

const plainLoad = {
  insert: (table) => `insert into datastore."${table}" (${NAMES.join(', ')}) ${SOURCE}`,
  upsert: (table) => `insert into datastore."${table}" (${NAMES.join(', ')}) ${SOURCE}
    on conflict (id) do update set ${NAMES.slice(1)
      .map((name) => `${name} = excluded.${name}`)
      .join(', ')}`,
}

/** Over HTTP, each line is first asked so often, or for so long; of a scan, what is quick of its kind. */
const WARM_REQUESTS = 6000
const WARM_SECONDS = 12

/** How many requests of each client a turn has at least: at its end, some clients wait for the others. */
const LEAST_ROUNDS = 8

/** In so many turns is each line's time taken: a ratio is the median of theirs. */
const SLICES = Math.max(3, Math.ceil(SECONDS / 0.7))

const SQL = 'datastore_search_sql'

const GOALS = { scan: 0.95, quick: 0.8, load: 0.85 }

/** What has to be undone, also where the run is ended: servers, folders, a database. */
const undo = []
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void undoAll().then(() => process.exit(130))
  })
}

async function undoAll() {
  for (const step of undo.splice(0).toReversed()) await step()
}

const scratch = await mkdtemp(join(tmpdir(), 'rowan-bench-'))
const built = join(ROOT, '.build', `bench-${process.pid}`)
undo.push(() => rm(scratch, { recursive: true, force: true }))
undo.push(() => rm(built, { recursive: true, force: true }))
try {
  await buildServer(built, ['service', 'engines/postgres', 'engines/pglite'])
  console.log(
    `${ROWS} rows × ${FIELDS.length} columns; ${cpus().length} cores, shared by server, engine and client; ${SECONDS} s each`,
  )
  if (ENGINES.includes('PostgreSQL') && process.env.DATABASE_URL) await onPostgres(process.env.DATABASE_URL)
  else if (ENGINES.includes('PostgreSQL')) console.log('\nPostgreSQL: left out, as DATABASE_URL is not set')
  if (ENGINES.includes('PGlite')) await onPglite()
} finally {
  await undoAll()
}

async function onPostgres(server) {
  const { default: pg } = await import('pg')
  const name = `rowan_bench_${process.pid}`
  const administer = async (text) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  await administer(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`)
  const address = new URL(server)
  address.pathname = `/${name}`
  const url = address.href
  undo.push(async () => {
    // Roles belong to the whole server: the one that the service made for its readers would stay.
    const [{ role }] = await administer(
      `select 'rowan_reader_' || oid as role from pg_database where datname = '${name}'`,
    )
    await administer(`drop database ${name} with (force)`)
    await administer(`drop role if exists ${role}`)
  })
  const { createPostgresSql } = await module('postgres')
  await measure('PostgreSQL', {
    environment: { DATABASE_URL: url },
    driver: { kind: 'pg', url },
    floorTable: `${TABLE}_floor`,
    sql: () => createPostgresSql(url),
    bare: { module: 'postgres', engine: { url } },
  })
}

async function onPglite() {
  const data = join(scratch, 'data')
  const folder = join(data, 'pglite')
  const { PGlite } = await import('@electric-sql/pglite')
  const { createPgliteSql } = await module('pglite')
  // One process at a time may open a folder: the floors have copies, so that they can alternate with the server.
  const copy = join(scratch, 'copy')
  const bareCopy = join(scratch, 'bare')
  await measure('PGlite', {
    environment: { ROWAN_DATA: data },
    driver: { kind: 'pglite', folder: copy },
    async copies() {
      for (const each of [copy, bareCopy]) {
        await rm(each, { recursive: true, force: true })
        await cp(folder, each, { recursive: true })
      }
    },
    bare: { module: 'pglite', engine: { folder: bareCopy } },
    sql: async () => createPgliteSql(await PGlite.create(copy)),
  })
}

async function measure(engine, { environment, driver, floorTable = TABLE, copies, sql, bare }) {
  let server = await startServer(environment)
  const http = () => ({ kind: 'http', host: '127.0.0.1', port: server.port, token: TOKEN })
  const create = async (table) => {
    await call(server, 'datastore_delete', { resource_id: table, force: true }).catch(() => undefined)
    await call(server, 'datastore_create', { resource_id: table, force: true, fields: FIELDS, primary_key: ['id'] })
  }
  if (LOADS.length > 0) {
    console.log(
      `\n${engine}: loads in rows/s; the floor stores the same batches with one plain INSERT each in a table made alike, by turns`,
    )
    console.log(row(['', 'batch', 'service', 'floor', 'ratio', 'CKAN', '×CKAN']))
  }
  for (const { batch } of LOADS) {
    await create(TABLE)
    if (floorTable !== TABLE) await create(floorTable)
    if (copies) {
      await server.stop()
      await copies()
      server = await startServer(environment)
    }
    for (const [edition, method] of ['insert', 'upsert'].entries()) {
      await loadByTurns(method, batch, edition, http(), driver, floorTable)
    }
  }
  if (READS.length > 0) {
    if (LOADS.length === 0) {
      await create(TABLE)
      for (let from = 1; from <= ROWS; from += 10_000) {
        const some = records(from, Math.min(10_000, ROWS - from + 1))
        await call(server, 'datastore_upsert', { resource_id: TABLE, force: true, method: 'insert', records: some })
      }
    }
    await settle(server)
    await server.stop()
    await copies?.()
    const recorded = await record(sql, READS)
    server = await startServer(environment)
    await measureReads(engine, http, driver, recorded, await startBare(bare, recorded, await headersOf(server)))
  }
  await server.stop()
}

/** Has the service and the floor store the same batches by turns, so that what else the machine does meets both alike. */
async function loadByTurns(method, batch, edition, http, driver, floorTable) {
  // An upsert takes longer than an insert, and a part of the table tells its rate.
  const rows = method === 'insert' ? ROWS : Math.min(ROWS, Math.max(20_000, 2 * batch))
  const ways = [
    { client: startClient(), task: { driver: http }, took: 0 },
    { client: startClient(), task: { driver }, statement: plainLoad[method](floorTable), took: 0 },
  ]
  for (let from = 1; from <= rows; from += batch) {
    for (const way of from % (2 * batch) === 1 ? ways : ways.toReversed()) {
      const load = { method, edition, from, count: Math.min(batch, rows - from + 1), statement: way.statement }
      way.took += (await ask({ ...way.task, clients: 1, load }, way.client)).took
    }
  }
  for (const { client } of ways) await endClient(client)
  const [service, floor] = ways.map(({ took }) => rows / took)
  const ckan = method === 'insert' ? 3700 : 1900
  console.log(
    row([method, batch, round(service), round(floor), ratio(service / floor, GOALS.load), ckan, round(service / ckan)]),
  )
}

async function measureReads(engine, http, driver, recorded, bareServer) {
  console.log(`\n${engine}: reads, requests/s (p50/p99 ms)`)
  console.log(
    'ratio: the median of all turns; best: of the quickest turn of each, as what else the machine does only ever takes time; ' +
      'own: the statements that the service sends, sent by the driver; plain: count(*) and the records, as one would write them; ' +
      'bare: a bare HTTP server that runs the same statements by the driver alone and sends the same bytes',
  )
  const floors = ['own', 'plain', 'bare'].flatMap((floor) => [floor, 'ratio', 'best'])
  console.log(row(['', 'clients', 'service', ...floors, 'CKAN', '×CKAN'], 34))
  const [client, floorClient, bareClient] = [startClient(), startClient(), startClient()]
  await bringIntoMemory(http(), client, driver, floorClient)
  for (const [line, { title, ckan, quick }] of READS) {
    const asked = bareServer.asked.get(line)
    const bareTask = { driver: { ...http(), port: bareServer.port }, recorded: asked }
    await warmUp(line, [[client, { driver: http() }], ...(asked ? [[bareClient, bareTask]] : [])])
    for (const [at, clients] of [1, 8].entries()) {
      const own = recorded.get(line)
      // The very requests of which the floors know the statements: other keys would be in other pages. Users' statements
      // differ each time.
      const isSame = own !== undefined && own[0].action !== SQL
      const same = isSame ? { recorded: own.map(({ action, params }) => ({ action, params })) } : {}
      const [service, ownFloor, plainFloor, bareFloor] = await slices(line, [
        [client, { driver: http(), clients, ...same }],
        ...(own
          ? [
              [floorClient, { driver, clients, recorded: own.map(({ statements }) => ({ statements })) }],
              [floorClient, { driver, clients }],
            ]
          : []),
        ...(asked ? [[bareClient, { ...bareTask, clients }]] : []),
      ])
      const share = (floor, goal = 0) =>
        floor
          ? [
              round(floor.perSecond),
              ratio(median(floor.rates.map((rate, at) => service.rates[at] / rate)), goal),
              (Math.max(...service.rates) / Math.max(...floor.rates)).toFixed(2),
            ]
          : ['', '', '']
      console.log(
        row(
          [
            title,
            clients,
            shown(service),
            ...share(ownFloor, quick ? 0 : GOALS.scan),
            ...share(plainFloor),
            ...share(bareFloor, quick ? GOALS.quick : 0),
            ckan[at],
            (service.perSecond / ckan[at]).toFixed(1),
          ],
          34,
        ),
      )
    }
  }
  bareServer.child.disconnect()
  for (const each of [client, floorClient, bareClient]) await endClient(each)
}

/**
 * Has the service and the driver read the table in its order, so that its pages are in PostgreSQL's memory. A scan takes a
 * tenth more time where requests for single records have brought them there, as they did only for the service (measured,
 * PGlite).
 */
async function bringIntoMemory(http, client, driver, floorClient) {
  const rows = 10_000
  const requests = Array.from({ length: Math.ceil(ROWS / rows) }, (_, at) => ({
    action: 'datastore_search',
    params: { resource_id: TABLE, limit: rows, offset: at * rows, include_total: false },
    text: `select * from datastore."${TABLE}" where "_id" between ${at * rows + 1} and ${(at + 1) * rows}`,
  }))
  const once = { clients: 1, line: 0, seed: 1, warm: 0, seconds: 60, atMost: 1 }
  for (const { text, ...request } of requests) {
    await ask({ ...once, driver: http, recorded: [request] }, client)
    await ask({ ...once, driver, recorded: [{ statements: [{ text, values: [] }] }] }, floorClient)
  }
}

/** Has each of these ways asked until what it runs is compiled: a server runs for days, and a small one is compiled sooner. */
async function warmUp(line, ways) {
  for (const [client, task] of ways) {
    await ask(
      { ...task, clients: 8, line, warmsUp: true, seed: line, warm: 0, seconds: WARM_SECONDS, atMost: WARM_REQUESTS },
      client,
    )
  }
}

/**
 * Has one line of the table asked in each of these ways, by turns in slices of the time, so that what else the machine
 * does meets all of them alike.
 */
async function slices(line, ways) {
  const all = ways.map(() => ({ times: [], rates: [] }))
  const [[client, task]] = ways
  const usual = await ask({ ...task, line, seed: line, warm: SECONDS / 3, seconds: 0.1 }, client)
  const seconds = Math.max(SECONDS / SLICES, (LEAST_ROUNDS * median(usual.times)) / 1000)
  for (let slice = 0; slice < SLICES; slice += 1) {
    const warm = slice === 0 ? SECONDS / 3 : 0.1
    const seed = line * SLICES + slice + 1
    for (const [at, [client, task]] of ways.entries()) {
      const { times, took } = await ask({ ...task, line, seed, warm, seconds }, client)
      all[at].times.push(...times)
      all[at].rates.push(times.length / took)
    }
  }
  return all.map(({ times, rates }) => {
    times.sort((a, b) => a - b)
    const share = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
    return { perSecond: median(rates), rates, p50: share(0.5), p99: share(0.99) }
  })
}

/** The statements that the service sends for requests of each line, with their literals; those of a whole request together. */
async function record(sql, lines) {
  const { createService } = await module('service')
  const database = await sql()
  let sent = []
  const noted = (target) => ({
    query(statement) {
      sent.push({ text: statement.text, values: [...statement.values], prepare: statement.prepare })
      return target.query(statement)
    },
  })
  const handler = await createService({
    ...noted(database),
    transaction: (mode, work, ...rest) => database.transaction(mode, (tx) => work(noted(tx)), ...rest),
    close: () => database.close(),
  })
  const recorded = new Map()
  for (const [line, { make }] of lines) {
    const random = randomness(line + 1)
    const requests = []
    // The first request of a table also asks what the table is.
    for (let at = 0; at < 41; at += 1) {
      const { action, params, plain } = make(random)
      sent = []
      const request = new Request(`http://bench/api/3/action/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(params),
      })
      const response = await handler(request)
      if (response.status !== 200) throw new Error(`${action} answered ${response.status}`)
      const answer = await response.text()
      // What a user's statement does is its own; the statements around it are the service's.
      const statements = action === SQL ? plain : sent
      if (at > 0 && sent.length > 0) requests.push({ action, params, statements, answer })
    }
    if (requests.length > 0) recorded.set(line, requests)
  }
  await database.close()
  return recorded
}

/** Until the background work after a load is done: the pages are marked as visible to all, the statistics are there. */
async function settle(server) {
  await call(server, 'datastore_search', { resource_id: TABLE })
  await new Promise((done) => setTimeout(done, 5000))
}

async function call(server, action, params) {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/3/action/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: TOKEN },
    body: JSON.stringify(params),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${action}: ${text}`)
  return text
}

/** The headers of an answer, but for those that node:http writes by itself. */
async function headersOf(server) {
  const headers = { authorization: TOKEN }
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/3/action/status_show`, { headers })
  const own = new Set(['date', 'connection', 'keep-alive', 'content-length'])
  return Object.fromEntries([...answer.headers].filter(([name]) => !own.has(name)))
}

function module(name) {
  return import(pathToFileURL(join(built, `${name}.mjs`)).href)
}

function startClient() {
  const child = fork(fileURLToPath(new URL('serviceClient.mjs', import.meta.url)))
  undo.push(async () => child.kill())
  return child
}

/** Starts the bare server; `asked` has the requests of each line, each with the number by which it knows them. */
async function startBare({ module: name, engine }, recorded, headers) {
  const child = fork(fileURLToPath(new URL('serviceBare.mjs', import.meta.url)))
  undo.push(async () => child.kill())
  const answers = []
  const asked = new Map()
  for (const [line, requests] of recorded) {
    const numbered = requests.map(({ action, params, statements, answer }) => {
      answers.push({ statements, answer })
      return { action, params, number: answers.length - 1 }
    })
    asked.set(line, numbered)
  }
  child.send({ module: pathToFileURL(join(built, `${name}.mjs`)).href, engine, headers, answers })
  const [{ port }] = await once(child, 'message')
  return { child, port, asked }
}

/** Has a task done by that client. */
function ask(task, child) {
  return new Promise((resolve, reject) => {
    const onExit = (code) => reject(new Error(`The client ended with ${code}`))
    child.once('exit', onExit)
    child.once('message', ({ result, problem }) => {
      child.off('exit', onExit)
      if (problem) reject(new Error(problem))
      else resolve(result)
    })
    child.send(task)
  })
}

/** Until it has closed what it opened: a folder of PGlite's is for one process. */
async function endClient(child) {
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

async function startServer(environment) {
  const env = {
    ...process.env,
    DATABASE_URL: '',
    ROWAN_DATA: join(scratch, 'unused'),
    ...environment,
    HOST: '127.0.0.1',
    PORT: '0',
    ROWAN_TOKEN: TOKEN,
    ROWAN_SQL: 'public',
    ROWAN_PAGE: 'none',
    ROWAN_SAMPLE: 'none',
  }
  const child = spawn(process.execPath, [join(built, 'server.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const port = await new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said)
      if (found) resolve(Number(found[1]))
    })
    void ended.then((code) => reject(new Error(`The server ended with ${code}: ${said}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  undo.push(stop)
  return { port, stop }
}

function row(cells, first = 10) {
  return cells
    .map((cell, at) => (at === 0 ? String(cell).padEnd(first) : String(cell).padStart(at === 2 ? 24 : 8)))
    .join(' ')
}

function shown({ perSecond, p50, p99 }) {
  return `${round(perSecond)} (${round(p50)}/${round(p99)})`
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

function round(number) {
  return number >= 100 ? number.toFixed(0) : number.toFixed(1)
}

/** A ratio that misses its goal carries a mark and fails the run. */
function ratio(number, goal) {
  if (number >= goal) return number.toFixed(2)
  process.exitCode = 1
  return `${number.toFixed(2)} !`
}
