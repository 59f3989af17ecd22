import type { Page } from 'playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { chooseColumn, columnHeader, expectRecords, exportCsv, firstCell, grid, openKnown } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Columns' })
const button = (page: Page) => page.getByRole('button', { name: 'Columns', exact: true })
const tick = (page: Page, name: string) => panel(page).getByRole('checkbox', { name, exact: true })

/** The `fields` of the searches for rows that were sent since, as the server read them. */
function watchFields(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/datastore_search')) return
    const params: { resource_id: string; fields?: readonly string[] } = request.postDataJSON()
    if (params.resource_id === FIELD_PROGRAMMES) asked.push(params.fields?.join() ?? 'all')
  })
  return asked
}

test('a wide table by five of its columns: only these are asked for, in link, file and record', async ({
  page,
  rowan,
  context,
}) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=40`)
  await expect(firstCell(page)).toBeVisible()
  await button(page).click()
  await expect(panel(page).getByRole('searchbox', { name: 'Find a column' })).toBeFocused()
  await expectAccessibleEverywhere(page, 'the choice of columns')
  await panel(page).getByRole('button', { name: 'Hide all' }).click()
  await expect(panel(page)).toContainText('At least one column must be shown.')
  await expect(columnHeader(page, 'title')).toBeVisible()
  const asked = watchFields(page)
  for (const name of ['title', 'subject', 'stage', 'area_km2', 'depth_m']) await tick(page, name).check()
  await expect(button(page)).toHaveAccessibleDescription('5 of 29 columns shown')
  await expect(grid(page)).toHaveAttribute('aria-colcount', '6')
  await expect(grid(page)).not.toHaveAttribute('aria-busy', 'true')
  // Records open by their `_id`, so it comes along without being shown.
  await expect.poll(() => asked.at(-1)).toBe('_id,title,subject,stage,area_km2,depth_m')

  const { text } = await exportCsv(page, /^Export these/)
  expect(text.split('\r\n')[0]).toBe('title,subject,stage,area_km2,depth_m')
  expect(text.trim().split('\r\n')).toHaveLength(41)

  const other = await context.newPage()
  await other.goto(page.url())
  await expectRecords(other, 40)
  await expect(grid(other)).toHaveAttribute('aria-colcount', '6')
  // What filters by is not bound to what is shown.
  await other.getByRole('button', { name: 'Add filter' }).click()
  await chooseColumn(other, 'office')
  await expect(other.getByRole('dialog', { name: 'Filter on office' })).toBeVisible()
  await other.close()

  await page.keyboard.press('Escape')
  await grid(page).getByRole('rowheader', { name: '3', exact: true }).dblclick()
  const record = page.getByRole('complementary', { name: 'Record' })
  await expect(record.getByText('programme_uuid')).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
})

test('H hides the column of the active cell and Back brings it back; the place in the grid stays', async ({
  page,
  rowan,
}) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=900`)
  await expect(firstCell(page)).toBeVisible()
  await firstCell(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Home')
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowRight')
  const cell = grid(page).locator('[role="gridcell"]:focus')
  const subject = await cell.textContent()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('h')
  await expect(columnHeader(page, 'title')).toHaveCount(0)
  await expect(page.getByText('title is hidden. Columns shows it again.')).toBeVisible()
  await expect(cell).toHaveText(subject ?? '')
  await expect(grid(page).locator('[role="row"]', { has: page.locator('[role="gridcell"]:focus') })).toHaveAttribute(
    'aria-rowindex',
    '901',
  )
  await page.goBack()
  await expect(columnHeader(page, 'title')).toBeVisible()

  // On a header, too, and never the last one. Nothing is hidden where the grid doesn't have the focus.
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&columns=%5B%22title%22,%22stage%22%5D`)
  await firstCell(page).click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowUp')
  await expect(columnHeader(page, 'title')).toBeFocused()
  await page.keyboard.press('h')
  await expect(columnHeader(page, 'title')).toHaveCount(0)
  await page.keyboard.press('h')
  await expect(page.getByText('This is the only column shown, so it stays.')).toBeVisible()
  await expect(columnHeader(page, 'stage')).toBeFocused()
  await button(page).focus()
  await page.keyboard.press('h')
  await expect(columnHeader(page, 'stage')).toBeVisible()
})

test('by keyboard: found by name, only these, ticked by arrow and Space, closed with the focus back', async ({
  page,
  rowan,
}) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  await button(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('searchbox', { name: 'Find a column' })).toBeFocused()
  await page.keyboard.type('_at')
  await expect(panel(page).getByRole('checkbox', { name: /_at/ })).toHaveCount(3)
  await panel(page).getByRole('button', { name: 'Only 3' }).press('Enter')
  await expect(grid(page)).toHaveAttribute('aria-colcount', '4')
  await page.keyboard.press('Tab')
  await expect(tick(page, 'daily_at')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(columnHeader(page, 'surveyed_at')).toHaveCount(0)
  await expect(tick(page, 'surveyed_at')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(button(page)).toBeFocused()
})

test('alike records once: the values that there are, sorted by what is shown, none opened as a record', async ({
  page,
  rowan,
}) => {
  const token = { name: '', baseUrl: rowan.origin, token: rowan.token }
  await openKnown(
    page,
    rowan.origin,
    token,
    `table=${FIELD_PROGRAMMES}&sort=stage&sort=area_km2&columns=%5B%22subject%22,%22stage%22%5D`,
  )
  await button(page).click()
  await panel(page).getByRole('checkbox', { name: 'Distinct rows only' }).check()
  await expect(page.getByRole('group', { name: 'Sort by area_km2, smallest first' })).toHaveCount(0)
  const { records } = await rowan.call('datastore_search', {
    resource_id: FIELD_PROGRAMMES,
    fields: ['subject', 'stage'],
    distinct: true,
    limit: 1000,
  })
  await expectRecords(page, records.length)
  await expect(page.getByRole('group', { name: 'Sort by stage, A to Z' })).toBeVisible()
  await grid(page).getByRole('rowheader', { name: '2', exact: true }).dblclick()
  await expect(page.getByText('Each row may stand for several records')).toBeVisible()
  const { text } = await exportCsv(page)
  expect(text.trim().split('\r\n')).toHaveLength(records.length + 1)
  await page.reload()
  await expectRecords(page, records.length)
})

test(
  'five of 500 columns: found among them, and the answer is as light as that',
  { tag: '@long' },
  async ({ page, rowan, guard }) => {
    // The table has no name, so a catalogue is asked for one, and there is none.
    guard.expectConsole(/status of 400/)
    const fields = Array.from({ length: 500 }, (_, at) => ({ id: `gauge_${at + 1}`, type: 'numeric' }))
    const records = Array.from({ length: 30 }, (_, row) =>
      Object.fromEntries(fields.map(({ id }, at) => [id, row * 1000 + at])),
    )
    await rowan.call('datastore_create', { resource_id: 'wide_gauges', fields, records })
    await page.goto(`${rowan.origin}/#v=1&table=wide_gauges`)
    await expect(firstCell(page)).toBeVisible()
    await button(page).click()
    // The columns with `_id`, and two settings.
    await expect(panel(page).getByRole('checkbox')).toHaveCount(501 + 2)
    await panel(page).getByRole('searchbox', { name: 'Find a column' }).fill('gauge_49')
    const answer = page.waitForResponse((response) => response.request().postData()?.includes('"fields"') === true)
    await panel(page).getByRole('button', { name: 'Only 11' }).click()
    const body = await (await answer).text()
    expect(body.length).toBeLessThan(12_000)
    await expect(grid(page)).toHaveAttribute('aria-colcount', '12')
    await expect(button(page)).toHaveAccessibleDescription('11 of 501 columns shown')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await grid(page).getByRole('rowheader', { name: '2', exact: true }).dblclick()
    await expect(
      page.getByRole('complementary', { name: 'Record' }).getByText('gauge_7', { exact: true }),
    ).toBeVisible()
    await rowan.call('datastore_delete', { resource_id: 'wide_gauges', force: true })
  },
)

test('columns are shown, hidden and chosen by typing their names', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=40`)
  await expect(firstCell(page)).toBeVisible()
  await button(page).click()
  await expect(panel(page).getByRole('searchbox', { name: 'Find a column' })).toBeFocused()
  await page.keyboard.type('title')
  await page.keyboard.press('Enter')
  await expect(tick(page, 'title')).not.toBeChecked()
  await expect(panel(page).getByRole('status')).toHaveText('title is hidden.')
  // What was typed is selected, so the next name takes its place.
  await page.keyboard.type('stage; title, dept')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('status')).toHaveText('Only 4 of 29 columns are shown.')
  await expect(button(page)).toHaveAccessibleDescription('4 of 29 columns shown')
  await page.keyboard.type('stage, sediment')
  await expect(panel(page)).toContainText('No column is called “sediment”.')
  await page.keyboard.press('Enter')
  await expect(button(page)).toHaveAccessibleDescription('4 of 29 columns shown')
})
