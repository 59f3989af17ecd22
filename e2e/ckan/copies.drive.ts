import { expect } from 'playwright/test'
import { speakToEngine } from '../embeddedEngine.mjs'
import { firstCell } from '../explorer.ts'
import { expectCopied, recordsCopied, startCopy } from '../support/copiedTables.ts'
import { refusedOf, test } from './driven.ts'
import { tableOf, truth } from './site.ts'

for (const mode of ['SQL on', 'SQL off']) {
  test.describe(mode, () => {
    test('a table is copied into this browser, every value as it is stored', async ({ driven, context }) => {
      const { page, open, step } = driven
      await speakToEngine(context, 'rowan-copies-18')
      const table = tableOf('visits_finite')
      await step('the table', async () => {
        await open(table)
        await expect(firstCell(page)).toBeVisible()
      })
      const asked = await step('20,000 records copied', async () => {
        await startCopy(page)
        await expectCopied(page, table, 20_000)
      })
      expect(refusedOf(asked)).toEqual([])
      const records = await recordsCopied(page, table)
      // A copy writes three decimals. What a timestamp has below a second, a CKAN without SQL doesn't tell.
      const seen = mode === 'SQL on' ? 'seen' : "date_trunc('second', seen)"
      const expected = await truth(
        table,
        `select row_to_json(r)::text from (select _id, visit, point, region, kind,
          to_char(${seen}, 'YYYY-MM-DD"T"HH24:MI:SS.MS') as seen, day, amount, people, wide, ratio, score,
          complete, tags, (doc).json as doc, note from TABLE order by _id) r`,
      )
      const [[fractions] = []] = await truth(
        table,
        `select count(*) from TABLE where seen <> date_trunc('second', seen)`,
      )
      expect(Number(fractions)).toBeGreaterThan(0)
      // As texts: no digit goes through a number.
      expect(records).toEqual(expected.map(([record]) => record))
    })
  })
}
