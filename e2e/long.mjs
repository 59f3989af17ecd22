// `npm run long`: the browser tests of which `npm test` runs a short form, whole.
import { ensureBuild } from '../src/cli/build.mjs'
import { ensureChromium } from '../src/cli/chromium.mjs'
import { ensureDependencies } from '../src/cli/dependencies.mjs'
import { checkNode, fail, run, tool } from '../src/cli/project.mjs'

const SPECS = ['a11y', 'conformanceEmbedded', 'embedded', 'recorded', 'words'].map((name) => `e2e/${name}.spec.ts`)

try {
  checkNode()
  await ensureDependencies()
  await ensureBuild()
  process.exitCode = await run(...tool('playwright/cli.js', 'test', '-c', 'e2e/playwright.config.ts', ...SPECS), {
    ROWAN_CHROMIUM: await ensureChromium(),
    ROWAN_LONG: '1',
  })
} catch (error) {
  fail(error)
}
