import type { Page } from 'playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { columnHeader, exportCsv, firstCell, grid } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Columns' })

/** The names of the first columns, as a screen reader goes through them. */
async function shownNames(page: Page, count: number): Promise<string[]> {
  const headers = await grid(page).getByRole('columnheader').all()
  const named = await Promise.all(
    headers.map(async (header) => ({
      place: Number(await header.getAttribute('aria-colindex')),
      name: ((await header.getAttribute('aria-label')) ?? '').split(',')[0] ?? '',
    })),
  )
  return named
    .filter(({ place }) => place > 1 && place <= count + 1)
    .toSorted((a, b) => a.place - b.place)
    .map(({ name }) => name)
}

async function choose(page: Page, column: string, ...items: string[]): Promise<void> {
  await columnHeader(page, column).click({ button: 'right' })
  for (const item of items) {
    await page
      .getByRole('menuitem', { name: item })
      .or(page.getByRole('menuitemcheckbox', { name: item }))
      .click()
  }
}

test('columns moved, pinned and formatted are so after a reload, in a link, and in the next tab of their table', async ({
  page,
  rowan,
  browser,
}) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=20`)
  await expect(firstCell(page)).toBeVisible()
  expect(await shownNames(page, 4)).toEqual(['_id', 'code', 'title', 'subject'])
  const from = await columnHeader(page, 'subject').boundingBox()
  const to = await columnHeader(page, 'code').boundingBox()
  if (from === null || to === null) throw new Error('The headers are not on the screen')
  await page.mouse.move(from.x + 40, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(to.x + 60, to.y + 12, { steps: 4 })
  await page.mouse.move(to.x + 10, to.y + 12)
  await page.mouse.up()
  await expect.poll(() => shownNames(page, 4)).toEqual(['_id', 'subject', 'code', 'title'])
  // It was no press on the header, which would have sorted.
  await expect(columnHeader(page, 'subject')).toHaveAttribute('aria-sort', 'none')

  await choose(page, 'title', 'Pin to the left')
  await choose(page, 'area_km2', 'Show as…', 'Rounded: 1234568')
  await choose(page, 'area_km2', 'Pin to the right')
  await expect.poll(() => shownNames(page, 4)).toEqual(['title', '_id', 'subject', 'code'])
  await expect(columnHeader(page, 'area_km2')).toHaveAccessibleName(/shown as 1234568/)
  const last = (await grid(page).getAttribute('aria-colcount')) ?? ''
  await expect(columnHeader(page, 'area_km2')).toHaveAttribute('aria-colindex', last)
  const area = grid(page).locator(`[role="row"][aria-rowindex="2"] [role="gridcell"][aria-colindex="${last}"]`)
  await expect(area).toHaveText(/^\d+$/)
  await expectAccessibleEverywhere(page, 'pinned columns')

  const expectSame = async (other: Page) => {
    await expect(firstCell(other)).toBeVisible()
    await expect.poll(() => shownNames(other, 4)).toEqual(['title', '_id', 'subject', 'code'])
    await expect(columnHeader(other, 'area_km2')).toHaveAccessibleName(/shown as 1234568/)
  }
  await page.reload()
  await expectSame(page)
  // What is saved has the columns as they stand, and every digit.
  const { text } = await exportCsv(page, /^Export these/)
  const [names = '', first = ''] = text.split('\r\n')
  expect(names.split(',').slice(0, 4)).toEqual(['title', '_id', 'subject', 'code'])
  expect(first).toMatch(/\d\.\d/)

  const elsewhere = await browser.newContext()
  const linked = await elsewhere.newPage()
  await linked.goto(page.url())
  await expectSame(linked)
  await elsewhere.close()
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expectSame(page)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await panel(page).getByRole('button', { name: 'Reset layout' }).click()
  await expect.poll(() => shownNames(page, 4)).toEqual(['_id', 'code', 'title', 'subject'])
  await page.reload()
  await expect.poll(() => shownNames(page, 4)).toEqual(['_id', 'code', 'title', 'subject'])
})

test('by keys: a header moved, a column moved and pinned in the panel, each undone by Ctrl Z', async ({
  page,
  rowan,
}) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=20`)
  await firstCell(page).click()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await expect(columnHeader(page, 'code')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Shift+ArrowRight')
  await expect.poll(() => shownNames(page, 3)).toEqual(['_id', 'title', 'code'])
  await expect(columnHeader(page, 'code')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft')
  await expect.poll(() => shownNames(page, 3)).toEqual(['_id', 'code', 'title'])

  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await panel(page).getByRole('checkbox', { name: 'title', exact: true }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(panel(page).getByRole('button', { name: 'Move title' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => shownNames(page, 3)).toEqual(['_id', 'title', 'code'])
  await expect(panel(page).getByRole('button', { name: 'Move title' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => shownNames(page, 3)).toEqual(['title', '_id', 'code'])
  await expect(panel(page).getByRole('button', { name: 'Pin title' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessibleEverywhere(page, 'the columns by where they stand')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(columnHeader(page, 'title')).toHaveAttribute('aria-colindex', '3')
  await expect(panel(page).getByRole('button', { name: 'Pin title' })).toHaveAttribute('aria-pressed', 'false')
})
