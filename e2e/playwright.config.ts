import { defineConfig } from 'playwright/test'
import { chromiumLaunch } from './chromium.mjs'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../.build/test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // For machines that are slow or have other work: what comes in time waits for none of it.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: chromiumLaunch(),
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A ninth of the time: nothing fades. The main path is gone through with all that moves.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
