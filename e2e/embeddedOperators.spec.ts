import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { speakToEngine } from './embeddedEngine.mjs'
import { expectRecords, firstCell } from './explorer.ts'
import { expect, test } from './fixtures.ts'
import { startStaticServer } from './staticServer.mjs'
import { everyTypeTable } from './support/everyTypeTable.ts'
import { HAND_WRITTEN } from './support/handWritten.ts'
import { isLong } from './support/longForm.ts'
import { DENIED, workerFinds } from './workerFinds.ts'

const TABLE = '7e57ab1e-0000-4000-8000-0000000000e7'

/** Every so many-th condition in short: all are tried on PGlite in Node with each `npm test`. */
const STEP = isLong ? 1 : 11

// In a browser that denies its stores, which is the quickest visit.
test(
  "conditions on the page's own PostgreSQL show the records of the SQL written by hand",
  { tag: '@long' },
  async ({ page, context, guard }) => {
    const host = await startStaticServer()
    guard.allow(host.origin)
    await speakToEngine(context)
    await workerFinds(page, DENIED)
    await page.goto(host.url)
    await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
    await page.evaluate((table) => engine('datastore_create', table), {
      resource_id: TABLE,
      ...everyTypeTable(new Set()),
    })
    let shown = 0
    for (const { condition, sql } of HAND_WRITTEN.filter((_, at) => at % STEP === 0)) {
      const statement = `SELECT count(*) AS n, min(_id) AS first FROM "${TABLE}" WHERE ${sql}`
      const [expected] = (await page.evaluate((text) => engine('datastore_search_sql', { sql: text }), statement))
        .records
      if (expected === undefined) throw new Error('There is no answer')
      // An empty result is no grid.
      if (expected.n === 0) continue
      const written = [LINKS.get(condition.op), condition.field, ...condition.values]
      const where = JSON.stringify(condition.withoutNull === true ? { known: written } : written)
      const link = `#v=1&table=${TABLE}&where=${encodeURIComponent(where)}&columns=${encodeURIComponent('["_id"]')}`
      await test.step(`${where} is ${sql}`, async () => {
        await page.evaluate((hash) => {
          location.hash = hash
        }, link)
        await expectRecords(page, expected.n)
        await expect(firstCell(page)).toHaveText(String(expected.first))
      })
      shown += 1
    }
    console.log(`${shown} conditions shown in the page`)
    expect(shown).toBeGreaterThan(180 / STEP)
    await host.stop()
  },
)

declare function engine(
  action: string,
  params: object,
): Promise<{ readonly records: readonly { readonly n: number; readonly first: number }[] }>

/** The name of each operator in a link, by its id; read, as the registry is made by the build. */
const LINKS: ReadonlyMap<string, string> = new Map(
  readdirSync(join(import.meta.dirname, '../src/query/operators'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /[\\/].*\.ts$/.test(name))
    .flatMap((name): [string, string][] => {
      const text = readFileSync(join(import.meta.dirname, '../src/query/operators', name), 'utf8')
      const [, id] = /^ {2}id: '(.+)',$/m.exec(text) ?? []
      const [, link] = /^ {2}link: '(.+)',$/m.exec(text) ?? []
      return id === undefined || link === undefined ? [] : [[id, link]]
    }),
)
