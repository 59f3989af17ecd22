// Kills the service, or its database, in the middle of a load and looks what is there afterwards. What was acknowledged
// is written down here, outside the processes that are killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './server.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TOKEN = 'chaos'
const LOG = 'c4a05000-0000-4000-8000-000000000001'
const STATE = 'c4a05000-0000-4000-8000-000000000002'
const BATCH = 200
const STATES = 50
const START_MS = 60_000

/** Short enough for the path of a socket, and open to the user that PostgreSQL runs as. */
const FOLDERS = process.platform === 'win32' ? tmpdir() : '/tmp'

/**
 * Loads records and changes others until that many kills have hit a request under way and a batch was acknowledged; gives
 * what was counted and the faults that were found: batches that were acknowledged and are gone, and batches of which a part is there.
 * `engine` is `PGlite` (the server's process is killed) or `PostgreSQL` (the postmaster of a cluster made for this).
 */
export async function chaos({ engine, kills, say = () => undefined }) {
  const folder = await mkdtemp(join(FOLDERS, 'rowan-chaos-'))
  const victim = engine === 'PGlite' ? await pgliteServer(folder) : await postgresServer(folder)
  const told = { batches: new Set(), version: 0 }
  const sent = { batch: 0, version: 0 }
  const faults = []
  let hits = 0
  let rounds = 0
  try {
    await makeTables(victim.origin)
    // Without any that was acknowledged, nothing could be missing.
    while (hits < kills || told.batches.size === 0) {
      rounds += 1
      const load = startLoad(victim.origin, told, sent)
      await sleep(Math.random() * 600)
      const hit = load.underWay()
      await victim.kill()
      await load.end()
      await victim.start()
      if (hit) hits += 1
      const found = await faultsOf(victim.origin, told, sent)
      faults.push(...found)
      if (rounds % 10 === 0 || found.length > 0) {
        say(
          `${engine}: ${hits} of ${kills} kills in mid-batch, ${told.batches.size} batches acknowledged${found.length > 0 ? `; ${found.join('; ')}` : ''}`,
        )
      }
    }
    return { rounds, hits, acknowledged: told.batches.size, version: told.version, faults }
  } finally {
    await victim.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Where the programs of a PostgreSQL server lie; null if there is none on this machine. */
export function postgresPrograms() {
  const places = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt']
  const found = places.flatMap((place) => {
    try {
      return readdirSync(place).map((name) => join(place, name, 'bin'))
    } catch {
      return []
    }
  })
  return (
    [...found.toSorted().toReversed(), '/usr/local/bin', '/usr/bin'].find((bin) => existsSync(join(bin, 'initdb'))) ??
    null
  )
}

async function makeTables(origin) {
  await call(origin, 'datastore_create', {
    resource_id: LOG,
    force: true,
    fields: [
      { id: 'batch', type: 'int' },
      { id: 'place', type: 'int' },
      { id: 'words', type: 'text' },
    ],
  })
  await call(origin, 'datastore_create', {
    resource_id: STATE,
    force: true,
    primary_key: ['name'],
    fields: [
      { id: 'name', type: 'text' },
      { id: 'version', type: 'int' },
    ],
    records: states(0),
  })
}

function states(version) {
  return Array.from({ length: STATES }, (_, number) => ({ name: `state ${number}`, version }))
}

/** Two writers, one that adds batches and one that changes the same records again and again, until the service is gone. */
function startLoad(origin, told, sent) {
  let open = 0
  const write = async (action, params) => {
    open += 1
    try {
      await call(origin, action, params)
    } finally {
      open -= 1
    }
  }
  const add = async () => {
    for (;;) {
      sent.batch += 1
      const batch = sent.batch
      const records = Array.from({ length: BATCH }, (_, place) => ({
        batch,
        place,
        words: `words of ${batch} ${place}`,
      }))
      await write('datastore_upsert', { resource_id: LOG, force: true, method: 'insert', records })
      told.batches.add(batch)
    }
  }
  const change = async () => {
    for (;;) {
      sent.version += 1
      const version = sent.version
      await write('datastore_upsert', { resource_id: STATE, force: true, method: 'upsert', records: states(version) })
      told.version = version
    }
  }
  // Each ends with the first request that fails, which is the kill's doing.
  const ended = Promise.allSettled([add(), change()])
  return { underWay: () => open > 0, end: () => ended }
}

async function faultsOf(origin, told, sent) {
  const sql = `SELECT batch, count(*) AS n, count(DISTINCT place) AS places, bool_and(words = 'words of ' || batch || ' ' || place) AS whole FROM "${LOG}" GROUP BY batch`
  const { records } = await call(origin, 'datastore_search_sql', { sql })
  const stored = new Map(records.map((row) => [row.batch, row]))
  const { total } = await call(origin, 'datastore_search', { resource_id: LOG, limit: 0 })
  const lost = [...told.batches].filter((batch) => !stored.has(batch)).map((batch) => `batch ${batch} is lost`)
  const partial = [...stored.values()]
    .filter((row) => Number(row.n) !== BATCH || Number(row.places) !== BATCH || row.whole !== true)
    .map((row) => `batch ${row.batch} is there in part (${row.n})`)
  const miscounted = total === stored.size * BATCH ? [] : [`the total says ${total}, there are ${stored.size * BATCH}`]
  const versions = await call(origin, 'datastore_search_sql', {
    sql: `SELECT min(version) AS low, max(version) AS high, count(*) AS n FROM "${STATE}"`,
  })
  const [{ low, high, n }] = versions.records
  const states = low === high && low >= told.version && low <= sent.version && Number(n) === STATES
  return [
    ...lost,
    ...partial,
    ...miscounted,
    ...(states ? [] : [`states from ${low} to ${high}, ${told.version} was acknowledged`]),
  ]
}

async function call(origin, action, params) {
  const response = await fetch(`${origin}/en/api/3/action/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: TOKEN },
    body: JSON.stringify(params),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${action} answered ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text).result
}

/** A server on PGlite in that folder; its process is what is killed. */
async function pgliteServer(folder) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let child = await startServer(port, { ROWAN_DATA: folder, DATABASE_URL: undefined })
  const kill = (signal) => end(child, signal)
  return {
    origin,
    kill: () => kill('SIGKILL'),
    start: async () => {
      child = await startServer(port, { ROWAN_DATA: folder, DATABASE_URL: undefined })
    },
    stop: () => kill('SIGKILL'),
  }
}

/** A server on a cluster in that folder; the postmaster is killed, the server stays and has to find its way back. */
async function postgresServer(folder) {
  const bin = postgresPrograms()
  if (bin === null) throw new Error('There is no PostgreSQL server on this machine (initdb was not found).')
  const asUser = process.getuid?.() === 0 ? await userOf(folder) : {}
  const data = join(folder, 'cluster')
  const port = await freePort()
  // Not the locale of the environment, which need not be installed.
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '--encoding=UTF8']
  await finished(spawn(join(bin, 'initdb'), options, { ...asUser, stdio: ['ignore', 'ignore', 'pipe'] }))
  const parameters = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', '-c', 'restart_after_crash=off']
  const startCluster = async () => {
    const child = spawn(join(bin, 'postgres'), parameters, { ...asUser, stdio: ['ignore', 'ignore', 'pipe'] })
    // The children of a killed postmaster live on for a moment, and until they are gone it can't start again.
    let said = ''
    child.stderr.on('data', (words) => (said += String(words)))
    const ready = () => said.includes('database system is ready to accept connections')
    while (!ready() && child.exitCode === null) await sleep(20)
    return ready() ? child : null
  }
  const startAgain = async () => {
    const begun = Date.now()
    for (;;) {
      const child = await startCluster()
      if (child !== null) return child
      if (Date.now() - begun > START_MS) throw new Error('The cluster did not start again')
      await sleep(100)
    }
  }
  let cluster = await startAgain()
  const serverPort = await freePort()
  const origin = `http://127.0.0.1:${serverPort}`
  const server = await startServer(serverPort, {
    ROWAN_DATA: join(folder, 'server'),
    DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres`,
  })
  return {
    origin,
    kill: () => end(cluster, 'SIGKILL'),
    start: async () => {
      cluster = await startAgain()
    },
    stop: async () => {
      await end(server, 'SIGKILL')
      await end(cluster, 'SIGINT')
    },
  }
}

/** PostgreSQL refuses to run as root: then as the user that its package has made. */
export async function userOf(folder) {
  const ids = await Promise.all(
    ['-u', '-g'].map(async (option) => {
      const child = spawn('id', [option, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] })
      let said = ''
      child.stdout.on('data', (words) => (said += String(words)))
      await once(child, 'close')
      return Number(said)
    }),
  )
  const [uid, gid] = ids
  if (!uid || !gid) throw new Error('PostgreSQL does not run as root, and there is no user named postgres.')
  await chown(folder, uid, gid)
  await chmod(folder, 0o755)
  return { uid, gid, cwd: folder }
}

async function startServer(port, environment) {
  const child = spawn(process.execPath, [join(ROOT, '.build', 'server', 'server.mjs')], {
    cwd: ROOT,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      ROWAN_PAGE: 'none',
      ROWAN_SAMPLE: 'none',
      ROWAN_TOKEN: TOKEN,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  // Failures are to be expected here: their words are kept for the case that the server does not start.
  child.stderr.on('data', (words) => (said = (said + String(words)).slice(-5000)))
  child.stdout.on('data', (words) => (said = (said + String(words)).slice(-5000)))
  const begun = Date.now()
  while (!said.includes('Rowan is ready')) {
    if (child.exitCode !== null || Date.now() - begun > START_MS) throw new Error(`The server did not start:\n${said}`)
    await sleep(10)
  }
  return child
}

export async function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

export async function finished(child) {
  let said = ''
  child.stderr.on('data', (words) => (said += String(words)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}: ${said}`)
}
