import type { Page } from 'playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { firstCell, grid } from './explorer.ts'
import { expect, test } from './fixtures.ts'

test.use({ isNewcomer: true })

test('a newcomer reads what this is, tries the address of a portal, and is not shown the ways again', async ({
  page,
  rowan,
  remote,
  guard,
}) => {
  guard.allow(remote.origin)
  await page.goto(rowan.origin)
  await expect(ways(page)).toBeVisible()
  // The server's own table is below, and stays where it came.
  const before = await grid(page).boundingBox()
  await expect(firstCell(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Look around the sample' })).toContainText('Made-up data')
  expect(await grid(page).boundingBox()).toEqual(before)
  await expectAccessibleEverywhere(page, 'the first visit')

  const portal = page.getByRole('region', { name: 'Open a portal' })
  await portal.getByRole('textbox', { name: 'Address of the portal' }).fill('not an address')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Connect to a portal' })
  await expect(dialog.getByText(/it contains a blank/)).toBeVisible()
  await dialog
    .getByRole('button', { name: 'Cancel' })
    .or(dialog.getByRole('button', { name: 'Close' }))
    .first()
    .click()

  await portal.getByRole('textbox', { name: 'Address of the portal' }).fill(`${remote.origin}/dataset`)
  await portal.getByRole('button', { name: 'Connect' }).click()
  await dialog.getByRole('button', { name: /^Open / }).click()
  await expect(firstCell(page)).toBeVisible()
  await expect(ways(page)).toHaveCount(0)
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  await expect(ways(page)).toHaveCount(0)
})

test('the sample is one press away, and its picture another', async ({ page, rowan }) => {
  await page.goto(rowan.origin)
  await page.getByRole('button', { name: 'Explore it' }).click()
  await expect(ways(page)).toHaveCount(0)
  await expect(firstCell(page)).toBeVisible()
  await page.reload()
  await expect(firstCell(page)).toBeVisible()
  await expect(ways(page)).toHaveCount(0)

  await page.evaluate(() => localStorage.clear())
  await page.goto(rowan.origin)
  await page.reload()
  await page.getByRole('button', { name: 'Records by year and stage' }).click()
  await expect(page.getByRole('img').first()).toBeVisible()
  await expect(ways(page)).toHaveCount(0)
})

test('a file that is chosen becomes a table of this browser', async ({ page, rowan }) => {
  await page.goto(rowan.origin)
  await page
    .getByLabel('File to open')
    .setInputFiles({ name: 'wells.csv', mimeType: 'text/csv', buffer: Buffer.from('well,depth\nA,12\nB,40\n') })
  await expect(page.getByRole('dialog', { name: 'New table from a file' })).toContainText('wells')
  await expect(page.getByRole('combobox', { name: 'Instance' })).toHaveValue('This browser')
})

test('who comes by a link sees what it shows, and nothing before it', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/#v=1&table=bird_strikes`)
  await expect(firstCell(page)).toBeVisible()
  await expect(ways(page)).toHaveCount(0)
})

function ways(page: Page) {
  return page.getByRole('heading', { name: 'Rowan reads the tables of open data portals' })
}
