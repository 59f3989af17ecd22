import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumLaunch } from '../chromium.mjs'
import { startStaticServer } from '../staticServer.mjs'
import { firstRows, median, watchFirstRows } from './firstRows.mjs'

const GOAL = 1.3
const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const HERE = fileURLToPath(new URL('.', import.meta.url))

/**
 * Navigation to first rows of the page's own PostgreSQL from a plain static host, beside a floor page that opens the
 * same store with the same worker; says whether both visits are within the goal. Each run has a profile of its own on
 * disk, as a browser has it.
 */
export async function benchEmbedded(chromium, runs) {
  const scratch = await mkdtemp(join(tmpdir(), 'rowan-bench-'))
  const folder = join(scratch, 'page')
  await cp(DIST, folder, { recursive: true })
  for (const file of ['floorEmbedded.html', 'floorEmbedded.js']) await cp(join(HERE, file), join(folder, file))
  const worker = (await readdir(join(folder, 'assets'))).find((name) => /^worker-.*\.js$/.test(name))
  const host = await startStaticServer({ folder })
  try {
    const urls = { floor: `${host.url}floorEmbedded.html#assets/${worker}`, page: host.url }
    const times = { first: { floor: [], page: [] }, return: { floor: [], page: [] } }
    for (let run = 0; run < runs; run += 1) {
      for (const which of run % 2 === 0 ? ['floor', 'page'] : ['page', 'floor']) {
        const visits = await measure(chromium, join(scratch, `${which}-${run}`), urls[which], which === 'page')
        for (const visit of ['first', 'return']) times[visit][which].push(visits[visit])
      }
    }
    console.log(`This browser, navigation to first rows, medians of ${runs} runs each, interleaved`)
    return Object.entries(times)
      .map(([visit, { floor, page }]) => {
        const ratio = median(page) / median(floor)
        const verdict = ratio <= GOAL ? 'within the goal' : 'NOT within the goal'
        const figures = `page ${median(page).toFixed(0)} ms, floor ${median(floor).toFixed(0)} ms`
        console.log(`${visit} visit: ${figures}, ratio ${ratio.toFixed(2)}: ${verdict} of ${GOAL}`)
        return ratio <= GOAL
      })
      .every(Boolean)
  } finally {
    await host.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

/** `first` is the visit of a new profile, `return` the one after it. */
async function measure(chromium, profile, url, keeps) {
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch(),
    viewport: { width: 1440, height: 900 },
  })
  await context.addInitScript(watchFirstRows)
  const tab = context.pages()[0] ?? (await context.newPage())
  const first = await firstRows(tab, url)
  // The page's service worker loads the rest meanwhile, which a return in the midst of it would measure too.
  if (keeps) await tab.waitForFunction(isKept, null, { polling: 200 })
  await tab.waitForTimeout(500) // lets the browser finish writing its caches
  await tab.goto('about:blank')
  const again = await firstRows(tab, url)
  await context.close()
  return { first, return: again }
}

/** Runs in the page: whether it is kept whole for offline use. */
async function isKept() {
  const marker = new URL('kept-whole', document.baseURI)
  for (const name of await caches.keys()) if (await (await caches.open(name)).match(marker)) return true
  return false
}
