import type { Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { addFilter, columnHeader, editor, expectEditor, firstCell, openSql, search, typeSql } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const strip = (page: Page) => page.getByRole('tablist', { name: 'Tabs' })
const tabs = (page: Page) => strip(page).getByRole('tab')
const newTab = (page: Page) => page.getByRole('button', { name: 'New tab' }).click()
const names = (page: Page) => tabs(page).evaluateAll((all) => all.map((tab) => tab.getAttribute('aria-label')))
const text = (page: Page) => page.locator('.view-lines')

async function open(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  await expect(strip(page)).toBeVisible()
}

/** Three tabs: a table, a statement, another statement; the last is shown. */
async function openThree(page: Page, origin: string): Promise<void> {
  await open(page, origin)
  await newTab(page)
  await openSql(page)
  await typeSql(page, '-- First\nSELECT 1')
  await newTab(page)
  await expect(tabs(page)).toHaveCount(3)
  await expect(text(page)).not.toContainText('First')
  await typeSql(page, '-- Second\nSELECT 2')
  await expect.poll(() => names(page)).toEqual(['field_programmes', 'First, edits not run', 'Second, edits not run'])
}

test('tabs, what is written in each, and their order outlive a reload; Back goes from tab to tab', async ({
  page,
  rowan,
}) => {
  await openThree(page, rowan.origin)
  await page.reload()
  await expect(tabs(page).nth(2)).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => names(page)).toEqual(['field_programmes', 'First, edits not run', 'Second, edits not run'])
  await expect(text(page)).toContainText('Second')
  await tabs(page).nth(1).click()
  await expect(text(page)).toContainText('First')
  await tabs(page).nth(0).click()
  await expect(firstCell(page)).toBeVisible()
  await search(page, 'river')
  await expect(tabs(page).nth(0)).toHaveAccessibleName('river')
  await page.goBack()
  await expect(tabs(page).nth(0)).toHaveAccessibleName('field_programmes')
  // Undo stays in its tab; Back leaves it.
  await page.keyboard.press('ControlOrMeta+z')
  await expect(tabs(page).nth(0)).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(tabs(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(text(page)).toContainText('First')
  await page.goBack()
  await expect(text(page)).toContainText('Second')
})

test('what was typed can be undone after another tab was shown', async ({ page, rowan }) => {
  await openThree(page, rowan.origin)
  await tabs(page).nth(1).click()
  await expect(text(page)).toContainText('First')
  await tabs(page).nth(2).click()
  await expect(text(page)).toContainText('SELECT\u00a02')
  await expectEditor(page)
  await editor(page).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text(page)).not.toContainText('SELECT\u00a02')
  await expect(text(page)).not.toContainText('First')
})

test('a closed tab is said, and comes back with what was written; Back reopens it too', async ({ page, rowan }) => {
  await openThree(page, rowan.origin)
  await tabs(page).nth(1).focus()
  await page.keyboard.press('Delete')
  await expect(tabs(page)).toHaveCount(2)
  await expect(tabs(page).nth(1)).toBeFocused()
  const notice = page.getByRole('status', { name: 'Closed tabs' })
  await expect(notice).toContainText('Closed First.')
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(tabs(page).nth(1)).toHaveAccessibleName('First, edits not run')
  await expect(tabs(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text(page)).toContainText('First')
  await strip(page).getByTitle('Close tab').nth(1).click()
  await expect(text(page)).toContainText('Second')
  await page.reload()
  await expect(tabs(page)).toHaveCount(2)
  await page.goBack()
  await expect(tabs(page)).toHaveCount(3)
  await expect(text(page)).toContainText('First')
})

test('by keyboard a tab is shown, renamed, moved, duplicated and opened', async ({ page, rowan }) => {
  await openThree(page, rowan.origin)
  await tabs(page).nth(2).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tabs(page).nth(2)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(tabs(page).nth(0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Name of the tab' }).fill('Ones')
  await page.keyboard.press('Enter')
  await expect(tabs(page).nth(1)).toHaveAccessibleName('Ones, edits not run')
  await expect(tabs(page).nth(1)).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Move right' }).press('Enter')
  await expect.poll(() => names(page)).toEqual(['field_programmes', 'Second, edits not run', 'Ones, edits not run'])
  await page.keyboard.press('Alt+PageDown')
  await expect(tabs(page).nth(2)).toHaveAttribute('aria-selected', 'true')
  await expect(text(page)).toContainText('First')
  await page.keyboard.press('Alt+PageDown')
  await expect(tabs(page).nth(0)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Alt+PageUp')
  await expect(tabs(page).nth(2)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('t')
  await expect(tabs(page)).toHaveCount(4)
  await page.keyboard.press('w')
  await expect(tabs(page)).toHaveCount(3)
  await page.keyboard.press('Shift+t')
  await expect(tabs(page)).toHaveCount(4)
})

test('a tab is dragged to another place, and a table opened beside what is shown', async ({ page, rowan }) => {
  await openThree(page, rowan.origin)
  const box = await tabs(page).nth(0).boundingBox()
  await tabs(page)
    .nth(2)
    .dragTo(tabs(page).nth(0), { targetPosition: { x: 10, y: (box?.height ?? 20) / 2 } })
  await expect.poll(() => names(page)).toEqual(['Second, edits not run', 'field_programmes', 'First, edits not run'])
  await page
    .getByRole('navigation', { name: 'Tables and fields' })
    .getByRole('button', { name: /^bird_strikes/ })
    .click({ modifiers: ['ControlOrMeta'] })
  await expect.poll(() => names(page)).toContain('bird_strikes')
  await expect(text(page)).toContainText('Second')
})

test('a new browser tab takes back what a closed one had; while that is open it has a copy', async ({
  page,
  context,
  rowan,
}) => {
  await openThree(page, rowan.origin)
  const other = await context.newPage()
  await open(other, rowan.origin)
  await expect(tabs(other)).toHaveCount(1)
  await openSql(other)
  await expect(text(other)).toContainText('Second')
  await other.close()
  await page.close()
  const third = await context.newPage()
  await open(third, rowan.origin)
  await expect(tabs(third)).toHaveCount(2)
  await expect(tabs(third).filter({ hasText: 'First' })).toHaveCount(1)
})

test('a column stays as wide as it was made, in its tab and in the next one of its table', async ({ page, rowan }) => {
  await open(page, rowan.origin)
  const width = async () => Math.round((await columnHeader(page, 'subject').boundingBox())?.width ?? 0)
  const before = await width()
  await columnHeader(page, 'subject').click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press('Shift+ArrowRight')
  }
  await expect.poll(width).toBe(before + 40)
  await page.reload()
  await expect.poll(width).toBe(before + 40)
  await expect(strip(page)).toBeVisible()
  await newTab(page)
  await expect(tabs(page)).toHaveCount(2)
  await expect.poll(width).toBe(before + 40)
})

test('an empty editor begins with what the form asks', async ({ page, rowan }) => {
  await open(page, rowan.origin)
  await addFilter(page, 'stage', ['active'])
  await openSql(page)
  await expect(text(page)).toContainText("WHERE\u00a0stage\u00a0=\u00a0'active'")
  await page.getByRole('tab', { name: 'Filter' }).click()
  await page
    .getByRole('group', { name: 'stage is active' })
    .getByRole('button', { name: /Remove/ })
    .click()
  await openSql(page)
  await expect(text(page)).toContainText('LIMIT\u00a0100')
})

test('many tabs move nothing else, and on a phone they are a list', async ({ page, rowan }) => {
  await openThree(page, rowan.origin)
  const share = page.getByRole('button', { name: 'Share' })
  const before = await share.boundingBox()
  for (let more = 0; more < 9; more += 1) {
    await newTab(page)
  }
  await expect(tabs(page)).toHaveCount(12)
  expect(await share.boundingBox()).toEqual(before)
  await expect(tabs(page).nth(11)).toBeInViewport()
  await expectAccessibleInBothThemes(page, 'many tabs')
  await tabs(page).nth(11).click({ button: 'right' })
  await expectAccessibleInBothThemes(page, 'the menu of a tab')
  await page.getByRole('menuitem', { name: 'Close the others' }).click()
  await expect(tabs(page)).toHaveCount(1)
  await expect(page.getByRole('status', { name: 'Closed tabs' })).toContainText('Closed 11 tabs.')
  await expectAccessibleInBothThemes(page, 'the notice of closed tabs')
  await page.getByRole('status', { name: 'Closed tabs' }).getByRole('button', { name: 'Undo' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: '12 tabs' }).click()
  const list = page.getByRole('dialog', { name: 'Tabs' })
  await expect(list.getByRole('listitem')).toHaveCount(12)
  await expectAccessibleInBothThemes(page, 'the list of tabs on a phone')
  await list.getByRole('button', { name: 'First, edits not run' }).click()
  await expect(list).toHaveCount(0)
  await expect(
    text(page)
      .or(page.getByRole('textbox', { name: 'SQL editor' }))
      .first(),
  ).toBeVisible()
})
