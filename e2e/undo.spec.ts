import type { Page } from 'playwright/test'
import { expectRecords, firstCell, grid, openKnown, resultStatus, search, setLimit } from './explorer.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test, type Instance } from './fixtures.ts'

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
  await expect(undo).toBeDisabled()
  await search(page, 'sediment')
  await expect(page).toHaveURL(/q=sediment/)
  await setLimit(page, 5)
  await expectRecords(page, 5)

  await grid(page).locator('[role="gridcell"]').first().click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page).not.toHaveURL(/limit/)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page).not.toHaveURL(/q=/)
  await expect(undo).toBeDisabled()
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

test.describe('a change that somebody else makes meanwhile', () => {
  const resource_id = 'changed_meanwhile'
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Record' })
  const input = (page: Page) => panel(page).getByRole('group', { name: 'i', exact: true }).getByRole('textbox')
  const save = (page: Page) => panel(page).getByRole('button', { name: 'Save changes' }).click()
  const stored = async (rowan: Instance) => (await rowan.call('datastore_search', { resource_id })).records
  const meanwhile = (rowan: Instance, i: number) =>
    rowan.call('datastore_upsert', { resource_id, force: true, method: 'update', records: [{ _id: 1, i }] })

  test.beforeEach(async ({ page, rowan, guard }) => {
    // It has no catalogue of datasets.
    guard.expectConsole(/400 .*package_search/)
    const fields = [
      { id: 'i', type: 'int4' },
      { id: 'site', type: 'text' },
    ]
    await rowan.call('datastore_create', { resource_id, force: true, fields, records: [{ i: 5, site: 'weir' }] })
    const known = { name: 'With a token', baseUrl: rowan.origin, token: rowan.token }
    await openKnown(page, rowan.origin, known, `table=${resource_id}`)
    await grid(page).getByRole('rowheader', { name: '1', exact: true }).dblclick()
    await panel(page).getByRole('button', { name: 'Edit' }).click()
    await input(page).fill('6')
  })
  test.afterEach(({ rowan }) => rowan.call('datastore_delete', { resource_id, force: true }))

  test('is not overwritten by Save unless that is chosen', async ({ page, rowan }) => {
    await meanwhile(rowan, 55)
    await save(page)
    await expect(panel(page).getByText('i is 55 now: somebody has changed it since you began.')).toBeVisible()
    await expect(input(page)).toHaveValue('6')
    expect(await stored(rowan)).toEqual([{ _id: 1, i: 55, site: 'weir' }])
    await meanwhile(rowan, 56)
    await panel(page).getByRole('button', { name: 'Save mine anyway' }).click()
    await expect(panel(page).getByText('i is 56 now: somebody has changed it since you began.')).toBeVisible()
    await panel(page).getByRole('button', { name: 'Save mine anyway' }).click()
    const undo = panel(page).getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    expect(await stored(rowan)).toEqual([{ _id: 1, i: 6, site: 'weir' }])
    // Undo brings back what was there before it was saved.
    await undo.click()
    await expect(undo).toHaveCount(0)
    expect(await stored(rowan)).toEqual([{ _id: 1, i: 56, site: 'weir' }])
  })

  test('can be taken, and the rest of what was typed is kept', async ({ page, rowan }) => {
    const site = panel(page).getByRole('group', { name: 'site', exact: true }).getByRole('textbox')
    await site.fill('lock')
    await meanwhile(rowan, 55)
    await save(page)
    await panel(page).getByRole('button', { name: 'Take theirs' }).click()
    await expect(input(page)).toHaveValue('55')
    await expect(site).toHaveValue('lock')
    await expect(panel(page).getByRole('alert')).toHaveCount(0)
    await save(page)
    await expect(panel(page).getByRole('button', { name: 'Undo' })).toBeVisible()
    expect(await stored(rowan)).toEqual([{ _id: 1, i: 55, site: 'lock' }])
  })

  test('is not overwritten by Undo unless that is chosen', async ({ page, rowan }) => {
    await save(page)
    const undo = panel(page).getByRole('button', { name: 'Undo', exact: true })
    await expect(undo).toBeVisible()
    await meanwhile(rowan, 99)
    await undo.click()
    await expect(panel(page).getByText('i has been changed since, to 99. Nothing was undone.')).toBeVisible()
    expect(await stored(rowan)).toEqual([{ _id: 1, i: 99, site: 'weir' }])
    await panel(page).getByRole('button', { name: 'Undo anyway' }).click()
    await expect(undo).toHaveCount(0)
    expect(await stored(rowan)).toEqual([{ _id: 1, i: 5, site: 'weir' }])
  })

  test('may be its deletion, which is said so', async ({ page, rowan }) => {
    await rowan.call('datastore_records_delete', { resource_id, force: true, filters: { _id: 1 } })
    await save(page)
    await expect(panel(page).getByText('This record has been deleted since.')).toBeVisible()
    await expect(input(page)).toHaveValue('6')
  })
})
