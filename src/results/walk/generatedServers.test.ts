import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { surePlan } from '../plan/plan.ts'
import { generatedRuns } from '../../../e2e/support/longForm.ts'
import { generatedServer, generatedServers, type GeneratedServer } from '../../../e2e/support/generatedServer.ts'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import { wholeTable, type Query } from '../../query/query.ts'
import { exactCount } from './exactCount.ts'
import { emptyProfile } from '../../instances/profile/profile.ts'
import { createQueryClient } from '../queries.ts'
import { readRecords } from './readRecords.ts'
import { createSearchRows, type SearchRows } from '../searchRows.ts'

const RUNS = { numRuns: generatedRuns(1500) }

let servings = 0

/** A client of that server, of which nothing is known yet. */
function clientOf(server: GeneratedServer) {
  const { handler, asked } = generatedServer(server)
  const baseUrl = `http://generated${(servings += 1)}`
  const connection = { baseUrl, prefix: '/a', tokenHeader: 'Authorization', token: null }
  return { client: createActionClient(handler, connection, { origin: baseUrl }), asked }
}

const options = { signal: new AbortController().signal, onProgress: () => undefined }

/** What a promise brings; null if it is refused. */
async function orRefusal<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch {
    return null
  }
}

const limits = fc.option(fc.integer({ min: 1, max: 60 }))

test('reading everything ends on every server, and is called complete only if it is', async () => {
  await fc.assert(
    fc.asyncProperty(generatedServers, limits, async (server, limit) => {
      const { client, asked } = clientOf(server)
      const query: Query = { ...wholeTable('r'), limit }
      const read = await orRefusal(readRecords(surePlan(client, query), options))
      expect(asked()).toBeLessThan(3 * server.rows + 100)
      if (read === null) return
      const different = new Set(read.rows.map((row) => JSON.stringify(row)))
      if (read.isProven) {
        expect(read.rows).toHaveLength(Math.min(server.rows, limit ?? Infinity))
        expect(different.size).toBe(read.rows.length)
      }
    }),
    RUNS,
  )
})

test('a count ends on every server, and is right unless the server counts wrong', async () => {
  await fc.assert(
    fc.asyncProperty(generatedServers, async (server) => {
      const { client, asked } = clientOf(server)
      const counted = await orRefusal(exactCount(surePlan(client, wholeTable('r')), options))
      expect(asked()).toBeLessThan(3 * server.rows + 100)
      if (counted !== null && server.total !== 'wrong') expect(counted).toBe(server.rows)
    }),
    RUNS,
  )
})

test('a result that is scrolled to its end stops growing on every server, and is called complete only if it is', async () => {
  await fc.assert(
    fc.asyncProperty(generatedServers, limits, async (server, limit) => {
      const { client, asked } = clientOf(server)
      client.profile.learn('asked', emptyProfile())
      const cache = createQueryClient()
      const rows = createSearchRows(cache)
      const called: string[] = []
      const stop = rows.result.subscribe(() => {
        if (isCalledComplete(rows)) called.push(JSON.stringify(recordsOf(rows).toSorted()))
      })
      rows.show('i', surePlan(client, { ...wholeTable('r'), limit }))
      const isEnded = await scrolled(rows, asked)
      const here = recordsOf(rows).filter((record) => record !== '[null]' && !record.startsWith('[null,'))
      if (server.hasIds) expect(new Set(here).size).toBe(here.length)
      stop()
      cache.clear()
      expect(isEnded).toBe(true)
      expect(asked()).toBeLessThan(3 * server.rows + 100)
      for (const records of called) {
        const found: readonly string[] = JSON.parse(records)
        expect(new Set(found).size).toBe(found.length)
        expect(found).toHaveLength(Math.min(server.rows, limit ?? Infinity))
      }
    }),
    { numRuns: 150, examples: SHOWN_TWICE },
  )
}, 300_000)

function isCalledComplete({ result }: SearchRows): boolean {
  const { status, stale, cut, proof, changed, repeated, fetching, failedPage } = result.get()
  const isCalm = !stale && !fetching && !changed && !repeated && failedPage === null
  return status === 'ready' && isCalm && cut === null && proof === 'shown'
}

function recordsOf(rows: SearchRows): readonly string[] {
  const { rowCount, fields } = rows.result.get()
  return Array.from({ length: rowCount }, (_, row) =>
    JSON.stringify(fields.map((_field, column) => rows.cell(row, column))),
  )
}

const REPEATING: GeneratedServer = {
  rows: 50,
  hasIds: true,
  cap: 50,
  tellsLimit: 'used',
  total: 'right',
  wrongBy: 0,
  offset: 'ignored',
  ignoresLimit: false,
  order: 'kept',
  sqlCap: null,
  tellsSqlCap: false,
  seed: 0,
}

/** Servers whose records were once shown twice, each with the limit of the query. */
const SHOWN_TWICE: [GeneratedServer, number | null][] = [
  // The first page is full, and is all there is.
  [REPEATING, null],
  [{ ...REPEATING, rows: 40, cap: 10, total: 'length' }, null],
  // A page that overlaps others, and after it one that repeats others.
  [{ ...REPEATING, cap: 2, offset: 'honoured', order: 'changing', seed: -971471520 }, null],
]

/** Looks at the last rows again and again; false if more come for ever. */
async function scrolled(rows: SearchRows, asked: () => number): Promise<boolean> {
  let calm = 0
  let before = ''
  for (let turn = 0; turn < 2000; turn += 1) {
    const { rowCount, status, fetching } = rows.result.get()
    rows.want({ start: Math.max(0, rowCount - 5), end: rowCount }, [0, 1])
    await new Promise((resolve) => setTimeout(resolve, 1))
    const now = `${rowCount} ${status} ${asked()}`
    calm = now === before && !fetching && status !== 'loading' ? calm + 1 : 0
    before = now
    if (calm > 5) return true
  }
  return false
}
