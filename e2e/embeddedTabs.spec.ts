import type { BrowserContext, Page } from 'playwright/test'
import { createLoadTable, faults, kill, loadBatches, storedBatches, watchAcknowledged } from './embeddedEngine.mjs'
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

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
  return page
}
