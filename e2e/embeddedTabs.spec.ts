import type { BrowserContext, Page } from 'playwright/test'
import { createLoadTable, faults, kill, loadBatches, speakToEngine, storedBatches } from './embeddedEngine.mjs'
import { expectRecords, firstCell } from './explorer.ts'
import { expect, test } from './fixtures.ts'

test('three tabs write by turns and read on the screen, the owner is closed in the middle, then killed', async ({
  context,
  host,
}) => {
  const acked = await watchAcknowledged(context)
  const tabs: Page[] = []
  for (let tab = 0; tab < 3; tab += 1) tabs.push(await open(context, host.url))
  const [first, second, third] = tabs
  if (!first || !second || !third) throw new Error('Three tabs were opened')
  await createLoadTable(third)
  for (const [place, page] of tabs.entries()) void loadBatches(page, place, 3).catch(() => undefined)
  await expect.poll(() => acked.size, { timeout: 180_000 }).toBeGreaterThan(6)
  await first.close()
  const then = acked.size
  // The others go on by themselves as soon as one of them owns the store.
  await expect.poll(() => acked.size, { timeout: 180_000 }).toBeGreaterThan(then + 6)
  expect(faults(acked, await storedBatches(third))).toEqual([])
  // What is on the screen goes on, too, through the one that took over.
  await third.getByRole('searchbox', { name: 'Search records' }).fill('sediment')
  await expect(third.getByRole('grid', { name: 'Records' })).not.toHaveAttribute('aria-rowcount', '3001')
  await expect(third.getByRole('gridcell').first()).toBeVisible()
  await third.getByRole('searchbox', { name: 'Search records' }).fill('')
  // What is typed counts a moment later; a reload before that would search for the old words.
  await expectRecords(third, 3000)
  await kill(second)
  await third.reload()
  await expectRecords(third, 3000)
  expect(faults(acked, await storedBatches(third))).toEqual([])
})

test('a full device is reported each time, nothing acknowledged is lost, and work goes on when there is room', async ({
  context,
  host,
  guard,
}) => {
  guard.expectConsole(/./)
  const acked = await watchAcknowledged(context)
  const page = await open(context, host.url)
  await createLoadTable(page)
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: host.origin, quotaSize: usage + 3_000_000 })
  // PostgreSQL refuses where a table can't grow, and ends where its log can't: which one comes is not known beforehand.
  for (const first of [1, 10_000, 20_000])
    await expect(loadBatches(page, first)).rejects.toThrow(/no room left|storeFull/)
  await session.send('Storage.overrideQuotaForOrigin', { origin: host.origin })
  expect(faults(acked, await storedBatches(page))).toEqual([])
  await page.reload()
  await expectRecords(page, 3000)
  expect(faults(acked, await storedBatches(page))).toEqual([])
})

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
  return page
}

async function watchAcknowledged(context: BrowserContext): Promise<ReadonlySet<number>> {
  await speakToEngine(context)
  const acked = new Set<number>()
  await context.exposeFunction('acked', (batch: number) => void acked.add(batch))
  return acked
}
