import { expect, test } from 'playwright/test'
import { chaos, chaosDisk } from './chaosService.mjs'
import { postgresPrograms } from './chaosVictims.mjs'

// The short form of `npm run chaos`; no browser.
const engines = ['PGlite', ...(postgresPrograms() === null ? [] : ['PostgreSQL'])] as const

for (const engine of engines) {
  test(`kills in mid-batch lose nothing that was acknowledged, on ${engine}`, async () => {
    const { faults, acknowledged } = await chaos({ engine, kills: 2 })
    expect(faults).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
  })
}

test('a disk that fills up below a load loses nothing that was acknowledged, and is read from', async () => {
  const done = await chaosDisk({ engine: 'PGlite', moments: 1 })
  // Elsewhere than on Linux there is no small disk to be had.
  if (done === null) return
  expect(done.faults).toEqual([])
  expect(done.reads).toBe(1)
})
