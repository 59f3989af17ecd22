import { expectAccessibleInBothThemes } from './accessible.ts'
import { expectRecords, grid, search } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const rail = (page: import('playwright/test').Page) => page.getByRole('navigation', { name: 'Tables and fields' })
const keep = (page: import('playwright/test').Page) => page.getByRole('button', { name: 'Keep', exact: true })

test('a query is kept under a name, found under its table, renamed, replaced, and removed with a way back', async ({
  page,
  rowan,
}) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(keep(page)).toBeDisabled()
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&filter=%5B"stage","active"%5D`)
  await search(page, 'sediment')
  await expect(grid(page)).not.toHaveAttribute('aria-busy', 'true')
  await expect(keep(page)).toHaveAttribute('aria-pressed', 'false')
  const records = Number(await grid(page).getAttribute('aria-rowcount')) - 1

  // By keyboard: the name is selected, Enter keeps.
  await keep(page).focus()
  await page.keyboard.press('Enter')
  const popover = page.getByRole('dialog', { name: 'Keep this query' })
  await expect(popover.getByRole('textbox', { name: 'Name' })).toHaveValue('sediment, stage is active')
  await expectAccessibleInBothThemes(page, 'the popover that keeps a query')
  await page.keyboard.type('Sediment, active work')
  await page.keyboard.press('Enter')
  await expect(keep(page)).toBeFocused()
  await expect(keep(page)).toHaveAttribute('aria-pressed', 'true')

  const line = rail(page).getByRole('button', { name: 'Sediment, active work', exact: true })
  await expect(line).toHaveAttribute('aria-current', 'true')
  // It is still there, and opens, after a reload at another place, and knows how many records it had.
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=7`)
  await page.reload()
  await expectRecords(page, 7)
  await line.click()
  await expect(page.getByRole('searchbox', { name: 'Search records' })).toHaveValue('sediment')
  await expect(keep(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(records + 1))

  // Changed, it is put in the place of the old one.
  await page.getByRole('button', { name: 'Remove filter on stage' }).click()
  await expect(keep(page)).toHaveAttribute('aria-pressed', 'false')
  await keep(page).click()
  await page.getByRole('button', { name: 'Replace Sediment, active work' }).click()
  await expect(line).toHaveAttribute('aria-current', 'true')

  await rail(page).getByRole('button', { name: 'Change kept query Sediment, active work' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Sediment')
  await page.getByRole('button', { name: 'Rename' }).click()
  const renamed = rail(page).getByRole('button', { name: 'Sediment', exact: true })
  await expect(renamed).toBeVisible()

  await keep(page).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(renamed).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(renamed).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the rail with a kept query')
})

test(
  'a removal from the rail is undone there, and other tabs follow',
  { tag: '@long' },
  async ({ page, context, rowan }) => {
    const address = `${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=5`
    await page.goto(address)
    await keep(page).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Five')
    await page.keyboard.press('Enter')
    const other = await context.newPage()
    await other.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
    const line = rail(other).getByRole('button', { name: 'Five', exact: true })
    await line.hover()
    await rail(other).getByRole('button', { name: 'Change kept query Five' }).click()
    await other.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(rail(page).getByRole('button', { name: 'Five', exact: true })).toHaveCount(0)
    await other.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(line).toBeVisible()
    await expect(rail(page).getByRole('button', { name: 'Five', exact: true })).toBeVisible()
  },
)

test('what was looked at is listed as recent, once, with its count; typing leaves one entry', async ({
  page,
  rowan,
}) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  const field = page.getByRole('searchbox', { name: 'Search records' })
  await field.pressSequentially('sediment', { delay: 30 })
  await expect(page).toHaveURL(/q=sediment/)
  // It is under what is shown only when something else is.
  const noted = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const channel = new BroadcastChannel('rowan')
        channel.addEventListener('message', () => resolve())
      }),
  )
  await noted
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=3`)
  await expectRecords(page, 3)
  const recent = rail(page).getByRole('button', { name: /^Recent: / })
  await expect(recent).toHaveCount(1)
  await expect(recent).toHaveAccessibleName('Recent: sediment')
  await recent.click()
  await expect(field).toHaveValue('sediment')
})

test('a statement is kept too, and runs when it is opened', { tag: '@long' }, async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&mode=sql&sql=SELECT%2041%20%2B%201%20AS%20answer`)
  await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()
  await keep(page).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('The answer')
  await page.keyboard.press('Enter')
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await rail(page).getByRole('button', { name: 'The answer', exact: true }).click()
  await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'SQL' })).toHaveAttribute('aria-selected', 'true')
})
