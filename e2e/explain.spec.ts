import type { Page } from 'playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { editor, expectRecords, openKnown, runSql, typeSql } from './explorer.ts'
import type { Exchange } from './faultProxy.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const explain = (page: Page) => page.getByRole('button', { name: 'Explain', exact: true })
const plan = (page: Page) => page.getByRole('region', { name: 'Plan' })
const steps = (page: Page) => plan(page).getByRole('table', { name: 'Steps of the plan' })
const headers = (page: Page) => steps(page).getByRole('columnheader')

const STATEMENT = `SELECT stage, count(*) FROM "${FIELD_PROGRAMMES}" WHERE _id < 5000 GROUP BY stage ORDER BY 2 DESC`

test('this server explains a statement, and measures it only when that is pressed', async ({ page, rowan }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const sql = /EXPLAIN[^"]*/.exec(decodeURIComponent(request.url().replaceAll('+', ' ')) + (request.postData() ?? ''))
    if (sql !== null) asked.push(sql[0])
  })
  await page.goto(`${rowan.origin}/#v=1&mode=sql&table=${FIELD_PROGRAMMES}`)
  await runSql(page, 'SELECT 1 AS one')
  await expectRecords(page, 1)
  await typeSql(page, `${STATEMENT};`)
  await explain(page).click()
  await expect(headers(page)).toHaveText(['Step', 'Rows expected', 'Own cost', 'Share of the cost'])
  await expect(plan(page)).toContainText('The statement was not run')
  const sort = steps(page).getByRole('rowheader', { name: /^Sort by / })
  await expect(sort).toBeVisible()
  // Tables by their title.
  await expect(steps(page).getByRole('rowheader', { name: /field_programmes, where _id < 5000/ })).toBeVisible()
  expect(asked.map((sql) => sql.includes('ANALYZE'))).toEqual([false])
  await expectAccessible(page, 'a plan')

  await plan(page).getByRole('button', { name: 'Measure by running it' }).click()
  await expect(headers(page)).toHaveText(['Step', 'Rows expected', 'Rows met', 'Own ms', 'Share of the time'])
  await expect(plan(page)).toContainText(/\d+% of the time goes into .*\./)
  expect(asked.map((sql) => sql.includes('ANALYZE'))).toEqual([false, true])

  // One stop of Tab; arrows go from step to step, Enter unfolds.
  await sort.getByRole('button').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(sort.getByRole('button')).toHaveAttribute('aria-expanded', 'true')
  await expect(plan(page)).toContainText('Sort Key: (count(*)) DESC')

  const expected = page.getByRole('columnheader', { name: 'Rows expected' })
  const shown = () => steps(page).locator('[data-step]').allInnerTexts()
  const asTree = await shown()
  await expected.getByRole('button').click()
  await expect(expected).toHaveAttribute('aria-sort', 'descending')
  expect((await shown())[0], 'the scan has the most rows').toContain('field_programmes')
  await expected.getByRole('button').click()
  await expect(expected).toHaveAttribute('aria-sort', 'ascending')
  expect((await shown()).at(-1)).toContain('field_programmes')
  await expected.getByRole('button').click()
  await expect(expected).toHaveAttribute('aria-sort', 'none')
  expect(await shown()).toEqual(asTree)
  await expectAccessibleInBothThemes(page, 'a measured plan')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await plan(page).getByRole('button', { name: 'Copy the plan' }).click()
  await page.getByRole('menuitem', { name: 'As text, as psql shows it' }).click()
  await expect(page.getByRole('status', { name: 'Notice' })).toHaveText('The plan was copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^Sort {2}\(cost=.*\) \(actual time=.*\)\n {2}Sort Key: /,
  )

  // The result of before is still there.
  await plan(page).getByRole('button', { name: 'Back to the result' }).click()
  await expectRecords(page, 1)
  await expect(plan(page)).toBeHidden()
})

test('on a phone the columns that fit are shown, and the rest unfolds', async ({ page, rowan }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${rowan.origin}/#v=1&mode=sql&table=${BIRD_STRIKES}`)
  await typeSql(page, `SELECT count(*) FROM "${BIRD_STRIKES}"`)
  await page.getByRole('button', { name: 'More for this statement' }).click()
  await page.getByRole('menuitem', { name: 'Explain' }).click()
  await plan(page).getByRole('button', { name: 'Measure by running it' }).click()
  await expect(headers(page)).toHaveText(['Step', 'Rows met', 'Own ms', 'Share of the time'])
  await steps(page).getByRole('rowheader').first().getByRole('button').click()
  await expect(plan(page)).toContainText('Rows: expected 1, met 1.')
  await expectAccessible(page, 'a plan on a phone')
  expect(await steps(page).evaluate((table) => table.scrollWidth <= table.clientWidth)).toBe(true)
})

test('an error in the statement is said in place of its plan', async ({ page, rowan, guard }) => {
  guard.expectConsole(/409/)
  await page.goto(`${rowan.origin}/#v=1&mode=sql&table=${FIELD_PROGRAMMES}`)
  await typeSql(page, `SELECT stge FROM "${FIELD_PROGRAMMES}"`)
  await explain(page).click()
  await expect(plan(page).getByRole('alert')).toContainText('There is no column "stge" in field_programmes.')
  await expect(plan(page).getByRole('button', { name: 'Measure by running it' })).toBeDisabled()
})

const json = { 'content-type': 'application/json' }

test('CKAN does not explain: the button stays and says so', async ({ page, rowan, faulty }) => {
  const answer = JSON.stringify({ success: true, result: { ckan_version: '2.11.3', site_title: 'Portal' } })
  faulty.play(({ send }: Exchange) => send({ status: 200, headers: json, body: answer }), { action: 'status_show' })
  await openKnown(page, rowan.origin, { name: 'Portal', baseUrl: faulty.origin }, `mode=sql&table=${FIELD_PROGRAMMES}`)
  await expect(explain(page)).toHaveAttribute('aria-disabled', 'true')
  const reason = "This server refuses EXPLAIN, so it can't show how it would carry a statement out."
  await expect(explain(page)).toHaveAccessibleDescription(reason)
  await explain(page).click({ force: true })
  await expect(page.getByRole('status', { name: 'Notice' })).toHaveText(reason)
  await expect(editor(page)).toBeVisible()
  expect(faulty.requests.filter(({ params }) => String(params['sql']).includes('EXPLAIN'))).toEqual([])
})

test('a server that says nothing of it is asked, and not again once it has refused', async ({
  page,
  rowan,
  faulty,
  guard,
}) => {
  guard.expectConsole(/409/)
  const refusal = 'syntax error at or near "EXPLAIN"\nLINE 1: SELECT * FROM (EXPLAIN'
  const error = { __type: 'Validation Error', query: [refusal], info: { orig: [refusal] } }
  faulty.play(({ send }: Exchange) => send({ status: 200, headers: json, body: '{"success": true, "result": {}}' }), {
    action: 'status_show',
  })
  faulty.play(
    ({ asked, pass, send }: Exchange) =>
      String(asked.params['sql']).startsWith('EXPLAIN')
        ? send({ status: 409, headers: json, body: JSON.stringify({ success: false, error }) })
        : void pass().then(send),
    { action: 'datastore_search_sql' },
  )
  await openKnown(page, rowan.origin, { name: 'Other', baseUrl: faulty.origin }, `mode=sql&table=${FIELD_PROGRAMMES}`)
  await typeSql(page, 'SELECT 1')
  await explain(page).click()
  await expect(plan(page).getByRole('alert')).toContainText('This server refuses EXPLAIN.')
  await expect(explain(page)).toHaveAttribute('aria-disabled', 'true')
})
