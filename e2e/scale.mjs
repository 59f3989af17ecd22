// `npm run scale`: a large installation on this machine. Loads 10,000,000 records (`npm run scale -- 100000`: so many),
// measures reads, has a replica take users' statements, and kills each part in turn under load.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ensureBuild } from '../src/cli/build.mjs'
import { ensureDependencies } from '../src/cli/dependencies.mjs'
import * as parts from './scale/parts.mjs'
import { loadRows, lostOf, makeTables, startTraffic, throughput } from './scale/traffic.mjs'

const CLIENTS = 8
const MEASURE_S = 10
/** Before a kill, while the part is gone, and after it is back. */
const STEADY_MS = 1500
const GONE_MS = 2500
const BACK_MS = 2500

await ensureDependencies()
await ensureBuild()
const rows = Number(process.argv[2] ?? 10_000_000)
if (!Number.isInteger(rows) || rows < 1000) throw new Error('Give a number of records from 1000, or none')
const begun = performance.now()
const say = (words) => console.log(`${String(Math.round((performance.now() - begun) / 1000)).padStart(5)} s  ${words}`)
const folder = await mkdtemp(join('/tmp', 'rowan-scale-'))
const running = []
const keep = (one) => {
  running.push(one)
  return one
}
const clear = async () => {
  await Promise.all(running.map((one) => one.end()))
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await clear()
    process.exit(130)
  })
}
try {
  process.exitCode = (await scale(await parts.workshop(folder))) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await clear()
}
process.exit()

async function scale(shop) {
  const primary = keep(await parts.makePrimary(shop))
  await administer(primary, 'create database rowan')
  await administer(primary, 'create role reader login')
  const bouncer = keep(await parts.makePgBouncer(shop, primary))
  const processes = []
  for (const name of ['Rowan 1', 'Rowan 2', 'Rowan 3']) {
    processes.push(keep(await parts.makeRowan(name, shop, { DATABASE_URL: bouncer.url })))
  }
  const proxy = keep(await parts.makeHaproxy(shop, processes))
  say('A primary, PgBouncer (transactions), three Rowan processes and HAProxy are up')
  await makeTables(proxy.origin)
  const loading = performance.now()
  await loadRows(proxy.origin, rows, say)
  const took = (performance.now() - loading) / 1000
  say(`${rows} records loaded in ${took.toFixed(0)} s (${Math.round(rows / took)} a second)`)

  const measure = async (what) => {
    // Once without counting, so that each finds what it reads in memory as far as it goes there.
    await throughput(proxy.origin, rows, CLIENTS, 2)
    say(`${what}: ${await throughput(proxy.origin, rows, CLIENTS, MEASURE_S)} reads a second by ${CLIENTS} clients`)
  }
  await administer(primary, 'vacuum analyze', 'rowan')
  await administer(primary, 'checkpoint')
  await measure('Pages and searches')
  const replica = keep(await parts.makeReplica('the replica', shop, primary))
  for (const one of processes) await one.restart({ DATABASE_SQL_URL: replica.readerUrl })
  await measure("With a replica for users' statements")

  const kept = { sent: 0, batches: new Set(), sentVersion: 0, version: 0 }
  const faults = []
  const direct = processes.map(({ origin }) => origin)
  const kills = [
    { what: [replica] },
    { what: [bouncer] },
    ...processes.map((one) => ({ what: [one] })),
    // Its clients go to the processes meanwhile.
    { what: [proxy], origins: () => (proxy.isRunning() ? [proxy.origin] : direct), mayFail: true },
    { what: [primary], signal: 'SIGINT' },
    { what: [primary] },
  ]
  for (const kill of kills) faults.push(...(await underLoad(kill)))
  const size = kept.batches.size
  say(`${size} batches and version ${kept.version} acknowledged; ${faults.length === 0 ? 'all there, none stale' : ''}`)
  for (const fault of faults) console.log(`  ${fault}`)
  return faults.length === 0

  /** Kills these parts while clients write and read, and gives what was wrong. */
  async function underLoad({ what, signal = 'SIGKILL', origins = () => [proxy.origin], mayFail = false }) {
    const names = what.map(({ name }) => name).join(' and ')
    const traffic = startTraffic(origins, rows, kept)
    await sleep(STEADY_MS)
    const before = traffic.seen.reads
    await Promise.all(what.map((one) => one.end(signal)))
    await sleep(GONE_MS)
    const meanwhile = traffic.seen.reads - before
    await Promise.all(what.map((one) => one.start()))
    await sleep(BACK_MS)
    const seen = await traffic.stop()
    await settled()
    const lost = await lostOf(proxy.origin, kept)
    const statuses = [...seen.statuses].map(([status, times]) => `${String(times)} × ${String(status)}`).join(', ')
    say(
      `${names} ${signal === 'SIGKILL' ? 'killed' : 'restarted'}: ${seen.reads} reads (${Math.round(meanwhile / (GONE_MS / 1000))} a second meanwhile, ` +
        `longest gap ${seen.longestGapMs} ms), ${seen.failedReads.length} failed; ${seen.writes} writes, ${seen.failedWrites} failed` +
        `${statuses ? ` (${statuses})` : ''}; ${seen.stale.length} stale, ${lost.length} lost`,
    )
    const failed = mayFail ? [] : [...new Set(seen.failedReads)].map((words) => `a read failed: ${String(words)}`)
    const none = meanwhile === 0 ? ['no read was answered'] : []
    return [...failed, ...none, ...seen.stale.map((words) => `stale: ${String(words)}`), ...lost].map(
      (fault) => `${names}: ${fault}`,
    )
  }

  /** Resolves when a write is answered again. */
  async function settled() {
    const until = performance.now() + 30_000
    while (performance.now() < until) {
      const answer = await fetch(`${proxy.origin}/api/3/action/datastore_search?resource_id=_table_metadata`).catch(
        () => null,
      )
      if (answer?.ok) return
      await sleep(100)
    }
    throw new Error('No answer for 30 seconds after a part was back')
  }
}

async function administer(cluster, statement, database = 'postgres') {
  const client = new Client({ connectionString: cluster.url.replace(/rowan$/, database) })
  await client.connect()
  await client.query(statement)
  await client.end()
}
