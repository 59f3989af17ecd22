import type { Page } from 'playwright/test'
import { parseCsv } from './csv.ts'
import {
  addFilter,
  chooseResource,
  columnHeader,
  connect,
  editor,
  expectBestMatches,
  expectRecords,
  exportCsv,
  firstCell,
  openKnown,
  openSql,
  resultStatus,
  runSql,
  search,
  setLimit,
  sortBy,
  typeSql,
  visibleRows,
} from './explorer.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test, type Instance, type Remote } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.beforeEach(({ remote, guard }) => guard.allow(remote.origin))

/** The second service with the table open, as on a device that knows it. */
const open = (page: Page, rowan: Instance, { origin, token }: Remote, table: string) =>
  openKnown(page, rowan.origin, { name: 'Second service', baseUrl: origin, token }, `table=${table}`)

test('connects to a service by base URL and token, and narrows a table down', async ({ page, rowan, remote }) => {
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  await connect(page, { name: 'Second service', baseUrl: remote.origin, token: remote.token })
  await chooseResource(page, 'field_programmes')
  const all = await remote.call('datastore_search', { resource_id: FIELD_PROGRAMMES, limit: 0 })
  await expectRecords(page, all.total)

  const filters = { subject: ['watershed', 'survey'], stage: 'active' }
  const word = await commonWord(remote, filters)
  await search(page, word)
  const found = await remote.call('datastore_search', { resource_id: FIELD_PROGRAMMES, q: word, limit: 0 })
  expect(found.total).toBeGreaterThan(0)
  await expectBestMatches(page, found.total)

  await addFilter(page, 'subject', ['watershed', 'survey'])
  await addFilter(page, 'stage', ['active'])
  const narrowed = await remote.call('datastore_search', {
    resource_id: FIELD_PROGRAMMES,
    q: word,
    filters,
    limit: 32_000,
  })
  expect(narrowed.total).toBeGreaterThan(1)
  await expectBestMatches(page, narrowed.total)
  await expect(page.getByRole('group', { name: 'subject is any of watershed, survey' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'stage is active' })).toBeVisible()

  await sortBy(page, '_id', 'descending')
  await setLimit(page, 2)
  await expectRecords(page, 2)
  const ids = narrowed.records.map((record) => Number(record['_id'])).toSorted((a, b) => b - a)
  await expect
    .poll(async () => [...(await visibleRows(page)).values()].map((row) => Number(row['_id'])))
    .toEqual(ids.slice(0, 2))
  await expect(resultStatus(page)).toContainText(`2 of ${narrowed.total.toLocaleString('en')}`)
})

test('reaches the last record of bird_strikes by keyboard and wheel', async ({ page, rowan, remote }) => {
  await open(page, rowan, remote, BIRD_STRIKES)
  const last = await remote.call('datastore_search', { resource_id: BIRD_STRIKES, sort: '_id desc', limit: 1 })
  await expectRecords(page, last.total)
  await firstCell(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Home')
  await expect
    .poll(async () => (await visibleRows(page)).get(last.total)?.['_id'])
    .toBe(String(last.records[0]?.['_id']))
  await page.mouse.wheel(0, -3000)
  // The row of the active cell stays for the focus; the one before it goes.
  await expect.poll(async () => (await visibleRows(page)).has(last.total - 1)).toBe(false)
  await page.mouse.wheel(0, 6000)
  await expect
    .poll(async () => (await visibleRows(page)).get(last.total)?.['_id'])
    .toBe(String(last.records[0]?.['_id']))
})

test('runs SQL: the table name is put in, a closing semicolon is fine, a join and an aggregate', async ({
  page,
  rowan,
  remote,
}) => {
  await open(page, rowan, remote, FIELD_PROGRAMMES)
  await openSql(page)
  await runSql(page, `SELECT * FROM {table} WHERE subject LIKE 'water%';`)
  const some = await remote.call('datastore_search', {
    resource_id: FIELD_PROGRAMMES,
    filters: { subject: 'watershed' },
    limit: 0,
  })
  await expectRecords(page, some.total)
  await expect(columnHeader(page, '_full_text')).toHaveCount(0)

  await runSql(
    page,
    `SELECT a.subject, count(*) AS pairs FROM "${FIELD_PROGRAMMES}" a JOIN "${FIELD_PROGRAMMES}" b ON b._id = a._id ` +
      'GROUP BY a.subject ORDER BY a.subject',
  )
  const grouped = await remote.call('datastore_search', {
    resource_id: FIELD_PROGRAMMES,
    fields: ['subject'],
    distinct: true,
  })
  await expectRecords(page, grouped.total)
  await expect(columnHeader(page, 'pairs')).toBeVisible()
  const rows = await visibleRows(page)
  expect(Number([...rows.values()].find((row) => row['subject'] === 'watershed')?.['pairs'])).toBe(some.total)
})

test(
  'keeps what is typed while the editor is still loading',
  { tag: '@long' },
  async ({ page, context, rowan, remote }) => {
    await open(page, rowan, remote, FIELD_PROGRAMMES)
    const debug = await context.newCDPSession(page)
    await debug.send('Emulation.setCPUThrottlingRate', { rate: 3 })
    await page.getByRole('tab', { name: 'SQL' }).click()
    await editor(page).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('SELECT 4 AS cabbage_crane, 5 AS every_yacht', { delay: 30 })
    await page.keyboard.press('ControlOrMeta+Enter')
    await debug.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await expect(columnHeader(page, 'cabbage_crane')).toBeVisible()
    await expect(columnHeader(page, 'every_yacht')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test('shows a syntax error at the editor and keeps the last good rows', async ({ page, rowan, remote, guard }) => {
  guard.expectConsole(/status of 409/)
  await open(page, rowan, remote, FIELD_PROGRAMMES)
  await openSql(page)
  await runSql(page, 'SELECT subject FROM {table} LIMIT 3')
  await expectRecords(page, 3)
  await typeSql(page, 'SELECT subject FRM {table}')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByRole('alert')).toContainText(/syntax/i)
  await expect(page.locator('.squiggly-error')).toBeVisible()
  await expectRecords(page, 3)
  await typeSql(page, 'SELECT subject FROM {table}')
  await expect(page.locator('.squiggly-error')).toHaveCount(0)
})

test('exports all that matches, equal to the database', async ({ page, rowan, remote }) => {
  await open(page, rowan, remote, FIELD_PROGRAMMES)
  await addFilter(page, 'stage', ['active'])
  await setLimit(page, 5)
  await expectRecords(page, 5)
  const { text } = await exportCsv(page, /^Export all/)
  const [header = [], ...rows] = parseCsv(text)

  const names = header.map((name) => `"${name.replaceAll('"', '""')}"::text`).join(', ')
  const truth = await remote.call('datastore_search_sql', {
    sql: `SELECT ${names} FROM "${FIELD_PROGRAMMES}" t WHERE stage = 'active' ORDER BY t._id`,
  })
  const { fields } = await remote.call('datastore_search', { resource_id: FIELD_PROGRAMMES, limit: 0 })
  expect(header).toEqual(fields.map((field) => field.id))
  expect(rows).toHaveLength(truth.records.length)
  // Arrays, JSON and times have a spelling of their own in JSON; all else is PostgreSQL's text, digit for digit.
  const exact = fields.filter(({ type }) => /^(text|varchar|int|numeric|float8|bool|date|uuid)/.test(type))
  expect(exact.length).toBeGreaterThan(15)
  for (const { id } of exact) {
    const place = header.indexOf(id)
    expect(
      rows.map((row) => row[place]),
      id,
    ).toEqual(truth.records.map((record) => record[id] ?? ''))
  }
})

/** The word that most records have in their titles with those filters. */
async function commonWord(remote: Instance, filters: object): Promise<string> {
  const { records } = await remote.call('datastore_search', { resource_id: FIELD_PROGRAMMES, filters, limit: 1000 })
  const counts = new Map<string, number>()
  for (const record of records) {
    const words = new Set(
      String(record['title'])
        .toLowerCase()
        .match(/\p{L}{4,}/gu),
    )
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
  return best?.[0] ?? ''
}
