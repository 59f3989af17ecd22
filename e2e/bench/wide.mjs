// `npm run bench:wide`: a table of 1,000,000,000 records × 500 columns, on a server without SQL that makes its records by an
// expression. Opens it, waits for the headers, scrolls both ways, jumps, opens a profile, filters and clears, and shows the
// worst animation frame of more than 50 ms by the time of the build's scripts in it: by the clock, as a user has it, and by the
// processor, as on a busy machine other programs take most of the clock's. Fails if scripts took more than 50 ms of the
// processor, layout that they asked for among them.
import { ensureBuild } from '../../src/cli/build.mjs'
import { ensureDependencies } from '../../src/cli/dependencies.mjs'
import { chromiumLaunch } from '../chromium.mjs'
import { MADE_UP_TABLE as TABLE, startMadeUpService } from '../madeUpService.mjs'
import { startStaticServer } from '../staticServer.mjs'
import { watchFrames } from './frames.mjs'

await ensureDependencies()
await ensureBuild()
const { chromium } = await import('playwright')

const ROWS = Number(process.env.ROWS ?? 1_000_000_000)
const COLUMNS = Number(process.env.COLUMNS ?? 500)

const service = await startMadeUpService({ rows: ROWS, columns: COLUMNS })
const base = service.origin
const host = await startStaticServer()
const browser = await chromium.launch(chromiumLaunch())
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(
    ([id, baseUrl]) => {
      const instance = {
        id,
        title: 'Wide',
        baseUrl,
        prefix: '/api/3/action',
        tokenHeader: 'Authorization',
        resource: null,
      }
      localStorage.setItem('rowan.instances', JSON.stringify({ version: 1, instances: [instance] }))
    },
    ['own:wide', base],
  )
  const { step, isLong } = await watchFrames(page)
  const grid = page.getByRole('grid')
  const cell = grid.getByRole('gridcell').first()
  await step('opening', async () => {
    await page.goto(`${host.url}#v=1&base=${base}&table=${TABLE}`)
    await cell.waitFor()
    await page.getByText('first', { exact: true }).first().waitFor()
  })
  await cell.click()
  await step('scrolling down', async () => {
    for (let at = 0; at < 20; at += 1) await page.mouse.wheel(0, 600)
  })
  await step('scrolling to the right', async () => {
    for (let at = 0; at < 20; at += 1) await page.mouse.wheel(900, 0)
  })
  await step('to the last record and column', () => page.keyboard.press('Control+End'))
  await step('to the first record and column', () => page.keyboard.press('Control+Home'))
  await step('the profile of a column', async () => {
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Column profile' }).click()
    await page
      .getByText(/From the first [\d,]+ of/)
      .first()
      .waitFor()
  })
  await step('a filter', () => page.goto(`${host.url}#v=1&base=${base}&table=${TABLE}&filter=["c1","3"]`))
  await step('all records again', () => page.goBack())
  if (isLong()) process.exitCode = 1
} finally {
  await browser.close()
  await host.stop()
  await service.stop()
}
