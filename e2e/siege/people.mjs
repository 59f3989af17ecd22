// The reader and the writer, in a process of their own, so that what they wait for is the service alone.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { TABLE, TOKEN, WRITTEN } from './attacks.mjs'
import { send } from './send.mjs'

/** Quick reads of different kinds, in turn. */
const READS = [
  () => ({ path: `/api/3/action/datastore_search?resource_id=${TABLE}&limit=100` }),
  (n) => ({
    path: `/api/3/action/datastore_search?resource_id=${TABLE}&filters=${encodeURIComponent(`{"_id":${(n % 1000) + 1}}`)}`,
  }),
  () => ({ path: '/api/3/action/status_show' }),
]

const read = (n) => READS[n % READS.length](n)

const write = (n) => ({
  action: 'datastore_upsert',
  body: { resource_id: WRITTEN, method: 'insert', force: true, records: [{ n }] },
})

const READ_EVERY_MS = 100
const WRITE_EVERY_MS = 250

process.on('message', async ({ origin, seconds }) => {
  const until = performance.now() + seconds * 1000
  const faults = new Set()
  const refusals = new Set()

  /** Sends one request after the other, with pauses; gives how long each took. */
  async function repeat(who, pause, request, token) {
    const agent = new Agent({ keepAlive: true })
    const times = []
    while (performance.now() < until) {
      const begun = performance.now()
      const answer = await send(origin, request(times.length), { agent, token }).catch((error) => ({
        status: 0,
        text: String(error),
      }))
      times.push(performance.now() - begun)
      const isFault = answer.status === 0 || answer.status === 500
      if (answer.status !== 200)
        (isFault ? faults : refusals).add(`${who}: ${answer.status} ${answer.text.slice(0, 300)}`)
      if (pause > 0) await sleep(pause)
    }
    agent.destroy()
    return timesOf(times)
  }

  const [busy, calm, writer] = await Promise.all([
    repeat('reader', 0, read),
    repeat('calm reader', READ_EVERY_MS, read),
    repeat('writer', WRITE_EVERY_MS, write, TOKEN),
  ])
  process.send({ busy, calm, writer, faults: [...faults], refusals: [...refusals] })
})

function timesOf(times) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { count: times.length, p50: at(0.5), p95: at(0.95), most: sorted.at(-1) }
}
