// What is loaded while the service is troubled, and how it is looked at afterwards. What was acknowledged is written down
// here, outside the processes that are killed.
const LOG = 'c4a05000-0000-4000-8000-000000000001'
const STATE = 'c4a05000-0000-4000-8000-000000000002'
const BATCH = 200
const STATES = 50
export const TOKEN = 'chaos'

/** What the service acknowledged, and what was sent to it. */
export function newAccount() {
  return { told: { batches: new Set(), version: 0 }, sent: { batch: 0, version: 0 } }
}

export async function makeTables(origin) {
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
export function startLoad(origin, { told, sent }) {
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
  const end = async () => (await ended).map(({ reason }) => String(reason?.message ?? reason))
  return { underWay: () => open > 0, end }
}

export async function faultsOf(origin, { told, sent }) {
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

/** Reads a little of both tables, as can be done without room on the disk; PostgreSQL sorts much only with files. */
export async function readLittle(origin) {
  for (const resource_id of [LOG, STATE]) await call(origin, 'datastore_search', { resource_id, limit: 20 })
  const { records } = await call(origin, 'datastore_search_sql', { sql: `SELECT count(*) AS n FROM "${STATE}"` })
  if (Number(records[0].n) !== STATES) throw new Error(`${records[0].n} states were read`)
}

export async function call(origin, action, params) {
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
