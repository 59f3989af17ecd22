// Navigation to first rows, of the page and of a floor that does the same fetch and writes plain HTML; goal: within 250 ms.
// `BEFORE` may name the built page (`dist`) of another version, which is then measured beside it. Then the same of the
// page's own PostgreSQL, within 1.15 times.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuild } from '../../src/cli/build.mjs'
import { ensureDependencies } from '../../src/cli/dependencies.mjs'
import { startServer } from '../server.mjs'
import { addProbe, startBareBrowser } from './bareBrowser.mjs'
import { benchEmbedded } from './embedded.mjs'
import { median } from './firstRows.mjs'

await ensureDependencies()
await ensureBuild()
const { chromium } = await import('playwright')

const RUNS = Number(process.env.RUNS ?? 15)
const EMBEDDED_RUNS = Number(process.env.EMBEDDED_RUNS ?? 7)
const GOAL_MS = 250
const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const HERE = fileURLToPath(new URL('.', import.meta.url))

const scratch = await mkdtemp(join(tmpdir(), 'rowan-bench-'))
const page = await probed('page', DIST)
for (const file of ['floor.html', 'floor.js']) await cp(join(HERE, file), join(page, file))
await addProbe(page, 'floor.html')
const server = await startServer({ token: 'bench', page })
const before = process.env.BEFORE
  ? await startServer({ token: 'bench', page: await probed('before', process.env.BEFORE) })
  : null
const browser = await startBareBrowser(chromium.executablePath())
try {
  const urls = {
    floor: `${server.origin}/floor.html`,
    page: `${server.origin}/`,
    ...(before && { before: `${before.origin}/` }),
  }
  const none = () => Object.fromEntries(Object.keys(urls).map((which) => [which, []]))
  const times = { cold: none(), warm: none() }
  for (const url of Object.values(urls)) await browser.visits(url) // the server's own first answers count for neither
  for (let run = 0; run < RUNS; run += 1) {
    const turn = Object.keys(urls)
    for (const which of run % 2 === 0 ? turn : turn.toReversed()) {
      const { cold, warm } = await browser.visits(urls[which])
      times.cold[which].push(cold)
      times.warm[which].push(warm)
    }
  }
  console.log(`Navigation to first rows, medians of ${RUNS} runs each, interleaved`)
  for (const [state, { floor, page, before: other }] of Object.entries(times)) {
    const difference = median(page) - median(floor)
    const verdict = difference <= GOAL_MS ? 'within the goal' : 'NOT within the goal'
    console.log(
      `${state}: page ${median(page).toFixed(0)} ms, floor ${median(floor).toFixed(0)} ms, ` +
        `difference ${difference.toFixed(0)} ms: ${verdict} of ${GOAL_MS} ms`,
    )
    if (difference > GOAL_MS) process.exitCode = 1
    if (other) {
      const ratio = median(page) / median(other)
      console.log(
        `${state}: the version before ${median(other).toFixed(0)} ms, the page ${ratio.toFixed(2)} times that`,
      )
    }
  }
} finally {
  await browser.stop()
  await before?.stop()
  await server.stop()
  await rm(scratch, { recursive: true, force: true })
}
if (!(await benchEmbedded(chromium, EMBEDDED_RUNS))) process.exitCode = 1

/** A copy of a built page that tells when its first rows are there. */
async function probed(name, built) {
  const folder = join(scratch, name)
  await cp(built, folder, { recursive: true })
  await addProbe(folder, 'index.html')
  return folder
}
