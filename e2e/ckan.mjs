// `npm run ckan -- site.json`: the built page against a CKAN that runs somewhere, SQL on and off, compared with SQL written by
// hand on its database. `-- site.json statements` compares operators,
// headers, profiles, facets and summaries as the page asks for them, `page` what it shows; further words go to Playwright (`-g "SQL off"`).
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ensureBuild } from '../src/cli/build.mjs'
import { ensureChromium } from '../src/cli/chromium.mjs'
import { ensureDependencies } from '../src/cli/dependencies.mjs'
import { checkNode, fail, run, tool } from '../src/cli/project.mjs'

try {
  checkNode()
  const [file, part, ...more] = process.argv.slice(2)
  if (file === undefined) throw new Error('Name the file that describes the site: npm run ckan -- site.json')
  const path = resolve(file)
  const site = JSON.parse(await readFile(path, 'utf8'))
  await ensureDependencies()
  if (process.env['ROWAN_BUILT'] !== '1') await ensureBuild()
  const isPart = part === 'statements' || part === 'page'
  const codes = []
  if (!isPart || part === 'statements') {
    const ckan = {
      name: 'ckan',
      url: site.bases.sql,
      token: site.tokens.editor,
      package: site.datasets['river-and-harbour'],
      database: site.database ?? 'postgres://postgres@127.0.0.1:5432/rowan_ckan_datastore',
    }
    const files = ['src/results/plan/operators.test.ts', 'src/figures/agree.test.ts']
    const words = ['run', '--project=node', ...files, '-t', 'on ckan']
    codes.push(await run(...tool('vitest/vitest.mjs', ...words), { ROWAN_CKAN: JSON.stringify([ckan]) }))
  }
  if (!isPart || part === 'page') {
    const words = ['test', '-c', 'e2e/ckan/playwright.config.ts', ...(isPart ? more : process.argv.slice(3))]
    const env = { ROWAN_CHROMIUM: await ensureChromium(), ROWAN_CKAN_SITE: path }
    codes.push(await run(...tool('playwright/cli.js', ...words), env))
  }
  process.exitCode = Math.max(...codes)
} catch (error) {
  fail(error)
}
