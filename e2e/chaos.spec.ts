import { expect, test } from 'playwright/test'
import { chaos } from './chaosService.mjs'
import { postgresPrograms } from './chaosVictims.mjs'
import { siege } from './siege/siege.mjs'

// The short forms of `npm run chaos` and `npm run siege`; no browser. Full disks are in `server.test.ts`.
const engines = ['PGlite', ...(postgresPrograms() === null ? [] : ['PostgreSQL'])] as const

for (const engine of engines) {
  // In short, `server.test.ts` kills the one on PGlite, and starts it again.
  test(
    `kills in mid-batch lose nothing that was acknowledged, on ${engine}`,
    engine === 'PGlite' ? { tag: '@long' } : {},
    async () => {
      const { faults, acknowledged } = await chaos({ engine, kills: 1 })
      expect(faults).toEqual([])
      expect(acknowledged).toBeGreaterThan(0)
    },
  )
}

const url = process.env['DATABASE_URL']

for (const engine of ['PGlite', ...(url ? ['PostgreSQL'] : [])]) {
  // One by one, `server.test.ts` plays them on PGlite.
  const form = engine === 'PGlite' && url !== undefined ? { tag: '@long' } : {}
  test(`all attacks at once end nothing, and readers and writers are answered, on ${engine}`, form, async () => {
    const { rounds } = await siege({ engine, url, rows: 2000, seconds: 2, together: true })
    for (const { faults, busy, calm, writer, attacker } of rounds) {
      expect(faults).toEqual([])
      expect(Math.min(busy.count, calm.count, writer.count)).toBeGreaterThan(0)
      expect(Math.max(busy.most, calm.most, writer.most)).toBeLessThan(60_000)
      // Each client of an attacker has at least been cut off in the end.
      expect(Object.values(attacker).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100)
    }
  })
}

// PGlite does nothing else while a statement runs, and on a busy machine that is most of a short siege. Answers are counted,
// as some always take long then; and those before and after say how busy it is.
for (const engine of url ? ['PostgreSQL'] : []) {
  test(`a reader gets on beside a statement without end, on ${engine}`, { tag: '@long' }, async () => {
    const { rounds } = await siege({ engine, url, rows: 2000, seconds: 3, only: ['a count without end'] })
    for (const { faults, busy, alone } of rounds) {
      expect(faults).toEqual([])
      expect(busy.count).toBeGreaterThan(Math.min(...alone.map((each) => each.busy.count)) / 4)
    }
    expect(rounds).toHaveLength(1)
  })
}
