// `npm run bench:grid`: what it costs the page to scroll a grid of 1,000,000 rows: down as by a wheel, by the thumb of the
// scrollbar, by a fling, by a held arrow key, and sideways over 500 columns. Our grid, the floor (recycled plain rows, see
// `grids/floor.js`), and other grids if they are installed (`npm install` in `e2e/bench/peers`), one after the other in each
// round, each in a page of its own; what is compared is the ratio to the floor of the same round. Tells scripts, style and
// layout apart, the elements in the page, those added and removed, and how much of the view was blank. Fails if ours takes
// more than 1.3 times the floor's task time by the wheel. ROUNDS=5, ONLY=ours,floor, CPU=4 (times slower).
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDependencies } from '../../src/cli/dependencies.mjs'
import { root } from '../../src/cli/project.mjs'
import { chromiumLaunch } from '../chromium.mjs'
import { startStaticServer } from '../staticServer.mjs'

await ensureDependencies()
const { chromium } = await import('playwright')
const { build } = await import('vite')

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const CPU = Number(process.env.CPU ?? 1)
const MOST = 1.3
const ROWS = 1_000_000

const here = import.meta.dirname
const steps = (count, of) => Array.from({ length: count }, (_, at) => of(at))
const SCROLLS = {
  wheel: { columns: 20, steps: steps(240, () => ({ y: 100 })) },
  thumb: { columns: 20, steps: steps(90, (at) => ({ top: ((at * 37) % 90) / 90 })) },
  fling: { columns: 20, steps: steps(150, (at) => ({ y: Math.round(1800 * 0.97 ** at) })) },
  'held ↓': { columns: 20, keys: 120 },
  sideways: { columns: 500, steps: steps(200, () => ({ x: 60 })) },
}

const folder = join(root, '.build', `bench-grid-${process.pid}`)
const peers = existsSync(join(here, 'peers', 'node_modules'))
  ? (await readdir(join(here, 'peers'))).filter((name) => name.endsWith('.jsx'))
  : []
const files = new Map([
  ['floor', join(here, 'grids', 'floor.js')],
  ['ours', join(here, 'grids', 'ours.tsx')],
  ...peers.map((name) => [name.replace('.jsx', ''), join(here, 'peers', name)]),
])
const only = process.env.ONLY?.split(',')
const names = [...files.keys()].filter((name) => only === undefined || only.includes(name))
if (peers.length === 0) console.log('Other grids are not installed: `npm install` in e2e/bench/peers')

let browser
let server
try {
  await build({
    root: join(here, 'grids'),
    configFile: false,
    logLevel: 'error',
    base: './',
    plugins: [
      {
        name: 'bench-grids',
        resolveId: (source) => (source === 'bench:grids' ? '\0bench:grids' : undefined),
        load: (id) =>
          id === '\0bench:grids'
            ? `export const grids = {${[...files].map(([name, file]) => `${name}: () => import(${JSON.stringify(file)})`).join(',')}}`
            : undefined,
      },
    ],
    define: { PAGE_LANGUAGE: JSON.stringify('en') },
    resolve: { dedupe: ['react', 'react-dom'] },
    build: { outDir: folder, emptyOutDir: true },
  })
  server = await startStaticServer({ folder })
  browser = await chromium.launch(chromiumLaunch())
  const measured = new Map()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [scroll, how] of Object.entries(SCROLLS)) {
      for (const name of names) {
        const figures = await measure(name, how).catch((error) => ({ failed: String(error).split('\n')[0] }))
        const key = `${scroll}\t${name}`
        measured.set(key, [...(measured.get(key) ?? []), figures])
      }
    }
  }
  if (tell(measured) > MOST) process.exitCode = 1
} finally {
  await browser?.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit()

async function measure(name, { columns, steps: way, keys }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  try {
    const session = await page.context().newCDPSession(page)
    await page.goto(`${server.url}index.html`)
    await page.waitForFunction(() => 'bench' in globalThis)
    await page.evaluate(([grid, rows, across]) => bench.show(grid, rows, across), [name, ROWS, columns])
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    if (CPU > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: CPU })
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    // What is only made once, and compiled, is not what scrolling costs.
    if (way) await page.evaluate((warm) => bench.scroll(warm), way.slice(0, 20))
    else if (!(await focus(page))) return { failed: 'no cell takes the focus' }
    const before = await metrics(session)
    const times = way ? await page.evaluate((all) => bench.scroll(all), way) : await press(page, keys)
    const after = await metrics(session)
    const cost = (key) => (after[key] - before[key]) * 1000
    return {
      task: cost('TaskDuration'),
      script: cost('ScriptDuration'),
      style: cost('RecalcStyleDuration'),
      layout: cost('LayoutDuration'),
      p95: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)],
      elements,
      churn: way ? await page.evaluate((all) => bench.churn(all), way.slice(0, 60)) : 0,
      blank: way ? await page.evaluate((all) => bench.blanks(all), way.slice(0, 60)) : 0,
    }
  } finally {
    await page.close()
  }
}

async function focus(page) {
  await page.mouse.click(400, 300)
  return page.evaluate(() => document.activeElement !== document.body)
}

async function press(page, keys) {
  const times = []
  for (let at = 0; at < keys; at += 1) {
    const start = performance.now()
    await page.keyboard.press('ArrowDown')
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    times.push(performance.now() - start)
  }
  return times
}

async function metrics(session) {
  const { metrics: all } = await session.send('Performance.getMetrics')
  return Object.fromEntries(all.map(({ name, value }) => [name, value]))
}

/** Returns the ratio by the wheel. */
function tell(measured) {
  let byWheel = 0
  for (const scroll of Object.keys(SCROLLS)) {
    console.log(`\n${scroll}`)
    const floor = measured.get(`${scroll}\tfloor`)
    for (const name of names) {
      const rounds = measured.get(`${scroll}\t${name}`) ?? []
      const failed = rounds.find((round) => round.failed)?.failed
      if (failed) {
        console.log(`  ${name.padEnd(13)} ${failed}`)
        continue
      }
      const middle = (of) => median(rounds.map(of))
      const isCompared = floor?.every((round) => round.task) === true
      const ratio = isCompared ? middle((round, at) => round.task / floor[at].task) : Number.NaN
      if (scroll === 'wheel' && name === 'ours') byWheel = ratio
      const parts = ['script', 'style', 'layout'].map((part) => `${part} ${ms(middle((round) => round[part]))}`)
      console.log(
        `  ${name.padEnd(13)} × ${ratio.toFixed(2)}  task ${ms(middle((round) => round.task))}: ${parts.join(', ')};` +
          ` frame p95 ${ms(middle((round) => round.p95))}; ${middle((round) => round.elements)} elements,` +
          ` ${middle((round) => round.churn)} added or removed, ${(middle((round) => round.blank) * 100).toFixed(1)} % blank`,
      )
    }
  }
  return byWheel
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

function ms(value) {
  return `${value.toFixed(0)} ms`
}
