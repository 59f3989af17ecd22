import { speakToEngine } from './embeddedEngine.mjs'
import { chooseResource, expectRecords, firstCell } from './explorer.ts'
import { expect, test } from './fixtures.ts'
import { workerFinds, WITHOUT_FILES } from './workerFinds.ts'
import type { Page } from 'playwright/test'

const KEPT_NOWHERE = /This browser keeps nothing for the page/

const DENIED = `
  StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
  IDBFactory.prototype.open = () => { throw new DOMException('Denied', 'SecurityError') };
  IDBFactory.prototype.databases = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
`

test('without private files the tables are kept in IndexedDB, and outlive reload', async ({ page, context, host }) => {
  await speakToEngine(context)
  await workerFinds(page, WITHOUT_FILES)
  await visit(page, host.url)
  await makeTable(page, 'made_here')
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(names).toContain('/pglite/rowan-postgres-18')
  await page.reload()
  await chooseResource(page, 'made_here')
  await expectRecords(page, 1)
  await expect(page.getByText(KEPT_NOWHERE)).toHaveCount(0)
})

test('a browser that denies its stores: all works, and that nothing is kept is said', async ({
  page,
  context,
  host,
}) => {
  await speakToEngine(context)
  await workerFinds(page, DENIED)
  await visit(page, host.url)
  await expect(page.getByText(KEPT_NOWHERE)).toBeVisible()
  await makeTable(page, 'made_for_now')
  await page.getByRole('button', { name: 'Settings' }).click()
  const panel = page.getByRole('region', { name: 'This browser' })
  await expect(panel.getByText(/Tables made here last until the tab closes/)).toBeVisible()
})

test('a first visit on a full device says so, and goes on when there is room', async ({
  page,
  context,
  host,
  guard,
}) => {
  guard.expectConsole(/./)
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: host.origin, quotaSize: 3_000_000 })
  await page.goto(host.url)
  await expect(page.getByRole('alert')).toContainText('no room left', { timeout: 180_000 })
  await session.send('Storage.overrideQuotaForOrigin', { origin: host.origin })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
  await expectRecords(page, 3000)
})

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
  await expectRecords(page, 3000)
}

async function makeTable(page: Page, alias: string): Promise<void> {
  await page.evaluate(
    (aliases) => engine('datastore_create', { resource_id: 'ab07', aliases, records: [{ a: 1 }] }),
    alias,
  )
  const { records } = await page.evaluate((name) => engine('datastore_search', { resource_id: name }), alias)
  expect(records).toHaveLength(1)
}

declare function engine(action: string, params: object): Promise<{ records: readonly Record<string, unknown>[] }>
