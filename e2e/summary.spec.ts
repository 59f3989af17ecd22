import { expectAccessible } from './accessible.ts'
import { parseCsv } from './csv.ts'
import { exportCsv, firstCell, gotoKnown, grid, resultStatus } from './explorer.ts'
import { held as heldFault, sqlOff } from './faults.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test } from './fixtures.ts'
import { addFigure, button, chip, rowsOf, seesByMouse, summariseBy, summary, totals } from './seeing.ts'

const CROSS = 'summary=by:stage,across:started_on:year,distinct:lead,sort:-1'

test('a cross table: totals are no sums, and a cell leads to its records and back', async ({ page, rowan }) => {
  await page.setViewportSize({ width: 2600, height: 900 })
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&${CROSS}`)
  await expect(resultStatus(page)).toContainText('complete')
  await expectAccessible(page, 'a cross table')
  const sql = `SELECT coalesce(extract(year FROM started_on)::text, 'null') AS year, count(DISTINCT lead)::text AS n
    FROM t GROUP BY 1 ORDER BY 1`
  const years = await rowsOf(rowan, sql, FIELD_PROGRAMMES)
  const [all] = await rowsOf(rowan, 'SELECT count(DISTINCT lead)::text AS n FROM t', FIELD_PROGRAMMES)
  expect((await totals(page)).slice(1)).toEqual([...years.map(([, count]) => count), ...(all ?? [])])
  await expect(resultStatus(page)).toContainText(`5 groups × ${years.length}`)
  // No records were asked for.
  await expect(grid(page)).toHaveCount(0)

  await page.keyboard.press('Tab')
  await summary(page).getByRole('gridcell').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(grid(page)).toBeVisible()
  const [first = []] = years
  await expect(chip(page, `started_on is in ${first[0] ?? ''}`)).toBeVisible()
  await expect(page.getByRole('group', { name: /^stage is / })).toBeVisible()
  await page.goBack()
  await expect(summary(page)).toBeVisible()

  // By mouse, the whole line of a group.
  await summary(page).getByRole('gridcell', { name: 'closed' }).click()
  await expect(chip(page, 'stage is closed')).toBeVisible()
  await page.goBack()
  await expect(summary(page)).toBeVisible()
})

test(
  'a day of the week leads to its records, in a filter that SQL and links say, too',
  { tag: '@long' },
  async ({ page, rowan }) => {
    await page.goto(`${rowan.origin}/#v=1&table=${BIRD_STRIKES}&summary=by:flight_date:weekday,count`)
    const sql = 'SELECT count(*)::text AS n FROM t WHERE extract(dow FROM flight_date) IN (0, 6)'
    const [[weekend = ''] = []] = await rowsOf(rowan, sql, BIRD_STRIKES)
    await summary(page).getByRole('gridcell', { name: 'Saturday' }).click()
    await chip(page, 'flight_date falls on Saturday').getByRole('button').first().click()
    const popover = page.getByRole('dialog', { name: 'Filter on flight_date' })
    await expect(popover.getByRole('checkbox', { name: 'Saturday' })).toBeChecked()
    await expectAccessible(page, 'a filter by days of the week')
    await popover.getByRole('searchbox', { name: 'Find a value' }).fill('sun')
    await page.keyboard.press('Enter')
    await button(popover, /^Done/).click()
    const both = chip(page, 'flight_date falls on Saturday, Sunday')
    await expect(both).toBeVisible()
    const matching = `${Number(weekend).toLocaleString('en')} records`
    await expect(resultStatus(page)).toContainText(matching)
    await page.reload()
    await expect(resultStatus(page)).toContainText(matching)
    await button(page, 'View as SQL').click()
    await expect(page.locator('.view-lines')).toContainText(/date_part\('isodow',\sflight_date\)\sIN\s\(6,\s7\)/)
    await button(page, 'Edit as filter').click()
    await expect(both).toBeVisible()
  },
)

test(
  'the table has the colours of the chart above it, all figures, and its own statement',
  { tag: '@long' },
  async ({ page, rowan }) => {
    const link = 'summary=by:stage,across:started_on:year,count,distinct:lead,sort:-1,top:2&chart=stacked'
    await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&${link}`)
    const names = summary(page).getByRole('gridcell', { name: /^[a-z ]+$/ })
    await expect(names).toHaveText([/.+/, /.+/, 'the rest', 'total'])
    const colours = () =>
      names.locator('i').evaluateAll((all) => new Set(all.map((each) => getComputedStyle(each).backgroundColor)).size)
    await expect.poll(colours).toBe(3)
    await page.getByRole('radio', { name: 'Heat map' }).click()
    await expect.poll(colours).toBe(0)
    const first = 'SELECT min(extract(year FROM started_on))::text AS year FROM t'
    const [[year = ''] = []] = await rowsOf(rowan, first, FIELD_PROGRAMMES)
    const header = (name: string) => summary(page).getByRole('columnheader', { name: new RegExp(`^${name}, `) })
    await expect(header(`${year}, count`)).toBeVisible()
    await expect(header(`${year}, distinct lead`)).toBeVisible()
    const largest = 'SELECT stage FROM t GROUP BY 1 ORDER BY count(*) DESC LIMIT 2'
    const cells = `SELECT count(*)::text AS n FROM (SELECT stage, extract(year FROM started_on) FROM t
    WHERE stage IN (${largest.replace(' t ', ` "${FIELD_PROGRAMMES}" `)}) GROUP BY 1, 2) AS c`
    const [[count = ''] = []] = await rowsOf(rowan, cells, FIELD_PROGRAMMES)
    await button(page, 'View as SQL').click()
    await expect(resultStatus(page)).toContainText(`${count} records`)
  },
)

test(
  'a list of groups that the server cuts says so, in its chart too',
  { tag: '@long' },
  async ({ page, rowan, guard }) => {
    // The table has no name, for which the page asks the catalogue.
    guard.expectConsole(/status of 400/)
    const resource_id = 'many_groups'
    for (let from = 0; from < 33_000; from += 11_000) {
      const records = Array.from({ length: 11_000 }, (_, at) => ({ code: `c${from + at}` }))
      await rowan.call('datastore_create', { resource_id, fields: [{ id: 'code', type: 'text' }], records })
    }
    await page.goto(`${rowan.origin}/#v=1&table=${resource_id}&summary=by:code,count&chart=stacked`)
    await expect(resultStatus(page)).toContainText('cut at 32,000')
    await expect(resultStatus(page)).not.toContainText('complete')
    await expect(page.getByText('Each group that is shown is complete.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Chart' }).getByRole('img')).toContainText('Cut at 32,000 groups.')
    await expectAccessible(page, 'a summary that was cut')
    const last = summary(page).getByRole('row').last()
    await page.keyboard.press('Tab')
    await summary(page).getByRole('gridcell').first().focus()
    await page.keyboard.press('ControlOrMeta+End')
    await expect(last).toContainText('33,000')
    await page.goto('about:blank')
    await rowan.call('datastore_delete', { resource_id, force: true })
  },
)

test(
  'without SQL, why a day of the week can’t be asked for is said',
  { tag: '@long' },
  async ({ page, rowan, faulty, guard }) => {
    guard.expectConsole(/status of 4/)
    faulty.play(sqlOff, { action: 'datastore_search_sql' })
    const link = `table=${BIRD_STRIKES}&summary=by:flight_date:weekday,count`
    await gotoKnown(page, rowan.origin, { name: 'Remote', baseUrl: faulty.origin }, link)
    await expect(resultStatus(page)).toContainText('sample')
    await summary(page).getByRole('gridcell', { name: 'Saturday' }).click()
    await expect(page.getByText('This server can’t be asked for these records by filters')).toBeVisible()
  },
)

test('a summary is begun from a column, sorted by a header, kept, shared and gone on with in SQL', async ({
  page,
  rowan,
}) => {
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await firstCell(page).click()
  await grid(page)
    .getByRole('columnheader', { name: /^stage, / })
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Summarise by this' }).click()
  await expect(chip(page, 'Summarised by stage')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Summarise', exact: true })).toHaveAttribute('aria-pressed', 'true')
  const names = () =>
    summary(page)
      .getByRole('gridcell', { name: /^[a-z]+$/ })
      .allInnerTexts()
  const bySize = await rowsOf(rowan, 'SELECT stage AS s FROM t GROUP BY 1 ORDER BY count(*) DESC', FIELD_PROGRAMMES)
  await expect.poll(names).toEqual([...bySize.flat(), 'total'])
  await summary(page)
    .getByRole('columnheader', { name: /^count, / })
    .click()
  await expect(chip(page, 'Sorted by count, smallest first')).toBeVisible()
  await expect.poll(names).toEqual([...bySize.flat().toReversed(), 'total'])
  await expect(summary(page).getByRole('columnheader', { name: /^count, / })).toHaveAttribute('aria-sort', 'ascending')

  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  const keeping = page.getByRole('dialog', { name: 'Keep this query' })
  await keeping.getByRole('textbox', { name: 'Name' }).fill('Stages')
  await page.keyboard.press('Enter')
  const rail = page.getByRole('navigation', { name: 'Tables and fields' })
  await expect(rail).toContainText('5 groups')
  await page.getByRole('button', { name: 'Summarise', exact: true }).click()
  await expect(grid(page)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(summary(page)).toBeVisible()
  await page.reload()
  await expect(chip(page, 'Sorted by count, smallest first')).toBeVisible()

  await page.getByRole('button', { name: 'View as SQL' }).click()
  await expect(resultStatus(page)).toContainText('5 records')
  await expect(grid(page).getByRole('gridcell').first()).toHaveText(bySize.flat().at(-1) ?? '')
})

test('without SQL, counts are exact where a field has few values, and all else says that it is of a sample', async ({
  page,
  rowan,
  remote,
  faulty,
  guard,
}) => {
  guard.expectConsole(/status of 4/)
  faulty.play(sqlOff, { action: 'datastore_search_sql' })
  const known = { name: 'Remote', baseUrl: faulty.origin }
  await gotoKnown(page, rowan.origin, known, `table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  const by = seesByMouse(page)
  await summariseBy(by, 'stage')
  await expect(resultStatus(page)).toContainText('by counts')
  await expect(resultStatus(page)).toContainText('complete')
  const sql = 'SELECT stage, count(*)::text AS n FROM t GROUP BY 1 ORDER BY count(*) DESC'
  const [, ...rows] = parseCsv((await exportCsv(page)).text)
  expect(rows).toEqual(await rowsOf(remote, sql, FIELD_PROGRAMMES))

  await addFigure(by, 'mean of area_km2', 'area_km2')
  await expect(resultStatus(page)).toContainText(/sample of (?:1,9\d\d|2,000) of 3,000 records/)
  await expect(resultStatus(page)).not.toContainText('complete')
  await expect(page.getByText('Every number here is of the sample.')).toBeVisible()
  await expectAccessible(page, 'a summary of a sample')
  await button(page, 'Copy this table to see all of it').click()
  await expect(page.getByRole('dialog', { name: /^Copy .* into this browser$/ })).toBeVisible()
})

test('what goes wrong is said where it belongs', async ({ page, rowan, faulty, guard }) => {
  guard.expectConsole(/status of 5|net::ERR/)
  const waiting = heldFault()
  await gotoKnown(page, rowan.origin, { name: 'Remote', baseUrl: faulty.origin }, `table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  faulty.play(waiting.fault, { action: 'datastore_search_sql' })
  await expect(button(page, 'Summarise')).toBeEnabled()
  await page.keyboard.press('s')
  await expect(summary(page)).toHaveAttribute('aria-busy', 'true')
  waiting.release()
  await expect(resultStatus(page)).toContainText('complete')
  faulty.heal()
  faulty.play(({ send }) => send({ status: 500, body: '' }), { action: 'datastore_search_sql' })
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  faulty.heal()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(resultStatus(page)).toContainText('complete')

  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&summary=by:nofield,count`)
  await expect(page.getByText('This table has no field nofield.')).toBeVisible()
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&summary=mode:area`)
  await expect(page.getByText('summary=mode:area')).toBeVisible()
  await expect(grid(page)).toBeVisible()
})
