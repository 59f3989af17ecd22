import type { Page } from 'playwright/test'
import { seenColumns, spokenRows } from './accessibilityTree.ts'
import {
  columnHeader,
  editor,
  expectEditor,
  firstCell,
  grid,
  openSql,
  resultStatus,
  tabTo,
  typeSql,
  writtenText,
} from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const HUNDRED = '5c4ee4a0-0000-4000-8000-000000000100'

const status = (page: Page, said: RegExp) => page.getByRole('status').filter({ hasText: said })

test('a screen reader hears of errors, titles and fixes in the editor, and Tab leaves by choice', async ({
  page,
  rowan,
  guard,
}) => {
  guard.expectConsole(/status of 409/)
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  await openSql(page)
  await typeSql(page, '')
  await page.keyboard.insertText(`SELECT stage\nFROM "${FIELD_PROGRAMMES}"\nWHERE`)
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowDown')

  // The title that is drawn behind the id is no text: F1 says it.
  await page.keyboard.press('End')
  await page.keyboard.press('F1')
  await expect(status(page, /field_programmes table/)).toBeAttached()
  await page.keyboard.press('Escape')

  // Underlined places are counted, and said one by one.
  await page.keyboard.type(' ')
  await expect(status(page, /^1 error$/)).toBeAttached()
  await page.keyboard.press('F8')
  await expect(status(page, /^1 of 1: The statement is not complete/)).toBeAttached()

  // Tab indents, unless Escape came before it.
  await page.keyboard.press('Tab')
  await expect(editor(page)).toBeFocused()

  // The server's error is read out when it comes, and its fix is reached.
  await typeSql(page, '')
  await page.keyboard.insertText(`SELECT stag FROM "${FIELD_PROGRAMMES}"`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'There is no column "stag"' })).toBeVisible()
  await page.keyboard.press('Escape')
  await tabTo(page, page.getByRole('button', { name: 'Change to stage' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => writtenText(page)).toMatch(/^SELECT stage FROM/)
})

test('the SQL editor for screen readers is a text box: it is read, says errors, takes fixes and runs', async ({
  page,
  rowan,
  guard,
}) => {
  guard.expectConsole(/status of 409/)
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  await openSql(page)
  await expect(editor(page)).toHaveAccessibleDescription(/turn on SQL editor for screen readers in Settings/)
  await switchEditor(page)
  await expect(page.locator('.monaco-editor')).toHaveCount(0)
  await expect(editor(page)).toHaveAccessibleDescription(/Tab leaves it\. Ctrl Enter runs/)

  // Every letter is there, in its order, for whoever reads the box.
  const [wrong, right] = ['stag', 'stage'].map((name) => `SELECT ${name}, subject FROM "${FIELD_PROGRAMMES}"`)
  await editor(page).press('ControlOrMeta+a')
  await page.keyboard.type(wrong ?? '')
  await expect(editor(page)).toHaveValue(wrong ?? '')

  // What is wrong is counted, gone to and mended, and that can be undone.
  await expect(status(page, /^1 error$/)).toBeVisible()
  await page.keyboard.press('F8')
  await expect(status(page, /^1 of 1: There is no column stag here\..* Ctrl \. takes the fix: .*stage/)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+.')
  await expect(editor(page)).toHaveValue(right ?? '')
  await expect(status(page, /^Done: /)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(editor(page)).toHaveValue(wrong ?? '')

  // So is what the server says, and the statement runs. Undoing has selected what it brought back.
  await page.keyboard.press('End')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'There is no column "stag"' })).toBeVisible()
  await expect(editor(page)).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('ControlOrMeta+.')
  await expect(editor(page)).toHaveValue(right ?? '')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(resultStatus(page)).toBeVisible()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(editor(page)).not.toBeFocused()

  // It is remembered, until it is turned off.
  await page.reload()
  await expect(editor(page)).toHaveValue(right ?? '')
  await switchEditor(page)
  await expectEditor(page)
  await expect.poll(() => writtenText(page)).toBe(right)
})

async function switchEditor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('checkbox', { name: 'SQL editor for screen readers' }).click()
  await page.keyboard.press('Escape')
}

test('columns pinned, hidden and moved are read with their own names, in the order in which they are seen', async ({
  page,
  rowan,
  guard,
}) => {
  // The table has no name, so a catalogue is asked for one, and there is none.
  guard.expectConsole(/status of 400/)
  const names = Array.from({ length: 40 }, (_, at) => `c${at}`)
  const records = Array.from({ length: 300 }, (_, row) =>
    Object.fromEntries(names.map((name, at) => [name, at === 5 && row % 2 === 0 ? null : `${row + 1} of ${name}`])),
  )
  const fields = names.map((id) => ({ id, type: 'text' }))
  await rowan.call('datastore_create', { resource_id: HUNDRED, force: true, fields, records })

  const pinned = ['c30', 'c2']
  const pinnedRight = ['c1']
  const hidden = ['c0', 'c7', '_id']
  const order = ['c12', 'c9', 'c5']
  const free = [...order, ...names.filter((name) => !order.includes(name))]
  const whole = [
    ...pinned,
    ...free.filter((name) => ![...pinned, ...pinnedRight, ...hidden].includes(name)),
    ...pinnedRight,
  ]
  const layout = encodeURIComponent(JSON.stringify({ order, pinned, pinnedRight }))
  const shown = encodeURIComponent(JSON.stringify(names.filter((name) => !hidden.includes(name))))
  await page.goto(`${rowan.origin}/#v=1&table=${HUNDRED}&columns=${shown}&layout=${layout}`)
  await expect(firstCell(page)).toBeVisible()

  const expectReadAsSeen = (focus: { row: number; column: string }) =>
    // Elements get their order when scrolling rests.
    expect(async () => {
      const rows = await spokenRows(page)
      expect(rows.length).toBeGreaterThan(10)
      expect(rows.length).toBeLessThan(80)
      expect(rows.map(({ row }) => row)).toEqual(rows.map(({ row }) => row).toSorted((a, b) => a - b))
      expect(new Set(rows.map(({ row }) => row)).size).toBe(rows.length)
      const seen = await seenColumns(page)
      expect(seen.length).toBeGreaterThan(pinned.length + pinnedRight.length + 1)
      const focused: object[] = []
      for (const { row, cells } of rows) {
        const [number, ...values] = cells
        const isHeader = row === 1
        expect(number).toMatchObject({ column: 1, name: isHeader ? 'Row' : String(row - 1) })
        const columns = values.map(({ column }) => column)
        expect(columns).toEqual(columns.toSorted((a, b) => a - b))
        expect(new Set(columns).size).toBe(columns.length)
        for (const { role, column, name, isFocused, isReadOnly } of values) {
          const of = whole[column - 2] ?? ''
          if (isFocused) focused.push({ row: row - 1, column: of })
          const value = of === 'c5' && row % 2 === 0 ? 'null' : `${row - 1} of ${of}`
          // What the headers tell of null comes later.
          const read = isHeader ? name.replace(/, 50% null$/, '') : name
          expect({ role, name: read, isReadOnly }).toEqual({
            role: isHeader ? 'columnheader' : 'gridcell',
            name: isHeader ? `${of}, text` : value,
            isReadOnly: true,
          })
        }
        expect(cells.map(({ column }) => column).filter((column) => seen.includes(column))).toEqual(seen)
      }
      expect(focused).toEqual([focus])
    }).toPass({ timeout: 60_000 })

  await expect(grid(page)).toHaveAttribute('aria-colcount', String(whole.length + 1))
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '301')
  await firstCell(page).click()
  await page.keyboard.press('ArrowDown')
  await expectReadAsSeen({ row: 2, column: 'c30' })
  for (let presses = 0; presses < 18; presses += 1) await page.keyboard.press('ArrowRight')
  await expectReadAsSeen({ row: 2, column: whole[18] ?? '' })
  await page.mouse.wheel(0, 3000)
  await page.mouse.wheel(900, 0)
  await expectReadAsSeen({ row: 2, column: whole[18] ?? '' })
  await page.keyboard.press('ControlOrMeta+End')
  await expectReadAsSeen({ row: 300, column: 'c1' })

  // Moved by its header, hidden by its key.
  await page.keyboard.press('ControlOrMeta+Home')
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  await expect(columnHeader(page, 'c9')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Shift+ArrowRight')
  whole.splice(whole.indexOf('c9'), 2, 'c5', 'c9')
  await page.keyboard.press('ArrowDown')
  await expectReadAsSeen({ row: 1, column: 'c9' })
  await page.keyboard.press('h')
  whole.splice(whole.indexOf('c9'), 1)
  await expect(grid(page)).toHaveAttribute('aria-colcount', String(whole.length + 1))
  await expectReadAsSeen({ row: 1, column: 'c3' })
  await rowan.call('datastore_delete', { resource_id: HUNDRED, force: true })
})
