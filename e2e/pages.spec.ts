import type { Page } from 'playwright/test'
import {
  chooseResource,
  expectBestMatches,
  expectRecords,
  firstCell,
  grid,
  scrollThrough,
  search,
  sortBy,
  visibleRows,
} from './explorer.ts'
import { expect, test, type Instance } from './fixtures.ts'

test(
  'a sort by a column of few values shows each record once from end to end',
  { tag: '@long' },
  async ({ page, rowan }) => {
    await page.goto(rowan.origin)
    await chooseResource(page, 'field_programmes')
    const { total } = await rowan.call('datastore_search', { resource_id: 'field_programmes', limit: 0 })
    const asked = nextPage(page)
    await sortBy(page, 'stage', 'ascending')
    await expectRecords(page, total)
    await expectEachOnce(page, rowan, await asked, total)
  },
)

test(
  'a search with 9,000 hits of few ranks shows each record once from end to end',
  { tag: '@long' },
  async ({ page, rowan }) => {
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
    const asked = nextPage(page)
    await page.getByRole('button', { name: 'Show all 9,000 by _id' }).click()
    await expectRecords(page, 9000)
    await expectEachOnce(page, rowan, await asked, 9000)
  },
)

/** The parameters of the next request for rows. */
async function nextPage(page: Page): Promise<SearchParams> {
  const request = await page.waitForRequest(
    (sent) => sent.url().endsWith('/datastore_search') && paramsOf(sent.postData()).sort !== undefined,
  )
  return paramsOf(request.postData())
}

/**
 * No record is on two of the pages that the page asks for, and their rows stand where they belong, over several pages at
 * the beginning and at the end. Scrolling through them all would only take longer.
 */
async function expectEachOnce(page: Page, rowan: Instance, asked: SearchParams, total: number): Promise<void> {
  const { limit = 0 } = asked
  expect(limit).toBeGreaterThan(0)
  const ids: string[] = []
  for (let offset = 0; offset < total; offset += limit) {
    const { records } = await rowan.call('datastore_search', { ...asked, offset })
    ids.push(...records.map((record) => String(record['_id'])))
  }
  expect(ids).toHaveLength(total)
  expect(new Set(ids).size).toBe(total)

  const shown = await scrollThrough(page, '_id', 2 * limit + 100)
  await firstCell(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Home')
  await expect.poll(async () => (await visibleRows(page)).get(total)?.['_id']).toBe(ids.at(-1))
  for (const [number, row] of await visibleRows(page)) shown.set(number, row['_id'] ?? '')
  for (const [number, id] of shown) expect(id, `row ${number}`).toBe(ids[number - 1])
}

/** More rows than that are the grid's matter alone: its own tests reach the last of 5,000,000. */
const MANY = 100_000
const BATCH = 20_000

test(
  'the last of 100,000 records is reached, and few cells are in the page',
  { tag: '@long' },
  async ({ page, rowan }) => {
    const resource = 'a5a5d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d99'
    const fields = [{ id: 'n', type: 'int4' }]
    await rowan.call('datastore_create', { resource_id: resource, aliases: 'many_records', fields, force: true })
    for (let first = 1; first <= MANY; first += BATCH) {
      const records = Array.from({ length: BATCH }, (_, at) => ({ n: first + at }))
      await rowan.call('datastore_upsert', { resource_id: resource, method: 'insert', force: true, records })
    }
    await page.goto(`${rowan.origin}/`)
    await chooseResource(page, 'many_records')
    await expectRecords(page, MANY)
    await firstCell(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('Home')
    await expect.poll(async () => (await visibleRows(page)).get(MANY)?.['n']).toBe(String(MANY))
    await expect(grid(page).getByRole('row').last()).toHaveAttribute('aria-rowindex', String(MANY + 1))
    expect(await grid(page).locator('[role="gridcell"], [role="columnheader"]').count()).toBeLessThan(2000)
    await page.mouse.wheel(0, -2000)
    await expect.poll(async () => (await visibleRows(page)).has(MANY - 1)).toBe(false)
    await page.keyboard.press('ControlOrMeta+Home')
    await expect.poll(async () => (await visibleRows(page)).get(1)?.['n']).toBe('1')
  },
)

interface SearchParams {
  readonly resource_id?: string
  readonly sort?: string
  readonly limit?: number
  readonly offset?: number
}

function paramsOf(body: string | null): SearchParams {
  return JSON.parse(body ?? '{}')
}
