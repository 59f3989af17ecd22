import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { expectRecords, firstCell, typeSql } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const rail = (page: Page) => page.getByRole('navigation', { name: 'Tables and fields' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Kept queries' })

/** Opens the list of kept queries by Jump to. */
async function listKept(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Find a table, field, query or command' }).fill('>kept queries')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
}

test('a query is kept in a folder, and the folder goes into a .sql file and comes back from it', async ({
  page,
  rowan,
}) => {
  const sql = `SELECT code FROM "${FIELD_PROGRAMMES}" LIMIT 3`
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&mode=sql&sql=${encodeURIComponent(sql)}`)
  await expectRecords(page, 3)
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  const popover = page.getByRole('dialog', { name: 'Keep this query' })
  await popover.getByRole('textbox', { name: 'Name' }).fill('Three codes')
  await popover.getByRole('combobox', { name: 'Folder' }).fill('Reports')
  await page.keyboard.press('Enter')
  // In the rail it is in its folder, which is open while it is shown.
  const folder = rail(page).getByRole('button', { name: 'Reports', exact: true })
  await expect(folder).toHaveAttribute('aria-expanded', 'true')
  const line = rail(page).getByRole('button', { name: 'Three codes', exact: true })
  await expect(line).toHaveAttribute('aria-current', 'true')
  await folder.click()
  await expect(line).toHaveCount(0)

  await listKept(page)
  await expectAccessibleInBothThemes(page, 'the kept queries')
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Menu of Reports' }).click()
  await page.getByRole('menuitem', { name: 'Save the folder as one .sql file' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Reports.sql')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toBe(`-- folder: Reports\n\n-- name: Three codes\n${sql};\n`)

  const more = `${text}\n-- name: Two codes\n${sql.replace('LIMIT 3', 'LIMIT 2')};\n`
  await dialog(page)
    .locator('input[type="file"]')
    .setInputFiles({ name: 'Reports.sql', mimeType: 'application/sql', buffer: Buffer.from(more) })
  await expect(dialog(page).getByRole('status')).toHaveText('1 query was added. 1 was kept already.')
  const reports = dialog(page).getByRole('region', { name: 'Reports' })
  await expect(reports.getByRole('listitem')).toHaveCount(2)
  // Moved by its menu, and opened in a tab of its own.
  await reports.getByRole('button', { name: 'Change kept query Two codes' }).click()
  await page.getByRole('menuitem', { name: 'Rename, or move to a folder' }).click()
  await page.getByRole('combobox', { name: 'Folder' }).fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(reports.getByRole('listitem')).toHaveCount(1)
  await dialog(page).getByRole('button', { name: 'Change kept query Two codes' }).click()
  await page.getByRole('menuitem', { name: 'Open in a new tab' }).click()
  await expectRecords(page, 2)
  await expect(page.getByRole('tablist', { name: 'Tabs' }).getByRole('tab')).toHaveCount(2)
  await page.reload()
  await expect(firstCell(page)).toBeVisible()
  await expect(rail(page).getByRole('button', { name: 'Two codes', exact: true })).toBeVisible()

  // What the editor holds is kept, whether it has run or not.
  await typeSql(page, 'SELECT 41 + 1 AS answer')
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(popover.getByRole('textbox', { name: 'Name' })).toHaveValue('SELECT 41 + 1 AS answer')
  await popover.getByRole('textbox', { name: 'Name' }).fill('The answer')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await rail(page).getByRole('button', { name: 'Two codes', exact: true }).click()
  await expectRecords(page, 2)
  await rail(page).getByRole('button', { name: 'The answer', exact: true }).click()
  await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()
})
