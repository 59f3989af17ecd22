import { test as base, expect } from 'playwright/test'
import { startRecordingProxy, type Recorded } from './recordingProxy.ts'
import { startServer, type RunningServer } from './server.mjs'

/** Ids of the sample's tables; both are fixed. */
export const FIELD_PROGRAMMES = 'f1e1d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d02'
export const BIRD_STRIKES = '0b1d5712-1c05-4a57-9d2e-6f1a3c8e5b01'

/** What stands in front of an action's name. */
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

/** Watches all pages of a test: at its end nothing may have been said on the console, and no other host been asked. */
export interface Guard {
  /** Takes a line of the console that this test brings about, such as the browser's own on an error status. */
  expectConsole(line: RegExp): void
  /** Names a host that the user of this test named. */
  allow(origin: string): void
}

export const test = base.extend<{ guard: Guard }, { rowan: Instance; remote: Remote }>({
  rowan: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of needed fixtures from the pattern.
    async ({}, use) => {
      const server = await startServer({ token: 'rowan-e2e-token-of-the-page' })
      await use({ origin: server.origin, token: server.token, call: caller(server) })
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  remote: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const server = await startServer({ token: 'rowan-e2e-token-of-the-remote', cors: '*' })
      const proxy = await startRecordingProxy(server.origin)
      await use({
        origin: proxy.origin,
        token: server.token,
        requests: proxy.requests,
        clear: () => proxy.clear(),
        call: caller(server),
      })
      await proxy.stop()
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  guard: [
    async ({ context, rowan }, use) => {
      const said: string[] = []
      const asked = new Set<string>()
      const expected: RegExp[] = []
      const allowed = new Set([rowan.origin])
      context.on('console', (message) => {
        if (['error', 'warning', 'assert'].includes(message.type())) said.push(`${message.type()}: ${message.text()}`)
      })
      context.on('weberror', (error) => said.push(`thrown: ${error.error().message}`))
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url())
        if (protocol !== 'data:' && protocol !== 'blob:') asked.add(origin)
      })
      await use({ expectConsole: (line) => void expected.push(line), allow: (origin) => void allowed.add(origin) })
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
    },
    { auto: true },
  ],
})

export { expect }

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
