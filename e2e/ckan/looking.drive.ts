import { expect } from 'playwright/test'
import { parseCsv } from '../csv.ts'
import {
  columnHeader,
  expectBestMatches,
  expectRecords,
  exportCsv,
  firstCell,
  grid,
  openSql,
  runSql,
  search,
} from '../explorer.ts'
import { addFigure, button, drawer, exported, seesByMouse, summariseBy } from '../seeing.ts'
import { refusedOf, test } from './driven.ts'
import { figuresOf, valuesOf } from './figures.ts'
import { copied, tableOf, truth } from './site.ts'

const COLUMNS = ['_id', 'visit', 'region', 'people', 'wide', 'ratio', 'day', 'complete']
const shown = `&columns=${encodeURIComponent(JSON.stringify(COLUMNS))}`
const visits = tableOf('visits')

test.describe('SQL on', () => {
  test('headers, a profile, a facet and a summary say what SQL written by hand says', async ({ driven }) => {
    const { page, open, step } = driven
    const by = seesByMouse(page)
    await step('the columns of visits with their headers', async () => {
      await open(visits, shown)
      await expect(firstCell(page)).toBeVisible()
      const booleans = await truth(
        visits,
        'select complete, round(100.0 * count(*) / (select count(*) from TABLE)) from TABLE where complete is not null group by 1 order by count(*) desc',
      )
      const [most, share] = booleans[0] ?? []
      const name = most === 't' || most === 'true' ? 'true' : 'false'
      await expect(columnHeader(page, 'complete')).toHaveAccessibleDescription(
        new RegExp(`Most frequent: ${name}, ${share}%`),
      )
      await expect(columnHeader(page, 'ratio')).toHaveAccessibleDescription(/Bars from 0 to 10\./)
    })
    await step('the profile of people', async () => {
      await by.profile('people')
      const [[min, max, nulls, distinct, negative, zero, median] = []] = await truth(
        visits,
        `select min(people), max(people), count(*) - count(people), count(distinct people), sum((people < 0)::int),
          sum((people = 0)::int), percentile_cont(0.5) within group (order by people) from TABLE`,
      )
      const said = await figuresOf(page, 'people', /From all/)
      expect({ ...said, Null: said['Null']?.replace(/ \(.*/, '') }).toMatchObject({
        Min: min,
        Max: max,
        Null: nulls,
        Distinct: distinct,
        Negative: negative,
        Zero: zero,
        Median: median,
      })
      await expect(drawer(page).getByText('Not worked out')).toHaveCount(0)
    })
    await step('the facet of region', async () => {
      await by.profile('region')
      const facet = drawer(page).getByRole('region', { name: 'Facet region' })
      const rows = await truth(
        visits,
        'select region, count(*) from TABLE where region is not null group by 1 order by 2 desc, 1',
      )
      const expected = rows.map(([value, count]) => `${value}, ${Number(count).toLocaleString('en')}`)
      await facet.getByRole('button', { name: /more values?$/ }).click()
      await expect.poll(() => valuesOf(facet)).toEqual(expected)
      await button(page, 'Close column profile').click()
    })
    await step('a summary by region with the mean of people', async () => {
      await summariseBy(by, 'region')
      await addFigure(by, 'mean of people', 'people')
      const rows = await truth(visits, 'select region, count(*), avg(people) from TABLE group by 1')
      const rounded = (value: string | null | undefined) => Number(value ?? 0).toFixed(6)
      const sorted = (all: readonly (readonly (string | null)[])[]) =>
        all.map(([group, count, mean]) => `${group ?? ''} ${count} ${rounded(mean)}`).toSorted()
      expect(sorted(await exported(by))).toEqual(sorted(rows))
    })
  })

  test('NaN in a statement written by hand, and signs that CKAN misreads', async ({ driven }) => {
    const { page, open, step } = driven
    await step('the SQL editor', async () => {
      await open(visits)
      await expect(firstCell(page)).toBeVisible()
      await openSql(page)
    })
    await step('a statement that meets NaN', async () => {
      await runSql(page, `SELECT ratio, 'a # b' AS "x #" FROM {table} WHERE ratio = 'NaN' LIMIT 3`)
      await expect(grid(page).getByRole('gridcell', { name: 'NaN' }).first()).toBeVisible()
      await expect(grid(page).getByRole('columnheader', { name: /^x #/ })).toBeVisible()
    })
    await step('#>> outside quotes', async () => {
      await runSql(page, `SELECT '[1]'::json #>> '{0}'`)
      await expect(page.getByText('This server does not take # in SQL.').first()).toBeVisible()
    })
  })
})

for (const mode of ['SQL on', 'SQL off']) {
  test.describe(mode, () => {
    test('words, and an export against the database', async ({ driven }) => {
      const { page, open, step } = driven
      const table = tableOf('visits_finite')
      const count = async (words: string) =>
        Number(
          (
            await truth(table, `select count(*) from TABLE where _full_text @@ plainto_tsquery('english', '${words}')`)
          )[0]?.[0],
        )
      await step('the whole table', async () => {
        await open(table)
        await expect(firstCell(page)).toBeVisible()
      })
      for (const words of ['plain note', 'V000017', 'note #17']) {
        await step(`the words ${words}`, async () => {
          await search(page, words)
          await expectBestMatches(page, await count(words))
        })
      }
      await step('an export of all records', async () => {
        await search(page, '')
        await expectRecords(page, 20_000)
        const times = mode === 'SQL on' ? 'whole' : 'cut'
        expect(parseCsv((await exportCsv(page)).text)).toEqual(await copied(table, times))
        const note = page.getByText('Times are cut to the second, because this server sends no fractions.')
        await expect(note).toHaveCount(times === 'cut' ? 1 : 0)
      })
    })

    for (const name of ['awkward', 'awkward_all', 'column_rank', 'column_j', 'column_hash', 'odd_values']) {
      test(`${name}: opened twice, all its records`, async ({ driven }) => {
        const { page, open, step } = driven
        const table = tableOf(name)
        const records = Number((await truth(table, 'select count(*) from TABLE'))[0]?.[0])
        const isMissing = {
          awkward_all: /Columns j, Case # are missing/,
          column_j: /Column j is/,
          column_hash: /Column Case # is/,
        }
        const look = async () => {
          await expect(firstCell(page)).toBeVisible()
          await expectRecords(page, records)
          const said = Object.entries(isMissing).find(([missing]) => missing === name)?.[1]
          if (said !== undefined)
            await expect(page.getByRole('main').getByRole('note').filter({ hasText: said })).toBeVisible()
        }
        await step(`${name} opened`, async () => {
          await open(table)
          await look()
          await expect(page.getByRole('combobox', { name: 'Instance' })).toHaveAccessibleDescription(/SQL|filters/i)
        })
        const again = await step(`${name} opened again`, async () => {
          await page.reload()
          await look()
        })
        expect(refusedOf(again)).toEqual([])
      })
    }
  })
}
