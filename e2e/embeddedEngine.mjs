// Speaks to the page's own PostgreSQL as one more tab does, over the page's channel.

/**
 * Installs two functions in every page of the context: `engineAsk(request)` sends any request (`path`, `method`, `headers`
 * as pairs, `body` as text or null) and gives its status, headers and text; `engine(action, params)` gives the result,
 * params may be JSON text.
 */
export async function speakToEngine(context, name = 'rowan-postgres-18') {
  await context.addInitScript((name) => {
    const channel = new BroadcastChannel(name)
    const me = `test-${Math.random()}`
    const asked = new Map()
    let owner = null
    let heardOwner = []
    let last = 0
    channel.addEventListener('message', ({ data }) => {
      if (data.kind === 'owner') {
        // What the old owner did not answer is not known to be stored.
        if (owner !== null && owner !== data.from)
          for (const each of asked.values()) each.reject(new Error('owner gone'))
        owner = data.from
        for (const heard of heardOwner.splice(0)) heard()
      }
      if (data.to !== me || !asked.has(data.id)) return
      if (data.kind === 'failed') asked.get(data.id).reject(new Error(JSON.stringify(data.problem)))
      if (data.kind === 'answer') {
        asked.get(data.id).resolve({
          status: data.status,
          headers: data.headers,
          text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(data.body),
        })
      }
    })
    window.engineAsk = async ({ path, method, headers, body: text }) => {
      if (owner === null) {
        await new Promise((resolve) => {
          heardOwner.push(resolve)
          channel.postMessage({ kind: 'hello', from: me }) // oxlint-disable-line unicorn/require-post-message-target-origin -- a channel
        })
      }
      const id = ++last
      const url = `http://this-browser.invalid${path}`
      const body = text === null ? null : new TextEncoder().encode(text).buffer
      return new Promise((resolve, reject) => {
        asked.set(id, { resolve, reject })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no such parameter
        channel.postMessage({ kind: 'request', from: me, to: owner, id, url, method, headers, body })
      }).finally(() => asked.delete(id))
    }
    window.engine = async (action, params) => {
      const { status, text } = await window.engineAsk({
        path: `/en/api/3/action/${action}`,
        method: 'POST',
        headers: [['content-type', 'application/json']],
        body: typeof params === 'string' ? params : JSON.stringify(params),
      })
      if (status !== 200) throw new Error(`${action} answered ${status}: ${text.slice(0, 500)}`)
      return JSON.parse(text).result
    }
  }, name)
}

export const LOAD_TABLE = 'c4a05b1d-0000-4000-8000-000000000001'
export const BATCH = 200

/** The batches that the pages of a context report as acknowledged. Has them speak to the engine. */
export async function watchAcknowledged(context) {
  await speakToEngine(context)
  const acked = new Set()
  await context.exposeFunction('acked', (batch) => void acked.add(batch))
  return acked
}

/** Makes the empty table that `loadBatches` fills. */
export function createLoadTable(page) {
  return page.evaluate(
    (resource_id) =>
      window.engine('datastore_create', {
        resource_id,
        aliases: 'chaos',
        fields: [
          { id: 'batch', type: 'int' },
          { id: 'n', type: 'int' },
        ],
        primary_key: ['batch', 'n'],
      }),
    LOAD_TABLE,
  )
}

/** Writes batch after batch from `first` on until the page goes, and reports each acknowledged one to `window.acked`. */
export function loadBatches(page, first, step = 1) {
  return page.evaluate(
    async ({ resource_id, first, step, size }) => {
      for (let batch = first; ; batch += step) {
        const records = Array.from({ length: size }, (_, n) => ({ batch, n }))
        try {
          await window.engine('datastore_upsert', { resource_id, method: 'upsert', records })
          await window.acked(batch)
        } catch (error) {
          // Then it is not known whether this one was stored, and the next one goes to the next owner.
          if (error.message !== 'owner gone') throw error
        }
      }
    },
    { resource_id: LOAD_TABLE, first, step, size: BATCH },
  )
}

/** The number of records of each batch that is stored. */
export async function storedBatches(page) {
  const { records } = await page.evaluate(
    (table) =>
      window.engine('datastore_search_sql', { sql: `SELECT batch, count(*) AS n FROM "${table}" GROUP BY batch` }),
    LOAD_TABLE,
  )
  return new Map(records.map((record) => [Number(record.batch), Number(record.n)]))
}

/** What is wrong with what is stored, in words: acknowledged batches that are gone, and batches in part. */
export function faults(acked, stored) {
  const lost = [...acked].filter((batch) => !stored.has(batch)).map((batch) => `batch ${batch} was lost`)
  const parts = [...stored].filter(([, n]) => n !== BATCH).map(([batch, n]) => `batch ${batch} has ${n} records`)
  return [...lost, ...parts]
}

/** Kills the process of a page at once, as the system does when it is out of memory. */
export async function kill(page) {
  const session = await page.context().newCDPSession(page)
  const crashed = new Promise((resolve) => page.once('crash', resolve))
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}
