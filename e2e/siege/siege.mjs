// A reader, a writer and an attacker on one server, over HTTP: how long the reader waits alone and under each attack.
import { spawn } from 'node:child_process'
import { setMaxListeners } from 'node:events'
import { Agent, request as open } from 'node:http'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { ATTACKS, TABLE } from './attacks.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SERVER = join(ROOT, '.build', 'server', 'server.mjs')
const TOKEN = 'siege'
const WRITTEN = '51e6e000-0000-4000-8000-000000000002'
const START_MS = 120_000

/**
 * Serves a table of `rows` rows on `engine` (`PGlite`, or `PostgreSQL` at `url` in a database of its own), lets a reader
 * and a writer work alone and then under attack, `seconds` each; gives what each lived through, and the faults: an answer
 * of 500, a write that was not answered, an engine that ended. With `together` all attacks come at once.
 */
export async function siege({
  engine,
  url,
  rows,
  seconds,
  only = '',
  together = false,
  program = SERVER,
  environment = {},
  say = () => undefined,
}) {
  const server = await startServer({ engine, url, program, environment })
  try {
    await makeTables(server.origin, rows)
    say(`${engine}: ${rows} rows; ${seconds} s alone, then under each attack`)
    await stand(server, [], Math.min(seconds, 2))
    const alone = await stand(server, [], seconds)
    const chosen = ATTACKS.filter(({ name }) => name.includes(only))
    const rounds = []
    for (const attacks of together ? [chosen] : chosen.map((attack) => [attack])) {
      const round = await stand(server, attacks, seconds)
      rounds.push({ name: together ? 'all at once' : attacks[0].name, ...round })
      say(lineOf(rounds.at(-1), alone))
      // What is left of an attack is not to count for the next.
      await sleep(together ? 0 : 1000)
    }
    const rss = await residentBytes(server.child.pid)
    return {
      alone,
      rounds,
      rss,
      faults: [...alone.faults, ...rounds.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))],
    }
  } finally {
    await server.stop()
  }
}

/** One line of the table of results. */
export function lineOf({ name, reader, sparse, writer, attacker, faults }, alone) {
  const ratio = (reader.p95 / alone.reader.p95).toFixed(1)
  const sparseRatio = (sparse.p95 / alone.sparse.p95).toFixed(1)
  const statuses = Object.entries(attacker)
    .map(([status, count]) => `${count}×${status}`)
    .join(' ')
  return [
    name.padEnd(48),
    `busy reader ${ms(alone.reader.p95)} → ${ms(reader.p95)} (${ratio}×)`.padEnd(36),
    `calm reader ${ms(alone.sparse.p95)} → ${ms(sparse.p95)} (${sparseRatio}×)`.padEnd(36),
    `writer ${ms(writer.p95)}`.padEnd(16),
    `attacker ${statuses}`,
    ...(faults.length > 0 ? [`FAULTS: ${[...new Set(faults)].join('; ')}`] : []),
  ].join(' ')
}

const ms = (time) => (time === undefined ? '–' : `${time.toFixed(time < 10 ? 1 : 0)} ms`)

/** Linux answers to all of 127/8: so the attacker is another client than the reader. */
const ATTACKER = '127.0.0.2'

/** Everybody at work for a while. */
async function stand(server, attacks, seconds) {
  // Made before the clock starts: the reader is in this process, too.
  const prepared = new Map(
    attacks.map((attack) => [
      attack,
      Array.from({ length: attack.variants ?? 3 }, (_, n) => readyToSend(attack.request(n))),
    ]),
  )
  const until = performance.now() + seconds * 1000
  const leaving = new AbortController()
  setMaxListeners(0, leaving.signal)
  const faults = []
  const attacker = {}
  const note = (who, answer) => {
    if (answer.status === 500) faults.push(`${who}: 500 ${answer.text.slice(0, 200)}`)
  }
  const working = () => performance.now() < until
  const restarts = server.restarts()

  const attackers = attacks.flatMap((attack) =>
    Array.from({ length: attack.clients ?? 10 }, async (_, at) => {
      const agent = new Agent({ keepAlive: true, localAddress: attack.from ?? ATTACKER })
      const requests = prepared.get(attack)
      for (let n = at; working(); n += 1) {
        const answer = await send(server.origin, requests[n % requests.length], {
          agent,
          signal: leaving.signal,
        }).catch((error) => ({ status: leaving.signal.aborted ? 'left' : (error.code ?? 'broken'), text: '' }))
        note('attacker', answer)
        attacker[answer.status] = (attacker[answer.status] ?? 0) + 1
        if (answer.status !== 200) await sleep(20)
      }
      agent.destroy()
    }),
  )
  const reader = async (pause) => {
    const agent = new Agent({ keepAlive: true })
    const times = []
    for (let n = 0; working(); n += 1) {
      const begun = performance.now()
      const asked = READS[n % READS.length](n)
      const answer = await send(server.origin, asked, { agent }).catch((error) => ({ status: 0, text: String(error) }))
      times.push(performance.now() - begun)
      note('reader', answer)
      if (answer.status !== 200 && answer.status !== 500)
        faults.push(`reader: ${answer.status} ${answer.text.slice(0, 200)}`)
      if (pause > 0) await sleep(pause)
    }
    agent.destroy()
    return timesOf(times)
  }
  const writer = async () => {
    const agent = new Agent({ keepAlive: true })
    const times = []
    while (working()) {
      const begun = performance.now()
      const body = { resource_id: WRITTEN, method: 'insert', force: true, records: [{ n: times.length }] }
      const answer = await send(server.origin, { action: 'datastore_upsert', body }, { agent, token: TOKEN }).catch(
        (error) => ({ status: 0, text: String(error) }),
      )
      times.push(performance.now() - begun)
      if (answer.status !== 200) faults.push(`writer: ${answer.status} ${answer.text.slice(0, 200)}`)
      await sleep(WRITE_EVERY_MS)
    }
    agent.destroy()
    return timesOf(times)
  }
  const [busy, calm, written] = await Promise.all([reader(0), reader(READ_EVERY_MS), writer()])
  leaving.abort()
  await Promise.all(attackers)
  if (server.restarts() > restarts) faults.push('the engine ended')
  return { reader: busy, sparse: calm, writer: written, attacker, faults }
}

/** Quick reads of different kinds, in turn. */
const READS = [
  () => ({ path: `/api/3/action/datastore_search?resource_id=${TABLE}&limit=100` }),
  (n) => ({
    path: `/api/3/action/datastore_search?resource_id=${TABLE}&filters=${encodeURIComponent(`{"_id":${(n % 1000) + 1}}`)}`,
  }),
  () => ({ path: '/api/3/action/status_show' }),
]

const READ_EVERY_MS = 200
const WRITE_EVERY_MS = 250

function timesOf(times) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { count: times.length, p50: at(0.5), p95: at(0.95), most: sorted.at(-1) }
}

async function makeTables(origin, rows) {
  const make = (resource_id, fields) => told(origin, 'datastore_create', { resource_id, force: true, fields })
  await make(TABLE, [
    { id: 'b', type: 'text' },
    { id: 'n', type: 'int' },
  ])
  await make(WRITTEN, [{ id: 'n', type: 'int' }])
  for (let done = 0; done < rows; done += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, rows - done) }, (_, at) => ({
      b: `name ${((done + at) * 7919) % 1_000_003}`,
      n: done + at,
    }))
    await told(origin, 'datastore_upsert', { resource_id: TABLE, method: 'insert', force: true, records })
  }
}

const BATCH = 25_000

async function told(origin, action, body) {
  const answer = await send(origin, { action, body }, { token: TOKEN })
  if (answer.status !== 200) throw new Error(`${action}: ${answer.status} ${answer.text.slice(0, 500)}`)
}

/** The request with its body as text, so that sending it takes no time. */
function readyToSend({ body, ...request }) {
  return { ...request, text: request.form ?? (body === undefined ? null : JSON.stringify(body)) }
}

/** One request; resolves with status and text, rejects if the connection breaks. */
export function send(origin, request, { agent, token, signal } = {}) {
  const { action, path, form, leaveAfterBytes, text } = request.text === undefined ? readyToSend(request) : request
  return new Promise((resolve, reject) => {
    const asked = open(
      new URL(path ?? `/api/3/action/${action}`, origin),
      {
        method: text === null ? 'GET' : 'POST',
        agent,
        signal,
        headers: {
          ...(text === null
            ? {}
            : {
                'content-type': form === undefined ? 'application/json' : 'application/x-www-form-urlencoded',
                'content-length': Buffer.byteLength(text),
              }),
          ...(token === undefined ? {} : { authorization: token }),
        },
      },
      (answer) => {
        let read = 0
        const begun = []
        answer.on('data', (chunk) => {
          // Of a large answer the beginning says enough.
          if (read < 2000) begun.push(chunk)
          read += chunk.length
          if (leaveAfterBytes !== undefined && read > leaveAfterBytes) {
            answer.destroy()
            resolve({ status: answer.statusCode, text: '' })
          }
        })
        answer.once('end', () => resolve({ status: answer.statusCode, text: Buffer.concat(begun).toString() }))
        answer.once('error', reject)
      },
    )
    asked.once('error', reject)
    asked.end(text ?? undefined)
  })
}

async function startServer({ engine, url, program, environment }) {
  const folder = await mkdtemp(join(tmpdir(), 'rowan-siege-'))
  const database = engine === 'PostgreSQL' ? await makeDatabase(url) : null
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: database?.url ?? '',
      ROWAN_DATA: join(folder, 'data'),
      ROWAN_SAMPLE: 'none',
      ROWAN_TOKEN: TOKEN,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let failures = 0
  child.stderr.on('data', (words) => {
    failures += String(words).split('thread ended').length - 1
    said += String(words)
  })
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
      await ended
      clearTimeout(late)
    }
    await database?.drop()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const origin = await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`The server did not start: ${said}`)), START_MS)
      child.stdout.on('data', (words) => {
        said += String(words)
        const address = /(http:\S+?)\/en\/api/.exec(said)?.[1]
        if (address && said.includes('ready')) {
          clearTimeout(late)
          resolve(address)
        }
      })
      child.once('close', (code) => reject(new Error(`The server ended with ${code}: ${said}`)))
    })
    return { origin, child, stop, folder, words: () => said, restarts: () => failures }
  } catch (error) {
    await stop()
    throw error
  }
}

async function makeDatabase(url) {
  const name = `rowan_siege_${process.pid}_${Date.now()}`
  const administer = async (...statements) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    for (const text of statements) await client.query(text)
    await client.end()
  }
  await administer(`create database ${name} template template0 encoding 'UTF8'`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    url: own.href,
    async drop() {
      const client = new Client({ connectionString: own.href })
      await client.connect()
      const { rows } = await client.query(
        "select 'rowan_reader_' || oid as role from pg_database where datname = current_database()",
      )
      await client.end()
      await administer(`drop database ${name} with (force)`, `drop role if exists ${rows[0].role}`)
    },
  }
}

/** The memory of a process that is in RAM, in bytes; null where the system doesn't say. */
export async function residentBytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const found = /VmRSS:\s+(\d+)/.exec(status)
  return found ? Number(found[1]) * 1024 : null
}

/** The bytes in the files of a folder, those below it included. */
export async function folderBytes(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
