// `npm run browsers [chromium] [firefox] [webkit]`: does the main things in each browser that is installed, step by step.
// `--short` leaves out all but the main job and This browser without its host. `--report=FILE` writes what came of it as JSON, for `npm test`.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBuild } from '../src/cli/build.mjs'
import { ensureDependencies } from '../src/cli/dependencies.mjs'
import { checkNode, fail, say } from '../src/cli/project.mjs'

try {
  checkNode()
  await ensureDependencies()
  await ensureBuild()
  const { tryBrowsers } = await import('./browsers/tryBrowsers.mjs')
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { short: { type: 'boolean', default: false }, report: { type: 'string' } },
  })
  const results = await tryBrowsers(positionals, values.short)
  if (values.report) writeFileSync(values.report, JSON.stringify(results))
  const tried = results.filter(({ missing }) => !missing)
  const failed = tried.filter(({ isFailed }) => isFailed).length
  say(`\n${tried.length - failed} passed, ${failed} failed`)
  // A browser that is missing fails the run, unless it is the short one: not tried is not passed.
  process.exitCode = failed > 0 || (tried.length < results.length && !values.short) ? 1 : 0
} catch (error) {
  fail(error)
}
