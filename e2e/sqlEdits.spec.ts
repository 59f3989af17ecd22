import type { Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { editor, firstCell, openSql, typeSql, visibleRows, writtenText } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const expectWritten = (page: Page, text: string) => expect.poll(() => writtenText(page)).toBe(text)

async function open(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  await openSql(page)
}

/** Writes a statement as it is pasted: on one line, without suggestions and closing brackets. */
async function write(page: Page, text: string): Promise<void> {
  await typeSql(page, '')
  await page.keyboard.insertText(text)
  await expectWritten(page, text)
}

/** Puts the cursor before the first of that word. */
async function cursorBefore(page: Page, text: string, word: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Home')
  for (let at = text.indexOf(word); at > 0; at -= 1) {
    await page.keyboard.press('ArrowRight')
  }
}

const undo = (page: Page) => page.keyboard.press('ControlOrMeta+z')
const message = (page: Page) => page.locator('.monaco-editor-overlaymessage .message')

const ONE_LINE = `with a as (select stage, count(*) as n from "${FIELD_PROGRAMMES}" where stage is not null group by stage) select a.stage, n from a order by n`
const FORMATTED = `WITH
  a AS (
    SELECT stage, count(*) AS n
    FROM "${FIELD_PROGRAMMES}"
    WHERE stage IS NOT NULL
    GROUP BY stage
  )
SELECT a.stage, n
FROM a
ORDER BY n`

test('a statement is formatted by key and by button, and one step of undo takes it back', async ({ page, rowan }) => {
  await open(page, rowan.origin)
  await write(page, ONE_LINE)
  await page.keyboard.press('Shift+Alt+F')
  await expectWritten(page, FORMATTED)
  await undo(page)
  await expectWritten(page, ONE_LINE)
  await page.getByRole('button', { name: 'Format', exact: true }).click()
  await expectWritten(page, FORMATTED)
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(async () => Object.keys((await visibleRows(page)).get(1) ?? {})).toEqual(['stage', 'n'])
})

test('an unfinished statement stays as it is, and that is said', async ({ page, rowan }) => {
  await open(page, rowan.origin)
  await write(page, 'select stage from where')
  await page.keyboard.press('Shift+Alt+F')
  await expect(message(page)).toHaveText("This statement isn't finished, so it stays as it is.")
  await expect(page.locator('.monaco-aria-container')).toContainText("This statement isn't finished")
  await expectWritten(page, 'select stage from where')
})

test('a query of WITH gets another name wherever it is named; one that is taken is refused', async ({
  page,
  rowan,
}) => {
  await open(page, rowan.origin)
  const text = `WITH a AS (SELECT 1 AS n), b AS (SELECT 2 AS m) SELECT a.n FROM a, b`
  await write(page, text)
  await cursorBefore(page, text, 'a AS')
  await page.keyboard.press('F2')
  const box = page.getByRole('textbox', { name: 'New name for a' })
  await expect(box).toBeFocused()
  await expectAccessibleInBothThemes(page, 'renaming')
  await box.fill('b')
  await box.press('Enter')
  await expect(page.getByText('b already has a meaning here. Choose another name.')).toBeVisible()
  await box.fill('first one')
  await box.press('Enter')
  await expect(box).toHaveCount(0)
  await expectWritten(
    page,
    `WITH "first one" AS (SELECT 1 AS n), b AS (SELECT 2 AS m) SELECT "first one".n FROM "first one", b`,
  )
  await expect(editor(page)).toBeFocused()
  await undo(page)
  await expectWritten(page, text)
})

test('the columns of * are written out from the list of changes, and F12 goes to what a name means', async ({
  page,
  rowan,
  guard,
}) => {
  // At the end nothing in the statement is called p, so the suggestions ask whether there is such a table.
  guard.expectConsole(/status of 404/)
  const { fields } = await rowan.call('datastore_search', { resource_id: FIELD_PROGRAMMES, limit: 0 })
  await open(page, rowan.origin)
  const text = `WITH p AS (SELECT * FROM "${FIELD_PROGRAMMES}") SELECT p.stage FROM p`
  await write(page, text)
  await cursorBefore(page, text, '*')
  await page.keyboard.press('ControlOrMeta+.')
  const menu = page.getByRole('menu', { name: 'Change the statement' })
  const items = menu.getByRole('menuitem')
  await expect(items).toContainText(['Write out the columns of *', 'Rename', 'Go to definition', 'Format'])
  await expect(items.first()).toBeFocused()
  await expectAccessibleInBothThemes(page, 'changes of a statement')
  await page.keyboard.press('Enter')
  const lines = page.locator('.monaco-editor .view-lines')
  await expect(lines).toContainText(String(fields.at(-1)?.id))
  await expect(lines).not.toContainText('*')
  await undo(page)
  await expectWritten(page, text)

  await cursorBefore(page, text, 'p.stage')
  await page.keyboard.press('F12')
  // The name in WITH is selected, so what is typed takes its place.
  await expect(page.locator('.monaco-editor .selected-text')).toHaveCount(1)
  await page.keyboard.type('q')
  await expectWritten(page, text.replace('p AS', 'q AS'))
})

test('lines become comments, one text is written at several cursors, and text is found', async ({ page, rowan }) => {
  await open(page, rowan.origin)
  await write(page, 'SELECT 1 AS n')
  await page.keyboard.press('ControlOrMeta+/')
  await expectWritten(page, '-- SELECT 1 AS n')
  await page.keyboard.press('ControlOrMeta+/')
  await expectWritten(page, 'SELECT 1 AS n')

  await write(page, 'SELECT aa, aa')
  await cursorBefore(page, 'SELECT aa, aa', 'aa')
  await page.keyboard.press('ControlOrMeta+d')
  await page.keyboard.press('ControlOrMeta+d')
  await page.keyboard.type('bb')
  await page.keyboard.press('Escape')
  await expectWritten(page, 'SELECT bb, bb')

  await page.keyboard.press('ControlOrMeta+f')
  await expect(page.locator('.find-widget.visible')).toBeVisible()
})
