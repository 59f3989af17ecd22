import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { installedChromium } from '../../src/cli/chromium.mjs'
import { chromiumLaunch } from '../chromium.mjs'

/** Whether there is a Chromium to start. */
export const chromiumPath = () => process.env.ROWAN_CHROMIUM || installedChromium()

/** Starts Chromium by Playwright, with a profile on the disk that ends with it: a private one stores less. */
export async function startChromium() {
  const profile = await mkdtemp(join(tmpdir(), 'rowan-chromium-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch(),
    viewport: { width: 1280, height: 800 },
  })
  return {
    version: context.browser()?.version() ?? '',
    async openTab() {
      const page = await context.newPage()
      return {
        goTo: (url) => page.goto(url),
        reload: () => page.reload(),
        run: (work, argument) => page.evaluate(work, argument ?? null),
        press: (x, y, times) => page.mouse.click(x, y, { clickCount: times }),
        type: (text) => page.keyboard.type(text),
        chord: (...names) => page.keyboard.press(names.join('+')),
        close: () => page.close(),
      }
    },
    async stop() {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
