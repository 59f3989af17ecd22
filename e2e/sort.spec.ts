import type { Locator, Page } from 'playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { columnHeader, expectRecords, firstCell, visibleRows } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const chip = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

/** The first texts of a column; null has none. */
async function firstOf(page: Page, column: string): Promise<readonly string[]> {
  const rows = await visibleRows(page)
  return [1, 2, 3].map((row) => rows.get(row)?.[column] ?? 'not here').map((text) => (text === '' ? 'null' : text))
}

test('a sort is put together from the sentence: keys, directions, nulls, order of the keys', async ({
  page,
  rowan,
}) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=300`)
  await expect(firstCell(page)).toBeVisible()
  const add = page.getByRole('button', { name: 'Add sort' })
  await add.click()
  const panel = page.getByRole('dialog', { name: 'Add sort' })
  await expect(panel.getByRole('searchbox', { name: 'Find a column' })).toBeFocused()
  await expectAccessibleEverywhere(page, 'the choice of a column to sort by')
  await panel.getByRole('button', { name: 'depth_m, largest first' }).click()
  await expect(panel).toBeHidden()
  await expect(add).toBeFocused()
  const depth = chip(page, 'Sort by depth_m, largest first')
  await expect(columnHeader(page, 'depth_m')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => firstOf(page, 'depth_m')).not.toContain('null')

  await depth.getByRole('button', { name: 'nulls last' }).click()
  await expect(chip(page, 'Sort by depth_m, largest first, nulls first')).toBeVisible()
  await expect.poll(() => firstOf(page, 'depth_m')).toEqual(['null', 'null', 'null'])
  expect(page.url()).toContain('nulls=depth_m')
  await page.reload()
  await expect.poll(() => firstOf(page, 'depth_m')).toEqual(['null', 'null', 'null'])
  // Nulls stay where they are when the header is pressed.
  await columnHeader(page, 'depth_m').click()
  await columnHeader(page, 'depth_m').click()
  await chip(page, 'Sort by depth_m, smallest first').getByRole('button', { name: 'nulls last' }).click()
  await expect.poll(() => firstOf(page, 'depth_m')).toEqual(['null', 'null', 'null'])
  await page.goBack()
  await expect.poll(() => firstOf(page, 'depth_m')).not.toContain('null')
})

test(
  'by keyboard alone: two keys, the second becomes the first, both are removed',
  { tag: '@long' },
  async ({ page, rowan }) => {
    await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=300`)
    await expect(firstCell(page)).toBeVisible()
    const add = page.getByRole('button', { name: 'Add sort' })
    for (const [typed, name] of [
      ['subj', 'Sort by subject, A to Z'],
      ['start', 'Sort by started_on, earliest first'],
    ] as const) {
      await add.focus()
      await page.keyboard.press('Enter')
      await expectFocus(page.getByRole('searchbox', { name: 'Find a column' }))
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await expect(chip(page, name)).toBeVisible()
      await expect(add).toBeFocused()
    }
    await expectRecords(page, 300)
    expect(sortsIn(page)).toEqual(['subject', 'started_on'])
    const started = chip(page, 'Sort by started_on, earliest first').getByRole('button', { name: /^started_on/ })
    await started.focus()
    await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft')
    await expect.poll(() => sortsIn(page)).toEqual(['started_on', 'subject'])
    await expect(started).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(columnHeader(page, 'started_on')).toHaveAttribute('aria-sort', 'descending')
    await page.keyboard.press('Tab')
    await expectFocus(chip(page, 'Sort by started_on, latest first').getByRole('button', { name: 'nulls last' }))
    await page.keyboard.press('Enter')
    await expect(chip(page, 'Sort by started_on, latest first, nulls first')).toBeVisible()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: /^subject A to Z/ }).focus()
    await page.keyboard.press('Backspace')
    await expect.poll(() => sortsIn(page)).toEqual([])
  },
)

async function expectFocus(target: Locator): Promise<void> {
  await expect(target).toBeFocused()
}

function sortsIn(page: Page): readonly string[] {
  return new URLSearchParams(new URL(page.url()).hash.slice(1)).getAll('sort').map((key) => key.replace(/^-/, ''))
}
