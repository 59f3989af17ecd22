import type { Locator, Page } from 'playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { columnHeader, firstCell, grid, visibleRows } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

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

/** Does things by the words that are seen, and counts them. */
function counted(page: Page) {
  let actions = 0
  const seen = async (role: 'button' | 'columnheader', words: string, within: Page | Locator) => {
    const control = within.getByRole(role).filter({ hasText: words, visible: true }).first()
    // Not by a name that only a screen reader says.
    await expect(control.getByText(words).first()).toBeVisible()
    return control
  }
  return {
    press: async (role: 'button' | 'columnheader', words: string, within: Page | Locator = page) => {
      actions += 1
      await (await seen(role, words, within)).click()
    },
    type: async (field: string, text: string) => {
      actions += 1
      await page.getByRole('textbox', { name: field }).fill(text)
    },
    /** How many it took; the next task begins at none. */
    taken: () => {
      const took = actions
      actions = 0
      return took
    },
  }
}

test('five first tasks take few actions, each by the words that are seen', async ({ page, rowan, remote, guard }) => {
  guard.allow(remote.origin)
  await page.goto(rowan.origin)
  await expect(ways(page)).toBeVisible()
  const { press, type, taken } = counted(page)

  await test.step('the largest records of the sample', async () => {
    await press('button', 'Explore it')
    await press('columnheader', LARGE)
    await expect(columnHeader(page, LARGE)).toHaveAttribute('aria-sort', 'ascending')
    await press('columnheader', LARGE)
    await expect(columnHeader(page, LARGE)).toHaveAttribute('aria-sort', 'descending')
    const { records } = await rowan.call('datastore_search', {
      resource_id: SAMPLE,
      sort: `${LARGE} desc nulls last`,
      limit: 1,
    })
    await expect.poll(async () => (await visibleRows(page)).get(1)?.[LARGE]).toBe(String(records[0]?.[LARGE]))
    expect(taken()).toBeLessThanOrEqual(3)
  })

  await test.step('what is in a column', async () => {
    await press('button', 'Profile')
    const profile = page.getByRole('complementary', { name: 'Column profile' })
    await expect(profile.getByText('distinct').first()).toBeVisible()
    expect(taken()).toBeLessThanOrEqual(2)
  })

  await test.step('a picture by year', async () => {
    await press('button', 'Chart')
    await expect(page.getByRole('img', { name: /by year/ })).toBeVisible()
    expect(taken()).toBeLessThanOrEqual(4)
  })

  await test.step('the result, taken away', async () => {
    const download = page.waitForEvent('download')
    await press('button', 'Export')
    expect((await download).suggestedFilename()).toMatch(/by year.*\.csv$/)
    expect(taken()).toBeLessThanOrEqual(3)
  })

  await test.step('a portal, by the address of one of its pages', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto(rowan.origin)
    await page.reload()
    await type('Address of the portal', `${remote.origin}/dataset/rivers`)
    await press('button', 'Connect', page.getByRole('region', { name: 'Open a portal' }))
    await press('button', 'Open', page.getByRole('dialog', { name: 'Connect to a portal' }))
    await expect(page.getByRole('combobox', { name: 'Instance' })).not.toHaveValue('This server')
    await expect(firstCell(page)).toBeVisible()
    expect(taken()).toBeLessThanOrEqual(3)
  })
})

/** The table of the sample that is opened, and a measure in it. */
const SAMPLE = FIELD_PROGRAMMES
const LARGE = 'area_km2'

function ways(page: Page) {
  return page.getByRole('heading', { name: 'Rowan reads the tables of open data portals' })
}
