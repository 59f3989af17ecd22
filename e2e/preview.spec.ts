import { expectAccessibleInBothThemes } from './accessible.ts'
import { editor, expectPreview, expectRecords, openSql, typeSql, visibleRows } from './explorer.ts'
import { expect, test } from './fixtures.ts'

test('while a statement on This browser is written, its first rows show in the place of the result, and are never a run', async ({
  page,
  rowan,
}) => {
  await page.goto(`${rowan.origin}/#v=1&base=http://this-browser.invalid`)
  await expectRecords(page, 3000)
  await openSql(page)
  const result = page.getByRole('region', { name: 'Result' })
  const note = page.getByRole('note')
  await typeSql(page, 'SELECT _id, code FROM field_programmes')
  await expectPreview(page, 'Preview: first 100 rows of what you are writing')
  await expectRecords(page, 100)
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeDisabled()
  // What is not whole yet leaves the rows where they are.
  await page.keyboard.type(' WHERE _id <')
  await expect(note).toContainText('from before your last edit')
  await expectRecords(page, 100)
  await page.keyboard.type(' 4')
  await expectPreview(page, 'Preview: 3 rows')
  await expectAccessibleInBothThemes(page, 'a preview')

  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(note).toHaveCount(0)
  await expectRecords(page, 3)
  // A run's rows stay on a tab of their own.
  await page.keyboard.type('OR _id = 39 ORDER BY _id DESC')
  const tabs = page.getByRole('tablist', { name: 'Results' })
  await expectPreview(page, 'is on its own tab')
  await expect(tabs.getByRole('tab', { name: 'Preview' })).toHaveAttribute('aria-selected', 'true')
  expect((await visibleRows(page)).get(1)?.['_id']).toBe('39')
  await tabs.getByRole('tab', { name: 'Preview' }).press('ArrowLeft')
  await expect(tabs.getByRole('tab', { name: /^1 / })).toBeFocused()
  await expectRecords(page, 3)
  await editor(page).focus()
  await page.keyboard.type(', code')
  await expect(tabs.getByRole('tab', { name: /^1 / })).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('button', { name: 'History', exact: true }).click()
  await expect(page.getByRole('complementary', { name: 'History' }).getByText('3 rows')).toHaveCount(1)
  await expect(page.getByRole('complementary', { name: 'History' }).getByText('100 rows')).toHaveCount(0)
  await tabs.getByRole('tab', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Turn off previews' }).click()
  await expect(tabs).toHaveCount(0)
  await page.reload()
  await expect(result).toBeVisible()
  await page.getByRole('button', { name: 'More ways to run' }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Preview while typing/ }).click()
  await expectPreview(page, 'Preview: 4 rows')
})
