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

/**
 * What Chromium leaves out: all that Playwright switches off (a second list takes the place of its own), and the page for
 * its own tab strip, which it loads in advance and which takes a sixth of the time of a test.
 */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'PreloadTopChromeWebUI',
]

/**
 * How Playwright starts the browser, with `more` arguments: the one of `ROWAN_CHROMIUM`, else one that is installed, else
 * Playwright's own.
 */
export function chromiumLaunch(more = []) {
  const executablePath = process.env.ROWAN_CHROMIUM || installedChromium()
  // Chromium refuses to run as root with its sandbox.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [...QUIET, `--disable-features=${WITHOUT.join(',')}`, ...sandbox, ...more],
  }
}
