import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { onPath } from '../../src/cli/chromium.mjs'
import { chordActions, pressActions, typeActions } from './actions.mjs'
import { startProgram } from './startProgram.mjs'

/** The path of an installed Firefox; null if there is none. */
export const installedFirefox = () => onPath(['firefox', 'firefox-esr'])

/** What a profile of a test asks for: no proxy, no page of welcome, no reports. */
const PREFERENCES = `user_pref('network.proxy.type', 0)
user_pref('browser.aboutwelcome.enabled', false)
user_pref('datareporting.policy.dataSubmissionEnabled', false)
`

/** Starts an installed Firefox without a window, with a profile that ends with it. It speaks WebDriver BiDi itself. */
export async function startFirefox() {
  const profile = await mkdtemp(join(tmpdir(), 'rowan-firefox-'))
  await writeFile(join(profile, 'user.js'), PREFERENCES)
  const program = await startProgram(
    installedFirefox(),
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { ready: /WebDriver BiDi listening on (ws:\S+)/ },
  )
  const { ask, end } = await connect(`${program.match[1]}/session`)
  const { capabilities } = await ask('session.new', { capabilities: {} })
  return {
    version: capabilities.browserVersion,
    async openTab() {
      const { context } = await ask('browsingContext.create', { type: 'tab' })
      await ask('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } })
      const perform = (actions) => ask('input.performActions', { context, actions })
      return {
        goTo: (url) => ask('browsingContext.navigate', { context, url, wait: 'complete' }),
        reload: () => ask('browsingContext.reload', { context, wait: 'complete' }),
        async run(work, argument) {
          const { result, exceptionDetails } = await ask('script.callFunction', {
            target: { context },
            // Text goes in and out, as BiDi writes each value with its type.
            functionDeclaration: `async (text) => JSON.stringify((await (${String(work)})(JSON.parse(text))) ?? null)`,
            arguments: [{ type: 'string', value: JSON.stringify(argument ?? null) }],
            awaitPromise: true,
          })
          if (exceptionDetails) throw new Error(exceptionDetails.text)
          return JSON.parse(result.value)
        },
        press: (x, y, times) => perform(pressActions(x, y, times)),
        type: (text) => perform(typeActions(text)),
        chord: (...names) => perform(chordActions(names)),
        close: () => ask('browsingContext.close', { context }),
      }
    },
    async stop() {
      end()
      await program.stop()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Opens the connection; `ask` sends one command of BiDi and gives its result. */
async function connect(url) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const asked = new Map()
  socket.on('message', (data) => {
    const { id, type, result, error, message } = JSON.parse(String(data))
    const waiting = asked.get(id)
    asked.delete(id)
    if (type === 'success') waiting?.resolve(result)
    else if (type === 'error') waiting?.reject(new Error(`${error}: ${message}`))
  })
  socket.on('close', () => {
    for (const { reject } of asked.values()) reject(new Error('Firefox has ended.'))
  })
  let last = 0
  return {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1
        asked.set(last, { resolve, reject })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    end: () => socket.close(),
  }
}
