import type { Page } from 'playwright/test'
import { editor, firstCell, openSql, tabTo, typeSql, writtenText } from './explorer.ts'
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
