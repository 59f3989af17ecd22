import { expectAccessibleEverywhere } from './accessible.ts'
import { firstCell } from './explorer.ts'
import { expect, test } from './fixtures.ts'

test('Help is one press away, found by its words, there without a network, and leads to the ways to begin', async ({
  page,
  rowan,
  context,
  guard,
}) => {
  // What the page happens to ask while there is no network.
  guard.expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  const button = page.getByRole('button', { name: 'Help', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Help' })
  await button.click()
  const search = dialog.getByRole('searchbox', { name: 'Search the help' })
  await expect(search).toBeFocused()
  await expect(dialog.getByRole('navigation').getByRole('button')).toHaveCount(10)
  await expectAccessibleEverywhere(page, 'the help')
  await context.setOffline(true)
  await page.keyboard.type('pivot quartiles')
  await expect(dialog.getByText(/No page says pivot quartiles/)).toBeVisible()
  await search.fill('quartiles')
  await expect(dialog.getByRole('heading', { name: 'Summarise and chart' })).toBeVisible()
  await context.setOffline(false)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()

  await button.click()
  await dialog.getByRole('button', { name: 'Show the ways to begin' }).click()
  await expect(page.getByRole('heading', { name: 'Rowan reads the tables of open data portals' })).toBeVisible()
  await page.getByRole('button', { name: 'Hide this' }).click()
  await expect(page.getByRole('region', { name: 'Ways to begin' })).toHaveCount(0)

  await button.click()
  await dialog.getByRole('button', { name: /^Keyboard shortcuts/ }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})
