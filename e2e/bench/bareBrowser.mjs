import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromiumLaunch } from '../chromium.mjs'
import { watchFirstRows } from './firstRows.mjs'

const DEADLINE_MS = 30_000

/**
 * Chromium as a person runs it, with no developer tools attached to its tabs: attached, it reads the whole program again to
 * note where each request comes from, which costs more the fewer files a page has. A tab tells its time in its title.
 * With a `folder` its profile is kept there.
 */
export async function startBareBrowser(playwrightsOwn, folder = null) {
  const { executablePath = playwrightsOwn, args } = chromiumLaunch()
  const profile = folder ?? (await mkdtemp(join(tmpdir(), 'rowan-bare-')))
  const chromium = spawn(
    executablePath,
    [...args, '--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const send = commandsOver(chromium.stdio[3], chromium.stdio[4])

  /** Milliseconds from navigation to first rows and to those that are proven, in a new tab, which stays until its title says `told`. */
  async function visit(url, browserContextId, told = /^first rows ([\d.]+), proven ([\d.]+)/) {
    const { targetId } = await send('Target.createTarget', { url, browserContextId, width: 1440, height: 900 })
    for (const end = Date.now() + DEADLINE_MS; Date.now() < end; await wait(40)) {
      const { targetInfo } = await send('Target.getTargetInfo', { targetId })
      const time = told.exec(targetInfo.title)
      if (time === null) continue
      await send('Target.closeTarget', { targetId })
      return { first: Number(time[1]), proven: Number(time[2]) }
    }
    throw new Error(`${url} showed no rows within ${DEADLINE_MS / 1000} s`)
  }

  return {
    /** A visit in the profile; one `untilKept` ends when the page has kept its files for use without a network. */
    visit: (url, untilKept) =>
      visit(url, undefined, untilKept ? /^first rows ([\d.]+), proven ([\d.]+), kept$/ : undefined),
    /** `cold` is the first visit of a new profile, `warm` the second visit after it. */
    async visits(url) {
      const { browserContextId } = await send('Target.createBrowserContext')
      const { first: cold } = await visit(url, browserContextId)
      await wait(300) // lets the browser finish writing its caches
      const { first: warm } = await visit(url, browserContextId)
      await send('Target.disposeBrowserContext', { browserContextId })
      return { cold, warm }
    },
    async stop() {
      const ended = new Promise((done) => chromium.once('exit', done))
      // It ends by itself, so that all it keeps gets to the disk.
      void send('Browser.close')
      await ended
      // What the browser has started may hold its ends for longer, and this program would wait for them.
      for (const pipe of [chromium.stdio[3], chromium.stdio[4]]) pipe.destroy()
      if (folder === null) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Puts the script that tells the time of the first rows before all others of a page. */
export async function addProbe(folder, page) {
  const html = await readFile(join(folder, page), 'utf8')
  await writeFile(join(folder, page), html.replace('<title>', '<script src="./probe.js"></script><title>'))
  await writeFile(
    join(folder, 'probe.js'),
    `(${String(watchFirstRows)})()\nsetInterval(${String(tellFirstRows)}, 50)\n`,
  )
  // What was packed before the script was in it.
  for (const packed of ['br', 'gz']) await rm(join(folder, `${page}.${packed}`), { force: true })
}

/** Runs in the page. */
async function tellFirstRows() {
  if (!globalThis.provenRowsAt) return
  let kept = ''
  for (const name of await caches.keys())
    if (await (await caches.open(name)).match(new URL('kept-whole', document.baseURI))) kept = ', kept'
  document.title = `first rows ${globalThis.firstRowsAt}, proven ${globalThis.provenRowsAt}${kept}`
}

/** Sends a command of the DevTools protocol, and gives its result. */
function commandsOver(input, output) {
  const waiting = new Map()
  let text = ''
  output.setEncoding('utf8')
  output.on('data', (piece) => {
    const messages = (text + piece).split('\0')
    text = messages.pop()
    for (const { id, result, error } of messages.map((message) => JSON.parse(message))) {
      const { done, failed } = waiting.get(id) ?? {}
      waiting.delete(id)
      if (error) failed?.(new Error(error.message))
      else done?.(result)
    }
  })
  let last = 0
  return (method, params = {}) =>
    new Promise((done, failed) => {
      last += 1
      waiting.set(last, { done, failed })
      input.write(`${JSON.stringify({ id: last, method, params })}\0`)
    })
}
