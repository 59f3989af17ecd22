import {
  createLoadTable,
  faults,
  loadBatches,
  speakToEngine,
  storedBatches,
  watchAcknowledged,
} from './embeddedEngine.mjs'
import { chooseResource, expectRecords, firstCell, grid } from './explorer.ts'
import { expect, test } from './fixtures.ts'
import { EXACT, EXACT_STORED, EXACT_TABLE, EXACT_TEXTS } from './support/exactTable.ts'
import { workerFinds, WITHOUT_FILES } from './workerFinds.ts'

test(
  'without private files the tables are kept in IndexedDB; a record is changed in one field, the others stay as they are',
  { tag: '@long' },
  async ({ page, context, host }) => {
    await speakToEngine(context)
    await workerFinds(page, WITHOUT_FILES)
    await page.goto(host.url)
    await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
    await expectRecords(page, 3000)
    await page.evaluate((body) => engine('datastore_create', body), EXACT_TABLE)
    const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    expect(names).toContain('/pglite/rowan-postgres-18')
    await page.reload()
    await chooseResource(page, EXACT)
    await expectRecords(page, 2)
    await expect(page.getByText(/This browser keeps nothing for the page/)).toHaveCount(0)
    const stored = () => page.evaluate((sql) => engine('datastore_search_sql', { sql }), EXACT_TEXTS)
    expect((await stored()).records).toEqual([{ ...EXACT_STORED, note: 'before' }])
    await grid(page).getByRole('rowheader', { name: '1', exact: true }).dblclick()
    const panel = page.getByRole('complementary', { name: 'Record' })
    await panel.getByRole('button', { name: 'Edit' }).click()
    await panel.getByRole('textbox', { name: 'note' }).fill('after')
    await panel.getByRole('button', { name: 'Save changes' }).click()
    await expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible()
    expect((await stored()).records).toEqual([{ ...EXACT_STORED, note: 'after' }])
  },
)

test('with 100 MB of quota tables are made at the first visit and kept, and Settings tells what they really take', async ({
  page,
  context,
  host,
}) => {
  await speakToEngine(context)
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: host.origin, quotaSize: 100_000_000 })
  await page.goto(host.url)
  await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
  // Each has seven files, for which Chromium would keep 7 MB reserved.
  for (let n = 1; n <= 12; n += 1)
    await page.evaluate(
      (n) =>
        engine('datastore_create', { resource_id: `room${n}`, aliases: `room ${n}`, records: [{ a: 1 }, { a: 2 }] }),
      n,
    )
  const { usage } = await session.send('Storage.getUsageAndQuota', { origin: host.origin })
  expect(usage).toBeLessThan(70_000_000)
  await page.reload()
  await chooseResource(page, 'room 12')
  await expectRecords(page, 2)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const panel = page.getByRole('region', { name: 'This browser' })
  await expect(panel.getByText(/^[345]\d MB kept on this device\.$/)).toBeVisible()
  await expect(panel.getByText('A private window keeps its tables only until it is closed.')).toBeVisible()
})

test(
  'a full device is reported at the first visit and each time after, nothing acknowledged is lost, and work goes on when there is room',
  { tag: '@long' },
  async ({ page, context, host, guard }) => {
    guard.expectConsole(/./)
    const acked = await watchAcknowledged(context)
    const session = await context.newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: host.origin, quotaSize: 3_000_000 })
    await page.goto(host.url)
    await expect(page.getByRole('alert')).toContainText('no room left', { timeout: 180_000 })
    await session.send('Storage.overrideQuotaForOrigin', { origin: host.origin })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
    await expectRecords(page, 3000)

    await createLoadTable(page)
    const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
    await session.send('Storage.overrideQuotaForOrigin', { origin: host.origin, quotaSize: usage + 3_000_000 })
    // PostgreSQL refuses where a table can't grow, and ends where its log can't: which one comes is not known beforehand.
    for (const first of [1, 10_000, 20_000])
      await expect(loadBatches(page, first)).rejects.toThrow(/no room left|storeFull/)
    await session.send('Storage.overrideQuotaForOrigin', { origin: host.origin })
    expect(faults(acked, await storedBatches(page))).toEqual([])
    await page.reload()
    await expectRecords(page, 3000)
    expect(faults(acked, await storedBatches(page))).toEqual([])
  },
)

declare function engine(
  action: string,
  params: object | string,
): Promise<{ records: readonly Record<string, unknown>[] }>
