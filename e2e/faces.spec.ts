import { expectAccessibleEverywhere } from './accessible.ts'
import {
  expectEditor,
  expectRecords,
  exportCsv,
  firstCell,
  openKnown,
  resultStatus,
  runSql,
  typeSql,
  visibleRows,
  withoutDistributions,
} from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'
import type { Page } from 'playwright/test'

const FILTERED =
  '&filter=%5B%22subject%22,%22watershed%22,%22survey%22%5D&gt=%5B%22area_km2%22,%22100%22%5D&sort=-area_km2&limit=10'

/** What the page copied last. */
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

const chooseFace = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Copy as' }).click()
  await page
    .getByRole('menu', { name: 'Copy as' })
    .getByRole('menuitem', { name: new RegExp(`^${name}`) })
    .click()
  await expect(page.getByRole('status', { name: 'Notice' })).toContainText('Copied')
}

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

test('the rows of a statement that end at its LIMIT are not called complete', async ({ page, rowan }) => {
  const table = 'f1a7e500-0000-4000-8000-00000000ace5'
  const records = Array.from({ length: 10_001 }, (_, n) => ({ n }))
  await rowan.call('datastore_create', {
    resource_id: table,
    force: true,
    aliases: 'limited',
    fields: [{ id: 'n', type: 'int' }],
    records,
  })
  try {
    await page.goto(`${rowan.origin}/#v=1&table=${table}`)
    await expectRecords(page, 10_001)
    await page.getByRole('button', { name: 'View as SQL' }).click()
    await expect(page.getByRole('status', { name: 'Notice' })).toHaveText(/^LIMIT 1000 was added at the end, /)
    await expectRecords(page, 1000)
    await expect(resultStatus(page)).toHaveText(/^1,000 records · [\d,]+ ms · as many as the limit lets through$/)
    expect((await exportCsv(page)).name).toContain(' · limit 1000.csv')
    await runSql(page, 'SELECT n FROM {table} WHERE n < 500 LIMIT 1000')
    await expect(resultStatus(page)).toHaveText(/^500 records · [\d,]+ ms · complete$/)
  } finally {
    await rowan.call('datastore_delete', { resource_id: table, force: true })
  }
})

test('a query goes on in SQL with the same rows, and Back leads to the form', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}${FILTERED}`)
  await expectRecords(page, 10)
  const rows = await visibleRows(page)
  await page.getByRole('button', { name: 'View as SQL' }).click()
  await expect(page.getByRole('tab', { name: 'SQL' })).toHaveAttribute('aria-selected', 'true')
  await expectRecords(page, 10)
  expect(await visibleRows(page)).toEqual(rows)
  expect(decodeURIComponent(new URL(page.url()).hash)).toContain(
    `FROM "${FIELD_PROGRAMMES}"\nWHERE subject IN ('watershed', 'survey')\n  AND area_km2 > 100\nORDER BY area_km2 DESC NULLS LAST, _id\nLIMIT 10`,
  )
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Filter' })).toHaveAttribute('aria-selected', 'true')
  await expectRecords(page, 10)
})

test(
  'the statement of a form runs with a token without being asked about',
  { tag: '@long' },
  async ({ page, rowan }) => {
    const known = { name: 'Own', baseUrl: rowan.origin, token: rowan.token }
    await openKnown(page, rowan.origin, known, `table=${FIELD_PROGRAMMES}&limit=3`)
    await page.getByRole('button', { name: 'View as SQL' }).click()
    await expectRecords(page, 3)
  },
)

test('the menu copies SQL, JSON and programs, without the token', async ({ page, rowan }) => {
  const known = { name: 'Own', baseUrl: rowan.origin, token: rowan.token }
  await openKnown(page, rowan.origin, known, `table=${FIELD_PROGRAMMES}${FILTERED}`)
  await chooseFace(page, 'SQL')
  expect(await copied(page)).toMatch(/^SELECT _id, [^*]*\nFROM/)
  await chooseFace(page, 'JSON')
  const json = JSON.parse(await copied(page))
  const answer = await rowan.call('sql' in json ? 'datastore_search_sql' : 'datastore_search', json)
  expect(answer.records).toHaveLength(10)
  await chooseFace(page, 'Python, requests')
  const program = await copied(page)
  expect(program).toContain('os.environ["CKAN_TOKEN"]')
  expect(program).not.toContain(rowan.token)
})

test('the menu is for the keyboard, too', { tag: '@long' }, async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  const button = page.getByRole('button', { name: 'Copy as' })
  await button.focus()
  await page.keyboard.press('Enter')
  const item = (name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
  await expect(item('SQL')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(item('JSON')).toBeFocused()
  await page.keyboard.press('p')
  await expect(item('Python, requests')).toBeFocused()
  await page.keyboard.press('p')
  await expect(item('Python, ckanapi')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(button).toBeFocused()
  expect(await copied(page)).toMatch(/^SELECT/)
})

test('a statement that fits comes back into the form, another says why not', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}${FILTERED}`)
  await expectRecords(page, 10)
  await page.getByRole('button', { name: 'View as SQL' }).click()
  await expectEditor(page)
  await runSql(
    page,
    `select * from {table} t where t.stage <> 'active' and started_on >= '2019-01-01' and started_on < '2020-01-01' limit 7`,
  )
  await page.getByRole('button', { name: 'Edit as filter' }).click()
  await expect(page.getByRole('tab', { name: 'Filter' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('group', { name: 'started_on is in 2019' })).toBeVisible()
  await expect(page.getByRole('group', { name: /^stage is not active/ })).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Limit' })).toHaveValue('7')
  await page.goBack()
  await expectEditor(page)
  await typeSql(page, 'select count(*) from {table}')
  await page.getByRole('button', { name: 'Edit as filter' }).click()
  await expect(page.getByRole('status', { name: 'Notice' })).toContainText('it sums up records (count)')
  await expect(page.getByRole('tab', { name: 'SQL' })).toHaveAttribute('aria-selected', 'true')
})

test('an unchanged statement leads back to the form with what it does not say', async ({ page, rowan }) => {
  const off = encodeURIComponent('{"off":["filter","stage","active"]}')
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&where=${off}&limit=5`)
  await expectRecords(page, 5)
  const { hash } = new URL(page.url())
  await page.getByRole('button', { name: 'View as SQL' }).click()
  await expectEditor(page)
  await page.getByRole('button', { name: 'Edit as filter' }).click()
  await expect(page.getByRole('tab', { name: 'Filter' })).toHaveAttribute('aria-selected', 'true')
  await expectRecords(page, 5)
  await expect
    .poll(() => new URL(page.url()).hash.replace(/&sql=.*/, ''))
    .toBe(hash.replaceAll('%3A', ':').replaceAll('%2C', ','))
})

test('a query is pasted as JSON, and what does not fit opens in SQL', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  const openPasting = async () => {
    await page.getByRole('button', { name: 'Copy as' }).click()
    await page.getByRole('menuitem', { name: 'Paste a query' }).click()
    return page.getByRole('dialog', { name: 'Paste a query' })
  }
  const json = { resource_id: FIELD_PROGRAMMES, filters: { stage: 'active' }, sort: '_id desc', limit: 3 }
  const dialog = await openPasting()
  await dialog.getByRole('textbox').fill(JSON.stringify(json))
  await dialog.getByRole('button', { name: 'Open', exact: true }).click()
  await expectRecords(page, 3)
  await expect(page.getByRole('group', { name: 'stage is active' })).toBeVisible()
  const again = await openPasting()
  await again.getByRole('textbox').fill(`select stage, count(*) as n from "${FIELD_PROGRAMMES}" group by stage`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(again).toContainText('This does not fit the form')
  await again.getByRole('button', { name: 'Open in SQL' }).click()
  await expect(page.getByRole('tab', { name: 'SQL' })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(async () => (await visibleRows(page)).size).toBeGreaterThan(1)
})

test('a table is described for an assistant, and nothing is sent', { tag: '@long' }, async ({ page, rowan }) => {
  await withoutDistributions(page)
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  const { origin } = new URL(page.url())
  const said: string[] = []
  page.on('request', (request) => said.push(`${request.url()} ${request.postData() ?? ''}`))
  await chooseFace(page, 'Context')
  const text = await copied(page)
  expect(text).toContain(FIELD_PROGRAMMES)
  expect(text).toMatch(/^- "area_km2", numeric/m)
  expect(said.filter((request) => !request.startsWith(origin) || request.includes('area_km2'))).toEqual([])
})

test('the menu and the dialog are accessible, in both themes and widths', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}${FILTERED}`)
  await expectRecords(page, 10)
  await page.getByRole('button', { name: 'Copy as' }).click()
  await expect(page.getByRole('menu', { name: 'Copy as' })).toBeVisible()
  await expectAccessibleEverywhere(page, 'Copy as')
  await page.getByRole('menuitem', { name: 'Paste a query' }).click()
  await page.getByRole('textbox').last().fill('select * from a, b')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Paste a query' })).toContainText('more than one table')
  await expectAccessibleEverywhere(page, 'Paste a query')
})

test('on a phone the menu leads to SQL and back', { tag: '@long' }, async ({ page, rowan }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}${FILTERED}`)
  await expectRecords(page, 10)
  const choose = async (name: string) => {
    const more = page.getByRole('button', { name: 'More', exact: true })
    if (await more.isVisible()) await more.click()
    await page.getByRole('button', { name: 'Copy as' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('View as SQL')
  await expect(page.getByRole('tab', { name: 'SQL' })).toHaveAttribute('aria-selected', 'true')
  await expectRecords(page, 10)
  await choose('Edit as filter')
  await expect(page.getByRole('tab', { name: 'Filter' })).toHaveAttribute('aria-selected', 'true')
  await expectRecords(page, 10)
})
