import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible.ts'
import { editor, expectRecords, firstCell, openSql, typeSql } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const underlined = (page: Page) => page.locator('.squiggly-error')

async function open(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  await openSql(page)
}

test('a misspelt column is underlined, F8 and Ctrl . mend it, and it runs', async ({ page, rowan }) => {
  await open(page, rowan.origin)
  await typeSql(page, `SELECT stgae FROM "${FIELD_PROGRAMMES}" LIMIT 3`)
  await expect(underlined(page)).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByText(/^Error There is no column stgae here/)).toBeVisible()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+.')
  await expect(page.getByRole('button', { name: 'Write stage' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(underlined(page)).toHaveCount(0)
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectRecords(page, 3)
})

test('what is still being written is not underlined until typing rests; the mouse shows what is wrong', async ({
  page,
  rowan,
}) => {
  await open(page, rowan.origin)
  await typeSql(page, `SELECT stage FROM "${FIELD_PROGRAMMES}" WHERE`)
  await expect(page.getByRole('status').filter({ hasText: '1 error' })).toBeAttached()
  await page.locator('.view-line').getByText('WHERE').hover()
  await expect(page.getByText(/^Error The statement is not complete/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^Error The statement is not complete/)).toBeHidden()
})

test('a text too long to be read at each key is not checked, which is said, and a shorter one is again', async ({
  page,
  rowan,
}) => {
  await open(page, rowan.origin)
  const note = page.getByText('A text of more than 250,000 characters is neither checked nor completed')
  await typeSql(page, '')
  await editor(page).evaluate(
    (box, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    `SELECT stag FROM "${FIELD_PROGRAMMES}";\n${`-- ${'x'.repeat(996)}\n`.repeat(250)}`,
  )
  await expect(note).toBeVisible()
  await typeSql(page, '')
  await expect(note).toBeHidden()
  await page.keyboard.insertText(`SELECT stag FROM "${FIELD_PROGRAMMES}"`)
  await expect(page.getByRole('status').filter({ hasText: /^1 error$/ })).toBeAttached()
})
