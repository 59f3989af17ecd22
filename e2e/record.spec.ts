import { expectAccessibleEverywhere } from './accessible.ts'
import { expectRecords, firstCell, grid } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

test('a record under its key: a field found, the next by J and K, two side by side, and its address', async ({
  page,
  rowan,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=20`)
  await expect(firstCell(page)).toBeVisible()
  await grid(page).getByRole('rowheader', { name: '4', exact: true }).dblclick()
  const panel = page.getByRole('complementary', { name: /^Record NR-/ })
  await expect(panel).toContainText('4 of 20')
  const open = grid(page).locator('[role="row"][aria-current="true"]')
  await expect(open).toHaveAttribute('aria-rowindex', '5')
  const first = (await panel.getByRole('heading').textContent()) ?? ''
  await panel.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.keyboard.press('j')
  await expect(panel).toContainText('5 of 20')
  await expect(open).toHaveAttribute('aria-rowindex', '6')
  await panel.getByRole('searchbox', { name: 'Find a field or value' }).fill('inland water')
  await expect(panel.getByText('area_km2', { exact: true })).toBeVisible()
  await expect(panel.getByText('subject', { exact: true })).toHaveCount(0)
  // In the field, letters are typed.
  await page.keyboard.press('k')
  await expect(panel).toContainText('5 of 20')
  await panel.getByRole('searchbox').fill('')
  await panel.getByRole('button', { name: 'Compare', exact: true }).click()
  await expectAccessibleEverywhere(page, 'a record')
  await panel.getByRole('button', { name: 'Show 2 side by side' }).click()
  const compared = page.getByRole('dialog', { name: '2 records side by side' })
  await expect(compared.getByRole('columnheader').nth(1)).toHaveText(first)
  await expect(compared.getByRole('status')).toHaveText(/^\d+ of 29 fields differ\.$/)
  await expectAccessibleEverywhere(page, 'records side by side')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Copy link' }).focus()
  await page.keyboard.press('k')
  await expect(panel).toContainText('4 of 20')
  await panel.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(link)
  await expectRecords(page, 1)
  await expect(grid(page)).toContainText(first)
})
