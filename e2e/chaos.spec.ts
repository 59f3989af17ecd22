import { expect, test } from 'playwright/test'
import { chaos } from './chaosService.mjs'
import { postgresPrograms } from './chaosVictims.mjs'

// The short form of `npm run chaos`; no browser. Full disks are in `server.test.ts`.
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
