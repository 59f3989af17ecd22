import type { Page } from 'playwright/test'
import { editor, expectEditor, firstCell, openSql, resultStatus, tabTo, typeSql, writtenText } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

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
