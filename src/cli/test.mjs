// `npm test`: sets itself up, runs every check there is, ends with one line of counts.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBuild, hasService } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { checkNode, root, run, say, tool } from './project.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'rowan-test-'))
const counts = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const repeated = []

let chromium = ''
const ready =
  (await phase('Set-up: Node and dependencies', async () => {
    checkNode()
    await ensureDependencies()
  })) && (await prepare())

if (ready) {
  if (hasService() && !process.env.DATABASE_URL) {
    say('\nDATABASE_URL is not set: the tests on PostgreSQL are skipped, PGlite alone is tested.')
  }
  if (chromium) say(`Chromium: ${chromium}`)
  await unit(chromium)
  if (chromium && existsSync(join(root, 'e2e', 'playwright.config.ts'))) await endToEnd(chromium)
  if (existsSync(join(root, 'e2e', 'browsers.mjs'))) await inFirefox()
}

rmSync(scratch, { recursive: true, force: true })
if (repeated.length > 0)
  say(`\nPassed only when repeated, to be mended:\n${repeated.map((name) => `  ${name}`).join('\n')}`)
if (failures.length > 0) say(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`)
say(`\n${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`)
process.exitCode = counts.failed > 0 ? 1 : 0

/** Says what is done and how long it took; work that throws is a failure, told in its own words. */
async function phase(title, work) {
  say(`\n── ${title}`)
  // Left to each phase's tool: the caller, or the build before, may have set it for production, where React can't be tested.
  delete process.env.NODE_ENV
  const begun = performance.now()
  let done = true
  try {
    await work()
  } catch (error) {
    done = false
    failed(`${title}: ${error instanceof Error ? error.message : String(error)}`)
  }
  say(`── ${title}: ${done ? 'done' : 'failed'} after ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  return done
}

/** Counts a failure; `why` is what the runner said of it, of which the first lines stand in the list at the end. */
function failed(name, why = '') {
  counts.failed += 1
  failures.push(told(name, why))
}

function told(name, why) {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [name, ...lines.slice(0, 14).map((line) => `    ${line.slice(0, 200)}`)].join('\n')
}

/** Looks for Chromium beside the build, as its installation waits for the network; gives whether there is a build. */
async function prepare() {
  const [isBuilt] = await Promise.all([
    buildAndCheck(),
    phase('Set-up: Chromium', async () => void (chromium = await ensureChromium())),
  ])
  return isBuilt
}

/** Builds, and beside that checks the sources, as a build leaves cores idle; gives whether there is a build. */
async function buildAndCheck() {
  const checks = checkSources()
  const isBuilt = await phase('Build, types, lint and format', ensureBuild)
  for (const { title, code, said } of await checks) {
    say(`\n── ${title}: ${code === 0 ? 'passed' : 'failed'}\n${said}`)
    if (code === 0) counts.passed += 1
    else failed(`${title}: see above`)
  }
  return isBuilt
}

/** The tools that have no tests to count, each of which counts as one. What they write is kept until it can be read. */
async function checkSources() {
  const tools = [
    ['Types', tool('typescript/bin/tsc', '--noEmit')],
    ['Lint', tool('oxlint/bin/oxlint', '--type-aware')],
    ['Format', tool('oxfmt/bin/oxfmt', '--check', '.')],
  ]
  const ended = []
  for (const [title, [program, parameters]] of tools) ended.push({ title, ...(await overheard(program, parameters)) })
  return ended
}

/** Runs a program in the project's folder; gives its exit code and what it wrote. */
function overheard(program, parameters) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
    child.once('error', (error) => resolve({ code: 1, said: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, said }))
  })
}

async function unit(chromium) {
  await phase('Unit, conformance and components', async () => {
    const report = join(scratch, 'unit.json')
    // Without a browser, which is a failure already, everything else is still tested.
    const projects = chromium ? [] : ['--project=node']
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await run(...tool('vitest/vitest.mjs', 'run', ...projects, ...reporters), { ROWAN_CHROMIUM: chromium })
    const before = counts.failed
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    let ran = 0
    for (const file of testResults) {
      const name = relative(root, file.name)
      for (const test of file.assertionResults) {
        if (test.status === 'passed') counts.passed += 1
        else if (test.status === 'failed') failed(`${name} › ${test.fullName}`, test.failureMessages?.join('\n'))
        else counts.skipped += 1
        if (test.status === 'passed' || test.status === 'failed') ran += 1
      }
      // A file that can't be loaded, or whose set-up fails, has no failed test of its own.
      if (file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')) {
        failed(`${name}: ${file.message || 'the file failed'}`)
      }
    }
    verdict(code, ran, before)
  })
}

async function endToEnd(chromium) {
  await phase('End to end', async () => {
    const report = join(scratch, 'e2e.json')
    const code = await run(
      ...tool('playwright/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'),
      {
        ROWAN_CHROMIUM: chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
    )
    const before = counts.failed
    const { suites, errors } = JSON.parse(readFileSync(report, 'utf8'))
    let ran = 0
    for (const { file, title, status, errors: said, contexts } of specsOf(suites)) {
      if (status === 'skipped') counts.skipped += 1
      else {
        ran += 1
        if (status === 'expected') counts.passed += 1
        else {
          if (status === 'flaky') {
            counts.passed += 1
            repeated.push(told(`${file} › ${title}`, said.join('\n')))
          } else failed(`${file} › ${title}`, said.join('\n'))
          // A failure that doesn't come again leaves nothing else to go by.
          for (const path of contexts) say(`\n${file} › ${title}: the page showed\n${snapshotIn(path)}`)
        }
      }
    }
    for (const error of errors ?? []) failed(`End to end: ${error.message}`)
    verdict(code, ran, before)
  })
}

/** What the page showed when a test failed, by role and name, but its records; Playwright leaves it beside advice. */
function snapshotIn(path) {
  const [, page = ''] = /```yaml\n([^]*?)```/.exec(readFileSync(path, 'utf8')) ?? []
  return page.replaceAll(/^ *- (?:row|rowheader|gridcell)\b.*\n/gm, '')
}

/** The main job in stock Firefox, and its This browser without a host, where it is installed; where not, the line that says so is all. */
async function inFirefox() {
  await phase('In Firefox', async () => {
    const report = join(scratch, 'firefox.json')
    const [program, parameters] = [process.execPath, [join('e2e', 'browsers.mjs'), 'firefox', '--short']]
    const code = await run(program, [...parameters, `--report=${report}`])
    if (!existsSync(report)) throw new Error(`the runner ended with ${code}`)
    for (const { missing, name, isFailed, reason } of JSON.parse(readFileSync(report, 'utf8'))) {
      if (missing) continue
      if (isFailed) failed(`${name}: ${reason}`)
      else counts.passed += 1
    }
  })
}

function specsOf(suites, above = []) {
  return (suites ?? []).flatMap((suite) => {
    const titles = suite.title === suite.file ? above : [...above, suite.title]
    const own = (suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ status, results }) => ({
        file: suite.file,
        title: [...titles, spec.title].join(' › '),
        status,
        errors: results.flatMap(({ errors }) => errors).map(({ message }) => message ?? ''),
        contexts: results
          .flatMap(({ attachments }) => attachments)
          .filter(({ name }) => name === 'error-context')
          .map(({ path }) => path),
      })),
    )
    return [...own, ...specsOf(suite.suites, titles)]
  })
}

/** A runner that fails without naming a test, or runs none, has crashed. */
function verdict(code, ran, before) {
  if (ran === 0) throw new Error('no test ran')
  if (code !== 0 && counts.failed === before) throw new Error(`the runner ended with ${code}`)
  if (counts.failed > before) say(`${counts.failed - before} failed`)
}
