import type { Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import {
  askAgain,
  addFilter,
  expectRecords,
  exportCsv,
  firstCell,
  grid,
  openKnown,
  resultStatus,
  runSql,
  search,
  visibleRows,
  writtenText,
} from './explorer.ts'
import { cappedAt, estimatedTotal, filtersOf29, offsetIgnored, tableChanges } from './faults.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const ALL = 3000

/** What stands at the end of a result that is all there. */
const WHOLE = /^3,000 records · [\d,]+ ms · complete$/

test('every result says how far it goes', { tag: '@long' }, async ({ page, rowan, faulty, guard }) => {
  guard.expectConsole(/Failed to load resource/)
  await openKnown(page, rowan.origin, { name: 'Faulty service', baseUrl: faulty.origin }, `table=${FIELD_PROGRAMMES}`)
  await expectRecords(page, ALL)
  await expect(resultStatus(page)).toHaveText(WHOLE)

  for (const told of [true, false]) {
    await test.step(`ten records an answer, ${told ? 'told' : 'not told'}: all can be scrolled to`, async () => {
      faulty.play(cappedAt(10, told), { action: 'datastore_search' })
      await askAgain(page)
      await expectRecords(page, ALL)
      await toTheEnd(page)
      await expect.poll(async () => (await visibleRows(page)).get(ALL)?.['_id']).toBe(String(ALL))
      await expect(resultStatus(page)).toHaveText(WHOLE)
      await page.keyboard.press('ControlOrMeta+Home')
      faulty.heal()
      await askAgain(page)
    })
  }

  await test.step('an estimated total is shown as one, and can be counted', async () => {
    faulty.play(estimatedTotal(2870), { action: 'datastore_search' })
    await askAgain(page)
    await expect(resultStatus(page)).toHaveText(/^2,870 records · about · [\d,]+ ms · complete$/)
    await page.getByRole('button', { name: 'Count exactly' }).click()
    await expect(resultStatus(page)).toHaveText(WHOLE)
    faulty.heal()
    await askAgain(page)
    await expectRecords(page, ALL)
  })

  await test.step('records beyond a low estimate are not kept back', async () => {
    faulty.play(estimatedTotal(2870), { action: 'datastore_search' })
    await askAgain(page)
    await expect(resultStatus(page)).toHaveText(/^2,870 records · about · [\d,]+ ms · complete$/)
    await expect
      .poll(async () => {
        await toTheEnd(page)
        return (await visibleRows(page)).has(ALL)
      })
      .toBe(true)
    faulty.heal()
    await askAgain(page)
    await expectRecords(page, ALL)
  })

  await test.step('a table that changes between two pages', async () => {
    faulty.play(tableChanges(5), { action: 'datastore_search' })
    await askAgain(page)
    await toTheEnd(page)
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert.locator('b')).toHaveText('The table changed while it was read.')
    await expect(alert.locator('p')).toHaveText('Records may be missing here, or appear twice.')
    await expect(resultStatus(page)).toHaveText(/^3,000 records · [\d,]+ ms · the table changed$/)
    expect((await visibleRows(page)).size).toBeGreaterThan(0)
    await expectAccessibleInBothThemes(page, 'a table that changed')
    faulty.heal()
    await askAgain(page)
    await expect(alert).toHaveCount(0)
    await expectRecords(page, ALL)
  })

  await test.step('a server that ignores offset', async () => {
    faulty.play(offsetIgnored, { action: 'datastore_search' })
    await askAgain(page)
    await toTheEnd(page)
    await expect(resultStatus(page)).toHaveText(
      /^200 records · cut at 200 of 3,000\. This server ignores offset, so every page repeats the first\. · [\d,]+ ms$/,
    )
    await expectAccessibleInBothThemes(page, 'a result that is cut')
    await page.getByRole('button', { name: 'Get all 3,000' }).click()
    await expectRecords(page, ALL)
    await expect(resultStatus(page)).toHaveText(WHOLE)
    await toTheEnd(page)
    expect((await visibleRows(page)).get(ALL)?.['_id']).toBe(String(ALL))
    faulty.heal()
    await askAgain(page)
    await expectRecords(page, ALL)
  })

  await test.step('filters of 2.9 are enough for all that the page asks', async () => {
    faulty.play(filtersOf29, { action: 'datastore_search' })
    await addFilter(page, 'stage', ['active', 'closed'])
    await expect(grid(page)).not.toHaveAttribute('aria-rowcount', String(ALL + 1))
    await search(page, 'water')
    await expect(resultStatus(page)).toHaveText(
      /^200 records · the 200 best matches of 402. The server returns further matches in no fixed order. · [\d,]+ ms$/,
    )
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove filter on stage' }).click()
    await search(page, '')
    faulty.heal()
  })
})

test('a cut answer to SQL says so, and all of it can be had', async ({ page, rowan, faulty }) => {
  const known = { name: 'Faulty service', baseUrl: faulty.origin }
  await openKnown(page, rowan.origin, known, `table=${FIELD_PROGRAMMES}&mode=sql`)
  const sql = `SELECT _id, subject FROM "${FIELD_PROGRAMMES}" WHERE _id <= 35`
  faulty.play(cappedAt(10, true), { action: 'datastore_search_sql' })
  await runSql(page, sql)
  await expectRecords(page, 10)
  await expect(resultStatus(page)).toHaveText(
    /^10 records · cut at 10 This server returns at most 10 per reply\. · [\d,]+ ms$/,
  )
  expect((await exportCsv(page, 'Export these 10')).name).toBe('field_programmes query-cut-at-10.csv')
  await page.getByRole('button', { name: /^Get all/ }).click()
  await expectRecords(page, 35)
  await expect(resultStatus(page)).toHaveText(/^35 records · [\d,]+ ms · complete$/)
  await expect.poll(() => writtenText(page)).toBe(sql)
  const whole = await exportCsv(page)
  expect(whole.name).toBe('field_programmes query.csv')
  expect(whole.text.trim().split('\r\n')).toHaveLength(36)

  await test.step('but not if it gives other rows each time, which the page says; what is here can be saved', async () => {
    await runSql(page, `SELECT random() AS r, subject FROM "${FIELD_PROGRAMMES}" WHERE _id <= 35`)
    await expect(resultStatus(page)).toContainText('cut at 10')
    await page.getByRole('button', { name: 'Count exactly' }).click()
    await expect(resultStatus(page)).toContainText('of 35.')
    await page.getByRole('button', { name: 'Get all 35' }).click()
    const why =
      "random() gives another value in each request. So this page can't put its answer together from several replies."
    const remedy =
      'Leave it out, or select _id too if it is one table. Or ask for few enough rows for one reply, with LIMIT.'
    await expect(page.getByRole('main').getByRole('alert').locator('b')).toHaveText(why)
    await expect(page.getByRole('main').getByRole('alert').locator('p')).toHaveText(remedy)
    await expect(resultStatus(page)).toContainText('cut at 10')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('button', { name: 'Get and export all' }).click()
    const panel = page.getByRole('dialog', { name: 'Export' })
    await expect(panel.getByRole('alert')).toContainText(`${why} ${remedy}`)
    const saved = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Export these 10' }).click()
    expect((await saved).suggestedFilename()).toBe('field_programmes query-cut-at-10.csv')
  })

  await test.step('a file for spreadsheets is one by choice, which is kept', async () => {
    await runSql(page, `SELECT '=1+1' AS "ID" FROM "${FIELD_PROGRAMMES}" WHERE _id = 1`)
    expect((await exportCsv(page)).text).toBe('"ID"\r\n=1+1\r\n')
    await page.getByRole('button', { name: 'File options' }).click()
    await page.getByRole('checkbox', { name: 'Begin with a byte order mark' }).check()
    await page.getByRole('checkbox', { name: 'Guard against formulas' }).check()
    await page.keyboard.press('Escape')
    await page.reload()
    await expectRecords(page, 1)
    const file = await exportCsv(page)
    expect(file.text).toBe('\uFEFF"ID"\r\n\'=1+1\r\n')
    expect(file.name).toBe('field_programmes query.csv')
  })
})

async function toTheEnd(page: Page): Promise<void> {
  await firstCell(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Home')
}
