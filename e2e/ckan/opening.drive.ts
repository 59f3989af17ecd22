import { expect } from 'playwright/test'
import { addFilter, expectRecords, firstCell, sortBy } from '../explorer.ts'
import { refusedOf, test } from './driven.ts'
import { tableOf, truth } from './site.ts'

for (const mode of ['SQL on', 'SQL off']) {
  test.describe(mode, () => {
    for (const name of ['visits', 'visits_finite']) {
      test(`${name}: opened, opened again, filtered, sorted`, async ({ driven }) => {
        const { page, open, step } = driven
        const table = tableOf(name)
        const count = async (where: string) =>
          Number((await truth(table, `select count(*) from TABLE where ${where}`))[0]?.[0])
        await step(`${name} opened the first time`, async () => {
          await open(table)
          await expect(firstCell(page)).toBeVisible()
          await expectRecords(page, await count('true'))
          // What the server can do is asked behind the records.
          const instance = page.getByRole('combobox', { name: 'Instance' })
          await expect(instance).toHaveAccessibleDescription(/SQL|filters/i)
        })
        const again = await step(`${name} opened again`, async () => {
          await page.reload()
          await expect(firstCell(page)).toBeVisible()
          await expectRecords(page, await count('true'))
        })
        expect(refusedOf(again)).toEqual([])
        const filtered = await step('a filter: Region is South', async () => {
          await addFilter(page, 'region', ['South'])
          await expectRecords(page, await count(`region = 'South'`))
        })
        expect(refusedOf(filtered)).toEqual([])
        const sorted = await step('sorted by ratio', () => sortBy(page, 'ratio', 'ascending'))
        expect(refusedOf(sorted)).toEqual([])
      })
    }
  })
}
