import { defineConfig } from 'playwright/test'
import { chromiumLaunch } from './chromium.mjs'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../.build/test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: chromiumLaunch(),
    viewport: { width: 1440, height: 900 },
    actionTimeout: 10_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A ninth of the time: nothing fades. The main path is gone through with all that moves.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
