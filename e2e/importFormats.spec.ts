import { writeXlsx } from 'hucre/xlsx'
import type { Locator, Page } from 'playwright/test'
import { expectRecords, firstCell, grid } from './explorer.ts'
import { expect, test } from './fixtures.ts'

/** The dialog with that file in it, of which a table in this browser is to be made. */
async function choose(
  page: Page,
  host: { readonly url: string },
  file: { name: string; buffer: Buffer },
): Promise<Locator> {
  await page.goto(host.url)
  await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'New table' }).click()
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })
  await dialog.getByLabel('Files with tables').setInputFiles({ ...file, mimeType: '' })
  await expect(dialog.getByRole('grid', { name: 'Preview' })).toBeVisible()
  return dialog
}

async function create(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Create table and load' }).click()
  await expect(dialog).toBeHidden({ timeout: 30_000 })
}

test('a workbook becomes a table: the sheet, its row of names, zeros that a format shows, dates', async ({
  page,
  host,
}) => {
  const sheets = [
    { name: 'Calc', hidden: true, rows: [['x'], [1]] },
    { name: 'Notes', rows: [['written by'], ['R. Owan']] },
    {
      name: 'Readings',
      rows: [
        ['River gauges'],
        ['station', 'taken', 'level'],
        [417, new Date('2025-01-31T00:00:00Z'), 0.842],
        [502, new Date('2025-02-28T00:00:00Z'), -1.5],
      ],
      cells: new Map([
        ['2,0', { value: 417, style: { numFmt: '00000' } }],
        ['3,0', { value: 502, style: { numFmt: '00000' } }],
      ]),
    },
  ]
  const dialog = await choose(page, host, { name: 'Gauges.xlsx', buffer: Buffer.from(await writeXlsx({ sheets })) })
  const sheet = dialog.getByRole('combobox', { name: 'Sheet' })
  await expect(sheet).toHaveValue('Notes')
  await expect(sheet.locator('option')).toHaveText(['Calc (hidden, 2 rows)', 'Notes (2 rows)', 'Readings (4 rows)'])
  await sheet.selectOption('Readings')
  await expect(dialog.getByRole('combobox', { name: 'Names' })).toHaveValue('2')
  await expect(dialog.getByRole('combobox', { name: 'Type of taken' })).toHaveValue('date')
  await expect(dialog.getByText('The zeros in front of 2 values are only a number format.')).toBeVisible()
  await expect(dialog.getByRole('columnheader', { name: 'Row' }).first()).toBeVisible()
  await create(dialog)
  await expectRecords(page, 2)
  for (const value of ['00417', '2025-01-31', '0.842', '-1.5'])
    await expect(grid(page).getByRole('gridcell', { name: value, exact: true })).toBeVisible()
})

test("the records of a CKAN's answer become a table, with every digit", async ({ page, host }) => {
  const text =
    '{"success":true,"result":{"fields":[{"id":"a"}],"records":[{"code":"007","n":12345678901234567890,"level":1.50},{"code":"8","n":1}]}}'
  const dialog = await choose(page, host, { name: 'answer.json', buffer: Buffer.from(text) })
  await expect(dialog.getByRole('combobox', { name: 'Records' })).toHaveValue('result.records')
  await expect(dialog.getByRole('combobox', { name: 'Type of code' })).toHaveValue('text')
  await create(dialog)
  await expectRecords(page, 2)
  for (const value of ['007', '12345678901234567890', '1.50'])
    await expect(grid(page).getByRole('gridcell', { name: value, exact: true })).toBeVisible()
})
