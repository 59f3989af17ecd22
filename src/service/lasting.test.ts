import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '../protocol/handler.ts'
import { createService } from './service.ts'
import { numbersFrom } from '../../e2e/support/hostileCalls.ts'
import { lastingCalls } from '../../e2e/support/lastingCalls.ts'
import { openGuardedPglite } from '../../e2e/support/guardedPglite.ts'
import { openPostgres, postgresUrl, type TestDatabase } from '../../e2e/support/testDatabases.ts'

/** Statements are ended after this. */
const LIMIT_MS = 1000
/** What takes the square of the size would take longer than this for the largest, if it can't be ended. */
const LATE_MS = 3500

const SMALL = 2000
const LARGER = 8000
const LARGE = 96_000

/** With `npm run fuzz` many, else every so many. */
const isLong = Number(process.env['ROWAN_FUZZ'] ?? 0) > 10_000
const SHORT_STEP = 37

const engines: readonly (readonly [string, (limitMs?: number) => Promise<TestDatabase>])[] = [
  ['PGlite', openGuardedPglite],
  ...(postgresUrl === null
    ? []
    : [['PostgreSQL', (limitMs?: number) => openPostgres(postgresUrl ?? '', limitMs)] as const]),
]

describe.each(engines)('large values on %s', (_, open) => {
  let opened: TestDatabase
  let handler: Handler

  beforeAll(async () => {
    opened = await open(LIMIT_MS)
    handler = await createService(opened.database, { access: () => ({ read: true, write: false }) })
  }, 60_000)
  afterAll(() => opened.drop())

  /** The status, and the time in milliseconds. */
  async function send(sql: string): Promise<readonly [status: number, ms: number]> {
    const begun = performance.now()
    const response = await handler(
      new Request('http://service.test/api/3/action/datastore_search_sql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sql }),
      }),
    )
    await response.text()
    return [response.status, performance.now() - begun]
  }

  /** The time in milliseconds; of what is late, the least of three: a busy machine may take as long to fill a gigabyte. */
  async function leastOf(sql: string): Promise<number> {
    let least = Infinity
    for (let tries = 0; tries < 3 && least > LATE_MS; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one at a time
      const [, ms] = await send(sql)
      least = Math.min(least, ms)
    }
    return least
  }

  test('whatever takes long by the size of its values can be ended', { timeout: 3_600_000 }, async () => {
    // PGlite takes longer than the limit to read the catalogue.
    const unlimited = await open()
    const calls = await lastingCalls(unlimited.database, isLong ? 60 : 20, numbersFrom(20_261_126))
    await unlimited.drop()
    expect(calls.length).toBeGreaterThan(3000)
    let admitted = 0
    const late: string[] = []
    for (const [at, call] of calls.entries()) {
      if (!isLong && at % SHORT_STEP !== 0) continue
      // oxlint-disable-next-line no-await-in-loop -- one at a time: their times are compared
      const [status, little] = await send(call(SMALL))
      if (status === 200) admitted += 1
      if (status === 403 || little < 4) continue
      // oxlint-disable-next-line no-await-in-loop -- as above
      const [, more] = await send(call(LARGER))
      if (more < 40 || more < little * 5) continue
      // oxlint-disable-next-line no-await-in-loop -- as above
      const much = await leastOf(call(LARGE))
      if (much > LATE_MS) late.push(`${Math.round(much)} ms: ${call(LARGE)}`)
    }
    expect(admitted).toBeGreaterThan(isLong ? 2000 : 50)
    expect(late).toEqual([])
  })
})
