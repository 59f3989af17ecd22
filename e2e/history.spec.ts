import type { Page } from 'playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { editor, expectRecords, firstCell, openSql, typeSql } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'History' })

async function run(page: Page, text: string): Promise<void> {
  await typeSql(page, text)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Enter')
}

test('what was run is listed with what came of it, is there after a reload, and goes back into the editor', async ({
  page,
  rowan,
  guard,
}) => {
  guard.expectConsole(/status of 409/)
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  await openSql(page)
  await run(page, 'SELECT 1 AS first_one')
  await expectRecords(page, 1)
  await run(page, 'SELECT 1 / 0 AS second_one')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await expect(panel(page).getByText('division by zero')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the history')
  await page.reload()
  await expect(editor(page)).toBeVisible()
  await panel(page).getByRole('searchbox').fill('first_one')
  await expect(panel(page).getByText('1 row')).toBeVisible()
  await panel(page)
    .getByRole('button', { name: /^SELECT 1 AS first_one/ })
    .click()
  await expect(editor(page)).toBeFocused()
  await expect(page.locator('.view-lines')).toContainText('first_one')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectRecords(page, 1)
  await panel(page).getByRole('button', { name: 'History options' }).click()
  await panel(page).getByRole('button', { name: 'Clear all', exact: true }).click()
  await panel(page).getByRole('searchbox').fill('')
  await expect(panel(page).getByText('No statement has been run yet.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'the history on a phone')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
})
