import type { Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { editor, expectRecords, firstCell, grid, openSql } from './explorer.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Jump to' })
const input = (page: Page) => page.getByRole('combobox', { name: 'Find a table, field, query or command' })
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name })

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(input(page)).toBeFocused()
}

test('Ctrl K finds a table, a field, a kept query and a command, by keyboard alone', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=5`)
  await expect(firstCell(page)).toBeVisible()
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(page.locator('input[type="text"]:focus, input:not([type]):focus')).toBeVisible()
  await page.keyboard.type('Five programmes')
  await page.keyboard.press('Enter')

  await openPalette(page)
  await expect(dialog(page).getByRole('listbox', { name: 'Found' })).toBeVisible()
  await expect(dialog(page).getByRole('group', { name: 'Tables' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the palette')
  await page.keyboard.type('bird')
  await expect(option(page, /bird_strikes/).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(BIRD_STRIKES))
  await expect(firstCell(page)).toBeVisible()

  // A field of the other table, which was shown before: its column has the cell that keys act on.
  await openPalette(page)
  await page.keyboard.type('#budget')
  await expect(dialog(page).getByRole('group')).toHaveCount(1)
  await expect(option(page, /budget_eur/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(FIELD_PROGRAMMES))
  await expect(grid(page).locator('[role="gridcell"]:focus')).toBeVisible()
  const column = await grid(page).locator('[role="gridcell"]:focus').getAttribute('aria-colindex')
  await expect(grid(page).locator(`[role="columnheader"][aria-colindex="${column}"]`)).toContainText('budget_eur')

  await openPalette(page)
  await page.keyboard.type('five')
  await expect(option(page, /Five programmes/).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expectRecords(page, 5)

  await openPalette(page)
  await page.keyboard.type('>clear')
  await expect(option(page, /Clear search/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/limit/)
})

test('it marks what matches, says what is missing, and gives the focus back', async ({ page, rowan }) => {
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  const jump = page.getByRole('button', { name: 'Jump to' })
  await jump.click()
  await expect(input(page)).toBeFocused()
  await page.keyboard.type('sea')
  await expect(option(page, 'Search records').locator('mark')).toHaveText('Sea')
  await expect(option(page, 'Search records')).toContainText('/')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('qqq')
  await expect(dialog(page).getByText('Nothing here is called seaqqq.')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the palette without a match')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(jump).toBeFocused()
})

test(
  'it opens from the search field and from the SQL editor, and leads on in a new tab',
  { tag: '@long' },
  async ({ page, rowan }) => {
    await page.goto(rowan.origin)
    await expect(firstCell(page)).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search records' }).focus()
    await openPalette(page)
    await page.keyboard.type('bird')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page).toHaveURL(new RegExp(BIRD_STRIKES))
    await expect(page.getByRole('tablist', { name: 'Tabs' }).getByRole('tab')).toHaveCount(2)
    await openSql(page)
    await editor(page).click()
    await openPalette(page)
    await page.keyboard.type('ask by filters')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { name: 'Filter' })).toHaveAttribute('aria-selected', 'true')
  },
)

test('on a phone it fills the width, by touch', { tag: '@long' }, async ({ page, rowan }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  await page.getByRole('button', { name: 'Jump to' }).click()
  await input(page).fill('bird')
  await expectAccessibleInBothThemes(page, 'the palette on a phone')
  const box = await dialog(page).boundingBox()
  expect(box?.width).toBeGreaterThan(360)
  await option(page, /bird_strikes/)
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(BIRD_STRIKES))
})

test('what is typed before the list has loaded is found by it, Enter too', async ({ page, rowan }) => {
  let isTyped = () => {}
  const typed = new Promise<void>((resolve) => (isTyped = resolve))
  await page.route(/\/assets\/panels-[^/]+\.js$/, async (route) => {
    await typed
    await route.continue()
  })
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('bird')
  await page.keyboard.press('Enter')
  isTyped()
  await expect(page).toHaveURL(new RegExp(BIRD_STRIKES))
  await expect(dialog(page)).toHaveCount(0)
})

test('a command is found by other words for it, and one that can’t be given now says why', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Summarise', exact: true })).toBeEnabled()
  await openPalette(page)
  for (const [words, name] of [
    ['graph', /^Chart/],
    ['pivot', /^Summarise/],
    ['columns', /^Columns/],
    ['import', /^New table/],
    ['save', /^Keep this query/],
    ['copy here', /^Copy this table/],
    ['iframe', /^Copy code/],
    ['connect', /^New connection/],
    ['find', /^Search records/],
    ['help', /^Help/],
  ] as const) {
    await input(page).fill(`>${words}`)
    await expect(option(page, name)).toBeVisible()
  }
  await input(page).fill('>undo')
  await expect(option(page, /^Undo/)).toHaveAttribute('aria-disabled', 'true')
  await expect(option(page, /There is nothing to undo/)).toBeVisible()
  // Enter does nothing to it, and the list stays with its reason.
  await page.keyboard.press('Enter')
  await expect(option(page, /There is nothing to undo/)).toBeVisible()
  await input(page).fill('>dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await openPalette(page)
  await page.keyboard.type('>choose columns')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Columns/ })).toHaveAttribute('aria-expanded', 'true')
})
