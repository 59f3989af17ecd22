import type { Page } from 'playwright/test'
import { editor, expectRecords, gotoKnown, openKnown, openSql, runSql, tabTo, typeSql } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const FAILING = 'SELECT subjct,\ncount(*) AS n\nFROM {table}\nGROUP BY 1'

test.beforeEach(({ remote, guard }) => {
  guard.allow(remote.origin)
  guard.expectConsole(/status of 409/)
})

/** A line of the editor, by what it holds. */
const line = (page: Page, text: string) => page.locator('.view-line').filter({ hasText: text })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const nearest = 'There is no column "subjct" in field_programmes. The nearest is "subject".'

test('an error stands below its line; Ctrl . takes the fix; the result before stays and says so', async ({
  page,
  rowan,
  remote,
}) => {
  const known = { name: 'Second service', baseUrl: remote.origin, token: remote.token }
  await openKnown(page, rowan.origin, known, `table=${FIELD_PROGRAMMES}`)
  await openSql(page)
  await runSql(page, FAILING)
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('No records: the query failed. The editor shows why.')
  await typeSql(page, 'SELECT subject')
  await expect(result).toContainText('Run the query to see its records.')
  await runSql(page, 'SELECT subject FROM {table} LIMIT 3')
  await expectRecords(page, 3)
  await runSql(page, FAILING)
  await expect(alert(page)).toHaveText(nearest)
  await expect(page.locator('.squiggly-error')).toHaveCount(1)
  await expect(page.getByText('line 1, from the server')).toBeVisible()
  const edges = async () => {
    const [above, words, below] = [line(page, 'subjct'), alert(page), line(page, 'count(*)')]
    const boxes = await Promise.all([above, words, below].map((each) => each.boundingBox()))
    return boxes.map((box) => [box?.y ?? 0, (box?.y ?? 0) + (box?.height ?? 0)])
  }
  // Monaco gives the zone its height some frames after it has been drawn.
  await expect
    .poll(async () => {
      const [above = [], words = [], below = []] = await edges()
      return (above[1] ?? 0) <= (words[0] ?? 0) + 1 && (words[1] ?? 0) <= (below[0] ?? 0)
    })
    .toBe(true)
  const earlier = page.getByRole('note').filter({ hasText: 'The result of' })
  await expect(earlier).toHaveText(/^The result of \d\d:\d\d, before this edit\. The run of \d\d:\d\d failed\.$/)
  await page.getByRole('button', { name: 'Show that text' }).click()
  await expect(page.getByLabel('Text of this result')).toContainText('LIMIT 3')
  await expectRecords(page, 3)

  // What is typed makes it past; undone, it is there again.
  await editor(page).focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' ')
  await expect(alert(page)).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(alert(page)).toHaveText(nearest)
  // Another statement on a line of its own does not.
  await page.keyboard.press('Enter')
  await expect(alert(page)).toHaveText(nearest)
  await page.keyboard.press('ControlOrMeta+.')
  await expect(alert(page)).toHaveCount(0)
  await expect(line(page, 'SELECT subject,')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectRecords(page, 10)
  await expect(earlier).toHaveCount(0)
})

test('an error is reached by keyboard, shows the words of the server, and Escape goes back to the text', async ({
  page,
  rowan,
  remote,
}) => {
  const known = { name: 'Second service', baseUrl: remote.origin, token: remote.token }
  await openKnown(page, rowan.origin, known, `table=${FIELD_PROGRAMMES}`)
  await openSql(page)
  await typeSql(page, FAILING)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(alert(page)).toHaveText(nearest)
  // The first may only close a list of suggestions.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const fix = page.getByRole('button', { name: 'Change to subject' })
  await tabTo(page, fix)
  await tabTo(page, page.getByRole('button', { name: 'Show server text' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Server text')).toContainText('LINE 1: SELECT subjct,')
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeFocused()
  await fix.click()
  await expect(line(page, 'SELECT subject,')).toBeVisible()
  await expect(editor(page)).toBeFocused()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })
  test('the error stands below the text box and keeps its fix', async ({ page, rowan, remote }) => {
    const known = { name: 'Second service', baseUrl: remote.origin, token: remote.token }
    const sql = `SELECT subjct FROM "${FIELD_PROGRAMMES}" LIMIT 3`
    await gotoKnown(page, rowan.origin, known, `table=${FIELD_PROGRAMMES}&mode=sql`)
    await page.getByRole('textbox', { name: 'SQL editor' }).fill(sql)
    await page.getByRole('button', { name: 'Run query' }).click()
    await expect(alert(page)).toHaveText(nearest)
    await page.getByRole('button', { name: 'Change to subject' }).click()
    await page.getByRole('button', { name: 'Run query' }).click()
    await expectRecords(page, 3)
    await expect(alert(page)).toHaveCount(0)
  })
})
