// A reader, a writer and an attacker on one server, over HTTP, each in its own process: how long the reader waits
// alone and under each attack.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { residentBytes } from '../support/sizes.mjs'
import { ATTACKS, TABLE, TOKEN, WRITTEN } from './attacks.mjs'
import { send } from './send.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SERVER = join(ROOT, '.build', 'server', 'server.mjs')
const START_MS = 300_000
/** SQLSTATE 55006: somebody is connected to the database. */
const OBJECT_IN_USE = '55006'

/**
 * Serves a table of `rows` rows on `engine` (`PGlite`, or `PostgreSQL` at `url`, in its own database), lets a reader
 * and a writer work alone and under attack in turn, `seconds` each; gives what each lived through: how long they waited,
 * alone just before and after (other programs may need the machine, too) and attacked, the refusals they got, and the
 * faults (an answer of 500, no answer, an engine that ended). With `together` all attacks come at once. Rejects if the
 * server ends. With `isNear` the attacks come from the reader's own address.
 */
export async function siege({
  engine,
  url,
  rows,
  seconds,
  only = [],
  together = false,
  isNear = false,
  say = () => undefined,
}) {
  const server = await startServer({ engine, url })
  const people = fork(join(HERE, 'people.mjs'))
  try {
    await makeTables(server.origin, rows)
    say(`${engine}: ${rows} rows; ${seconds} s alone, then under each attack`)
    const alone = () => stand(server, people, { attacks: [], isNear }, Math.min(seconds, LONGEST_ALONE_S))
    await alone()
    let before = await alone()
    const chosen = ATTACKS.filter(({ name, isNamedOnly }) =>
      only.length === 0 ? !isNamedOnly : only.some((part) => name.includes(part)),
    )
    const rounds = []
    for (const attacks of together ? [chosen] : chosen.map((attack) => [attack])) {
      const round = await stand(server, people, { attacks, isNear }, seconds)
      // What is left of an attack is not to count for the next.
      await sleep(1000)
      const after = await alone()
      rounds.push({ name: together ? 'all at once' : attacks[0].name, ...round, alone: [before, after] })
      before = after
      say(lineOf(rounds.at(-1)))
    }
    const rss = await residentBytes(server.child.pid)
    return { rounds, rss }
  } finally {
    people.kill()
    await server.stop()
  }
}

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** For how long readers are measured alone. */
const LONGEST_ALONE_S = 5

/** How many times as long as alone the readers waited, by their p95. */
export function ratiosOf({ busy, calm, alone }) {
  const ratio = (who, { p95 }) => p95 / (alone.reduce((sum, each) => sum + each[who].p95, 0) / alone.length)
  return { busy: ratio('busy', busy), calm: ratio('calm', calm) }
}

/** One line of the table of results. */
export function lineOf(round) {
  const { name, busy, calm, writer, attacker, load, faults, refusals, alone } = round
  const ratios = ratiosOf(round)
  const statuses = Object.entries(attacker)
    .map(([status, count]) => `${count}×${status}`)
    .join(' ')
  return [
    name.padEnd(48),
    `busy reader ${timesOf(busy)} (${ratios.busy.toFixed(1)}×)`.padEnd(42),
    `calm reader ${timesOf(calm)} (${ratios.calm.toFixed(1)}×)`.padEnd(42),
    `writer ${timesOf(writer)}`.padEnd(32),
    `alone ${alone.map((each) => `${ms(each.busy.p95)} and ${ms(each.calm.p95)}`).join(', then ')}`.padEnd(48),
    `server ${load.toFixed(2)} cores`,
    ...(statuses === '' ? [] : [`attacker ${statuses}`]),
    ...(faults.length > 0 ? [`FAULTS: ${faults.join('; ')}`] : []),
    ...(refusals.length > 0 ? [`REFUSED: ${refusals.join('; ')}`] : []),
  ].join(' ')
}

const timesOf = ({ p95, most }) => `${ms(p95)}, at most ${ms(most)}`

const ms = (time) => (time === undefined ? '–' : `${time.toFixed(time < 10 ? 1 : 0)} ms`)

/** Everybody at work for a while. */
async function stand(server, people, { attacks, isNear }, seconds) {
  const restarts = server.restarts()
  const attacker = attacks.length === 0 ? null : fork(join(HERE, 'attacker.mjs'))
  try {
    if (attacker) {
      attacker.send({ origin: server.origin, names: attacks.map(({ name }) => name), isNear })
      await once(attacker, 'message')
    }
    const before = await processorSeconds(server.child.pid)
    const begun = performance.now()
    const answered = once(people, 'message')
    people.send({ origin: server.origin, seconds })
    const [lived] = await answered
    const load = ((await processorSeconds(server.child.pid)) - before) / ((performance.now() - begun) / 1000)
    const left = attacker && once(attacker, 'message')
    attacker?.send('leave')
    const [did] = (await left) ?? [{ statuses: {}, faults: [] }]
    const faults = [...lived.faults, ...did.faults]
    if (server.restarts() > restarts) faults.push('the engine ended')
    if (server.child.exitCode !== null || server.child.signalCode !== null)
      throw new Error(`The server ended: ${server.words()}`)
    return { ...lived, attacker: did.statuses, load, faults }
  } finally {
    attacker?.kill()
  }
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

async function startServer({ engine, url }) {
  const folder = await mkdtemp(join(tmpdir(), 'rowan-siege-'))
  const database = engine === 'PostgreSQL' ? await makeDatabase(url) : null
  const child = spawn(process.execPath, [SERVER], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: database?.url ?? '',
      ROWAN_DATA: join(folder, 'data'),
      ROWAN_SAMPLE: 'none',
      ROWAN_TOKEN: TOKEN,
      ROWAN_SQL: 'public',
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
    return { origin, child, stop, words: () => said, restarts: () => failures }
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
    try {
      for (const text of statements) await client.query(text)
    } finally {
      await client.end()
    }
  }
  // `force` waits five seconds for backends to end, and one in the middle of a long division can't before that is done.
  const drop = (tries = 12) =>
    administer(`drop database ${name} with (force)`).catch((error) => {
      if (error.code !== OBJECT_IN_USE || tries === 1) throw error
      return drop(tries - 1)
    })
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
      await drop()
      await administer(`drop role if exists ${rows[0].role}`)
    },
  }
}

/** How long a process has run on processors; NaN where the system doesn't say. */
async function processorSeconds(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) / TICKS_A_SECOND
}

/** Linux says it in these, whatever the machine. */
const TICKS_A_SECOND = 100
