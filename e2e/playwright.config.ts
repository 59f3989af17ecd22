import { defineConfig } from 'playwright/test'
import { chromiumLaunch } from './chromium.mjs'
import { isLong } from './support/longForm.ts'

/**
 * Script and the programs of PostgreSQL are compiled once, as most tests run them for seconds only: making them faster beside
 * that takes a quarter of the time of a visit. `npm run long` does as every browser does.
 */
const COMPILED_ONCE = isLong ? [] : ['--js-flags=--liftoff-only,--no-opt,--no-maglev']

export default defineConfig({
  testDir: '.',
  outputDir: '../.build/test-results',
  // On two cores: two leave one of them idle for a tenth of the time.
  workers: 3,
  // Of hundreds of tests in three browsers on two cores one may trip over what doesn't come again. `npm test` names it at the
  // end, with what it said: it is still to be mended, but holds up nobody else's work.
  retries: 1,
  forbidOnly: true,
  // For machines that are slow or have other work: what comes in time waits for none of it.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // No worker is without work while the last file runs in the other one.
  fullyParallel: true,
  // What only `npm run long` runs takes long, and its parts are proven by shorter tests.
  ...(isLong ? {} : { grepInvert: /@long/ }),
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: chromiumLaunch(COMPILED_ONCE),
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A ninth of the time: nothing fades. The main path is gone through with all that moves.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
