// Navigation to first rows, of the page and of a floor that does the same fetch and writes plain HTML; goal: within 250 ms.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuild } from '../../src/cli/build.mjs'
import { ensureDependencies } from '../../src/cli/dependencies.mjs'
import { chromiumLaunch } from '../chromium.mjs'
import { startServer } from '../server.mjs'

await ensureDependencies()
await ensureBuild()
const { chromium } = await import('playwright')

const RUNS = Number(process.env.RUNS ?? 15)
const GOAL_MS = 250
const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const HERE = fileURLToPath(new URL('.', import.meta.url))

const page = await mkdtemp(join(tmpdir(), 'rowan-bench-'))
await cp(DIST, page, { recursive: true })
for (const file of ['floor.html', 'floor.js']) await cp(join(HERE, file), join(page, file))
const server = await startServer({ token: 'bench', page })
const browser = await chromium.launch(chromiumLaunch())
try {
  const urls = { floor: `${server.origin}/floor.html`, page: `${server.origin}/` }
  const times = { cold: { floor: [], page: [] }, warm: { floor: [], page: [] } }
  for (const url of Object.values(urls)) await measure(url) // the server's own first answers count for neither
  for (let run = 0; run < RUNS; run += 1) {
    for (const which of run % 2 === 0 ? ['floor', 'page'] : ['page', 'floor']) {
      const { cold, warm } = await measure(urls[which])
      times.cold[which].push(cold)
      times.warm[which].push(warm)
    }
  }
  console.log(`Navigation to first rows, medians of ${RUNS} runs each, interleaved (${browser.version()})`)
  for (const [state, { floor, page }] of Object.entries(times)) {
    const difference = median(page) - median(floor)
    const verdict = difference <= GOAL_MS ? 'within the goal' : 'NOT within the goal'
    console.log(
      `${state}: page ${median(page).toFixed(0)} ms, floor ${median(floor).toFixed(0)} ms, ` +
        `difference ${difference.toFixed(0)} ms: ${verdict} of ${GOAL_MS} ms`,
    )
    if (difference > GOAL_MS) process.exitCode = 1
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(page, { recursive: true, force: true })
}

/** Cold is the first visit of a new profile, warm the second visit after it. */
async function measure(url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(watchFirstRows)
  const tab = await context.newPage()
  const visit = async () => {
    await tab.goto(url, { waitUntil: 'commit' })
    const handle = await tab.waitForFunction(() => globalThis.firstRowsAt)
    return handle.jsonValue()
  }
  const cold = await visit()
  await tab.waitForTimeout(300) // lets the browser finish writing its caches
  await tab.goto('about:blank')
  const warm = await visit()
  await context.close()
  return { cold, warm }
}

/** Runs in the page: notes the time of the frame after the one in which the first cell has text. */
function watchFirstRows() {
  const look = () => {
    const cells = document.querySelectorAll('[role="gridcell"], td')
    if ([...cells].some((cell) => cell.textContent.trim() !== '')) {
      requestAnimationFrame(() => {
        globalThis.firstRowsAt = performance.now()
      })
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
