import type { Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import {
  columnHeader,
  editor,
  expectRecords,
  firstCell,
  openKnown,
  openSql,
  resultStatus,
  typeSql,
  visibleRows,
} from './explorer.ts'
import { silent } from './faults.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Results' }).getByRole('tab')
const run = (page: Page) => page.keyboard.press('ControlOrMeta+Enter')
const parameters = (page: Page) => page.getByRole('group', { name: 'Parameters' })
const value = async (page: Page, row: number, column: string) => (await visibleRows(page)).get(row)?.[column]

async function open(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  await openSql(page)
}

test('three statements have a result each, and one that fails hides no other', async ({ page, rowan, guard }) => {
  guard.expectConsole(/Failed to load resource/)
  await open(page, rowan.origin)
  await typeSql(page, 'SELECT 1 AS a;\nSELECT wrong AS b;\nSELECT n FROM generate_series(1, 3) AS n')
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(tabs(page)).toHaveCount(3)
  await expect(tabs(page).nth(0)).toHaveAccessibleName('1 a 1')
  await expect(tabs(page).nth(1)).toHaveAccessibleName(/failed 2 b/)
  await expect(tabs(page).nth(2)).toHaveAccessibleName('3 n 3')
  expect(await value(page, 1, 'a')).toBe('1')
  // The error is shown where it is, whichever result is open.
  await expect(page.getByText('line 2, from the server')).toBeVisible()
  await tabs(page).nth(0).focus()
  await page.keyboard.press('End')
  await expectRecords(page, 3)
  await expect.poll(() => value(page, 3, 'n')).toBe('3')
  await expectAccessibleInBothThemes(page, 'several results')

  // Each keeps its order, and where one was in it.
  await columnHeader(page, 'n').click()
  await columnHeader(page, 'n').click()
  await expect.poll(() => value(page, 1, 'n')).toBe('3')
  await tabs(page).nth(0).click()
  await expect.poll(() => value(page, 1, 'a')).toBe('1')
  await tabs(page).nth(2).click()
  await expect.poll(() => value(page, 1, 'n')).toBe('3')

  // The link runs them again, and the same text is in the editor of who opens it.
  await page.reload()
  await expect(tabs(page)).toHaveCount(3)
  await expect(tabs(page).nth(2)).toHaveAccessibleName('3 n 3')
})

test('the statement at the cursor runs, or what is selected', async ({ page, rowan }) => {
  await open(page, rowan.origin)
  await typeSql(page, "SELECT 1 AS a;\nSELECT ';' AS b;\nSELECT 3 AS c")
  await page.keyboard.press('ArrowUp')
  await run(page)
  await expect.poll(() => value(page, 1, 'b')).toBe(';')
  await expect(tabs(page)).toHaveCount(0)
  expect(decodeURIComponent(new URL(page.url()).hash)).toContain("&sql=SELECT ';' AS b")
  await page.keyboard.press('Home')
  await page.keyboard.press('ControlOrMeta+Shift+End')
  await run(page)
  await expect(tabs(page)).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+Home')
  await page.getByRole('button', { name: 'More ways to run' }).click()
  await page.getByRole('menuitem', { name: 'Run all 3 statements' }).click()
  await expect(tabs(page)).toHaveCount(3)
  // The draft is all of it, also after a reload.
  await page.reload()
  await expect(tabs(page)).toHaveCount(3)
  await expect(page.locator('.monaco-editor')).toContainText('SELECT 1 AS a;')
})

test('parameters are fields of their type, are in the link, and stay values', async ({ page, rowan }) => {
  await open(page, rowan.origin)
  const statement = (where: string) => `SELECT count(*) AS n, {{say}} AS said FROM "${FIELD_PROGRAMMES}" WHERE ${where}`
  await typeSql(page, statement('started_on >= {{since}} AND stage IN ({{stages}}'))
  const [since, stages, say] = ['since', 'stages', 'say'].map((name) =>
    parameters(page).getByLabel(name, { exact: true }),
  )
  if (!since || !stages || !say) throw new Error('no fields')
  await expect(since).toHaveAttribute('type', 'date')
  // Without a value it does not run: the field says so.
  await run(page)
  await expect(say).toBeFocused()
  await expect(say).toHaveAccessibleDescription('Give it a value.')
  expect(new URL(page.url()).hash).not.toContain('sql=')

  const hostile = `it's "{{since}}" \\' $$ -- /* ; DROP`
  await say.fill(hostile)
  await since.fill('2020-01-01')
  await stages.fill('active')
  await stages.press('Enter')
  await stages.fill('planned')
  await run(page)
  const { records } = await rowan.call('datastore_search_sql', {
    sql: `SELECT count(*) AS n FROM "${FIELD_PROGRAMMES}" WHERE started_on >= '2020-01-01' AND stage IN ('active', 'planned')`,
  })
  await expect.poll(() => value(page, 1, 'said')).toBe(hostile)
  expect((await value(page, 1, 'n'))?.replaceAll(',', '')).toBe(String(records[0]?.['n']))
  await expectAccessibleInBothThemes(page, 'parameters')

  // Another device has only the link.
  const link = page.url()
  await page.evaluate(() => sessionStorage.clear())
  const other = await page.context().browser()?.newPage()
  if (!other) throw new Error('no page')
  await other.goto(link)
  await expect.poll(() => value(other, 1, 'said')).toBe(hostile)
  await expect(parameters(other).getByLabel('since', { exact: true })).toHaveValue('2020-01-01')
  await expect(parameters(other).getByText('planned')).toBeVisible()
  await parameters(other).getByRole('button', { name: 'say is null' }).click()
  await other.getByRole('button', { name: 'Run query' }).click()
  await expect.poll(() => value(other, 1, 'said')).not.toBe(hostile)
  await other.close()
})

test('a part of a statement runs by itself, with its number of rows', async ({ page, rowan }) => {
  await open(page, rowan.origin)
  await typeSql(page, 'WITH few AS (\nSELECT n FROM generate_series(1, 12) AS n')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('\nSELECT max(n) FROM few')
  await run(page)
  await expect.poll(() => value(page, 1, 'max')).toBe('12')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.locator('.monaco-editor').getByRole('button', { name: 'Run to here' }).click()
  await expect(tabs(page).nth(1)).toHaveAccessibleName('2 few 12')
  await expect(page.locator('.monaco-editor').getByText('12 rows')).toBeVisible()
  await expectRecords(page, 12)
  // By its key as well; and what was counted goes with the text that it was counted of.
  await editor(page).focus()
  await page.keyboard.press('ControlOrMeta+Alt+Enter')
  await expect(tabs(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type(' ')
  await expect(page.locator('.monaco-editor').getByText('12 rows')).toBeHidden()
})

test('Stop ends the statement that is waited for, and sends no further one', async ({ page, rowan, faulty }) => {
  await openKnown(page, rowan.origin, { name: 'Faulty service', baseUrl: faulty.origin }, `table=${FIELD_PROGRAMMES}`)
  await openSql(page)
  await typeSql(page, 'SELECT 1 AS a;\nSELECT 2 AS b')
  faulty.play(silent, { action: 'datastore_search_sql' })
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await page.getByRole('button', { name: 'Stop' }).click()
  // Our own service ends what nobody waits for any more.
  await expect(resultStatus(page)).toHaveText(/^Stopped after [\d.]+ s\.$/)
  await expect(tabs(page).nth(0)).toHaveAccessibleName(/stopped/)
  await expect(tabs(page).nth(1)).toHaveAccessibleName(/not run/)
  await tabs(page).nth(1).click()
  await expect(page.getByText('This statement was not run: the run was stopped before it.')).toBeVisible()
})
