import { basename } from 'node:path'
import { contentSecurityPolicy } from '../src/protocol/contentSecurityPolicy.ts'
import { deployPage } from './deployedPage.ts'
import { speakToEngine } from './embeddedEngine.mjs'
import {
  chooseResource,
  editor,
  expectRecords,
  firstCell,
  grid,
  openSql,
  resultStatus,
  runSql,
  search,
} from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'
import { startServer } from './server.mjs'
import { expectCopied, startCopy } from './support/copiedTables.ts'
import { TOKEN_MARK } from './tokenWatch.ts'
import type { Page } from 'playwright/test'

/** What the first visit loads, all that is kept for offline use with it, as bytes of bodies on a host that compresses nothing. */
const FIRST_VISIT_BYTES = 18_700_000

// One visit for all of it: each costs some seconds. A page and a worker of a host that sends the policy too may do less than
// those of a host without headers.
test(
  'the first visit, a new build on the host, then everything without a network',
  { tag: '@long' },
  async ({ page, context, guard }) => {
    const host = await deployPage(undefined, { 'content-security-policy': contentSecurityPolicy })
    guard.allow(host.origin)
    guard.expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    try {
      await speakToEngine(context)
      await test.step('the sample is there, no more is loaded than needed, and each file once', async () => {
        await page.goto(host.url)
        await expect(page.getByText(/Starting PostgreSQL in this browser/)).toBeVisible()
        await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
        await expectRecords(page, 3000)
        const rows = host.bytes()
        await expect.poll(() => keptBuilds(page), { timeout: 120_000 }).toEqual([await host.build()])
        const bytes = host.bytes()
        const description = `${bytes} bytes with all that is kept for offline use, ${rows} when the first rows were there`
        test.info().annotations.push({ type: 'weight', description })
        console.log(`this browser, first visit: ${description}`)
        expect(bytes).toBeLessThan(FIRST_VISIT_BYTES)
        const files = host.requests.filter((path) => path.endsWith('.bin'))
        expect(files.toSorted()).toEqual([...new Set(files)].toSorted())
      })

      const old = new Set(await host.scripts())
      await host.deploy()
      const now = await host.build()
      await test.step('the page of the old build stays whole', async () => {
        // The editor is loaded now, from a build that the host has no more.
        await openSql(page)
        await expect(editor(page)).toBeVisible()
        expect(await loaded(page)).toContainEqual(expect.stringMatching(/^SqlEditor-/))
        expect((await loaded(page)).filter((name) => !old.has(name))).toEqual([])
      })

      await test.step('a reload brings the new one', async () => {
        // Another navigation may find the page of before in the browser's own store, fresh for a tenth of its age.
        await page.reload()
        await expect(page.locator('html')).toHaveAttribute('data-build', now)
        await page.getByRole('tab', { name: 'Filter' }).click()
        await expectRecords(page, 3000)
        expect((await loaded(page)).filter((name) => old.has(name))).toEqual([])
        await expect.poll(() => keptBuilds(page)).toEqual([now])
      })

      await test.step('without a network', async () => {
        await context.setOffline(true)
        await page.reload()
        await expect(page.locator('html')).toHaveAttribute('data-build', now)
        await expectRecords(page, 3000)
        await search(page, 'sediment')
        await expect(grid(page)).not.toHaveAttribute('aria-rowcount', '3001')
        await openSql(page)
        await runSql(page, 'SELECT count(*) FROM {table}')
        await expectRecords(page, 1)
        expect((await loaded(page)).filter((name) => old.has(name))).toEqual([])
        await page.evaluate(() =>
          engine('datastore_create', {
            resource_id: 'ab00',
            aliases: 'made_offline',
            fields: [{ id: 'n', type: 'int' }],
            records: [{ n: 7 }],
          }),
        )
        await page.reload()
        await chooseResource(page, 'made_offline')
        await expectRecords(page, 1)
      })
    } finally {
      await context.setOffline(false)
      await host.stop()
    }
  },
)

// A host of files says less of them than a server: what it compresses, and what each is.
test('This browser opens without the server that it was first opened at', async ({ page, guard }) => {
  guard.expectConsole(/Failed to load resource/)
  const server = await startServer({ token: `${TOKEN_MARK}of-the-offline-page` })
  guard.allow(server.origin)
  try {
    await page.goto(server.origin)
    await expect(firstCell(page)).toBeVisible()
    await page.getByRole('combobox', { name: 'Instance' }).click()
    await page.getByRole('option', { name: /This browser/ }).click()
    await expectRecords(page, 3000)
    await expect.poll(() => keptBuilds(page)).toHaveLength(1)
  } finally {
    await server.stop()
  }
  await page.reload()
  await expectRecords(page, 3000)
  await search(page, 'sediment')
  await expect(grid(page)).not.toHaveAttribute('aria-rowcount', '3001')
  const licences = await page.evaluate(async () => (await fetch('licences.txt')).text())
  expect(licences).toContain('MIT')
})

test('a copy is there without a network, though This browser was never opened', async ({
  page,
  context,
  rowan,
  guard,
}) => {
  guard.expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await page.goto(`${rowan.origin}/#table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  await startCopy(page)
  await expectCopied(page, FIELD_PROGRAMMES, 3000)
  await expect.poll(() => keptBuilds(page)).toHaveLength(1)
  await context.setOffline(true)
  await page.reload()
  await expectRecords(page, 3000)
  await expect(resultStatus(page)).toContainText(/on the copy/)
  await search(page, 'sediment')
  await expect(grid(page)).not.toHaveAttribute('aria-rowcount', '3001')
  await context.setOffline(false)
})

declare function engine(action: string, params: object): Promise<unknown>

/** The builds that the service worker keeps whole. */
function keptBuilds(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const whole = await Promise.all(
      names.map(async (name) => (await caches.open(name)).match(new URL('kept-whole', document.baseURI))),
    )
    return names.filter((_, at) => whole[at]).map((name) => name.split(' ').at(-1) ?? '')
  })
}

/** The names of the scripts that this page has loaded. */
async function loaded(page: Page): Promise<readonly string[]> {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return urls.filter((url) => /\/assets\/[^/]+\.js$/.test(url)).map((url) => basename(url))
}
