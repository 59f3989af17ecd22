import { expectRecords, firstCell, grid, resultStatus, search, setLimit } from './explorer.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

test('Ctrl Z takes back each step of a query, Ctrl Shift Z and Ctrl Y do it again; neither leaves the table', async ({
  page,
  rowan,
}) => {
  await page.goto(`${rowan.origin}/#v=1&table=${BIRD_STRIKES}`)
  await expect(firstCell(page)).toBeVisible()
  await page.evaluate((id) => window.location.assign(`#v=1&table=${id}`), FIELD_PROGRAMMES)
  await expect(page).toHaveURL(new RegExp(FIELD_PROGRAMMES))
  await expect(firstCell(page)).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await expect(undo).toHaveCount(0)
  await search(page, 'sediment')
  await expect(page).toHaveURL(/q=sediment/)
  await setLimit(page, 5)
  await expectRecords(page, 5)

  await grid(page).locator('[role="gridcell"]').first().click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page).not.toHaveURL(/limit/)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page).not.toHaveURL(/q=/)
  await expect(undo).toHaveCount(0)
  // There is nothing more of this table: the one before is not gone back to.
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(page).toHaveURL(/q=sediment/)
  await expect(page).toHaveURL(new RegExp(FIELD_PROGRAMMES))
  await page.keyboard.press('ControlOrMeta+y')
  await expect(page).toHaveURL(/limit=5/)
  await page.keyboard.press('ControlOrMeta+y')
  await expectRecords(page, 5)

  // Back is as before: it does leave the table.
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(BIRD_STRIKES))
})

test('in text Ctrl Z is the text’s own', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  await setLimit(page, 5)
  await expectRecords(page, 5)
  const field = page.getByRole('searchbox', { name: 'Search records' })
  await field.pressSequentially('sed')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field).not.toHaveValue('sed')
  await expect(page).toHaveURL(/limit=5/)
})

test('Undo and Clear all stand at the end of the sentence', { tag: '@long' }, async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&filter=%5B"stage","active"%5D&sort=-area_km2`)
  await expect(firstCell(page)).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await expect(undo).toBeDisabled()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByRole('button', { name: 'Remove filter on stage' })).toHaveCount(0)
  await expect(page).not.toHaveURL(/sort/)
  await expect(resultStatus(page)).toBeVisible()
  await undo.click()
  await expect(page.getByRole('button', { name: 'Remove filter on stage' })).toBeVisible()
  await expect(page).toHaveURL(/sort/)
})
