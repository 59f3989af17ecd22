import type { Page } from 'playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { columnHeader, firstCell } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const fields = (page: Page) => page.getByRole('region', { name: 'Fields' })
const field = (page: Page, name: string) => fields(page).getByRole('button', { name, exact: true })

test('a field of the rail leads to its column, filters by it, hides and shows it', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=40`)
  await expect(firstCell(page)).toBeVisible()
  await expect(columnHeader(page, 'extent')).toBeHidden()
  await field(page, 'extent').click()
  await expect(columnHeader(page, 'extent')).toBeInViewport()
  await expect(field(page, 'extent')).toHaveAccessibleDescription(/^extent, /)

  await field(page, 'stage').hover()
  await expectAccessibleEverywhere(page, 'a field of the rail')
  await fields(page).getByRole('button', { name: 'Hide stage', exact: true }).click()
  await expect(field(page, 'stage')).toHaveAccessibleDescription(/hidden/)
  await field(page, 'stage').focus()
  await page.keyboard.press('h')
  await expect(field(page, 'stage')).not.toHaveAccessibleDescription(/hidden/)
  await field(page, 'stage').focus()
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog', { name: 'Filter on stage' })).toBeVisible()
  await page.keyboard.press('Escape')
  await field(page, 'subject').dblclick()
  await expect(page.getByRole('dialog', { name: 'Filter on subject' })).toBeVisible()
  await page.keyboard.press('Escape')

  // By keyboard alone, to a column that is hidden.
  await field(page, 'stage').focus()
  await page.keyboard.press('h')
  await expect(field(page, 'stage')).toHaveAccessibleDescription(/hidden/)
  await page.keyboard.press('Enter')
  await expect(columnHeader(page, 'stage')).toBeInViewport()
  await expect(page.locator('[role="gridcell"]:focus')).toBeVisible()
})

test('the open table says in the rail how many records it has, also where a filter is on', async ({ page, rowan }) => {
  const line = page.getByRole('listitem').filter({ has: page.locator('[aria-current]') })
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(line.first()).toContainText('3,000')
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&filter=%5B%22stage%22,%22active%22%5D`)
  await page.reload()
  await expect(firstCell(page)).toBeVisible()
  await expect(line.first()).toContainText('3,000')
})
