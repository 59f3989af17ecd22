// Writers that look at once for what they have written, readers, and what became of all of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { TOKEN } from './parts.mjs'

export const LOG = '5ca1e000-0000-4000-8000-000000000001'
const STATE = '5ca1e000-0000-4000-8000-000000000002'
const BATCH = 50
const STATES = 20
/** Batches of the traffic have numbers above those of the first load. */
const FIRST_BATCH = 1_000_000

export async function makeTables(origin) {
  await call(origin, 'datastore_create', {
    resource_id: LOG,
    force: true,
    fields: [
      { id: 'batch', type: 'int' },
      { id: 'place', type: 'int' },
      { id: 'words', type: 'text' },
    ],
    indexes: ['batch'],
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

/** Loads that many records in large batches, several at a time. */
export async function loadRows(origin, rows, say) {
  const size = 5000
  const batches = Math.ceil(rows / size)
  let next = 0
  let done = 0
  const worker = async () => {
    while (next < batches) {
      const batch = next++
      const records = recordsOf(batch, Math.min(size, rows - batch * size))
      await call(origin, 'datastore_upsert', { resource_id: LOG, force: true, method: 'insert', records })
      done += records.length
      if (batch % 200 === 199) say(`${done} records`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
}

function recordsOf(batch, length) {
  return Array.from({ length }, (_, place) => ({ batch, place, words: `words of ${batch} ${place}` }))
}

function states(version) {
  return Array.from({ length: STATES }, (_, number) => ({ name: `state ${number}`, version }))
}

/** Requests per second that so many clients get, each with one request at a time: a record by `_id`, and pages of 100. */
export async function throughput(origin, rows, clients, seconds) {
  const until = performance.now() + seconds * 1000
  let answered = 0
  const client = async () => {
    while (performance.now() < until) {
      const id = 1 + Math.floor(Math.random() * rows)
      await read(origin, answered % 2 === 0 ? byId(id) : page(id))
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return Math.round(answered / seconds)
}

const byId = (id) => ['datastore_search', { resource_id: LOG, filters: JSON.stringify({ _id: id }) }]
const page = (offset) => ['datastore_search', { resource_id: LOG, limit: 100, offset, sort: '_id' }]
const count = (batch) => ['datastore_search_sql', { sql: `SELECT count(*) AS n FROM "${LOG}" WHERE batch = ${batch}` }]

/**
 * Starts the traffic. `origins()` are the addresses to send to at the moment. What was acknowledged is kept over all
 * rounds in `kept`.
 */
export function startTraffic(origins, rows, kept) {
  const seen = {
    reads: 0,
    failedReads: [],
    longestGapMs: 0,
    writes: 0,
    failedWrites: 0,
    statuses: new Map(),
    stale: [],
  }
  const stopping = new AbortController()
  let lastRead = performance.now()
  const anyOrigin = () => {
    const all = origins()
    return all[Math.floor(Math.random() * all.length)]
  }
  const readOnce = async ([action, params]) => {
    try {
      const result = await read(anyOrigin(), [action, params])
      seen.reads += 1
      seen.longestGapMs = Math.max(seen.longestGapMs, performance.now() - lastRead)
      lastRead = performance.now()
      return result
    } catch (error) {
      seen.failedReads.push(error.message)
      await sleep(5)
      return null
    }
  }
  const writeOnce = async (params) => {
    try {
      await call(anyOrigin(), 'datastore_upsert', { force: true, ...params })
      seen.writes += 1
      return true
    } catch (error) {
      seen.failedWrites += 1
      const status = error.status ?? 'broken off'
      seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1)
      await sleep(20)
      return false
    }
  }
  const add = async () => {
    while (!stopping.signal.aborted) {
      const batch = FIRST_BATCH + kept.sent++
      const stored = await writeOnce({ resource_id: LOG, method: 'insert', records: recordsOf(batch, BATCH) })
      if (!stored) continue
      kept.batches.add(batch)
      const search = ['datastore_search', { resource_id: LOG, filters: JSON.stringify({ batch }), limit: 1 }]
      const found = await readOnce(batch % 2 === 0 ? search : count(batch))
      const total = found && Number(found.total ?? found.records[0]?.n)
      if (found && total !== BATCH) seen.stale.push(`batch ${batch}: ${total} of ${BATCH}`)
    }
  }
  const change = async () => {
    while (!stopping.signal.aborted) {
      kept.sentVersion += 1
      const version = kept.sentVersion
      if (!(await writeOnce({ resource_id: STATE, method: 'upsert', records: states(version) }))) continue
      kept.version = version
      const found = await readOnce(['datastore_search', { resource_id: STATE, limit: STATES }])
      const old = found?.records.find((record) => record.version < version)
      if (old) seen.stale.push(`version ${old.version} after ${version}`)
    }
  }
  const look = async () => {
    while (!stopping.signal.aborted) {
      const id = 1 + Math.floor(Math.random() * rows)
      await readOnce(Math.random() < 0.5 ? byId(id) : page(id))
    }
  }
  const all = Promise.all([add(), add(), add(), change(), look(), look(), look()])
  return {
    seen,
    async stop() {
      stopping.abort()
      await all
      seen.longestGapMs = Math.round(Math.max(seen.longestGapMs, performance.now() - lastRead))
      return seen
    },
  }
}

/** What was acknowledged and is not there, or not whole. */
export async function lostOf(origin, kept) {
  const { records } = await read(origin, [
    'datastore_search_sql',
    { sql: `SELECT batch, count(*) AS n FROM "${LOG}" WHERE batch >= ${FIRST_BATCH} GROUP BY batch LIMIT 32000` },
  ])
  const stored = new Map(records.map(({ batch, n }) => [batch, Number(n)]))
  const lost = [...kept.batches].filter((batch) => stored.get(batch) !== BATCH).map((batch) => `batch ${batch} is lost`)
  const parts = [...stored].filter(([, n]) => n !== BATCH).map(([batch, n]) => `batch ${batch} is there in part (${n})`)
  const found = await read(origin, ['datastore_search', { resource_id: STATE, limit: STATES }])
  const versions = new Set(found.records.map(({ version }) => version))
  const [version] = versions
  const isWhole = versions.size === 1 && version >= kept.version && version <= kept.sentVersion
  return [
    ...lost,
    ...parts,
    ...(isWhole ? [] : [`versions ${[...versions].join(', ')}; ${kept.version} was acknowledged`]),
  ]
}

async function read(origin, [action, params]) {
  const query = new URLSearchParams(params).toString()
  return resultOf(action, fetch(`${origin}/api/3/action/${action}?${query}`, { signal: AbortSignal.timeout(30_000) }))
}

export async function call(origin, action, params) {
  return resultOf(
    action,
    fetch(`${origin}/api/3/action/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: TOKEN },
      body: JSON.stringify(params),
      signal: AbortSignal.timeout(60_000),
    }),
  )
}

async function resultOf(action, asked) {
  const response = await asked
  const text = await response.text()
  if (response.ok) return JSON.parse(text).result
  throw Object.assign(new Error(`${action} answered ${response.status}: ${text.slice(0, 200)}`), {
    status: response.status,
  })
}
