import type { Page } from 'playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { columnHeader, firstCell, grid, openKnown } from './explorer.ts'
import type { Asked } from './faultProxy.ts'
import { gone } from './faults.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test, type Instance } from './fixtures.ts'

const LARGE = 'c0b1e500-0000-4000-8000-000000100000'

async function open(page: Page, rowan: Instance, table: string, link = ''): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${rowan.origin}/#v=1&table=${table}${link}`)
  await expect(firstCell(page)).toBeVisible()
}

async function cellOf(page: Page, row: number, column: string) {
  const place = await columnHeader(page, column).getAttribute('aria-colindex')
  return grid(page).locator(`[role="row"][aria-rowindex="${row + 1}"] [role="gridcell"][aria-colindex="${place}"]`)
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const notice = (page: Page) => page.getByRole('status', { name: 'Notice' })

test('a drag over cells is counted in the status bar and copied with headers, and as JSON from the menu', async ({
  page,
  rowan,
}) => {
  await open(page, rowan, FIELD_PROGRAMMES)
  const sql = `SELECT title, area_km2 FROM "${FIELD_PROGRAMMES}" ORDER BY _id LIMIT 3`
  const { records } = await rowan.call('datastore_search_sql', { sql })
  const area = await cellOf(page, 1, 'area_km2')
  await area.click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText(/^3 cells in 3 rows × 1 column/)).toBeVisible()
  await expect(page.getByText(/^sum [\d,.]+$/)).toBeVisible()
  await page.keyboard.press('Control+c')
  await expect(notice(page)).toHaveText('3 cells copied.')
  const values = records.map((record) => record['area_km2'] ?? '')
  expect((await clipboard(page)).split('\r\n').slice(1).map(Number)).toEqual(values.map(Number))

  await area.click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Copy 3 cells' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Copy as…' }).press('Enter')
  await expect(page.getByRole('menu', { name: 'Copy as' }).getByRole('menuitem').first()).toBeFocused()
  await expectAccessibleEverywhere(page, 'the menu of copies')
  await page.getByRole('menuitem', { name: 'JSON' }).click()
  await expect.poll(() => clipboard(page)).toMatch(/^\[/)
  expect(JSON.parse(await clipboard(page))).toEqual(records.map(({ area_km2 }) => ({ area_km2 })))
})

test('a column of rows that are not loaded is fetched, then copied whole', async ({ page, rowan }) => {
  await open(page, rowan, BIRD_STRIKES)
  const { total } = await rowan.call('datastore_search', { resource_id: BIRD_STRIKES, limit: 0, include_total: true })
  await firstCell(page).click()
  await page.keyboard.press('Control+Shift+Space')
  await copyCells(page, total)
  expect((await clipboard(page)).split('\r\n')).toHaveLength(total + 1)
})

/** Presses Ctrl C, once more if the browser wants that, until so many cells are said to be copied. */
async function copyCells(page: Page, cells: number): Promise<void> {
  const words = `${cells.toLocaleString('en')} cells copied.`
  await page.keyboard.press('Control+c')
  const ready = page.getByText(/^Ready: press Ctrl C again/)
  await expect(notice(page).filter({ hasText: words }).or(ready)).toBeVisible()
  if (await ready.isVisible()) await page.keyboard.press('Control+c')
  await expect(notice(page)).toHaveText(words)
}

test('100,000 records that were not loaded are copied whole, or it is said where that stopped', async ({
  page,
  rowan,
  remote,
  faulty,
  guard,
}) => {
  guard.expectConsole(/Failed to load resource|net::ERR/)
  const all = 100_000
  const fields = [
    { id: 'n', type: 'int4' },
    { id: 'note', type: 'text' },
  ]
  const names = { aliases: 'a_hundred_thousand', force: true, resource_id: LARGE }
  await remote.call('datastore_create', { ...names, fields })
  for (let from = 1; from <= all; from += 20_000) {
    const records = Array.from({ length: 20_000 }, (_, at) => ({ n: from + at, note: `note ${from + at}` }))
    await remote.call('datastore_upsert', { resource_id: LARGE, force: true, method: 'insert', records })
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openKnown(page, rowan.origin, { name: 'Remote', baseUrl: faulty.origin }, `table=${LARGE}`)
  await firstCell(page).click()
  await page.keyboard.press('ControlOrMeta+a')

  const after = ({ params }: Asked) =>
    Math.max(
      Number(params['offset'] ?? 0),
      Number(/"gt":(\d+)/.exec(JSON.stringify(params).replaceAll('\\', ''))?.[1] ?? 0),
    )
  faulty.play(gone, { is: (asked) => after(asked) >= 60_000 })
  await page.keyboard.press('Control+c')
  const stopped = page.getByRole('alert').filter({ hasText: 'could not be fetched, so nothing was copied.' })
  await expect(stopped).toBeVisible()
  const answered = faulty.requests.map((asked) => after(asked)).filter((from) => from >= 60_000)
  const first = Math.min(...answered) + 1
  await expect(stopped).toHaveText(`Row ${first.toLocaleString('en')} could not be fetched, so nothing was copied.`)
  faulty.heal()

  await grid(page).locator('[role="gridcell"][tabindex="0"]').focus()
  await copyCells(page, 3 * all)
  const [head, ...lines] = (await clipboard(page)).split('\r\n')
  expect(head).toBe('_id\tn\tnote')
  expect(lines).toHaveLength(all)
  expect(lines.findIndex((line, at) => line !== `${at + 1}\t${at + 1}\tnote ${at + 1}`)).toBe(-1)

  // Of several ranges each value stands where it stood.
  await (await cellOf(page, 2, 'n')).click()
  await page.keyboard.press('Shift+ArrowDown')
  await (await cellOf(page, 6, 'note')).click({ modifiers: ['ControlOrMeta'] })
  await copyCells(page, 3)
  expect(await clipboard(page)).toBe('n\tnote\r\n2\t\r\n3\t\r\n\tnote 6')
  await remote.call('datastore_delete', { resource_id: LARGE, force: true })
})

test('Find goes from match to match beyond what is loaded, and Go to leads to a place, an _id and a column', async ({
  page,
  rowan,
}) => {
  await open(page, rowan, BIRD_STRIKES)
  await firstCell(page).click()
  await page.keyboard.press('Control+f')
  const field = page.getByRole('textbox', { name: 'Find in the cells' })
  await expect(field).toBeFocused()
  const found = page.locator('search output')
  await field.fill('ostrich-like nonsense')
  await expect(found.filter({ hasText: /^No(ne in| match)/ })).toBeVisible()
  await field.fill('e')
  await expect(found.filter({ hasText: /^1 of at least \d/ })).toBeVisible()
  await field.press('Enter')
  await expect(found.filter({ hasText: /^2 of at least \d/ })).toBeVisible()
  await field.press('Shift+Enter')
  await expect(found.filter({ hasText: /^1 of at least \d/ })).toBeVisible()
  await expectAccessibleEverywhere(page, 'Find in the cells')
  await field.press('Escape')
  await expect(grid(page).locator('[role="gridcell"]:focus')).toBeVisible()

  const goTo = page.getByRole('textbox', { name: 'Go to a row or column' })
  const focusedRow = grid(page).locator('[role="row"]:has([role="gridcell"]:focus)')
  await page.keyboard.press('g')
  await goTo.fill('4321')
  await goTo.press('Enter')
  await expect(focusedRow).toHaveAttribute('aria-rowindex', '4322')
  await page.keyboard.press('g')
  await page.getByRole('group', { name: 'What the number means' }).getByRole('button', { name: '_id' }).click()
  await goTo.fill('7')
  await goTo.press('Enter')
  await expect(focusedRow).toHaveAttribute('aria-rowindex', '8')
  await page.keyboard.press('g')
  await goTo.fill('no such column')
  await goTo.press('Enter')
  await expect(page.getByText('No column is named no such column.')).toBeVisible()
})
