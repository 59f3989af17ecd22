import { installedChromium } from '../src/cli/chromium.mjs'

/** Quiet on the network, so that every request is one of the page, and by no proxy that the environment names. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--no-proxy-server',
]

/** How Playwright starts the browser: the one of `ROWAN_CHROMIUM`, else one that is installed, else Playwright's own. */
export function chromiumLaunch() {
  const executablePath = process.env.ROWAN_CHROMIUM || installedChromium()
  // Chromium refuses to run as root with its sandbox.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return { ...(executablePath ? { executablePath } : {}), args: [...QUIET, ...sandbox] }
}
