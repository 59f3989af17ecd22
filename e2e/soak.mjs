// `npm run soak`: an hour's worth of mixed requests to the service on PGlite, ten a second sent as quickly as they are
// answered: searches, statements, changes, whole tables made and deleted, dumps, and now and then what takes much memory or
// sorts on disk. Then its memory must be under twice that of a fresh start, and its temporary files gone.
// `npm run soak -- 5000` sends as many.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBuild } from '../src/cli/build.mjs'
import { ensureDependencies } from '../src/cli/dependencies.mjs'
import { startServer } from './server.mjs'
import { folderBytes, residentBytes } from './support/sizes.mjs'

await ensureDependencies()
await ensureBuild()
const count = Number(process.argv[2] ?? 36_000)
const CLIENTS = 4
const TABLE = 'bird_strikes'
const NOTES = '50a4e000-0000-4000-8000-000000000001'
/** A fresh start and the end are measured after the same quiet: the engine is renewed when nobody has asked for 3 s. */
const QUIET_MS = 8000

const server = await startServer({ token: 'soak' })
const faults = []
try {
  await ask('datastore_create', {
    resource_id: NOTES,
    force: true,
    primary_key: ['n'],
    fields: [
      { id: 'n', type: 'int' },
      { id: 'note', type: 'text' },
    ],
  })
  for (let n = 0; n < 100; n += 1) await ask('datastore_search', { resource_id: TABLE, limit: 100 })
  await wait(QUIET_MS)
  const fresh = await residentBytes(server.pid)

  const begun = performance.now()
  let sent = 0
  let most = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (sent < count) {
        sent += 1
        await requestOf(sent)
        if (sent % 500 === 0) most = Math.max(most, await residentBytes(server.pid))
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  await wait(QUIET_MS)
  const after = await residentBytes(server.pid)
  const left = await folderBytes(join(server.data, 'pglite', 'base', 'pgsql_tmp'))
  console.log(
    `${count} requests in ${seconds.toFixed(0)} s; memory ${megabytes(fresh)} after a fresh start, at most ${megabytes(most)}, ` +
      `${megabytes(after)} at the end: × ${(after / fresh).toFixed(2)} (under 2); ${left} bytes of temporary files; ` +
      `${faults.length} answers that should not be${faults.length > 0 ? `: ${[...new Set(faults)].slice(0, 10).join('; ')}` : ''}`,
  )
  if (after >= 2 * fresh || left > 0 || faults.length > 0) process.exitCode = 1
} finally {
  await server.stop()
}

/** The request of that number: each kind as often as its share of a hundred. */
async function requestOf(n) {
  if (n % 500 === 0) return heavy(n / 500)
  const kind = (n * 37) % 100
  if (kind < 20) return ask('datastore_search', { resource_id: TABLE, limit: 100, offset: (n * 100) % 9000 })
  if (kind < 30) return ask('datastore_search', { resource_id: TABLE, q: ['gull', 'goose', 'night'][n % 3], limit: 50 })
  if (kind < 40) return ask('datastore_search', { resource_id: NOTES, filters: { n: [n % 500, n % 77] } })
  if (kind < 50) return ask('datastore_search_sql', { sql: `SELECT count(*), max(n) FROM "${NOTES}" WHERE n % 7 = 3` })
  if (kind < 55)
    return ask('datastore_search_sql', { sql: `SELECT note, count(*) FROM "${NOTES}" GROUP BY note LIMIT 50` })
  if (kind < 75) return upsert([{ n: n % 5000, note: `note ${n % 91}` }])
  if (kind < 83)
    return upsert(Array.from({ length: 500 }, (_, at) => ({ n: (n * 500 + at) % 100_000, note: `row ${at}` })))
  if (kind < 87) return makeAndDelete(n)
  if (kind < 90) return ask('datastore_search', { resource_id: NOTES, limit: 32_000 })
  if (kind < 93) return get(`/datastore/dump/${NOTES}?format=${['csv', 'json', 'xml'][n % 3]}`)
  if (kind < 98) return get('/api/3/action/status_show')
  return get(`/api/3/action/datastore_info?id=${NOTES}`)
}

function upsert(records) {
  return ask('datastore_upsert', { resource_id: NOTES, method: 'upsert', force: true, records })
}

async function makeAndDelete(n) {
  const resource_id = `50a4e000-0000-4000-8000-${String(n).padStart(12, '0')}`
  await ask('datastore_create', { resource_id, force: true, records: [{ a: n, b: `text ${n}` }] })
  await ask('datastore_delete', { resource_id, force: true })
}

/** What takes much memory or room on disk. It may be refused or ended, as what one asks for too much. */
async function heavy(n) {
  const statements = [
    "SELECT repeat('x', 200000000) AS x",
    "SELECT i, repeat('x', 100) AS x FROM generate_series(1, 3000000) i ORDER BY md5(i::text)",
    `SELECT count(*) FROM "${NOTES}" a, "${NOTES}" b WHERE a.note < b.note`,
  ]
  const { status, text } = await post('datastore_search_sql', { sql: statements[n % 3] })
  if (status === 500) faults.push(`heavy: 500 ${text.slice(0, 200)}`)
}

async function ask(action, body) {
  const { status, text } = await post(action, body)
  if (status !== 200) faults.push(`${action}: ${status} ${text.slice(0, 200)}`)
}

async function post(action, body) {
  const answer = await fetch(`${server.origin}/api/3/action/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: server.token },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

async function get(path) {
  const answer = await fetch(`${server.origin}${path}`)
  if (answer.status !== 200) faults.push(`${path}: ${answer.status}`)
  await answer.arrayBuffer()
}

function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`
}
