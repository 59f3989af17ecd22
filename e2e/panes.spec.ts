import { expectAccessible } from './accessible.ts'
import { editor, expectEditor, expectRecords, grid } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

test('the editor stands above or beside the result, either has all of the room, by keys, and that is remembered', async ({
  page,
  rowan,
}) => {
  const sql = `SELECT code FROM "${FIELD_PROGRAMMES}" LIMIT 3`
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&mode=sql&sql=${encodeURIComponent(sql)}`)
  await expectEditor(page)
  await expectRecords(page, 3)
  const line = page.getByRole('separator', { name: 'Resize editor' })
  await editor(page).focus()
  await page.keyboard.press('Shift+F4')
  await expect(line).toHaveAttribute('aria-orientation', 'vertical')
  await line.press('ArrowRight')
  await expect(line).toHaveAttribute('aria-valuenow', /5[1-9]/)
  await editor(page).focus()
  await page.keyboard.press('F4')
  await expect(line).toHaveCount(0)
  await expect(grid(page)).toHaveCount(0)
  await page.reload()
  await expectEditor(page)
  await expect(grid(page)).toHaveCount(0)
  // A run makes room for its result.
  await editor(page).focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectRecords(page, 3)
  await expect(line).toHaveAttribute('aria-orientation', 'vertical')
  await page.getByRole('button', { name: 'Layout of editor and result' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Only the result' }).click()
  await expect(editor(page)).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'More for this statement' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Editor beside the result' })).toHaveCount(0)
  await page.getByRole('menuitemcheckbox', { name: 'Editor above the result' }).click()
  await expect(line).toHaveAttribute('aria-orientation', 'horizontal')
  // Nothing lies over the tabs of the mode.
  await page.getByRole('tab', { name: 'SQL', exact: true }).click({ trial: true })
  await expectAccessible(page, 'SQL on a phone')
})
