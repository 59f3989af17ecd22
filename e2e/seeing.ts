import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from 'playwright/test'
import { columnHeader, grid, tabTo } from './explorer.ts'
import { parseCsv } from './csv.ts'
import type { Instance } from './fixtures.ts'
import { byKeyboard, byMouse, type Hand } from './hands.ts'

/** A hand that looks at a table: it opens profiles, takes items of menus, and makes summaries. */
export interface Seer extends Hand {
  readonly page: Page
  /** Opens the profile of a column, which may be out of view. */
  readonly profile: (column: string) => Promise<void>
  /** Takes an item of the menu that is open. */
  readonly take: (item: string) => Promise<void>
  /** Chooses one of a group of radio buttons. */
  readonly radio: (name: string) => Promise<void>
}

export const button = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, exact: typeof name === 'string' })
export const chip = (page: Page, name: string | RegExp) => page.getByRole('group', { name, exact: true })
export const summary = (page: Page) => page.getByRole('grid', { name: 'Summary' })
export const drawer = (page: Page) => page.getByRole('complementary', { name: 'Column profile' })
export const chart = (page: Page) => page.getByRole('region', { name: 'Chart' })

/** Does all with the mouse, but typing. */
export function seesByMouse(page: Page): Seer {
  const hand = byMouse(page)
  const isFocused = (name: string) => page.getByRole('menuitem', { name, exact: true })
  return {
    ...hand,
    page,
    profile: async (column) => {
      const header = columnHeader(page, column)
      const box = await grid(page).boundingBox()
      if (box === null) throw new Error('The grid is not on the screen')
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      const isInView = async () => {
        const [at] = await header.evaluateAll((found) => found.map((each) => each.getBoundingClientRect().x))
        return at !== undefined && at > box.x + 60 && at + 80 < box.x + box.width
      }
      await page.mouse.wheel(-20_000, 0)
      for (let steps = 0; !(await isInView()); steps += 1) {
        if (steps === 60) throw new Error(`The wheel does not lead to ${column}`)
        await page.mouse.wheel(200, 0)
        await page.evaluate(() => new Promise(requestAnimationFrame))
      }
      await header.click({ button: 'right', position: { x: 30, y: 12 } })
      await isFocused('Column profile').click()
    },
    take: (name) => isFocused(name).click(),
    radio: (name) => page.getByRole('radio', { name, exact: true }).click(),
  }
}

/** Does all with the keyboard. */
export function seesByKeyboard(page: Page): Seer {
  const hand = byKeyboard(page)
  return {
    ...hand,
    page,
    profile: async (column) => {
      await page.keyboard.press('Control+k')
      const find = page.getByRole('combobox', { name: /^Find a table, field/ })
      await expect(find).toBeFocused()
      await page.keyboard.type(`#${column}`)
      await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText(column)
      await page.keyboard.press('Enter')
      await expect(find).toBeHidden()
      const place = (await columnHeader(page, column).getAttribute('aria-colindex')) ?? ''
      await expect(grid(page).locator('[role="gridcell"]:focus')).toHaveAttribute('aria-colindex', place)
      await page.keyboard.press('p')
    },
    take: async (name) => {
      const item = page.getByRole('menuitem', { name, exact: true })
      await expect(item).toBeVisible()
      const isThere = () => item.evaluate((element) => element === document.activeElement)
      for (let steps = 0; !(await isThere()); steps += 1) {
        if (steps === 20) throw new Error(`The arrows do not lead to ${name}`)
        await page.keyboard.press('ArrowDown')
      }
      await page.keyboard.press('Enter')
    },
    radio: async (name) => {
      const wanted = page.getByRole('radio', { name, exact: true })
      await tabTo(page, page.getByRole('radiogroup').filter({ has: wanted }).getByRole('radio', { checked: true }))
      for (let steps = 0; !(await wanted.isChecked()); steps += 1) {
        if (steps === 10) throw new Error(`The arrows do not lead to ${name}`)
        await page.keyboard.press('ArrowRight')
      }
    },
  }
}

/** Changes the field that makes groups, and how, in the popover of its chip. */
export async function groupBy(by: Seer, grouped: string, field: string, how?: string): Promise<void> {
  const { page, press, choose } = by
  await press(
    chip(page, new RegExp(`^(Summarised by|Across) ${grouped}$`))
      .getByRole('button')
      .first(),
  )
  const popover = page.getByRole('dialog', { name: /^Groups of / })
  await choose(popover.getByRole('combobox', { name: 'Field' }), field)
  if (how !== undefined) await choose(popover.getByRole('combobox', { name: 'In groups of' }), how)
  await press(button(popover, 'Done'))
  await expect(popover).toBeHidden()
}

/** Summarises by a field in place of the one that the page proposes, and shows no shares. */
export async function summariseBy(by: Seer, field: string): Promise<void> {
  const { page, press } = by
  await press(button(page, 'Summarise'))
  const proposed = chip(page, /^Summarised by /)
  const before = ((await proposed.getAttribute('aria-label')) ?? '').replace('Summarised by ', '')
  if (before !== field) await groupBy(by, before, field)
  await expect(chip(page, `Summarised by ${field}`)).toBeVisible()
  await press(button(page, 'Remove share of total'))
  await expect(chip(page, 'Showing share of total')).toBeHidden()
}

/** Adds a figure for each group. */
export async function addFigure({ page, press, type }: Seer, figure: string, field: string): Promise<void> {
  await press(button(page, 'Add a figure'))
  const popover = page.getByRole('dialog', { name: 'Add a figure' })
  await type(popover.getByRole('searchbox', { name: 'Find a field' }), field)
  await press(button(popover, figure))
  await expect(chip(page, `Showing ${figure}`)).toBeVisible()
}

/** The rows of a summary, as the file has them that its export gives. */
export async function exported({ page, press }: Seer): Promise<readonly (readonly string[])[]> {
  const download = page.waitForEvent('download')
  await press(button(page, 'Export'))
  const save = page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Save file' })
  await Promise.race([download, save.waitFor()])
  if (await save.isVisible()) await press(save)
  const [, ...rows] = parseCsv(await readFile(await (await download).path(), 'utf8'))
  return rows
}

/** What the last line of a summary says of all records. */
export async function totals(page: Page): Promise<readonly string[]> {
  const cells = summary(page).getByRole('row').last().getByRole('gridcell')
  return (await cells.allInnerTexts()).map((text) => text.trim().replaceAll(',', '')).filter((text) => text !== '')
}

/** The values of the table behind a picture: of each its row, its column if there are several, and the value. */
export async function charted(page: Page): Promise<readonly (readonly string[])[]> {
  const table = chart(page).getByRole('table')
  const [head = [], ...rows] = await table
    .getByRole('row')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent.replaceAll(',', ''))))
  return rows.flatMap(([name = '', ...values]) =>
    values.flatMap((value, at) =>
      value === '' ? [] : [values.length === 1 ? [name, value] : [name, head[at + 1] ?? '', value]],
    ),
  )
}

/** The records that the page reads without SQL, of about 2,000 `_id`s: each from somewhere in its equal part of them all. */
export function sampleOf(records: string): string {
  const ends = `SELECT min(_id) AS least, max(_id) - min(_id) + 1 AS ids, ceil(2000.0 * (max(_id) - min(_id) + 1) / count(*))::int AS asked FROM ${records}`
  const id = 'least + floor((at + mod(at * 0.618033988749895, 1)) * ids / asked)::int'
  return `(SELECT * FROM ${records}
    WHERE _id IN (SELECT ${id} FROM (${ends}) AS ends CROSS JOIN LATERAL generate_series(0, asked - 1) AS at))`
}

/** The rows of a statement, in which ` t` is the table, as texts; decimals without zeros at their end. */
export async function rowsOf(
  server: Instance,
  sql: string,
  table: string,
  isSample = false,
): Promise<readonly (readonly string[])[]> {
  const from = isSample ? sampleOf(`"${table}"`) : `"${table}"`
  const { records, fields } = await server.call('datastore_search_sql', {
    sql: sql.replaceAll(/ t\b/g, ` ${from} AS t`),
  })
  return records.map((record) => fields.map(({ id }) => withoutZeros(textOf(record[id]))))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
}

function withoutZeros(text: string): string {
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text
}
