import type { Page } from 'playwright/test'
import {
  addFilter,
  columnHeader,
  connect,
  editor,
  expectRecords,
  firstCell,
  openSql,
  resultStatus,
  runSql,
  scrollThrough,
  search,
  setLimit,
  typeSql,
  visibleRows,
} from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test, type Instance } from './fixtures.ts'
import { startMinimalServer } from './minimalServer.ts'
import { PLAIN, type Reading } from './support/minimalReading.ts'

/** The interface and nothing else, in the ways in which it may be read. */
const READINGS: readonly (Partial<Reading> & { title: string })[] = [
  { title: 'bare records, other parameters ignored' },
  {
    title: 'records under result with a total, no forms, other parameters refused without a word',
    records: 'under result',
    total: true,
    forms: false,
    others: 'refused',
    errors: 'nothing',
  },
  {
    title: 'a token for everything, refusals as web pages, fields told, ten records at most',
    token: 'rowan-e2e-token-minimal',
    errors: 'a web page',
    fields: true,
    most: 10,
  },
]

/**
 * In short `readings.test.ts` goes through such servers without a page, and what the page says of them `fallbacks.spec.ts`
 * shows.
 */
for (const { title, ...decided } of READINGS) {
  test(`the least server: ${title}`, { tag: '@long' }, async ({ page, rowan, guard }) => {
    const reading = { ...PLAIN, ...decided }
    const { records } = await rowan.call('datastore_search', { resource_id: FIELD_PROGRAMMES, limit: 600 })
    const rows = records.map((record, at) => ({ no: at + 1, ...pick(record, ['title', 'subject', 'stage', 'region']) }))
    const server = await startMinimalServer(FIELD_PROGRAMMES, rows, (sql) => rowsOf(rowan, sql), reading)
    guard.allow(server.origin, reading.token ?? undefined)
    // The browser's own line on each refusal: there is no list of tables, and some servers refuse what they don't know.
    guard.expectConsole(/Failed to load resource: the server responded with a status of 40[014]/)
    try {
      await page.goto(rowan.origin)
      await connect(page, {
        name: 'The least',
        // There is no list to choose from, so the address names the resource.
        baseUrl: `${server.origin}/en/api/3/action/datastore_search?resource_id=${FIELD_PROGRAMMES}`,
        ...(reading.token === null ? {} : { token: reading.token }),
      })
      await mainPath(page, rows, reading)
    } finally {
      await server.stop()
    }
    const asked = server.requests.filter(({ params }) => params['resource_id'] !== '_table_metadata')
    expect(asked.length).toBeGreaterThan(0)
    if (reading.token === null) expect(asked.filter(({ method }) => method === 'OPTIONS')).toEqual([])
  })
}

/** What the first issue's main path asks for, if the server can do it. */
async function mainPath(page: Page, rows: readonly Record<string, unknown>[], reading: Reading): Promise<void> {
  const at = (count: number) => Math.min(count, reading.most)
  await expect(firstCell(page)).toBeVisible()
  await expect(columnHeader(page, 'subject')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Tables and fields' }).getByRole('paragraph')).toHaveText(
    'This server has no list of tables. If you know the id of a table, open it from the resource picker.',
  )
  await expect(resultStatus(page)).toHaveText(wordsOf(rows, reading))

  const isWatershed = rows.filter(({ subject }) => subject === 'watershed' || subject === 'survey')
  const narrowed = isWatershed.filter(({ stage }) => stage === 'active')
  await addFilter(page, 'subject', ['watershed', 'survey'])
  await addFilter(page, 'stage', ['active'])
  await expectRecords(page, at(narrowed.length))
  await expect(page.getByRole('group', { name: 'subject is any of watershed, survey' })).toBeVisible()
  await expect(resultStatus(page)).toHaveText(
    narrowed.length > reading.most
      ? TEN_AT_LEAST
      : new RegExp(String.raw`^${narrowed.length} records · [\d,]+ ms · complete$`),
  )

  const word = /\p{L}{4,}/u.exec(String(narrowed.at(-1)?.['title']))?.[0] ?? ''
  const found = narrowed.filter((row) => Object.values(row).some((value) => String(value).includes(word)))
  await search(page, word)
  await expectRecords(page, at(found.length))

  await search(page, '')
  await setLimit(page, 4)
  await expectRecords(page, 4)
  await setLimit(page, null)

  await openSql(page)
  await runSql(page, "SELECT subject, stage FROM {table} WHERE subject LIKE 'water%' LIMIT 7;")
  await expectRecords(page, Math.min(7, reading.most))
  const gave = await visibleRows(page)
  await typeSql(page, 'SELECT nothing')
  await page.getByRole('button', { name: 'Run query' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(REFUSALS[reading.errors] ?? '')
  await expect(editor(page)).toBeVisible()
  await expect(page.locator('.view-lines')).toHaveText('SELECT\u00a0nothing')
  expect(await visibleRows(page)).toEqual(gave)

  await page.getByRole('tab', { name: 'Filter' }).click()
  await expectRecords(page, at(narrowed.length))
  if (narrowed.length <= reading.most) {
    const titles = await scrollThrough(page, 'title', narrowed.length)
    expect([...titles].toSorted(([a], [b]) => a - b).map(([, title]) => title)).toEqual(
      narrowed.map(({ title }) => String(title).replaceAll('\t', '⇥').trim()),
    )
  }
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.getByRole('button', { name: 'Remove filter on subject' }).click()
  await page.getByRole('button', { name: 'Remove filter on stage' }).click()
  await expect(resultStatus(page)).toHaveText(wordsOf(rows, reading))
  await firstCell(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await expect(resultStatus(page)).toHaveText(
    reading.most === 10
      ? TEN_AT_LEAST
      : reading.others === 'refused'
        ? /^200 records · cut at 200 (of 600\. )?This server refuses further pages \(offset\)\. · [\d,]+ ms$/
        : /^200 records · cut at 200 This server ignores offset, so every page repeats the first\. · [\d,]+ ms$/,
  )
  await page.keyboard.press('ControlOrMeta+End')
  await expect.poll(async () => (await visibleRows(page)).get(at(200))?.['no']).toBe(String(at(200)))
}

/** What the status says of all records, before anybody has looked for the end of them. */
function wordsOf(rows: readonly unknown[], { total, most }: Reading): RegExp {
  if (most < 200) return TEN_AT_LEAST
  return total
    ? new RegExp(String.raw`^${rows.length} records · [\d,]+ ms · 200 loaded so far$`)
    : /^at least 200 records · [\d,]+ ms · this server gives no total$/
}

/** Whether there are more than ten nothing shows: it ignores offset, and says no total. */
const TEN_AT_LEAST = /^10 records · [\d,]+ ms · can't tell if that is all$/

/** What is said of a refusal, by the form that it came in. */
const REFUSALS: Readonly<Partial<Record<Reading['errors'], string>>> = {
  'a JSON string': 'The statement is refused.',
  'a web page':
    'The server answered 400 with a web page instead of an API answer. Try again. If it keeps failing, tell the administrator of the server.',
  nothing:
    'The server answered 400 with an empty body instead of an API answer. Try again. If it keeps failing, tell the administrator of the server.',
}

async function rowsOf(rowan: Instance, sql: string): Promise<readonly Record<string, unknown>[]> {
  const { records } = await rowan.call('datastore_search_sql', { sql })
  return records
}

function pick(record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}
