import type { Locator, Page } from 'playwright/test'
import { chooseColumn, expectRecords, firstCell, visibleRows } from './explorer.ts'
import { expect, test, type Instance } from './fixtures.ts'

const chip = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const popover = (page: Page) => page.getByRole('dialog', { name: /^Filter on/ })
const adding = (page: Page) => page.getByRole('dialog', { name: 'Add filter', exact: true })
const whole = (page: Page) => adding(page).getByRole('combobox', { name: 'Column or condition' })
const find = (page: Page) => popover(page).getByRole('searchbox', { name: 'Find a value' })

/** A table of its own, with what people type in other ways than it is stored. */
async function open(page: Page, rowan: Instance, table: string, rest = ''): Promise<void> {
  await rowan.call('datastore_create', {
    resource_id: table,
    // The catalogue is not asked for the title of a table that has a name.
    aliases: `${table}_named`,
    fields: [
      { id: 'surname', type: 'text' },
      { id: 'Name', type: 'text' },
      { id: 'name', type: 'text' },
      { id: 'd', type: 'date' },
      { id: 'seen', type: 'timestamp' },
      { id: 'n', type: 'int' },
    ],
    records: [
      { surname: 'Null', Name: 'A', name: 'b', d: '2024-03-04', seen: '2020-01-31T23:59:59.25', n: 10_000 },
      { surname: 'Ada', Name: 'b', name: 'A', d: '2024-04-03', seen: '2020-01-31', n: 250 },
      { surname: null, Name: 'x', name: 'x', d: null, seen: '2020-02-01', n: 100 },
    ],
    force: true,
  })
  await page.goto(`${rowan.origin}/#v=1&table=${table}${rest}`)
  await expect(firstCell(page)).toBeVisible()
}

/** Types a whole condition where the focus is; it is taken by Enter, and the popover left. */
async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add filter', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(whole(page)).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(whole(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(adding(page)).toBeHidden()
}

const clear = (page: Page) => page.getByRole('button', { name: 'Clear all', exact: true }).click()

test('conditions that are typed, one after the other, mean what was typed, or nothing', async ({
  page,
  rowan,
  guard,
}) => {
  // The catalogue that it has not, and the sort by what is no column.
  guard.expectConsole(/status of 400|status of 409 .*datastore_search/)
  // The full stop of a sentence came along with the link.
  await open(page, rowan, 'asked_by_typing', '&sort=-n.')
  await expect(page.getByRole('note').filter({ hasText: 'There is no column “n.”' })).toBeVisible()
  await clear(page)

  // The list's own words, several at once, numbers as people write them; the second is not lost.
  await ask(page, 'n from 200 to 300')
  await expect(chip(page, 'n from 200 to 300')).toBeVisible()
  await ask(page, 'surname = Ada and n >= 0.1k')
  await expect(chip(page, 'surname is Ada')).toBeVisible()
  await expect(chip(page, 'n at least 100')).toBeVisible()
  await expectRecords(page, 1)
  await clear(page)

  // Of two names that differ by case the one that is typed is meant.
  await ask(page, 'name = b')
  await expect(chip(page, 'name is b')).toBeVisible()
  await expectRecords(page, 1)
  await clear(page)

  // A date means one thing, told, or is asked.
  await ask(page, 'd = 03.04.2024')
  await expect(chip(page, 'd is 2024-04-03')).toBeVisible()
  await expect.poll(async () => (await visibleRows(page)).get(1)?.['d']).toBe('2024-04-03')
  await clear(page)
  await page.getByRole('button', { name: 'Add filter', exact: true }).click()
  await whole(page).fill('d = 03/04/2024')
  await expect(adding(page)).toContainText('“03/04/2024” can be read in two ways. Which is meant?')
  await page.keyboard.press('Enter')
  await expect(whole(page)).toHaveValue('d = 03/04/2024')
  await adding(page).getByRole('button', { name: 'd is 2024-03-04', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(chip(page, 'd is 2024-03-04')).toBeVisible()
  await clear(page)

  // A day is all of it, and the sentence says so before it is asked.
  await page.getByRole('button', { name: 'Add filter', exact: true }).click()
  await whole(page).fill('seen until 31.01.2020')
  await expect(adding(page)).toContainText('Reads as seen on or before 2020-01-31. A day means the whole day.')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expectRecords(page, 2)
  await clear(page)

  // What can't be read is never offered as if it were.
  await page.getByRole('button', { name: 'Add filter', exact: true }).click()
  await whole(page).fill('n between many')
  await expect(adding(page)).toContainText(
    '“between many” isn’t understood after n. Type for example n from 100 to 200.',
  )
  await expect(adding(page)).not.toContainText('Press Enter')
  await page.keyboard.press('Enter')
  await expect(whole(page)).toHaveValue('n between many')
  await whole(page).fill('in last 10 years')
  await expect(adding(page)).toContainText('doesn’t say which column')
  // The first one empties the text.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(adding(page)).toBeHidden()
  await expectRecords(page, 3)
})

test('a value called Null is picked, an operator hands the focus on, and a letter saves no file', async ({
  page,
  rowan,
  guard,
}) => {
  guard.expectConsole(/status of 400/)
  await open(page, rowan, 'asked_by_picking')
  await page.getByRole('button', { name: 'Add filter', exact: true }).click()
  await chooseColumn(page, 'surname')
  await find(page).fill('Null')
  await expect(popover(page).getByRole('checkbox', { name: /^Null\b/ })).toBeVisible()
  await expect(popover(page).getByRole('button', { name: 'surname is null', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(chip(page, 'surname is any of Null').or(chip(page, 'surname is Null'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expectRecords(page, 1)
  await clear(page)

  await page.getByRole('button', { name: 'Add filter', exact: true }).click()
  await chooseColumn(page, 'seen')
  const operator = (name: string): Locator =>
    popover(page).getByRole('option', { name, exact: false }).filter({ hasText: name })
  await operator('on or before').click()
  await expect(find(page)).toBeFocused()
  await page.keyboard.type('2020-01-31')
  await page.keyboard.press('Enter')
  await expect(chip(page, 'seen on or before 2020-01-31')).toBeVisible()
  await operator('from … to …').first().click()
  await expect(popover(page).getByRole('textbox', { name: 'From' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(popover(page)).toBeHidden()

  let saved = 0
  page.on('download', () => (saved += 1))
  await firstCell(page).click()
  await page.keyboard.press('e')
  await page.keyboard.press('Shift+e')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await firstCell(page).click()
  await page.keyboard.press('f')
  await expect(popover(page)).toHaveCount(0)
  expect(saved).toBe(0)
})
