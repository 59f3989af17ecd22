// `npm run long`: all tests in their whole form, those that `npm test` leaves out among them. It takes some 20 minutes.
import { ensureBuild } from '../src/cli/build.mjs'
import { ensureChromium } from '../src/cli/chromium.mjs'
import { ensureDependencies } from '../src/cli/dependencies.mjs'
import { checkNode, fail, run, tool } from '../src/cli/project.mjs'

try {
  checkNode()
  await ensureDependencies()
  await ensureBuild()
  const whole = { ROWAN_CHROMIUM: await ensureChromium(), ROWAN_LONG: '1' }
  const codes = [
    await run(...tool('vitest/vitest.mjs', 'run'), whole),
    await run(...tool('playwright/cli.js', 'test', '-c', 'e2e/playwright.config.ts'), whole),
  ]
  process.exitCode = Math.max(...codes)
} catch (error) {
  fail(error)
}
