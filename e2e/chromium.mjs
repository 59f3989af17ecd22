import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** Where Chromium or Chrome usually lie; Playwright's own download is the last resort. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Quiet on the network, so that every request is one of the page. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/** How Playwright starts the browser: the one of `ROWAN_CHROMIUM`, else one that is installed. */
export function chromiumLaunch() {
  const executablePath =
    process.env.ROWAN_CHROMIUM || PLACES.find((place) => existsSync(place)) || chromium.executablePath()
  // Chromium refuses to run as root with its sandbox.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return { executablePath, args: [...QUIET, ...sandbox] }
}
