import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onPath } from '../../src/cli/chromium.mjs'
import { freePort } from '../server.mjs'
import { chordActions, pressActions, typeActions } from './actions.mjs'
import { startProgram } from './startProgram.mjs'

/** The paths of WebKit's driver, of its smallest browser, and of a display without a screen; null if one is not there. */
export function installedWebKit() {
  const driver = onPath(['WebKitWebDriver'])
  const display = onPath(['Xvfb'])
  const browser = miniBrowser()
  return driver && display && browser ? { driver, display, browser } : null
}

/** Starts an installed WebKitGTK, on its own display, which it needs, with storage that is removed when it stops. */
export async function startWebKit() {
  const { driver, display, browser } = installedWebKit()
  const screen = await startProgram(display, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    ready: /(\d+)\n/,
    output: 3,
  })
  const port = await freePort()
  const env = { DISPLAY: `:${screen.match[1]}`, GDK_BACKEND: 'x11', no_proxy: '*' }
  const program = await startProgram(driver, [`--port=${port}`], { env })
  const ask = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  await answers(() => ask('GET', '/status'))
  const { sessionId, capabilities } = await ask('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } } },
  })
  const session = `/session/${sessionId}`
  let isFirst = true
  return {
    version: capabilities.browserVersion,
    async openTab() {
      // The browser begins with one. Another is a window, as the driver's mouse does not reach a tab that lies behind.
      const handle = isFirst
        ? await ask('GET', `${session}/window`)
        : (await ask('POST', `${session}/window/new`, { type: 'window' })).handle
      isFirst = false
      /** Commands go to one tab at a time. */
      const here = async (method, path, body) => {
        await ask('POST', `${session}/window`, { handle })
        return ask(method, session + path, body)
      }
      const perform = (actions) => here('POST', '/actions', { actions })
      return {
        goTo: (url) => here('POST', '/url', { url }),
        reload: () => here('POST', '/refresh', {}),
        async run(work, argument) {
          const script = `const done = arguments[1]; (async () => (${String(work)})(arguments[0]))().then((value) => done([value ?? null]), (error) => done(String(error)))`
          const given = await here('POST', '/execute/async', { script, args: [argument ?? null] })
          if (!Array.isArray(given)) throw new Error(given)
          return given[0]
        },
        press: (x, y, times) => perform(pressActions(x, y, times)),
        type: (text) => perform(typeActions(text)),
        chord: (...names) => perform(chordActions(names)),
        close: () => here('DELETE', '/window'),
      }
    },
    async stop() {
      // Else the driver leaves the browser behind.
      await ask('DELETE', session).catch(() => undefined)
      await program.stop()
      await screen.stop()
    },
  }
}

/** How long the driver may take for one command, such as to load a page. */
const ANSWER_MS = 60_000

/** Its folder is that of the library: on Debian /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1. */
function miniBrowser() {
  if (process.platform !== 'linux') return null
  const machines = readdirSync('/usr/lib').filter((name) => /-linux-gnu/.test(name))
  const folders = ['/usr/libexec', '/usr/lib', ...machines.map((name) => join('/usr/lib', name))]
  const places = folders.flatMap((folder) =>
    ['webkit2gtk-4.1', 'webkitgtk-6.0'].map((version) => join(folder, version, 'MiniBrowser')),
  )
  return places.find((path) => existsSync(path)) ?? null
}

/** Waits until the driver answers, which says nothing when it does. */
async function answers(ask) {
  for (const begun = Date.now(); ;) {
    try {
      return await ask()
    } catch (error) {
      if (Date.now() - begun > 30_000) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
