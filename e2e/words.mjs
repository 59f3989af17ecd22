// `npm run words`: the whole walk through the page in another language, at a desk and on a phone.
import { ensureBuild } from '../src/cli/build.mjs'
import { ensureChromium } from '../src/cli/chromium.mjs'
import { ensureDependencies } from '../src/cli/dependencies.mjs'
import { checkNode, fail, run, tool } from '../src/cli/project.mjs'

try {
  checkNode()
  await ensureDependencies()
  await ensureBuild()
  process.exitCode = await run(
    ...tool('playwright/cli.js', 'test', '-c', 'e2e/playwright.config.ts', 'e2e/words.spec.ts'),
    { ROWAN_CHROMIUM: await ensureChromium(), ROWAN_WORDS: '1' },
  )
} catch (error) {
  fail(error)
}
