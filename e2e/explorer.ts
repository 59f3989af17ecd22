import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from 'playwright/test'
import { PREFIX } from './fixtures.ts'

/** What a user sees and does, by role and name only. */

// By the attributes that give it role and name: `getByRole` works out both for all of the page, at each look.
// What was shown before This browser turned out not to open stays, out of sight.
const GRID = '[role="grid"][aria-label="Records"]:visible'
/** Once its records are those of the server, or of the page's own PostgreSQL: not only expected of one that starts. */
export const grid = (page: Page) => page.locator(`body:not(:has([data-starting])) ${GRID}`)
/** Also while the page's own PostgreSQL starts. */
export const earlyGrid = (page: Page) => page.locator(GRID)
/** A cell of the first record; there as soon as records are. */
export const firstCell = (page: Page) => grid(page).locator('[role="gridcell"]').first()
export const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL editor' })
export const resultStatus = (page: Page) => page.getByRole('status').filter({ hasText: /\d (ms|s)\b/ })

/** The rows on the screen that have come, by their number in the result (the first is 1), as texts by column name. */
export async function visibleRows(page: Page): Promise<Map<number, Record<string, string>>> {
  const rows = await grid(page).evaluate((root) => {
    const names = new Map<string, string>()
    for (const header of root.querySelectorAll('[role="columnheader"]')) {
      // The accessible name is `name, type`, and the share of nulls if there are any.
      const name = header.getAttribute('aria-label') ?? header.textContent
      names.set(header.getAttribute('aria-colindex') ?? '', name.trim().replace(/, [^,]*(, [<>]?\d+% null)?$/, ''))
    }
    return [...root.querySelectorAll('[role="row"]')].flatMap((row) => {
      // Cells beyond the edge may be drawn while their headers are not.
      const cells = [...row.querySelectorAll('[role="gridcell"]')].filter((cell) =>
        names.has(cell.getAttribute('aria-colindex') ?? ''),
      )
      if (cells.length === 0) return []
      const values = cells.map(
        (cell) => [names.get(cell.getAttribute('aria-colindex') ?? '') ?? '', cell.textContent.trim()] as const,
      )
      return [[Number(row.getAttribute('aria-rowindex')) - 1, values] as const]
    })
  })
  return new Map(rows.map(([number, values]) => [number, Object.fromEntries(values)]))
}

/**
 * Saves the result as CSV, whether or not the page asks first for the format, or by that button for what the file shall
 * hold; returns the name and text of the file.
 */
export async function exportCsv(
  page: Page,
  button: string | RegExp = 'Save file',
): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const choice = page.getByRole('dialog', { name: 'Export' })
  const save = choice.getByRole('button', { name: button })
  await Promise.race([download, save.waitFor()])
  if (await save.isVisible()) {
    const format = choice.getByRole('combobox', { name: 'Format' })
    if (await format.isVisible()) await format.selectOption('CSV')
    await save.click()
  }
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

/** Waits until the result counts that many records. */
export async function expectRecords(page: Page, count: number): Promise<void> {
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(count + 1))
  await expect(grid(page)).not.toHaveAttribute('aria-busy', 'true')
}

/** Waits until a search in the order of best match counts that many records: they are here, or one page of them. */
export async function expectBestMatches(page: Page, count: number): Promise<void> {
  await expectRecords(page, Math.min(count, 200))
  if (count > 200)
    await expect(resultStatus(page)).toContainText(`the 200 best matches of ${count.toLocaleString('en')}`)
}

/** Waits for a preview of what is written: one that takes too long, as on a busy machine, comes with a later key. */
export async function expectPreview(page: Page, words: string): Promise<void> {
  const note = page.getByRole('note').filter({ hasText: words })
  await expect(async () => {
    await page.keyboard.type(' ')
    await expect(note).toBeVisible({ timeout: 2000 })
  }).toPass()
}

export async function chooseResource(page: Page, title: string): Promise<void> {
  await choose(page, page.getByRole('combobox', { name: 'Resource' }), title)
}

/** Types into a combobox and takes the option of that name. */
export async function choose(page: Page, combobox: Locator, title: string): Promise<void> {
  await combobox.click()
  await combobox.fill(title)
  // Not `Open title`, which is offered while the list is on its way.
  await page
    .getByRole('option', { name: new RegExp(`^${title}`) })
    .first()
    .click()
}

/** Adds a filter on one field with one value or several, from the values offered. */
export async function addFilter(page: Page, field: string, values: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await chooseColumn(page, field)
  const named = page.getByRole('dialog', { name: `Filter on ${field}` })
  for (const value of values) {
    await named.getByRole('searchbox', { name: 'Find a value' }).fill(value)
    await named.getByRole('checkbox', { name: new RegExp(`^${value}\\b`) }).check()
  }
  await page.keyboard.press('Escape')
  await expect(named).toBeHidden()
}

/** Chooses the column of a filter that is being added. */
export async function chooseColumn(page: Page, field: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Column or condition' }).fill(field)
  await page.keyboard.press('Enter')
}

/** Presses a column's header until it is sorted so. */
export async function sortBy(page: Page, field: string, direction: 'ascending' | 'descending'): Promise<void> {
  const header = columnHeader(page, field)
  await header.click()
  if (direction === 'descending') await header.click()
  await expect(header).toHaveAttribute('aria-sort', direction)
}

/** Has the same query answered anew; its results follow the form by themselves, so that is a key. */
export async function askAgain(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Enter')
}

/** For a test of a played server, whose SQL is none: headers shall not ask what the columns hold. */
export async function withoutDistributions(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('rowan.setting.distributions', 'false'))
}

export function columnHeader(page: Page, field: string): Locator {
  return grid(page).getByRole('columnheader', { name: new RegExp(`^${field}\\b`) })
}

export async function setLimit(page: Page, limit: number | null): Promise<void> {
  const field = page.getByRole('spinbutton', { name: 'Limit' })
  await field.fill(limit === null ? '' : String(limit))
  await field.press('Enter')
}

export async function search(page: Page, words: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Search records' })
  await field.fill(words)
  await field.press('Enter')
}

export async function openSql(page: Page): Promise<void> {
  await page.getByRole('tablist', { name: 'Query mode' }).getByRole('tab', { name: 'SQL' }).click()
  await expectEditor(page)
}

/** Waits for Monaco: on a slow machine a plain text box is there before it, and stays for who begins to write in it. */
export async function expectEditor(page: Page): Promise<void> {
  await expect(page.locator('.monaco-editor').getByRole('textbox', { name: 'SQL editor' })).toBeVisible()
}

/** Replaces the statement by typing; `insertTable` puts the table's name where the text has `{table}`. */
export async function typeSql(page: Page, text: string): Promise<void> {
  await editor(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  const [before = '', after] = text.split('{table}')
  await page.keyboard.type(before)
  if (after === undefined) return
  await page.getByRole('button', { name: 'Insert table name' }).click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type(after)
}

export async function runSql(page: Page, text: string): Promise<void> {
  await typeSql(page, text)
  await page.getByRole('button', { name: 'Run query' }).click()
}

export interface ConnectionForm {
  readonly name?: string
  readonly baseUrl: string
  readonly token?: string
  readonly remember?: boolean
}

/** Opens the dialog that connects to a portal by way of the Instance picker; on a phone, which hides it behind a button, by its key. */
export async function openConnection(page: Page): Promise<Locator> {
  const instance = page.getByRole('combobox', { name: 'Instance' })
  if (await instance.isVisible()) {
    await instance.click()
    await page.getByRole('option', { name: 'New connection' }).click()
  } else await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Connect to a portal' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Opens a folded part of the dialog of a connection, unless it is open. */
export async function unfold(dialog: Locator, name: 'Advanced' | 'What was tried'): Promise<void> {
  const fold = dialog.getByRole('button', { name })
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
}

/** Tests the connection of the dialog to its end, and shows the steps one by one. */
export async function testConnection(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: /^(Connect|Test again)$/ }).click()
  await expect(dialog.getByRole('region', { name: 'Diagnosis' })).toHaveCount(0)
  await unfold(dialog, 'What was tried')
}

/** What a test of the connection says, one item for each step. */
export function diagnosisSteps(dialog: Locator): Locator {
  return dialog.getByRole('region', { name: 'Diagnosis' }).getByRole('listitem')
}

/** Opens one of the dialogs that the menu Settings leads to. */
export async function openFromSettings(page: Page, name: 'Instances' | 'Requests'): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  // The status bar has a way to the requests, too.
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Connects to a portal, whether it answers or not, and waits until the dialog is gone. */
export async function connect(page: Page, form: ConnectionForm): Promise<void> {
  const dialog = await openConnection(page)
  if (form.name !== undefined || form.token !== undefined) await unfold(dialog, 'Advanced')
  await dialog.getByRole('textbox', { name: 'Address of the portal' }).fill(form.baseUrl)
  if (form.name !== undefined) await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(form.name)
  if (form.token !== undefined) await dialog.getByLabel('API token', { exact: true }).fill(form.token)
  if (form.remember === true) await dialog.getByRole('checkbox', { name: 'Remember on this device' }).check()
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByRole('button', { name: /^(Open .*|Save anyway)$/ }).click()
  await expect(dialog).toBeHidden()
}

/**
 * Opens the page at a link, on a device that knows this instance from an earlier visit, by its token if one is given: much
 * sooner than by way of the dialog. The link is the hash without `v` and `base`.
 */
export async function openKnown(page: Page, origin: string, known: KnownInstance, link: string): Promise<void> {
  await gotoKnown(page, origin, known, link)
  // In SQL nothing is asked before it is run.
  if (/\bmode=sql\b/.test(link)) await expectEditor(page)
  else await expect(firstCell(page)).toBeVisible()
}

/** The same, without waiting for records: there may be none. */
export async function gotoKnown(page: Page, origin: string, known: KnownInstance, link: string): Promise<void> {
  const { name, baseUrl, token } = known
  // The page's own server is in the settings of each device; all that is added to it is a token.
  const isOwn = baseUrl === origin
  const id = isOwn ? `settings:${origin}` : 'own:known'
  const instance = { id, title: name, baseUrl, prefix: PREFIX, tokenHeader: 'Authorization', resource: null }
  const instances = JSON.stringify({ version: 1, instances: isOwn ? [] : [instance] })
  const secret = JSON.stringify({ version: 1, origin: baseUrl, header: 'authorization', token })
  await page.addInitScript(
    ([kept, key, value]) => {
      if (localStorage.getItem('rowan.instances') !== null) return
      localStorage.setItem('rowan.instances', kept)
      if (value !== null) sessionStorage.setItem(key, value)
    },
    [instances, `rowan.token.${id}`, token === undefined ? null : secret] as const,
  )
  await page.goto(`${origin}/#v=1&base=${baseUrl}${link === '' ? '' : `&${link}`}`)
}

export interface KnownInstance {
  readonly name: string
  readonly baseUrl: string
  readonly token?: string
}

/** Scrolls the grid by the wheel from its first row to that one; gives the text of one column for each row number. */
export async function scrollThrough(page: Page, column: string, rows: number): Promise<Map<number, string>> {
  const box = await grid(page).boundingBox()
  if (!box) throw new Error('The grid is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const seen = new Map<number, string>()
  while (!seen.has(rows)) {
    const before = seen.size
    await expect
      .poll(
        async () => {
          const visible = [...(await visibleRows(page))]
          for (const [number, row] of visible) if (row[column]) seen.set(number, row[column])
          return visible.every(([, row]) => row[column]) && seen.size > before
        },
        { intervals: [10, 20, 50, 100, 200] },
      )
      .toBe(true)
    if (!seen.has(rows)) await page.mouse.wheel(0, box.height - 110)
  }
  return seen
}

/** Drops a CSV file of that text anywhere on the page. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  await dropFiles(page, { [name]: text })
}

/** Drops files, given as their texts by name, on the page at once. */
export async function dropFiles(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const transfer = await page.evaluateHandle((texts) => {
    const data = new DataTransfer()
    for (const [name, text] of Object.entries(texts)) data.items.add(new File([text], name, { type: 'text/csv' }))
    return data
  }, files)
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}

/** Presses Tab until that element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const has = () => target.evaluateAll((all) => all.some((element) => element === document.activeElement))
  if (await has()) return
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await has()) return
  }
  throw new Error(`60 presses of Tab did not lead to ${String(target)}`)
}

/** Goes on by Tab, then back, past either end. */
export async function expectTabStaysIn(page: Page, place: Locator): Promise<void> {
  for (const [key, most] of [
    ['Tab', 8],
    ['Shift+Tab', 12],
  ] as const) {
    for (let presses = 0; presses < most; presses += 1) {
      await page.keyboard.press(key)
      // Out of a modal dialog the browser's own controls are reached, and nothing of the page.
      const isIn = await place.evaluate(
        (element) => document.activeElement === document.body || element.contains(document.activeElement),
      )
      expect(isIn, `after ${presses + 1} presses of ${key}`).toBe(true)
    }
  }
}

/** Until the page has drawn what it knew of at the call: the next frame may have begun before that. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** What is in the editor. The titles of tables are drawn behind their ids, and are not in the text. */
export function writtenText(page: Page): Promise<string> {
  return page.locator('.monaco-editor .view-lines').evaluate((root) =>
    [...root.querySelectorAll<HTMLElement>('.view-line')]
      .toSorted((one, other) => Number.parseFloat(one.style.top) - Number.parseFloat(other.style.top))
      .map((line) =>
        [...line.querySelectorAll('span > span')]
          .filter(({ className }) => !className.includes('title'))
          .map(({ textContent }) => (textContent ?? '').replaceAll('\u00A0', ' '))
          .join(''),
      )
      .join('\n'),
  )
}
