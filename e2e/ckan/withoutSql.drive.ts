import { expect } from 'playwright/test'
import { firstCell } from '../explorer.ts'
import { button, drawer, exported, seesByMouse, summariseBy } from '../seeing.ts'
import { refusedOf, test, type Asked } from './driven.ts'
import { figuresOf, valuesOf } from './figures.ts'
import { tableOf, truth } from './site.ts'

const visits = tableOf('visits')
const shown = `&columns=${encodeURIComponent(JSON.stringify(['_id', 'region', 'people', 'day']))}`

/** The records that these requests have sampled, as a table in SQL: CKAN is asked for them by their `_id`s. */
function sampled(asked: readonly Asked[]): string {
  const lists = asked.flatMap(({ action, sent }): readonly unknown[] => {
    if (action !== 'datastore_search' || !sent.startsWith('{')) return []
    const ids: unknown = JSON.parse(sent).filters?.['_id']
    return Array.isArray(ids) ? [ids] : []
  })
  expect(new Set(lists.map((ids) => JSON.stringify(ids))).size).toBe(1)
  return `(select * from TABLE where _id in (${String(lists[0])})) as sampled`
}

test.describe('SQL off', () => {
  test('a profile, a facet and a summary say what SQL written by hand says of the same records', async ({ driven }) => {
    const { page, open, step } = driven
    const by = seesByMouse(page)
    const opened = await step('the columns of visits with their headers', async () => {
      await open(visits, shown)
      await expect(firstCell(page)).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Instance' })).toHaveAccessibleDescription(/filters/i)
    })
    const ofSample = /From a sample of 2,000 of 100,000 records/
    const profiled = await step('the profile of people', async () => {
      await by.profile('people')
      await figuresOf(page, 'people', ofSample)
    })
    const from = sampled([...opened, ...profiled])
    const [[nulls, distinct, negative, zero, median, records] = []] = await truth(
      visits,
      `select count(*) - count(people), count(distinct people), sum((people < 0)::int), sum((people = 0)::int),
        percentile_cont(0.5) within group (order by people), count(*) from ${from}`,
    )
    expect(records).toBe('2000')
    // The page says so: the least and the greatest are asked for by a sort.
    const [[min, max] = []] = await truth(visits, 'select min(people), max(people) from TABLE')
    const said = await figuresOf(page, 'people', ofSample)
    expect({ ...said, Null: said['Null']?.replace(/ \(.*/, '') }).toMatchObject({
      Min: min,
      Max: max,
      Null: nulls,
      Distinct: distinct,
      Negative: negative,
      Zero: zero,
      Median: median,
    })
    const faceted = await step('the facet of region', async () => {
      await by.profile('region')
      const facet = drawer(page).getByRole('region', { name: 'Facet region' })
      const rows = await truth(
        visits,
        `select region, count(*) from ${from} where region is not null group by 1 order by 2 desc, 1`,
      )
      await facet.getByRole('button', { name: /more values?$/ }).click()
      await expect(facet).toContainText('From a sample of 2,000 records.')
      const expected = rows.map(([value, count]) => `${value}, ${Number(count).toLocaleString('en')}`)
      expect((await valuesOf(facet)).toSorted()).toEqual(expected.toSorted())
      await button(page, 'Close column profile').click()
    })
    const summarised = await step('a summary by region', async () => {
      await summariseBy(by, 'region')
      const rows = await truth(visits, `select region, count(*) from ${from} group by 1`)
      await expect(page.getByRole('main')).toContainText(/sample of 2,000/)
      const sorted = (all: readonly (readonly (string | null)[])[]) =>
        all.map(([group, count]) => `${group ?? ''} ${count}`).toSorted()
      expect(sorted(await exported(by))).toEqual(sorted(rows))
    })
    expect(refusedOf([...profiled, ...faceted, ...summarised])).toEqual([])
  })
})
