import type { Page } from 'playwright/test'
import { speakToEngine } from './embeddedEngine.mjs'
import { gotoKnown } from './explorer.ts'
import { startFaultProxy } from './faultProxy.ts'
import type { Fault } from './faultProxy.ts'
import { expect, test } from './fixtures.ts'
import { startServer } from './server.mjs'
import { expectCopied, listed, makeOddTable, recordsAt, recordsCopied, startCopy } from './support/copiedTables.ts'

const TABLE = 'c0b1e500-0000-4000-8000-000000000002'
const RECORDS = 20_000
const INTERRUPTIONS = 20

/** So slow that there is time to interrupt it. */
const slow: Fault = async ({ pass, send }) => {
  const answer = await pass()
  await new Promise((resolve) => setTimeout(resolve, 250))
  send(answer)
}

test(
  `a copy that is interrupted ${INTERRUPTIONS} times at random is right in the end`,
  { tag: '@long' },
  async ({ page, context, rowan, guard }) => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 100_000)
    console.log(`SEED=${seed}`)
    const random = randomness(seed)
    guard.expectConsole(/Failed to load resource|net::ERR|502/)
    await speakToEngine(context, 'rowan-copies-18')
    let server = await startServer({ token: 'interrupted', cors: '*' })
    const { data, port } = server
    const proxy = await startFaultProxy(server.origin)
    guard.allow(proxy.origin)
    const isPage = { action: 'datastore_search' }
    let edition = 0
    const happened = new Map<string, number>()
    try {
      await makeOddTable(server, TABLE, RECORDS)
      await gotoKnown(page, rowan.origin, { name: 'Remote', baseUrl: proxy.origin }, `table=${TABLE}`)
      proxy.play(slow, isPage)
      await startCopy(page)
      const interruptions: Readonly<Record<string, () => Promise<unknown>>> = {
        reload: () => page.reload(),
        async network() {
          await context.setOffline(true)
          await page.waitForTimeout(300 + random() * 1500)
          await context.setOffline(false)
        },
        async 'server killed'() {
          await server.kill()
          await page.waitForTimeout(random() * 1000)
          server = await startServer({ token: 'interrupted', cors: '*', data, port })
        },
        async 'table replaced'() {
          edition += 1
          await makeOddTable(server, TABLE, RECORDS - edition * 100, edition)
        },
        async 'list damaged'() {
          await page.evaluate(() => localStorage.setItem('rowan.copies', '[{"id":'))
          await page.reload()
        },
        async 'state damaged'() {
          const [copy] = await listed(page)
          const body = JSON.stringify({ id: copy?.id, state: '{"place"' })
          await page.evaluate(
            (text) => engineAsk({ path: '/copy/state', method: 'POST', headers: [], body: text }),
            body,
          )
          await page.reload()
        },
      }
      const kinds = Object.keys(interruptions)
      for (let done = 0; done < INTERRUPTIONS; done += 1) {
        await untilItGoes(page)
        await page.waitForTimeout(random() * 1500)
        // One that is complete is begun again.
        if ((await listed(page))[0]?.isComplete === true) await startCopy(page)
        const kind = kinds[done < kinds.length ? done : Math.floor(random() * kinds.length)] ?? 'reload'
        happened.set(kind, (happened.get(kind) ?? 0) + 1)
        await interruptions[kind]?.()
      }
      await untilItGoes(page)
      proxy.heal()
      for (let looks = 0; looks < 200 && (await listed(page))[0]?.isComplete !== true; looks += 1) {
        await untilItGoes(page)
        await page.waitForTimeout(500)
      }
      await expectCopied(page, TABLE, RECORDS - edition * 100)
      expect(await recordsCopied(page, TABLE)).toEqual(await recordsAt(server, TABLE))
      console.log(`interrupted by ${[...happened].map(([kind, times]) => `${kind} ×${times}`).join(', ')}`)
    } finally {
      await proxy.stop()
      await server.stop()
    }
  },
)

/** Numbers that look random and are the same for the same seed. */
function randomness(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Agrees to whatever the page asks, until the copy is under way or complete. */
async function untilItGoes(page: Page): Promise<void> {
  const begun = performance.now()
  await expect
    .poll(
      async () => {
        const [copy] = await listed(page).catch(() => [])
        if (copy === undefined) {
          // Where list and state were damaged both, nothing is left to go on from.
          if (performance.now() - begun > 30_000) await startCopy(page)
          return false
        }
        if (copy.isComplete || copy.halt === null) return true
        for (const name of ['Begin again', 'Resume']) {
          const button = page.getByRole('region', { name: /^Copy of/ }).getByRole('button', { name })
          if (await button.isVisible()) await button.click({ timeout: 2000 }).catch(() => undefined)
        }
        return false
      },
      { timeout: 120_000 },
    )
    .toBe(true)
}
