import { test as base, expect, type Page } from 'playwright/test'
import { startFaultProxy, type FaultProxy } from './faultProxy.ts'
import { startRecordingProxy, type Recorded } from './recordingProxy.ts'
import { startServer, type RunningServer } from './server.mjs'
import { startStaticServer, type StaticServer } from './staticServer.mjs'
import { TOKEN_MARK, watchTokens } from './tokenWatch.ts'

/** Ids of the sample's tables; both are fixed. */
export const FIELD_PROGRAMMES = 'f1e1d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d02'
export const BIRD_STRIKES = '0b1d5712-1c05-4a57-9d2e-6f1a3c8e5b01'

/** What comes before an action's name. */
export const PREFIX = '/en/api/3/action'

/** A service to speak to, from the test itself or from the page. */
export interface Instance {
  readonly origin: string
  readonly token: string
  /** Calls an action with the token; gives the `result` or throws with the answer's text. */
  call(action: string, params: object): Promise<ActionResult>
}

/** The members of results that the tests look at. */
export interface ActionResult {
  readonly records: readonly Record<string, unknown>[]
  readonly fields: readonly { readonly id: string; readonly type: string }[]
  readonly total: number
}

/** A second instance on a port of its own that other origins may read, behind a recorder. */
export interface Remote extends Instance {
  readonly requests: readonly Recorded[]
  clear(): void
}

/**
 * Watches all pages of a test: at its end nothing may have been said on the console, no other host been asked, and no
 * token stand where it does not belong.
 */
export interface Guard {
  /** Takes a line of the console that this test brings about, such as the browser's own on an error status. */
  expectConsole(line: RegExp): void
  /** Names a host that the user of this test named, and the token that is given for it. */
  allow(origin: string, token?: string): void
}

export const test = base.extend<
  { guard: Guard; faulty: FaultProxy; host: StaticServer; isNewcomer: boolean },
  { tokenPlaces: Set<string>; rowan: Instance; remote: Remote; faultProxy: FaultProxy }
>({
  /** Whether the page shows the ways to begin, as it does to whoever has never used it; most tests are of later visits. */
  isNewcomer: [false, { option: true }],
  context: async ({ context, isNewcomer }, give) => {
    if (!isNewcomer) await context.addInitScript(endFirstVisit)
    await give(context)
  },
  /** Which token may go to which origin, as `token origin`. */
  tokenPlaces: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of needed fixtures from the pattern.
    async ({}, use) => use(new Set<string>()),
    { scope: 'worker' },
  ],
  rowan: [
    async ({ tokenPlaces }, use) => {
      const server = await startServer({ token: `${TOKEN_MARK}of-the-page` })
      tokenPlaces.add(`${server.token} ${server.origin}`)
      await use({ origin: server.origin, token: server.token, call: caller(server) })
      await server.stop()
      expectNoToken(server)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  remote: [
    async ({ tokenPlaces }, use) => {
      const server = await startServer({ token: `${TOKEN_MARK}of-the-remote`, cors: '*' })
      const proxy = await startRecordingProxy(server.origin)
      tokenPlaces.add(`${server.token} ${proxy.origin}`)
      await use({
        origin: proxy.origin,
        token: server.token,
        requests: proxy.requests,
        clear: () => proxy.clear(),
        call: caller(server),
      })
      await proxy.stop()
      await server.stop()
      expectNoToken(server)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  faultProxy: [
    async ({ remote }, use) => {
      const proxy = await startFaultProxy(remote.origin)
      await use(proxy)
      await proxy.stop()
    },
    { scope: 'worker' },
  ],
  /** The remote instance with whatever is played to go wrong; a test begins with nothing wrong. */
  faulty: [
    async ({ faultProxy, guard, remote }, use) => {
      guard.allow(faultProxy.origin, remote.token)
      faultProxy.clear()
      await use(faultProxy)
      faultProxy.heal()
    },
    { scope: 'test' },
  ],
  /** A host of files with the built page, where the page has its own PostgreSQL. Each test has a new one, with empty storage. */
  host: [
    async ({ guard }, use) => {
      const host = await startStaticServer()
      guard.allow(host.origin)
      await use(host)
      await host.stop()
    },
    { scope: 'test' },
  ],
  guard: [
    async ({ context, rowan, tokenPlaces }, use) => {
      const said: string[] = []
      const asked = new Set<string>()
      const expected: RegExp[] = []
      const allowed = new Set([rowan.origin])
      const tokens = watchTokens(context, tokenPlaces)
      context.on('console', (message) => {
        if (!['error', 'warning', 'assert'].includes(message.type())) return
        said.push(`${message.type()}: ${message.text()} at ${message.location().url.slice(0, 1000)}`)
      })
      context.on('weberror', (error) => said.push(`thrown: ${error.error().message}`))
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url())
        if (protocol !== 'data:' && protocol !== 'blob:') asked.add(origin)
      })
      await use({
        expectConsole: (line) => void expected.push(line),
        allow: (origin, token) => {
          allowed.add(origin)
          if (token !== undefined) tokenPlaces.add(`${token} ${origin}`)
        },
      })
      expect
        .soft(
          said.filter((line) => !expected.some((pattern) => pattern.test(line))),
          'the console stays empty',
        )
        .toEqual([])
      expect
        .soft(
          [...asked].filter((origin) => !allowed.has(origin)),
          'no request leaves for a host that was not named',
        )
        .toEqual([])
      expect.soft(await tokens.findings(), 'no token stands where it does not belong').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Runs in each document before the page does; a document that may not use storage has no first visit either. */
function endFirstVisit(): void {
  try {
    localStorage.setItem('rowan.setting.firstVisit', '"over"')
  } catch {
    // Such as the empty document that a tab begins with.
  }
}

/**
 * Has the page find that this device has a network, also on a machine that has none: Chromium knows that by the machine's
 * interfaces, of which the one to itself does not count. `setOffline` undoes it.
 */
export async function putOnline(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.overrideNetworkState', {
    offline: false,
    latency: 0,
    downloadThroughput: 1e9,
    uploadThroughput: 1e9,
    connectionType: 'ethernet',
  })
}

/** What a server of ours writes may end up in a log that others read. */
function expectNoToken(server: RunningServer): void {
  expect(server.said().includes(TOKEN_MARK), 'the server writes no token').toBe(false)
}

function caller(server: RunningServer): Instance['call'] {
  return async (action, params) => {
    const response = await fetch(`${server.origin}${PREFIX}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: server.token },
      body: JSON.stringify(params),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${action} answered ${response.status}: ${text.slice(0, 2000)}`)
    const answer: { result: ActionResult } = JSON.parse(text)
    return answer.result
  }
}
