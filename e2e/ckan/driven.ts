import { test as base, type Page } from 'playwright/test'
import { gotoKnown } from '../explorer.ts'
import { startStaticServer } from '../staticServer.mjs'
import { site } from './site.ts'

/** One request of the page to the site. */
export interface Asked {
  readonly action: string
  readonly sent: string
  /** 0 while there is no answer, or if the page gave it up; -1 if there was none. */
  status: number
}

/** Those that were refused, or failed; not those that the page gave up. */
export function refusedOf(asked: readonly Asked[]): readonly Asked[] {
  return asked.filter(({ status }) => status < 0 || status >= 400)
}

/** The page on a site, its requests counted. */
export interface Driven {
  readonly page: Page
  /** Opens a table, by its id and the rest of a link. */
  readonly open: (table: string, link?: string) => Promise<void>
  /** Does it, waits until nothing is asked any more, and notes how many requests that took. Gives them. */
  readonly step: (name: string, act: () => Promise<unknown>) => Promise<readonly Asked[]>
}

export const test = base.extend<{ driven: Driven }, { origin: string }>({
  origin: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of needed fixtures from the pattern.
    async ({}, use) => {
      const server = await startStaticServer()
      await use(server.url.replace(/\/$/, ''))
      await server.stop()
    },
    { scope: 'worker' },
  ],
  driven: async ({ page, origin }, provide, info) => {
    const baseUrl = info.titlePath.some((title) => title === 'SQL off') ? site.bases.nosql : site.bases.sql
    const { asked, settled } = watched(page, baseUrl)
    await provide({
      page,
      open: (table, link = '') =>
        gotoKnown(page, origin, { name: 'CKAN', baseUrl, token: site.tokens.editor }, `table=${table}${link}`),
      async step(name, act) {
        const before = asked.length
        await act()
        await settled()
        const since = asked.slice(before)
        if (process.env['ROWAN_ASKED'] === '1') for (const { action, sent } of since) console.log(name, action, sent)
        const refused = refusedOf(since)
        const kinds = [...new Set(since.map(({ action }) => action))].map(
          (kind) => `${since.filter(({ action }) => action === kind).length} ${kind}`,
        )
        info.annotations.push({
          type: 'step',
          description: `${name}: ${since.length} (${refused.length})   ${kinds.join(', ')}${refused.map(({ action, sent, status }) => `\n      ${status} ${action} ${sent.slice(0, 300)}`).join('')}`,
        })
        return since
      },
    })
  },
})

/** What the page asks of that site, and a wait until it asks nothing any more. */
function watched(page: Page, baseUrl: string) {
  const asked: Asked[] = []
  const running = new Map<object, Asked>()
  let seen = 0
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseUrl}/`) || request.method() === 'OPTIONS') return
    const { pathname, search } = new URL(request.url())
    const one = { action: pathname.split('/').at(-1) ?? '', sent: request.postData() ?? search, status: 0 }
    running.set(request, one)
    asked.push(one)
  })
  const ended = (request: object, status: number) => {
    const one = running.get(request)
    if (one !== undefined) one.status = status
    running.delete(request)
  }
  page.on('requestfinished', async (request) => ended(request, (await request.response())?.status() ?? 0))
  page.on('requestfailed', (request) => ended(request, request.failure()?.errorText === 'net::ERR_ABORTED' ? 0 : -1))
  const settled = async () => {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      await page.waitForTimeout(LOOK_MS)
      if (running.size > 0 || !(await isAtRest(page)) || asked.length > seen) looks = -1
      seen = asked.length
    }
  }
  return { asked, settled }
}

/** How often in a row nothing is asked or awaited until a step is over: longer than the page waits before it asks for more. */
const LOOKS = 10
const LOOK_MS = 150

/** Whether each header that is drawn says what its column holds, of the records that are shown, and the page has time. */
function isAtRest(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    await new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 }))
    const isAwaited = '[role="columnheader"] :is([class*="awaited"], [inert])'
    return document.querySelector(`${isAwaited}, [role="grid"][aria-busy="true"]`) === null
  })
}
