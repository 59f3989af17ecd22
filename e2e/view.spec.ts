import type { Page } from 'playwright/test'
import {
  addFilter,
  chooseResource,
  columnHeader,
  connect,
  editor,
  expectRecords,
  grid,
  openSql,
  runSql,
  search,
  setLimit,
  sortBy,
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

test('a link to a statement shows it and its result', async ({ page, rowan, context }) => {
  await page.goto(rowan.origin)
  await openSql(page)
  await runSql(page, 'SELECT subject FROM {table} LIMIT 6')
  await expectRecords(page, 6)
  const other = await context.newPage()
  await other.goto(page.url())
  await expectRecords(other, 6)
  await expect(editor(other)).toBeVisible()
  await expect(other.locator('.view-lines')).toContainText(FIELD_PROGRAMMES)
})

test('Share copies the link', async ({ page, rowan, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(rowan.origin)
  await setLimit(page, 12)
  await expectRecords(page, 12)
  await page.getByRole('button', { name: 'Share' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await context.newPage()
  await other.goto(link)
  await expectRecords(other, 12)
})

test('the token is in no link, and on the device only when that is asked for', async ({
  page,
  rowan,
  remote,
  guard,
}) => {
  guard.allow(remote.origin)
  await page.goto(rowan.origin)
  await connect(page, { baseUrl: remote.origin, token: remote.token })
  await chooseResource(page, 'field_programmes')
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible()
  expect(page.url()).not.toContain(remote.token)
  expect(await stored(page, 'localStorage')).not.toContain(remote.token)
  expect(await stored(page, 'sessionStorage')).toContain(remote.token)

  await connect(page, { name: 'Remembered', baseUrl: `${remote.origin}/`, token: remote.token, remember: true })
  expect(page.url()).not.toContain(remote.token)
  expect(await stored(page, 'localStorage')).toContain(remote.token)
})

async function expectNarrowed(page: Page): Promise<void> {
  await expectRecords(page, 25)
  await expect(page.getByRole('group', { name: 'stage is any of active, draft' })).toBeVisible()
  await expect(columnHeader(page, 'subject')).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('spinbutton', { name: 'Limit' })).toHaveValue('25')
}

function stored(page: Page, store: 'localStorage' | 'sessionStorage'): Promise<string> {
  return page.evaluate((name) => JSON.stringify(Object.entries(window[name])), store)
}
