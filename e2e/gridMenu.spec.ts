import type { Locator, Page } from 'playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { columnHeader, expectRecords, firstCell, grid } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test, type Instance } from './fixtures.ts'

const chip = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const cells = (page: Page) => page.getByRole('menu', { name: 'Cells' })

async function open(page: Page, rowan: Instance, link = ''): Promise<void> {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}${link}`)
  await expect(firstCell(page)).toBeVisible()
}

/** A cell of the first row, by its column. */
async function cellOf(page: Page, column: string): Promise<Locator> {
  const place = await columnHeader(page, column).getAttribute('aria-colindex')
  return grid(page).locator(`[role="row"][aria-rowindex="2"] [role="gridcell"][aria-colindex="${place}"]`)
}

async function countOf(rowan: Instance, where: string): Promise<number> {
  const sql = `SELECT count(*)::int AS n FROM "${FIELD_PROGRAMMES}" WHERE ${where}`
  const { records } = await rowan.call('datastore_search_sql', { sql })
  return Number(records[0]?.['n'])
}

test('from a cell: only this value, one excluded, another as well, from it on; copied, and its record opened', async ({
  page,
  rowan,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, rowan)
  const stage = await cellOf(page, 'stage')
  const value = (await stage.textContent()) ?? ''
  await stage.click({ button: 'right' })
  await expect(cells(page).getByRole('menuitem').first()).toBeFocused()
  await expectAccessibleEverywhere(page, 'the menu of a cell')
  await cells(page)
    .getByRole('menuitem', { name: `Only ${value}` })
    .click()
  await expect(chip(page, `stage is ${value}`)).toBeVisible()
  await expectRecords(page, await countOf(rowan, `stage = '${value}'`))

  const subject = await cellOf(page, 'subject')
  const first = (await subject.textContent()) ?? ''
  await subject.click({ button: 'right' })
  await cells(page)
    .getByRole('menuitem', { name: `Exclude ${first}` })
    .click()
  const without = `stage = '${value}' AND subject IS DISTINCT FROM '${first}'`
  await expectRecords(page, await countOf(rowan, without))
  await expect(subject).not.toHaveText(first)
  const second = (await subject.textContent()) ?? ''
  await subject.click({ button: 'right' })
  await cells(page)
    .getByRole('menuitem', { name: `Exclude ${second}` })
    .click()
  await expectRecords(page, await countOf(rowan, `${without} AND subject IS DISTINCT FROM '${second}'`))
  await expect(page.getByRole('group', { name: /^subject is none of/ })).toHaveCount(1)

  const area = await cellOf(page, 'area_km2')
  const km2 = (await area.textContent()) ?? ''
  await area.click({ button: 'right' })
  await cells(page)
    .getByRole('menuitem', { name: `${km2} or more` })
    .click()
  await expect(chip(page, `area_km2 at least ${km2}`)).toBeVisible()
  await area.click({ button: 'right' })
  await cells(page).getByRole('menuitem', { name: 'Copy value' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d+\.\d+$/)
  await area.click({ button: 'right' })
  await cells(page).getByRole('menuitem', { name: 'Open the record' }).click()
  await expect(page.getByRole('complementary', { name: 'Record' })).toBeVisible()
})

test('by keys: the menu, and this value filtered by or excluded without it, null among them', async ({
  page,
  rowan,
}) => {
  await open(page, rowan, '&sort=depth_m&nulls=depth_m&columns=%5B%22title%22,%22depth_m%22,%22updated_at%22%5D')
  const depth = await cellOf(page, 'depth_m')
  await depth.click()
  await page.keyboard.press('Shift+F10')
  await expect(cells(page).getByRole('menuitem', { name: 'Only null' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(cells(page).getByRole('menuitem', { name: 'Open the record' })).toBeFocused()
  await page.keyboard.press('e')
  await expect(cells(page).getByRole('menuitem', { name: 'Exclude null' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cells(page)).toHaveCount(0)
  await expect(depth).toBeFocused()

  await page.keyboard.press('Shift+X')
  await expect(chip(page, 'depth_m is not null')).toBeVisible()
  await expectRecords(page, await countOf(rowan, 'depth_m IS NOT NULL'))
  await page.goBack()
  await depth.click()
  await page.keyboard.press('Shift+F')
  await expect(chip(page, 'depth_m is null')).toBeVisible()
  await expectRecords(page, await countOf(rowan, 'depth_m IS NULL'))

  // A time as datastore_search shows it finds its record, though it may have more digits.
  await chip(page, 'depth_m is null').getByRole('button').first().focus()
  await page.keyboard.press('Backspace')
  await expect(chip(page, 'depth_m is null')).toHaveCount(0)
  await expectRecords(page, await countOf(rowan, 'true'))
  const updated = await cellOf(page, 'updated_at')
  await updated.click()
  await page.keyboard.press('Shift+F')
  await expect(page.getByRole('group', { name: /^updated_at from / })).toBeVisible()
  await expect(firstCell(page)).toBeVisible()
  await expect(grid(page)).not.toHaveAttribute('aria-busy', 'true')
  await expect(grid(page)).not.toHaveAttribute('aria-rowcount', '1')
})

test('from a header: sorted, nulls first, filtered, without null, hidden; by key, by its button, by the right button', async ({
  page,
  rowan,
}) => {
  await open(page, rowan)
  await (await cellOf(page, 'depth_m')).click()
  await page.keyboard.press('ArrowUp')
  await expect(columnHeader(page, 'depth_m')).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  const menu = page.getByRole('menu', { name: 'depth_m' })
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Sort smallest first' })).toBeFocused()
  await expectAccessibleEverywhere(page, 'the menu of a column')
  // Narrow, the columns are laid out anew, and a menu closes when what it is about moves away from under it.
  await page.reload()
  await (await cellOf(page, 'depth_m')).click()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Sort smallest first' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(chip(page, 'Sort by depth_m, largest first')).toBeVisible()
  await expect(columnHeader(page, 'depth_m')).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Sort largest first' })).toBeChecked()
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await expect(chip(page, 'Sort by depth_m, largest first, nulls first')).toBeVisible()

  await columnHeader(page, 'subject').hover()
  await page.getByRole('button', { name: 'Column menu for subject' }).click()
  await page.getByRole('menu', { name: 'subject' }).getByRole('menuitem', { name: 'Add to the sort' }).click()
  await expect(chip(page, 'Sort by subject, A to Z')).toBeVisible()
  // The button did not sort, too.
  await expect(chip(page, 'Sort by depth_m, largest first, nulls first')).toBeVisible()

  await columnHeader(page, 'depth_m').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Only records without null' }).click()
  await expectRecords(page, await countOf(rowan, 'depth_m IS NOT NULL'))
  await columnHeader(page, 'depth_m').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Filter by this column' }).click()
  await expect(page.getByRole('dialog', { name: 'Filter on depth_m' })).toBeVisible()
  await page.keyboard.press('Escape')
  await columnHeader(page, 'depth_m').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Hide this column' }).click()
  await expect(columnHeader(page, 'depth_m')).toHaveCount(0)
  await expect(chip(page, 'depth_m is not null')).toBeVisible()
})

test(
  'a long press of a finger opens the menu of a cell, and one of a header does not sort',
  { tag: '@long' },
  async ({ page, rowan }) => {
    await open(page, rowan)
    const session = await page.context().newCDPSession(page)
    const press = async (target: Locator) => {
      const box = await target.boundingBox()
      if (box === null) throw new Error('It is not on the screen')
      const touchPoints = [{ x: box.x + 20, y: box.y + box.height / 2 }]
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    }
    const release = () => session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await press(await cellOf(page, 'title'))
    await expect(cells(page)).toBeVisible()
    await release()
    await expect(cells(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await press(columnHeader(page, 'title'))
    await expect(page.getByRole('menu', { name: 'title' })).toBeVisible()
    await release()
    await page.keyboard.press('Escape')
    await expect(columnHeader(page, 'title')).toHaveAttribute('aria-sort', 'none')
  },
)

test('the empty search field says what can be typed into it', { tag: '@long' }, async ({ page, rowan }) => {
  await open(page, rowan)
  const search = page.getByRole('searchbox', { name: 'Search records' })
  await expect(search).toHaveAccessibleDescription(/Whole words.*asterisk.*quotes/)
  await page.keyboard.press('/')
  await expect(page.getByText('sedim* finds words that begin like this')).toBeVisible()
  await page.keyboard.type('"river')
  await expect(page.getByText('sedim* finds words that begin like this')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(page.getByText('"river basin" finds words that follow each other')).toBeVisible()
  await columnHeader(page, '_id').click()
  await expect(page.getByText('"river basin" finds words that follow each other')).toBeHidden()
  await expect(columnHeader(page, '_id')).toHaveAttribute('aria-sort', 'ascending')
})
