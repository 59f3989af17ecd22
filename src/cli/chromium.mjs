import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, run, say, tool } from './project.mjs'

/**
 * The path of a Chromium for the browser tests: an installed one (Chrome, Chromium, Edge), or the one Playwright has
 * downloaded or can download, or the package manager's (it says so first). Throws if there is none.
 */
export async function ensureChromium() {
  const chosen = process.env.ROWAN_CHROMIUM
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new Error(`ROWAN_CHROMIUM is ${chosen}, but there is no such file.`)
  }
  const found = installedChromium() ?? (await downloaded())
  if (found) return found

  say("Found no Chrome, Chromium or Edge. Downloading Playwright's …")
  await run(...tool('playwright/cli.js', 'install', 'chromium'))
  const fetched = await downloaded()
  if (fetched) return fetched

  if (process.platform === 'linux' && process.getuid?.() === 0 && onPath(['apt-get'])) {
    say('That did not work. Installing the system package: apt-get install chromium-headless-shell, or chromium …')
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
    if ((await run('apt-get', ['update', '-q'], quiet)) === 0) {
      for (const name of ['chromium-headless-shell', 'chromium']) {
        await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], quiet)
        const packaged = installedChromium()
        if (packaged) return packaged
      }
    }
  }
  throw new Error(
    'The browser tests need a Chromium. Install Google Chrome, Chromium or Microsoft Edge, or set its path: ROWAN_CHROMIUM=/path/to/chromium npm test',
  )
}

/** The path of an installed Chrome, Chromium or Edge; null if there is none. */
export function installedChromium() {
  return onPath(NAMES) ?? PLACES[process.platform]?.().find((path) => existsSync(path)) ?? null
}

/** The one without windows comes first where there is one: tests cost a third less of the processor in it. */
const NAMES = [
  'chromium-headless-shell',
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
]

const PLACES = {
  linux: () => [
    '/opt/google/chrome/chrome',
    '/usr/lib/chromium/chromium',
    '/usr/lib64/chromium-browser/chromium-browser',
    '/opt/microsoft/msedge/msedge',
    '/snap/bin/chromium',
    '/var/lib/flatpak/exports/bin/org.chromium.Chromium',
  ],
  darwin: () =>
    ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
      join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
      join(folder, 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge'),
    ]),
  win32: () =>
    [process.env['ProgramFiles'], process.env['ProgramFiles(x86)'], process.env['LOCALAPPDATA']]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        join(folder, 'Chromium', 'Application', 'chrome.exe'),
        join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
      ]),
}

/** The path of the first of these programs that the PATH has; null if it has none. */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const ending = process.platform === 'win32' ? '.exe' : ''
  for (const name of names) {
    const path = folders.map((folder) => join(folder, name + ending)).find((each) => existsSync(each))
    if (path) return path
  }
  return null
}

async function downloaded() {
  const { chromium } = await import(pathToFileURL(join(root, 'node_modules', 'playwright', 'index.mjs')).href)
  const path = chromium.executablePath()
  return existsSync(path) ? path : null
}
