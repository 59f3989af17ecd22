import type { Page } from 'playwright/test'
import {
  addFilter,
  chooseResource,
  columnHeader,
  editor,
  expectRecords,
  firstCell,
  openSql,
  runSql,
  search,
  setLimit,
  sortBy,
  visibleRows,
} from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

test('reload, a pasted link and Back restore the view', async ({ page, rowan, context }) => {
  await page.goto(rowan.origin)
  await chooseResource(page, 'field_programmes')
  await addFilter(page, 'stage', ['active', 'draft'])
  await sortBy(page, 'subject', 'descending')
  await setLimit(page, 25)
  await expectRecords(page, 25)

  await page.reload()
  await expectNarrowed(page)

  const other = await context.newPage()
  await other.goto(page.url())
  await expectNarrowed(other)

  await search(page, 'nothingmatchesthisword')
  await expectRecords(page, 0)
  await page.goBack()
  await expectNarrowed(page)
  await expect(page.getByRole('searchbox', { name: 'Search records' })).toHaveValue('')
  await page.goForward()
  await expect(page.getByRole('searchbox', { name: 'Search records' })).toHaveValue('nothingmatchesthisword')
})

test('a link with two filters on one field shows both, and each is changed by itself', async ({ page, rowan }) => {
  const link = (...filters: string[]) =>
    `${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}${filters.map((filter) => `&${encodeURI(filter)}`).join('')}`
  const chip = (name: string) => page.getByRole('group', { name, exact: true })
  await page.goto(link('filter=["stage","active","draft"]', 'filter=["stage","active"]'))
  await expect(chip('stage is any of active, draft')).toBeVisible()
  await chip('stage is active').getByRole('button', { name: 'stage is active' }).click()
  await page.getByRole('dialog', { name: 'Filter on stage' }).getByRole('checkbox', { name: 'draft' }).check()
  await expect(chip('stage is draft')).toBeVisible()
  await expect(chip('stage is any of active, draft')).toBeVisible()
  await page.keyboard.press('Escape')
  await chip('stage is draft').getByRole('button', { name: 'Remove filter on stage' }).click()
  await expect(chip('stage is draft')).toBeHidden()
  await expect(chip('stage is any of active, draft')).toBeVisible()
})

test('a link to a group of conditions shows it and its records, and it can be removed', async ({ page, rowan }) => {
  const where = encodeURIComponent('{"any":[["filter","stage","active"],["filter","subject","watershed"]]}')
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&where=${where}`)
  const group = page.getByRole('group', { name: 'any of 2: stage is active, or subject is watershed' })
  await expect(group).toBeVisible()
  await expect(firstCell(page)).toBeVisible()
  const found = await visibleRows(page)
  expect(found.size).toBeGreaterThan(5)
  for (const row of found.values()) expect(row['stage'] === 'active' || row['subject'] === 'watershed').toBe(true)
  await group.getByRole('button', { name: 'Remove group any of' }).click()
  await expect(group).toBeHidden()
  await expectRecords(page, 3000)
})

test(
  'Share copies the link, and one to a statement shows it and its result',
  { tag: '@long' },
  async ({ page, rowan, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(rowan.origin)
    await openSql(page)
    await runSql(page, 'SELECT subject FROM {table} LIMIT 6')
    await expectRecords(page, 6)
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    const link = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(link).toContain('#')
    const other = await context.newPage()
    await other.goto(await link())
    await expectRecords(other, 6)
    await expect(editor(other)).toBeVisible()
    await expect(other.locator('.view-lines')).toContainText(FIELD_PROGRAMMES)
  },
)

async function expectNarrowed(page: Page): Promise<void> {
  await expectRecords(page, 25)
  await expect(page.getByRole('group', { name: 'stage is any of active, draft' })).toBeVisible()
  await expect(columnHeader(page, 'subject')).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('spinbutton', { name: 'Limit' })).toHaveValue('25')
}
