import type { Locator, Page } from 'playwright/test'
import { expectRecords, firstCell, grid, tabTo } from './explorer.ts'
import { expect, test } from './fixtures.ts'

test('a table is made, a record changed, another added, and all of it deleted, by keyboard alone', async ({
  page,
  host,
}) => {
  const { keyboard } = page
  const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true })
  await page.goto(host.url)
  await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
  const newTable = button(page, 'New table')
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })

  await tabTo(page, newTable)
  await keyboard.press('Enter')
  await expect(button(dialog, 'Choose a file')).toBeFocused()
  await expectTabStaysIn(page, dialog)
  await keyboard.press('Escape')
  await expect(newTable).toBeFocused()

  await keyboard.press('Enter')
  await expect(button(dialog, 'Choose a file')).toBeFocused()
  await tabTo(page, dialog.getByRole('textbox', { name: /paste/ }))
  await keyboard.insertText('site;level\na;1,5\nb;2,5\n')
  await tabTo(page, button(dialog, 'Read the text'))
  await keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Table name' })).toBeFocused()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('by_keyboard')
  await tabTo(page, button(dialog, 'Add key column'))
  await keyboard.press('Enter')
  const keys = page.getByRole('dialog', { name: 'Add key column' })
  await expect(button(keys, 'site')).toBeFocused()
  await expectTabStaysIn(page, keys)
  await tabTo(page, button(keys, 'site'))
  await keyboard.press('Enter')
  await expect(button(dialog, 'Add key column')).toBeFocused()
  await expect(dialog.getByText('Unique in all 2 rows.')).toBeVisible()
  await tabTo(page, dialog.getByRole('textbox', { name: 'Name of level' }))
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('depth')
  const type = dialog.getByRole('combobox', { name: 'Type of depth' })
  await tabTo(page, type)
  await keyboard.press('Home')
  await expect(type).toHaveValue('text')

  await keyboard.press('Escape')
  await expect(button(dialog, 'Go on editing')).toBeFocused()
  await keyboard.press('Escape')
  await expect(type).toBeFocused()
  await tabTo(page, button(dialog, 'Create table and load'))
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(newTable).toBeFocused()
  await expectRecords(page, 2)

  const panel = page.getByRole('complementary', { name: 'Record' })
  await tabTo(page, grid(page).locator('[tabindex="0"]'))
  await keyboard.press('ControlOrMeta+Home')
  await keyboard.press('ArrowDown')
  const cell = grid(page).locator('[role="gridcell"]:focus')
  await expect(cell).toHaveCount(1)
  await keyboard.press('Shift+Enter')
  await expect(panel).toBeFocused()
  await tabTo(page, button(panel, 'Edit'))
  await keyboard.press('Enter')
  await expect(panel.getByRole('textbox', { name: 'site' })).toBeFocused()
  const depth = panel.getByRole('textbox', { name: 'depth' })
  await tabTo(page, depth)
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('deep')
  await keyboard.press('Escape')
  await expect(button(panel, 'Go on editing')).toBeFocused()
  await keyboard.press('Enter')
  await expect(depth).toBeFocused()
  await tabTo(page, button(panel, 'Save changes'))
  await keyboard.press('Enter')
  await expect(panel).toBeFocused()
  await expect(grid(page).getByRole('gridcell', { name: 'deep' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(cell).toHaveCount(1)

  const addRecord = button(page, 'Add record')
  await tabTo(page, addRecord)
  await keyboard.press('Enter')
  await expect(panel.getByRole('textbox', { name: 'site' })).toBeFocused()
  await keyboard.type('c')
  await tabTo(page, button(panel, 'Add record'))
  await keyboard.press('Enter')
  await expect(panel).toBeHidden()
  await expectRecords(page, 3)
  await expect(addRecord).toBeFocused()

  const remove = button(page, 'Delete by_keyboard')
  const question = page.getByRole('dialog', { name: 'Delete by_keyboard?' })
  await tabTo(page, remove)
  await keyboard.press('Enter')
  await expect(button(question, 'Cancel')).toBeFocused()
  await expectTabStaysIn(page, question)
  await keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await keyboard.press('Enter')
  await tabTo(page, button(question, 'Delete table'))
  await keyboard.press('Enter')
  await expect(remove).toHaveCount(0)
  await expect(newTable).toBeFocused()

  const settings = button(page, 'Settings')
  await tabTo(page, settings)
  await keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Settings' })
  await expect(menu.getByRole('radio', { name: 'System' })).toBeFocused()
  await expectTabStaysIn(page, menu)
  await tabTo(page, button(menu, 'Reset the sample'))
  await keyboard.press('Enter')
  await expect(button(menu, 'Keep')).toBeFocused()
  await keyboard.press('Enter')
  await expect(button(menu, 'Reset the sample')).toBeFocused()
  await tabTo(page, button(menu, 'Backup to a file'))
  const saved = page.waitForEvent('download')
  await keyboard.press('Enter')
  await saved
  await expect(menu.getByText('Backup written.')).toBeVisible()
  await expect(button(menu, 'Backup to a file')).toBeFocused()
  await keyboard.press('Escape')
  await expect(settings).toBeFocused()
})

/** Goes on by Tab, then back, past either end. */
async function expectTabStaysIn(page: Page, place: Locator): Promise<void> {
  for (const [key, most] of [
    ['Tab', 8],
    ['Shift+Tab', 12],
  ] as const) {
    for (let presses = 0; presses < most; presses += 1) {
      await page.keyboard.press(key)
      // Out of a modal dialog the browser's own controls are reached, and nothing of the page.
      const isIn = await place.evaluate(
        (element) => document.activeElement === document.body || element.contains(document.activeElement),
      )
      expect(isIn, `after ${presses + 1} presses of ${key}`).toBe(true)
    }
  }
}
