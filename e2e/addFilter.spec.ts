import type { Page } from 'playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { firstCell } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const adding = (page: Page) => page.getByRole('dialog', { name: 'Add filter', exact: true })
const whole = (page: Page) => adding(page).getByRole('combobox', { name: 'Column or condition' })
const chip = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

test('one field adds a filter: a column, or the whole condition, one after the other by keyboard', async ({
  page,
  rowan,
}) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=40`)
  await expect(firstCell(page)).toBeVisible()
  await page.keyboard.press('f')
  await expect(whole(page)).toBeFocused()
  await expect(adding(page).getByRole('option').last()).toHaveText('_id')
  await expectAccessibleEverywhere(page, 'one field for a filter')

  // What a condition means is shown before Enter takes it; then the field is empty for the next one.
  await page.keyboard.type('stage = active')
  await expect(adding(page)).toContainText('Reads as stage is active.')
  await expect(adding(page).getByRole('option', { selected: true })).toHaveText('Add this filter')
  await page.keyboard.press('Enter')
  await expect(whole(page)).toHaveValue('')
  await page.keyboard.type('subject in watershed, survey')
  await page.keyboard.press('Enter')
  await expect(whole(page)).toHaveValue('')
  await expect(chip(page, 'stage is active')).toBeVisible()
  await expect(chip(page, 'subject is any of watershed, survey')).toBeVisible()

  // A column hands the focus on to its value.
  await page.keyboard.type('budget')
  await expect(adding(page).getByRole('option', { selected: true })).toHaveText(/^budget_eur/)
  await page.keyboard.press('Enter')
  const named = page.getByRole('dialog', { name: 'Filter on budget_eur' })
  await expect(named.getByRole('searchbox', { name: 'Find a value' })).toBeFocused()
  await page.keyboard.type('> 1000')
  await page.keyboard.press('Enter')
  await expect(chip(page, 'budget_eur greater than 1000')).toBeVisible()
  await named.getByRole('button', { name: /^Done/ }).click()
  await expect(named).toBeHidden()

  // The arrows choose, Enter in the empty field ends it.
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add filter', exact: true }).click()
  await expect(whole(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(adding(page).getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(adding(page).getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await whole(page).fill('> 5')
  await expect(adding(page)).toContainText('doesn’t say which column')
  await page.keyboard.press('Enter')
  await expect(whole(page)).toHaveValue('> 5')
  await whole(page).fill('')
  await page.keyboard.press('Enter')
  await expect(adding(page)).toBeHidden()
})

test('after a column comes how such columns are mostly compared: a range of numbers, the years of dates, values of text', async ({
  page,
  rowan,
}) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  const add = async (column: string) => {
    await page.getByRole('button', { name: 'Add filter', exact: true }).click()
    await whole(page).fill(column)
    await page.keyboard.press('Enter')
    return page.getByRole('dialog', { name: `Filter on ${column}` })
  }
  const stage = await add('stage')
  await expect(stage.getByRole('checkbox', { name: /^active/ })).toBeVisible()
  await page.keyboard.press('Escape')

  const started = await add('started_on')
  await started.getByRole('checkbox', { name: '2016' }).check()
  await expect(chip(page, 'started_on is in 2016')).toBeVisible()
  await started.getByRole('searchbox', { name: 'Find a value' }).fill('2017-03')
  await page.keyboard.press('Enter')
  await expect(chip(page, 'started_on is in 2016 or 2017-03')).toBeVisible()
  await page.keyboard.press('Escape')

  const area = await add('area_km2')
  await area.getByRole('textbox', { name: 'From' }).fill('100')
  await area.getByRole('textbox', { name: 'To' }).fill('200')
  await expect(chip(page, 'area_km2 from 100 to 200')).toBeVisible()
  await page.keyboard.press('Escape')

  // One value instead, as it is typed.
  const depth = await add('depth_m')
  await depth.getByRole('searchbox', { name: 'Find a value' }).fill('4.4')
  await expect(depth).toContainText('Reads as depth_m is 4.4.')
  await page.keyboard.press('Enter')
  await expect(chip(page, 'depth_m is 4.4')).toBeVisible()
  await page.keyboard.press('Escape')
})
