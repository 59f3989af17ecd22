import type { Page } from 'playwright/test'
import { expectAccessible, expectAccessibleEverywhere, expectAccessibleInBothThemes } from './accessible.ts'
import {
  addFilter,
  dropFile,
  expectRecords,
  firstCell,
  grid,
  openConnection,
  openFromSettings,
  openKnown,
  openSql,
  tabTo,
} from './explorer.ts'
import { expect, test } from './fixtures.ts'
import { isLong } from './support/longForm.ts'

// Colours differ by theme and hardly by width: in short less common states are looked at on one screen, in one theme.
const look = isLong ? expectAccessibleEverywhere : expectAccessible

for (const width of [1440, 390]) {
  test(
    `${width} px wide every screen is accessible in both themes, and none scrolls sideways`,
    width === 1440 ? {} : { tag: '@long' },
    async ({ page, rowan }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(rowan.origin)
      await expect(firstCell(page)).toBeVisible()
      await expectNotSideways(page)

      await page.getByRole('button', { name: 'Add filter' }).click()
      await expect(page.getByRole('dialog', { name: /filter/i })).toBeVisible()
      await expectAccessibleInBothThemes(page, 'the filter popover')
      await page.keyboard.press('Escape')
      await addFilter(page, 'stage', ['active'])
      await expectAccessibleInBothThemes(page, 'the main screen')
      await expectNotSideways(page)

      const connection = await openConnection(page)
      await expectAccessibleInBothThemes(page, 'the Connection dialog')
      await page.keyboard.press('Escape')
      await expect(connection).toBeHidden()
      for (const name of ['Instances', 'Requests'] as const) {
        const dialog = await openFromSettings(page, name)
        await expect(dialog.getByRole('listitem').first()).toBeVisible()
        await expectAccessibleInBothThemes(page, `the dialog ${name}`)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }

      await openSql(page)
      await expectAccessibleInBothThemes(page, 'SQL mode')
      await expectNotSideways(page)
    },
  )
}

async function expectNotSideways(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over).toBe(0)
}

test('a table from a file, a record and what is asked on the way are accessible', async ({ page, rowan }) => {
  await openKnown(page, rowan.origin, { name: '', baseUrl: rowan.origin, token: rowan.token }, '')
  await page.getByRole('button', { name: 'New table' }).click()
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })
  await look(page, 'the choice of a file')
  await dropFile(page, 'gauges.csv', 'site;_n;level\na;1;1,5\nb;x;2,5\na;3;n/a\na;4;3,5\n')
  await dialog.getByRole('combobox', { name: 'Type of level' }).selectOption('numeric_comma')
  await dialog.getByRole('button', { name: 'Add key column' }).click()
  await look(page, 'the choice of a key column')
  await page.getByRole('dialog', { name: 'Add key column' }).getByRole('button', { name: 'site' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Later rows replace earlier ones' })).toBeVisible()
  await look(page, 'a file with doubled rows')
  await dialog.getByRole('button', { name: 'Create table and load' }).click()
  await expect(dialog.getByText('2 rows set aside.')).toBeVisible()
  await look(page, 'rows that were set aside')
  await dialog.getByRole('button', { name: 'Show table' }).click()
  await expectRecords(page, 2)

  await grid(page).getByRole('rowheader', { name: '1', exact: true }).dblclick()
  const record = page.getByRole('complementary', { name: 'Record' })
  await expect(record.getByRole('button', { name: 'Edit' })).toBeVisible()
  await look(page, 'a record')
  await record.getByRole('button', { name: 'Edit' }).click()
  await record.getByRole('textbox', { name: 'level' }).fill('much')
  await record.getByRole('button', { name: 'Save changes' }).click()
  await expect(record.getByRole('alert')).toHaveText('Not a number.')
  await look(page, 'a value that is refused')
  await record.getByRole('button', { name: 'Cancel' }).click()
  await record.getByRole('button', { name: 'Close record' }).click()

  await page.getByRole('button', { name: 'Delete gauges' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete gauges?' })).toContainText('2 records')
  await look(page, 'the question before a table is deleted')
})

test('everything is reached by keyboard alone', async ({ page, rowan }) => {
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()

  await tabTo(page, page.getByRole('combobox', { name: 'Resource' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('field_programmes')
  await expect(page.getByRole('option', { name: 'field_programmes' }).first()).toBeVisible()
  await page.keyboard.press('Enter')

  await tabTo(page, page.getByRole('spinbutton', { name: 'Limit' }))
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await expectRecords(page, 9)

  await tabTo(page, grid(page).locator('[role="gridcell"], [role="columnheader"]').and(page.locator('[tabindex="0"]')))
  await page.keyboard.press('ControlOrMeta+End')
  await expect(grid(page).locator('[role="gridcell"]:focus')).toHaveCount(1)

  await tabTo(page, page.getByRole('tab', { name: 'Filter' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const box = page.getByRole('textbox', { name: 'SQL editor' })
  await expect(box).toBeVisible()
  await tabTo(page, box)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('SELECT 1 AS one')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectRecords(page, 1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(box).not.toBeFocused()
})
