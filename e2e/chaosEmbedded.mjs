// `node e2e/chaosEmbedded.mjs [kills]`: kills the tab that loads records into the page's own PostgreSQL at random moments
// (50 times if not told otherwise) and looks each time whether every acknowledged batch is there and none in part.
import { chromium } from 'playwright'
import { chromiumLaunch } from './chromium.mjs'
import { createLoadTable, faults, kill, loadBatches, speakToEngine, storedBatches } from './embeddedEngine.mjs'
import { startStaticServer } from './staticServer.mjs'

const kills = Number(process.argv[2] ?? 50)
const server = await startStaticServer()
const browser = await chromium.launch(chromiumLaunch())
const context = await browser.newContext()
await speakToEngine(context)
const acked = new Set()
await context.exposeFunction('acked', (batch) => void acked.add(batch))
let failed = 0
try {
  const first = await open()
  await createLoadTable(first)
  await first.close()
  for (let round = 1; round <= kills; round += 1) {
    const page = await open()
    const next = Math.max(-1, ...(await storedBatches(page)).keys()) + 1
    const after = Math.round(Math.random() * 3000)
    loadBatches(page, next).catch(() => undefined)
    await new Promise((done) => setTimeout(done, after))
    await kill(page)
    const checker = await open()
    const stored = await storedBatches(checker)
    const wrong = faults(acked, stored)
    failed += wrong.length
    console.log(
      `kill ${round} after ${after} ms: ${acked.size} acknowledged, ${stored.size} stored${wrong.length ? `; ${wrong.join(', ')}` : ''}`,
    )
    await checker.close()
  }
} finally {
  await browser.close()
  await server.stop()
}
console.log(failed === 0 ? 'Nothing acknowledged was lost, nothing is there in part.' : `${failed} faults.`)
process.exitCode = failed === 0 ? 0 : 1

async function open() {
  const page = await context.newPage()
  await page.goto(server.url)
  await page.getByRole('gridcell').first().waitFor({ timeout: 60_000 })
  return page
}
