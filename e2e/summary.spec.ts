import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './accessible.ts'
import { parseCsv } from './csv.ts'
import { exportCsv, firstCell, gotoKnown, grid, resultStatus } from './explorer.ts'
import { gone, held as heldFault, sqlOff } from './faults.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test, type Instance } from './fixtures.ts'
import { byKeyboard, byMouse, type Hand } from './hands.ts'
import { expectCopied, startCopy } from './support/copiedTables.ts'
import { isLong } from './support/longForm.ts'

const button = (where: Page | Locator, name: string | RegExp) => where.getByRole('button', { name, exact: true })
const summary = (page: Page) => page.getByRole('grid', { name: 'Summary' })
const chip = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

interface Asker extends Hand {
  readonly page: Page
}

/** The field that makes the groups, chosen in the popover of the chip that is there. */
async function groupBy({ page, press, choose }: Asker, before: string, field: string): Promise<void> {
  await press(chip(page, `Summarised by ${before}`).getByRole('button').first())
  const popover = page.getByRole('dialog', { name: /^Groups of / })
  await choose(popover.getByRole('combobox', { name: 'Field' }), field)
  await press(button(popover, 'Done'))
  await expect(popover).toBeHidden()
  await expect(chip(page, `Summarised by ${field}`)).toBeVisible()
}

async function addFigure({ page, press, type }: Asker, figure: string, field: string): Promise<void> {
  await press(button(page, 'Add a figure'))
  const popover = page.getByRole('dialog', { name: 'Add a figure' })
  await type(popover.getByRole('searchbox', { name: 'Find a field' }), field)
  await press(button(popover, figure))
  await expect(chip(page, `Showing ${figure}`)).toBeVisible()
}

/** Summarises by a field in place of the one that the page proposes, and shows no shares. */
async function summariseBy(by: Asker, field: string): Promise<void> {
  await by.press(button(by.page, 'Summarise'))
  const proposed = by.page.getByRole('group', { name: /^Summarised by / })
  const before = ((await proposed.getAttribute('aria-label')) ?? '').replace('Summarised by ', '')
  if (before !== field) await groupBy(by, before, field)
  await by.press(button(by.page, 'Remove share of total'))
  await expect(chip(by.page, 'Showing share of total')).toBeHidden()
}

/** A question about many records, and what its answer has to be. */
interface Question {
  readonly name: string
  readonly table: string
  readonly ask: (asker: Asker) => Promise<void>
  /** The groups, written by hand: as many columns, in the same order, as texts. */
  readonly sql: string
  /** The line of totals, as one row. */
  readonly total: string
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'mean budget by stage without the absurd ones',
    table: FIELD_PROGRAMMES,
    ask: async (by) => {
      const { page, press, choose, type } = by
      await press(button(page, 'Add filter'))
      const any = page.getByRole('dialog', { name: /^Filter on/ })
      await choose(any.getByRole('combobox', { name: 'Column' }), 'budget_eur')
      await type(page.getByRole('searchbox', { name: 'Find a value' }), '<10000000')
      await page.keyboard.press('Enter')
      await press(page.getByRole('dialog', { name: 'Filter on budget_eur' }).getByRole('button', { name: /^Done/ }))
      await summariseBy(by, 'stage')
      await addFigure(by, 'mean of budget_eur', 'budget_eur')
    },
    sql: `SELECT stage, count(*)::text AS n, avg(budget_eur)::text AS mean FROM t
      WHERE budget_eur < 10000000 GROUP BY stage ORDER BY count(*) DESC`,
    total: `SELECT count(*)::text AS n, avg(budget_eur)::text AS mean FROM t WHERE budget_eur < 10000000`,
  },
  {
    name: 'distinct species by state',
    table: BIRD_STRIKES,
    ask: async (by) => {
      await summariseBy(by, 'origin_state')
      await addFigure(by, 'distinct wildlife_species', 'species')
    },
    sql: `SELECT "origin_state" AS state, count(*)::text AS n, count(DISTINCT "wildlife_species")::text AS species FROM t
      GROUP BY 1 ORDER BY count(*) DESC, 1`,
    total: `SELECT count(*)::text AS n, count(DISTINCT "wildlife_species")::text AS species FROM t`,
  },
  {
    name: 'the five largest operators and the rest',
    table: BIRD_STRIKES,
    ask: async (by) => {
      await summariseBy(by, 'operator')
      await by.press(button(by.page, 'Choose groups'))
      await by.page.getByRole('menuitem', { name: 'Only the first groups, and the rest…' }).press('Enter')
      const most = by.page.getByRole('dialog', { name: 'Number of groups' })
      await expect(most.getByRole('textbox', { name: 'Number of groups' })).toHaveValue('5')
      await by.press(button(most, 'Done'))
    },
    sql: `WITH g AS (SELECT "operator" AS o, count(*) AS n FROM t GROUP BY 1),
      r AS (SELECT o, n, row_number() OVER (ORDER BY n DESC, o) AS p FROM g)
      SELECT CASE WHEN p > 5 THEN 'the rest' ELSE o END AS operator, sum(n)::text AS n FROM r
      GROUP BY 1, least(p, 6) ORDER BY least(p, 6)`,
    total: 'SELECT count(*)::text AS n FROM t',
  },
]

async function rowsOf(server: Instance, sql: string, table: string): Promise<readonly (readonly string[])[]> {
  const { records, fields } = await server.call('datastore_search_sql', {
    sql: sql.replaceAll(' t ', ` "${table}" `).replace(/ t$/, ` "${table}"`).replaceAll(' t\n', ` "${table}"\n`),
  })
  return records.map((record) => fields.map(({ id }) => withoutZeros(textOf(record[id]))))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
}

/** A mean as PostgreSQL writes it, without the zeros at its end. */
function withoutZeros(text: string): string {
  return /^\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text
}

/** What the cells of the last line say, but its name. */
async function totals(page: Page): Promise<readonly string[]> {
  const cells = summary(page).getByRole('row').last().getByRole('gridcell')
  return (await cells.allInnerTexts()).slice(2).map((text) => text.trim().replaceAll(',', ''))
}

async function expectAnswered({ name, table, ask, sql, total }: Question, by: Asker, server: Instance): Promise<void> {
  await test.step(name, async () => {
    const { page } = by
    await ask(by)
    await expect(resultStatus(page)).toContainText('complete')
    await expect(summary(page)).not.toHaveAttribute('aria-busy', 'true')
    const { text } = await exportCsv(page)
    const [, ...rows] = parseCsv(text)
    expect(rows).toEqual(await rowsOf(server, sql, table))
    expect(await totals(page)).toEqual((await rowsOf(server, total, table))[0])
  })
}

const HANDS = { 'by mouse': byMouse, 'by keyboard': byKeyboard }
const SERVERS = ['with SQL', 'offline, on a copy'] as const

for (const served of SERVERS) {
  for (const [held, hand] of Object.entries(HANDS)) {
    const isShort = served === 'with SQL'
    test(`${served}, ${held}`, { tag: isShort ? [] : '@long' }, async ({ page, rowan, remote, faulty, guard }) => {
      const by = { ...hand(page), page }
      for (const [at, question] of QUESTIONS.entries()) {
        // Each hand does another one in the short form.
        if (!isLong && (held === 'by mouse') !== (at === 2)) continue
        if (served === 'with SQL') await page.goto(`${rowan.origin}/#v=1&table=${question.table}`)
        else {
          guard.expectConsole(/status of 4|net::ERR/)
          faulty.play(sqlOff, { action: 'datastore_search_sql' })
          await gotoKnown(page, rowan.origin, { name: 'Remote', baseUrl: faulty.origin }, `table=${question.table}`)
        }
        await expect(firstCell(page)).toBeVisible()
        if (served === 'offline, on a copy') {
          await startCopy(page)
          await expectCopied(page, question.table, question.table === BIRD_STRIKES ? 10_000 : 3000)
          faulty.play(gone)
          await page.context().setOffline(true)
        }
        await expectAnswered(question, by, served === 'with SQL' ? rowan : remote)
        await page.context().setOffline(false)
        faulty.heal()
      }
    })
  }
}

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
  expect(await totals(page)).toEqual([...years.map(([, count]) => count), ...(all ?? [])])
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
  await summariseBy({ ...byMouse(page), page }, 'stage')
  await expect(resultStatus(page)).toContainText('by counts')
  await expect(resultStatus(page)).toContainText('complete')
  const sql = 'SELECT stage, count(*)::text AS n FROM t GROUP BY 1 ORDER BY count(*) DESC'
  const [, ...rows] = parseCsv((await exportCsv(page)).text)
  expect(rows).toEqual(await rowsOf(remote, sql, FIELD_PROGRAMMES))

  await addFigure({ ...byMouse(page), page }, 'mean of area_km2', 'area_km2')
  await expect(resultStatus(page)).toContainText('sample of 2,000 of 3,000 records')
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
