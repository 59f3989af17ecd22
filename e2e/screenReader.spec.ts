import type { Page } from 'playwright/test'
import { editor, firstCell, openSql, tabTo, typeSql } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

/** What a screen reader has of the editor's text, and how much of that is before the cursor. */
async function heard(page: Page): Promise<{ readonly text: string; readonly before: string }> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const box = nodes.find(({ role, name }) => role?.value === 'textbox' && name?.value === 'SQL editor')
  await session.detach()
  const before = await page.evaluate(() => {
    const { anchorNode, anchorOffset = 0 } = getSelection() ?? {}
    return anchorNode?.textContent?.slice(0, anchorOffset) ?? ''
  })
  return { text: String(box?.value?.value ?? ''), before }
}

const status = (page: Page, said: RegExp) => page.getByRole('status').filter({ hasText: said })

test('a screen reader has the text and the cursor, errors and titles are said, and Tab leaves by choice', async ({
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
  await expect
    .poll(() => heard(page))
    .toEqual({
      text: `SELECT stage\nFROM "${FIELD_PROGRAMMES}"\nWHERE`,
      before: `SELECT stage\nFROM "${FIELD_PROGRAMMES}"\nWHERE`,
    })
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await heard(page)).before).toBe('SELECT stage\n')

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
  await expect.poll(async () => (await heard(page)).text).toMatch(/^SELECT stage FROM/)
})
