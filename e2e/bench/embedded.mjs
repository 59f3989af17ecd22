import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startStaticServer } from '../staticServer.mjs'
import { addProbe, startBareBrowser } from './bareBrowser.mjs'
import { median } from './firstRows.mjs'

const GOAL = 1.15
const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const HERE = fileURLToPath(new URL('.', import.meta.url))

/**
 * Navigation to first rows of the page's own PostgreSQL from a plain static host, beside a floor page that opens the
 * same store with the same worker; says whether all visits are within the goal. Each run has a profile of its own on
 * disk, as a browser has it, and no developer tools attached.
 */
export async function benchEmbedded(chromium, runs) {
  const scratch = await mkdtemp(join(tmpdir(), 'rowan-bench-'))
  const folder = join(scratch, 'page')
  await cp(DIST, folder, { recursive: true })
  for (const file of ['floorEmbedded.html', 'floorEmbedded.js']) await cp(join(HERE, file), join(folder, file))
  for (const page of ['floorEmbedded.html', 'index.html']) await addProbe(folder, page)
  await listAgain(folder)
  const worker = (await readdir(join(folder, 'assets'))).find((name) => /^worker-.*\.js$/.test(name))
  const host = await startStaticServer({ folder })
  try {
    const urls = { floor: `${host.url}floorEmbedded.html#assets/${worker}`, page: host.url }
    const times = {}
    for (let run = 0; run < runs; run += 1) {
      for (const which of run % 2 === 0 ? ['floor', 'page'] : ['page', 'floor']) {
        const measured = await measure(chromium, join(scratch, `${which}-${run}`), urls[which], which === 'page')
        for (const [visit, time] of Object.entries(measured))
          (times[visit] ??= { floor: [], page: [] })[which].push(time)
      }
    }
    console.log(`This browser, navigation to first rows, medians of ${runs} runs each, interleaved`)
    return Object.entries(times)
      .map(([visit, { floor, page }]) => {
        const floorTimes = floor.map(({ proven }) => proven)
        const [rows, answer] = ['first', 'proven'].map((which) => {
          const times = page.map((time) => time[which])
          const ratio = median(times) / median(floorTimes)
          // What else the machine does only ever adds to a time.
          const quickest = (Math.min(...times) / Math.min(...floorTimes)).toFixed(2)
          return {
            ratio,
            figures: `${median(times).toFixed(0)} ms, ratio ${ratio.toFixed(2)} (of the quickest ${quickest})`,
          }
        })
        const verdict = answer.ratio <= GOAL ? 'within the goal' : 'NOT within the goal'
        console.log(
          `${visit}: floor ${median(floorTimes).toFixed(0)} ms; page: rows after ${rows.figures}, ` +
            `PostgreSQL's own after ${answer.figures}: ${verdict} of ${GOAL}`,
        )
        return answer.ratio <= GOAL
      })
      .every(Boolean)
  } finally {
    await host.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * The visit of a new profile, one in a new tab of the same browser, whose service worker runs, and one in a browser started
 * anew with that profile.
 */
async function measure(chromium, profile, url, keeps) {
  // What its service worker loads after the first visit another one in the midst of it would have to load.
  const [first, tab] = await visits(chromium, profile, [
    [url, keeps],
    [url, false],
  ])
  const [anew] = await visits(chromium, profile, [[url, false]])
  return { 'first visit': first, 'return in a new tab': tab, 'return in a browser started anew': anew }
}

/** Starts a browser for these visits. */
async function visits(chromium, profile, each) {
  const browser = await startBareBrowser(chromium.executablePath(), profile)
  const times = []
  try {
    for (const [url, untilKept] of each) {
      times.push(await browser.visit(url, untilKept))
      await wait(500) // lets the browser finish writing its caches
    }
    return times
  } finally {
    await browser.stop()
  }
}

/** A built page has other bytes with the probe in it, and keeps itself for use without a network only as its list says. */
async function listAgain(folder) {
  const list = JSON.parse(await readFile(join(folder, 'offline.json'), 'utf8'))
  const digest = createHash('sha256').update(await readFile(join(folder, 'index.html')))
  list.files['./'] = `sha256-${digest.digest('base64')}`
  await writeFile(join(folder, 'offline.json'), JSON.stringify(list))
}
