import {
  chooseResource,
  expectBestMatches,
  expectRecords,
  grid,
  scrollThrough,
  search,
  sortBy,
  visibleRows,
} from './explorer.ts'
import { expect, test, type Instance } from './fixtures.ts'

test.describe('from end to end', () => {
  // High, so that it takes fewer steps.
  test.use({ viewport: { width: 1440, height: 2400 } })

  test('a sort by a column of few values shows each record once from end to end', async ({ page, rowan }) => {
    await page.goto(rowan.origin)
    await chooseResource(page, 'field_programmes')
    const { total } = await rowan.call('datastore_search', { resource_id: 'field_programmes', limit: 0 })
    await sortBy(page, 'stage', 'ascending')
    await expectRecords(page, total)
    const ids = await scrollThrough(page, '_id', total)
    expect(ids.size).toBe(total)
    expect(new Set(ids.values()).size).toBe(total)
  })

  test('a search with 9,000 hits of few ranks shows each record once from end to end', async ({ page, rowan }) => {
    const resource = 'c0c0d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d98'
    const records = Array.from({ length: 12_000 }, (_, i) => ({
      bird: i % 4 === 3 ? 'egret' : 'heron '.repeat(1 + (i % 3)),
    }))
    await rowan.call('datastore_create', { resource_id: resource, aliases: 'sightings', force: true, records })
    await page.goto(rowan.origin)
    await chooseResource(page, 'sightings')
    await search(page, 'heron')
    // Best matches are one page, and told to be; the order of the table shows them all.
    await expectBestMatches(page, 9000)
    await expect(page.getByText('best matches first')).toBeVisible()
    await page.getByRole('button', { name: 'Show all 9,000 by _id' }).click()
    await expectRecords(page, 9000)
    const ids = await scrollThrough(page, '_id', 9000)
    expect(ids.size).toBe(9000)
    expect(new Set(ids.values()).size).toBe(9000)
  })
})

const MANY = 1_100_000
const BATCH = 50_000

test('the last of 1,100,000 records is reached, and few cells are in the page', async ({ page, rowan }) => {
  test.setTimeout(300_000)
  const resource = 'a5a5d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d99'
  await test.step('load through the API', () => loadMany(rowan, resource))
  await page.goto(`${rowan.origin}/`)
  await chooseResource(page, 'many_records')
  await expectRecords(page, MANY)
  await grid(page).getByRole('gridcell').first().click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Home')
  await expect.poll(async () => (await visibleRows(page)).get(MANY)?.['n']).toBe(String(MANY))
  await expect(grid(page).getByRole('row').last()).toHaveAttribute('aria-rowindex', String(MANY + 1))
  expect(await grid(page).locator('[role="gridcell"], [role="columnheader"]').count()).toBeLessThan(2000)
  await page.mouse.wheel(0, -2000)
  await expect.poll(async () => (await visibleRows(page)).has(MANY - 1)).toBe(false)
  await page.keyboard.press('ControlOrMeta+Home')
  await expect.poll(async () => (await visibleRows(page)).get(1)?.['n']).toBe('1')
})

async function loadMany(rowan: Instance, resource: string): Promise<void> {
  await rowan.call('datastore_create', {
    resource_id: resource,
    aliases: 'many_records',
    fields: [{ id: 'n', type: 'int4' }],
    force: true,
  })
  for (let first = 1; first <= MANY; first += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, MANY - first + 1) }, (_, i) => ({ n: first + i }))
    await rowan.call('datastore_upsert', {
      resource_id: resource,
      method: 'insert',
      force: true,
      records,
    })
  }
}
