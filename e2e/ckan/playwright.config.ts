import { defineConfig } from 'playwright/test'
import { chromiumLaunch } from '../chromium.mjs'

/** One after the other: they count the requests of one site. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.drive.ts',
  outputDir: '../../.build/ckan-results',
  workers: 1,
  retries: 0,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./compared.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: chromiumLaunch([]),
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
