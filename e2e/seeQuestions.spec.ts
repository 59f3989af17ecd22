import type { Locator, Page } from 'playwright/test'
import { expectRecords, firstCell, gotoKnown, grid, resultStatus } from './explorer.ts'
import { gone, sqlOff } from './faults.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test, type Instance } from './fixtures.ts'
import {
  addFigure,
  button,
  chart,
  charted,
  drawer,
  exported,
  groupBy,
  rowsOf,
  sampleOf,
  seesByKeyboard,
  seesByMouse,
  summariseBy,
  summary,
  totals,
  type Seer,
} from './seeing.ts'
import { expectCopied } from './support/copiedTables.ts'
import { isLong } from './support/longForm.ts'

const PLACES = ['with SQL', 'without SQL', 'offline, on a copy'] as const
type Place = (typeof PLACES)[number]

/** Someone at a place, and who knows the truth there. */
interface Asker extends Seer {
  readonly place: Place
  readonly server: Instance
}

interface Question {
  readonly name: string
  readonly table: string
  /** Asks, and compares what the page says with SQL written by hand. */
  readonly ask: (by: Asker) => Promise<void>
}

/** Whether something on the page is of a sample. It has to say so without SQL, and never elsewhere. */
async function sampleSaid({ place }: Asker, where: Locator): Promise<boolean> {
  if (place !== 'without SQL') {
    await expect(where).not.toContainText(/sample(?: of|:) /)
    return false
  }
  await expect(where).toContainText(/sample(?: of|:) [\d,]+ of [\d,]+ records/)
  return true
}

async function expectSummary(by: Asker, table: string, sql: string, total: string): Promise<void> {
  const { page, place, server } = by
  await expect(resultStatus(page)).toContainText(place === 'without SQL' ? /sample of [\d,]+/ : 'complete')
  await expect(summary(page)).not.toHaveAttribute('aria-busy', 'true')
  const sample = await sampleSaid(by, page.getByRole('main'))
  expect(await exported(by)).toEqual(await rowsOf(server, sql, table, sample))
  expect((await totals(page)).slice(1)).toEqual((await rowsOf(server, total, table, sample))[0])
}

async function showRecordsAgain({ page, press }: Asker): Promise<void> {
  await press(button(page, 'Summarise'))
  await expect(grid(page)).toBeVisible()
  await expect(summary(page)).toBeHidden()
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'which subjects, and how many of each',
    table: FIELD_PROGRAMMES,
    ask: async (by) => {
      const { page, press, profile, server } = by
      await profile('subject')
      const facet = drawer(page).getByRole('region', { name: 'Facet subject' })
      await press(button(facet, /more values$/))
      const sql = 'SELECT subject, count(*)::int AS n FROM t GROUP BY 1 ORDER BY 2 DESC'
      const expected = (await rowsOf(server, sql, FIELD_PROGRAMMES)).map(([value, count]) => `${value}, ${count}`)
      await expect(facet.getByRole('checkbox')).toHaveCount(expected.length)
      const said = await facet.getByRole('checkbox').evaluateAll((all) => all.map((each) => each.ariaLabel))
      expect(said).toEqual(expected)
      // A field of ten values is counted, value by value, where there is no SQL.
      await expect(facet).not.toContainText('sample of')
    },
  },
  {
    name: 'nulls and outliers of turbidity',
    table: FIELD_PROGRAMMES,
    ask: async (by) => {
      const { page, profile, server } = by
      await profile('turbidity')
      const about = drawer(page).getByRole('region', { name: 'turbidity', exact: true })
      await expect(about).toContainText(/From (?:all|a sample)/)
      const sample = await sampleSaid(by, about)
      const sql = `WITH q AS (SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY turbidity)::numeric AS low,
          percentile_cont(0.75) WITHIN GROUP (ORDER BY turbidity)::numeric AS high FROM t)
        SELECT (count(*) - count(turbidity))::int AS nulls, round(100 - 100.0 * count(turbidity) / count(*))::int AS share,
          count(*) FILTER (WHERE turbidity < low - 3 * (high - low) OR turbidity > high + 3 * (high - low))::int AS far
          FROM t CROSS JOIN q`
      const [[nulls, share, far] = []] = await rowsOf(server, sql, FIELD_PROGRAMMES, sample)
      // The ends are those of all records, without SQL too.
      const ends = 'SELECT min(turbidity)::text AS least, max(turbidity)::text AS most FROM t'
      const [[least, most] = []] = await rowsOf(server, ends, FIELD_PROGRAMMES)
      for (const [name, words] of Object.entries({
        Null: `${nulls} (${share}%)`,
        Outliers: far ?? '',
        Min: least ?? '',
        Max: most ?? '',
      }))
        await expect(about.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd')).toHaveText(words)
    },
  },
  {
    name: 'share of nulls of every column',
    table: FIELD_PROGRAMMES,
    ask: async (by) => {
      const { page, press, server } = by
      await press(button(page, 'Columns'))
      const panel = page.getByRole('complementary', { name: 'Columns' })
      await press(button(panel, 'Count nulls'))
      const of = panel.getByRole('status').filter({ hasText: 'Nulls in' })
      await expect(of).toBeVisible()
      const sample = await sampleSaid(by, of)
      const { fields } = await server.call('datastore_search', { resource_id: FIELD_PROGRAMMES, limit: 0 })
      const counts = fields.map(({ id }) => `count("${id}")::int AS "${id}"`).join(', ')
      const [[all = '', ...given] = []] = await rowsOf(
        server,
        `SELECT count(*)::int AS n, ${counts} FROM t`,
        FIELD_PROGRAMMES,
        sample,
      )
      const shares = given.map((count) => shareOfNulls(Number(all) - Number(count), Number(all)))
      const ticks = panel.getByRole('list').getByRole('checkbox')
      await expect(ticks).toHaveCount(fields.length)
      // What a screen reader says after the name of each.
      const said = await ticks.evaluateAll((inputs) =>
        inputs.map((input) => {
          const ids = (input.getAttribute('aria-describedby') ?? '').split(' ')
          return `${input.ariaLabel}: ${document.getElementById(ids.at(-1) ?? '')?.textContent}`
        }),
      )
      expect(said).toEqual(fields.map(({ id }, place) => `${id}: ${shares[place]}`))
      await press(button(panel, 'Close columns'))
      await expect(panel).toBeHidden()
    },
  },
  {
    name: 'mean budget by stage without the absurd ones',
    table: FIELD_PROGRAMMES,
    ask: async (by) => {
      const { page, press, profile, server } = by
      await profile('budget_eur')
      const note = drawer(page).getByRole('note').filter({ hasText: 'The mean misleads.' })
      await expect(note).toBeVisible()
      const about = drawer(page).getByRole('region', { name: 'budget_eur', exact: true })
      const looked = await sampleSaid(by, about)
      const far = await about
        .locator('dt', { hasText: /^Outliers$/ })
        .locator('+ dd')
        .innerText()
      const kept = page.getByRole('group', { name: /budget_eur \w/ })
      await press(button(note, looked ? 'Show them' : `Show the ${far}`))
      await expect(kept.first()).toBeVisible()
      // Of a sample, there are more in the whole table.
      if (!looked) await expectRecords(page, Number(far))
      await press(button(page, 'Undo'))
      await expect(kept).toHaveCount(0)
      await press(button(note, 'Leave them out'))
      const said = page.getByText('Records with null are left out as well')
      await expect(said).toBeVisible({ visible: looked })
      await expect(kept.first()).toBeVisible()
      await press(button(page, 'Close column profile'))
      await summariseBy(by, 'stage')
      await addFigure(by, 'mean of budget_eur', 'budget_eur')
      const first = looked ? `${sampleOf('t')} AS seen` : 't'
      const [[low, high] = []] = await rowsOf(
        server,
        `WITH q AS (SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY budget_eur)::numeric AS low,
          percentile_cont(0.75) WITHIN GROUP (ORDER BY budget_eur)::numeric AS high FROM ${first}),
        f AS (SELECT low / power(high / low, 3) AS low, high * power(high / low, 3) AS high FROM q)
        SELECT round(low, 2 - floor(log(low))::int)::text AS low, round(high, 2 - floor(log(high))::int)::text AS high FROM f`,
        FIELD_PROGRAMMES,
      )
      // Without SQL a server can't be asked for "or null".
      const nulls = looked ? '' : ' OR budget_eur IS NULL'
      const others = `(SELECT * FROM t WHERE budget_eur BETWEEN ${low} AND ${high}${nulls})`
      const from = `FROM ${looked ? sampleOf(`${others} AS others`) : others} AS kept`
      const counted = 'count(*)::int AS n, avg(budget_eur)::text AS mean'
      await expect(resultStatus(page)).toContainText(looked ? /sample of [\d,]+/ : 'complete')
      await sampleSaid(by, page.getByRole('main'))
      expect(await exported(by)).toEqual(
        await rowsOf(
          server,
          `SELECT stage, ${counted} ${from} GROUP BY stage ORDER BY count(*) DESC`,
          FIELD_PROGRAMMES,
        ),
      )
      expect((await totals(page)).slice(1)).toEqual(
        (await rowsOf(server, `SELECT ${counted} ${from}`, FIELD_PROGRAMMES))[0],
      )
    },
  },
  {
    name: 'strikes by year as a picture',
    table: BIRD_STRIKES,
    ask: async (by) => {
      const { page, press } = by
      await press(button(page, 'Chart'))
      await press(button(page, 'Remove flight_phase from the groups'))
      const sql = 'SELECT extract(year FROM flight_date)::int AS year, count(*)::int AS n FROM t GROUP BY 1'
      await expectPicture(by, 'Records by year of flight_date', sql)
      await press(button(page, 'Close chart'))
      await showRecordsAgain(by)
    },
  },
  {
    name: 'strikes by month and phase as a heat map',
    table: BIRD_STRIKES,
    ask: async (by) => {
      const { page, press, radio } = by
      await press(button(page, 'Chart'))
      await groupBy(by, 'flight_date by year', 'flight_date', 'month of the year')
      await radio('Heat map')
      const sql =
        'SELECT extract(month FROM flight_date)::int AS month, flight_phase, count(*)::int AS n FROM t GROUP BY 1, 2'
      await expectPicture(by, 'Records by month of the year of flight_date and flight_phase', sql, monthName)
      await press(button(page, 'Close chart'))
      await showRecordsAgain(by)
    },
  },
  {
    name: 'distinct species by state',
    table: BIRD_STRIKES,
    ask: async (by) => {
      await summariseBy(by, 'origin_state')
      await addFigure(by, 'distinct wildlife_species', 'species')
      const figures = `count(*)::int AS n, count(DISTINCT wildlife_species)::int AS species`
      await expectSummary(
        by,
        BIRD_STRIKES,
        `SELECT origin_state, ${figures} FROM t GROUP BY 1 ORDER BY count(*) DESC, 1`,
        `SELECT ${figures} FROM t`,
      )
      await showRecordsAgain(by)
    },
  },
  {
    name: 'the five largest operators and the rest',
    table: BIRD_STRIKES,
    ask: async (by) => {
      const { page, press, take } = by
      await summariseBy(by, 'operator')
      await press(button(page, 'Choose groups'))
      await take('Only the first groups, and the rest…')
      const most = page.getByRole('dialog', { name: 'Number of groups' })
      await expect(most.getByRole('textbox', { name: 'Number of groups' })).toHaveValue('5')
      await press(button(most, 'Done'))
      await expectSummary(
        by,
        BIRD_STRIKES,
        `WITH g AS (SELECT operator AS o, count(*) AS n FROM t GROUP BY 1),
          r AS (SELECT o, n, row_number() OVER (ORDER BY n DESC, o) AS p FROM g)
        SELECT CASE WHEN p > 5 THEN 'the rest' ELSE o END AS operator, sum(n)::int AS n FROM r
        GROUP BY 1, least(p, 6) ORDER BY least(p, 6)`,
        'SELECT count(*)::int AS n FROM t',
      )
      await showRecordsAgain(by)
    },
  },
]

/** Compares the table behind a picture; `nameOf` is how the first value of a row is written. */
async function expectPicture(by: Asker, name: string, sql: string, nameOf = (value: string) => value): Promise<void> {
  const { page, place, server } = by
  await expect(chart(page).getByRole('img', { name, exact: true })).toBeVisible()
  await expect(resultStatus(page)).toContainText(place === 'without SQL' ? /sample of [\d,]+/ : 'complete')
  const sample = await sampleSaid(by, chart(page).getByRole('img'))
  const expected = await rowsOf(server, sql, BIRD_STRIKES, sample)
  const named = expected.map(([first = '', ...rest]) => [nameOf(first), ...rest].join())
  expect((await charted(page)).map(String).toSorted()).toEqual(named.toSorted())
}

/** The month of that number, from 1 on. */
function monthName(number: string): string {
  return new Date(Date.UTC(2000, Number(number) - 1)).toLocaleString('en-GB', { month: 'short' })
}

function shareOfNulls(nulls: number, records: number): string {
  const percent = Math.round((nulls / records) * 100)
  if (nulls === 0) return 'no nulls'
  return `${percent === 0 ? '<1' : percent === 100 && nulls < records ? '>99' : percent}% null`
}

/** Copies both tables and leaves the network for good. */
async function copyAndLeave(by: Seer, cut: () => Promise<void>): Promise<void> {
  const { page, press } = by
  for (const [table, records] of [
    [BIRD_STRIKES, 10_000],
    [FIELD_PROGRAMMES, 3000],
  ] as const) {
    await openTable(by, table)
    await press(button(page, 'Copy to this browser'))
    const dialog = page.getByRole('dialog', { name: /^Copy .* into this browser$/ })
    await press(button(dialog, /^Copy [\d,]+ records$/))
    await expect(dialog).toBeHidden()
    await expectCopied(page, table, records)
  }
  await cut()
}

async function openTable({ page, press }: Seer, table: string): Promise<void> {
  const name = table === BIRD_STRIKES ? 'bird_strikes' : 'field_programmes'
  if (!page.url().includes(table))
    await press(page.getByRole('navigation', { name: 'Tables and fields' }).getByRole('button', { name, exact: true }))
  await expect(page).toHaveURL(new RegExp(table))
  await expect(firstCell(page)).toBeVisible()
  await expect(button(page, 'Column profile')).toBeEnabled()
}

const HANDS: Readonly<Record<string, (page: Page) => Seer>> = { 'by mouse': seesByMouse, 'by keyboard': seesByKeyboard }

/** Which questions are asked in the short form; all of them everywhere in the long one. */
const SHORT: Readonly<Record<string, readonly number[]>> = {
  'with SQL, by mouse': [3, 7],
  'with SQL, by keyboard': [2],
  'without SQL, by mouse': [1, 4],
}

for (const place of PLACES) {
  for (const [held, hand] of Object.entries(HANDS)) {
    const title = `${place}, ${held}`
    const short = SHORT[title]
    test(title, { tag: short === undefined ? '@long' : [] }, async ({ page, rowan, remote, faulty, guard }) => {
      const server = place === 'with SQL' ? rowan : remote
      const by: Asker = { ...hand(page), place, server }
      const table = `table=${FIELD_PROGRAMMES}`
      if (place === 'with SQL') await page.goto(`${rowan.origin}/#v=1&${table}`)
      else {
        guard.expectConsole(/status of 4|net::ERR/)
        faulty.play(sqlOff, { action: 'datastore_search_sql' })
        await gotoKnown(page, rowan.origin, { name: 'Remote', baseUrl: faulty.origin }, table)
      }
      await expect(firstCell(page)).toBeVisible()
      if (place === 'offline, on a copy')
        await copyAndLeave(by, async () => {
          faulty.play(gone)
          await page.context().setOffline(true)
        })
      const asked = isLong || short === undefined ? QUESTIONS : short.flatMap((at) => QUESTIONS[at] ?? [])
      for (const question of asked) {
        await test.step(question.name, async () => {
          await openTable(by, question.table)
          await question.ask(by)
        })
      }
      await page.context().setOffline(false)
    })
  }
}
