import type { Page } from 'playwright/test'
import { columnJ, cutsBeforeDistinct, labelled, namesNoFields } from './ckanAnswers.ts'
import { parseCsv } from './csv.ts'
import {
  chooseColumn,
  columnHeader,
  expectBestMatches,
  expectRecords,
  exportCsv,
  firstCell,
  grid,
  openKnown,
  resultStatus,
  search,
  sortBy,
  visibleRows,
  withoutDistributions,
} from './explorer.ts'
import type { Asked, FaultProxy } from './faultProxy.ts'
import { cappedAt, held, notAllowed, sqlOff } from './faults.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test, type Instance } from './fixtures.ts'

/** What the user sees is what they get: values, columns, rows, files and words that belong to what is on the screen. */

const open = (page: Page, rowan: Instance, faulty: FaultProxy, table = FIELD_PROGRAMMES, more = '') =>
  openKnown(page, rowan.origin, { name: 'Faulty service', baseUrl: faulty.origin }, `table=${table}${more}`)

const search1 = { action: 'datastore_search' } as const

/** Until it is known what the server can do, which is asked after the first rows. */
async function probed(faulty: FaultProxy): Promise<void> {
  const isAsked = ({ params }: Asked) => params['sql'] === 'SELECT 1 AS one'
  await expect.poll(() => faulty.requests.some(isAsked)).toBe(true)
}

test('values offered for a filter are all of them, by SQL or from more records, where CKAN cuts before it compares', async ({
  page,
  rowan,
  remote,
  faulty,
  guard,
}) => {
  guard.expectConsole(/status of 400/)
  const { records } = await remote.call('datastore_search_sql', {
    sql: `SELECT DISTINCT stage FROM "${FIELD_PROGRAMMES}" WHERE stage IS NOT NULL ORDER BY stage`,
  })
  const stages = records.map(({ stage }) => String(stage))
  expect(stages.length).toBeGreaterThan(2)
  faulty.play(cutsBeforeDistinct, search1)
  await open(page, rowan, faulty)
  await probed(faulty)

  const statement = 'SELECT "stage", count(*)'
  const counted = await offeredFor(page, 'stage', `All ${stages.length} values were counted.`)
  expect(counted.toSorted()).toEqual(stages)
  const asked = () =>
    faulty.requests.filter(({ params }) => isFor(params, 'stage', statement)).map(({ params }) => params)
  expect(asked()).toEqual([
    { sql: expect.stringContaining('GROUP BY "stage" ORDER BY count(*) DESC, "stage" LIMIT 201') },
  ])

  faulty.play(sqlOff, { action: 'datastore_search_sql' })
  await page.reload()
  await expect(firstCell(page)).toBeVisible()
  faulty.clear()
  expect(await offeredFor(page, 'stage', `${stages.length} values`)).toEqual(stages)
  const distinct = { resource_id: FIELD_PROGRAMMES, fields: 'stage', distinct: 'true', sort: 'stage asc' }
  expect(asked().map(({ limit }) => limit)).toEqual(expect.arrayContaining(['200', '32000']))
  expect(asked().at(-1)).toEqual({ ...distinct, limit: '32000' })
})

test('values are offered of the records that the other filters leave, with the counts of these', async ({
  page,
  rowan,
}) => {
  const { records } = await rowan.call('datastore_search_sql', {
    sql: `SELECT stage, count(*)::text AS n FROM "${FIELD_PROGRAMMES}" WHERE subject = 'watershed' AND stage IS NOT NULL GROUP BY stage ORDER BY count(*) DESC, stage`,
  })
  expect(records.length).toBeGreaterThan(1)
  const more = '&filter=["subject","watershed"]'
  await openKnown(page, rowan.origin, { name: 'Service', baseUrl: rowan.origin }, `table=${FIELD_PROGRAMMES}${more}`)
  await expect(resultStatus(page)).toHaveText(/records/)
  const words = `All ${records.length} values were counted within the other filters.`
  expect(await offeredFor(page, 'stage', words)).toEqual(records.map(({ stage }) => String(stage)))
  await page.getByRole('button', { name: 'Add filter' }).click()
  await chooseColumn(page, 'stage')
  for (const { stage, n } of records) {
    const name = `${String(stage)}, ${counted(Number(n))}`
    await expect(page.getByRole('checkbox', { name, exact: true })).toBeVisible()
  }
})

test('after a refused filter, an error or Stop, the rows are marked with the query that they belong to', async ({
  page,
  rowan,
  faulty,
  guard,
}) => {
  guard.expectConsole(/status of 4(03|09)/)
  await open(page, rowan, faulty, FIELD_PROGRAMMES, '&filter=["stage","active"]&limit=20')
  await expectRecords(page, 20)
  const before = await visibleRows(page)
  const note = page.getByRole('main').getByRole('note')
  const words = 'These are the records of the previous query: where stage is active, limit 20'
  const exporting = page.getByRole('button', { name: 'Export' })

  await page.goto(page.url().replace('&limit', '&filter=["_id","seven"]&limit'))
  await expect(page.getByRole('alert')).toContainText('The server refused the filter on _id.')
  await expect(note.getByRole('paragraph')).toHaveText(words)
  await expect(exporting).toBeDisabled()
  expect(await visibleRows(page)).toEqual(before)
  await note.getByRole('button', { name: 'Back to that query' }).press('Enter')
  await expect(note).toHaveCount(0)
  await expect(grid(page).locator('[data-active]')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectRecords(page, 20)
  await expect(exporting).toBeEnabled()

  faulty.play(notAllowed, search1)
  await search(page, 'water')
  await expect(note.getByRole('paragraph')).toHaveText(words)
  await expect(page.getByRole('alert')).toContainText('does not let anonymous readers read')
  faulty.heal()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(note).toHaveCount(0)
  await search(page, '')
  await expectRecords(page, 20)

  const { fault, release } = held()
  faulty.play(fault, search1)
  await search(page, 'survey')
  await page.getByRole('button', { name: 'Stop' }).first().click()
  await expect(page.getByText(/^Stopped waiting after/)).toBeVisible()
  await expect(note.getByRole('paragraph')).toHaveText(words)
  expect(await visibleRows(page)).toEqual(before)
  release()
})

test('an export takes what is shown, or all by choice, and its name tells the filters', async ({
  page,
  rowan,
  remote,
  faulty,
}) => {
  await open(page, rowan, faulty, FIELD_PROGRAMMES, '&filter=["stage","active"]&sort=-_id&limit=10')
  await expectRecords(page, 10)
  const all = await remote.call('datastore_search', {
    resource_id: FIELD_PROGRAMMES,
    filters: { stage: 'active' },
    sort: '_id desc',
    limit: 32_000,
  })
  const ids = all.records.map(({ _id }) => String(_id))
  const button = page.getByRole('button', { name: 'Export' })
  await expect(button).toHaveAccessibleDescription(`10 of ${counted(ids.length)} matching records`)

  faulty.clear()
  const shown = await exportCsv(page, 'Export these 10')
  expect(shown.name).toBe('field_programmes · stage active · first 10.csv')
  expect(idsOf(shown.text)).toEqual(ids.slice(0, 10))
  await expect(page.getByRole('status', { name: 'Notice' })).toHaveText(
    /^Exported 10 records to field_programmes · stage active · first 10\.csv \([^)]+\)\.$/,
  )
  const searches = faulty.requests.filter(({ action }) => action === 'datastore_search')
  expect(searches.filter(({ params }) => params['resource_id'] === FIELD_PROGRAMMES)).toEqual([])

  const whole = await exportCsv(page, `Export all ${counted(ids.length)}`)
  expect(whole.name).toBe('field_programmes · stage active.csv')
  expect(idsOf(whole.text)).toEqual(ids)

  // More than come in one request: they are read again, and no further than the limit.
  await page.goto(`${rowan.origin}/#v=1&base=${faulty.origin}&table=${BIRD_STRIKES}&limit=1500`)
  await expect(button).toHaveAccessibleDescription(/^1,500 of /)
  const many = await exportCsv(page, 'Export these 1,500')
  expect(many.name).toBe('bird_strikes · first 1500.csv')
  expect(idsOf(many.text)).toHaveLength(1500)

  await page.goto(`${rowan.origin}/#v=1&base=${faulty.origin}&table=${FIELD_PROGRAMMES}&q=water&limit=5`)
  await expect(button).toHaveAccessibleDescription(/^5 of /)
  const best = [...(await visibleRows(page)).values()].map((row) => row['_id'])
  const matches = await exportCsv(page, 'Export these 5')
  expect(matches.name).toBe('field_programmes · water · first 5.csv')
  expect(idsOf(matches.text)).toEqual(best)
})

test('a header tells a label from a name, and has all of it for mouse and keyboard', async ({
  page,
  rowan,
  faulty,
}) => {
  const label = 'Aircraft Airline Operator, as the airport has reported it to the authority'
  faulty.play(labelled({ code: label, title: label }), search1)
  await open(page, rowan, faulty)
  const header = columnHeader(page, 'code')
  await expect(header).toHaveAccessibleName('code, text')
  await expect(header).toHaveText('code')
  await expect(header).toHaveAttribute('title', `code, ${label}`)
  const drawn = await columnHeader(page, 'title')
    .locator('[data-label]')
    .evaluate((element) => {
      const { fontStyle, textOverflow } = getComputedStyle(element)
      return { fontStyle, textOverflow, text: getComputedStyle(element, '::after').content }
    })
  expect(drawn).toEqual({ fontStyle: 'italic', textOverflow: 'ellipsis', text: `"· ${label}"` })
  // In a narrow column there is no room for a word of it.
  const inNarrow = await header
    .locator('[data-label]')
    .evaluate((element) => getComputedStyle(element, '::after').content)
  expect(inNarrow).toBe('none')
  await firstCell(page).click()
  await page.keyboard.press('ArrowUp')
  while ((await header.getAttribute('data-active')) === null) await page.keyboard.press('ArrowRight')
  await expect(header).toBeFocused()
  const whole = await header.evaluate((element) => getComputedStyle(element, '::after').content)
  expect(whole).toBe(`"code, ${label}"`)
})

test('a header of an answer to SQL sorts it if all of it is here, and else says why not', async ({
  page,
  rowan,
  faulty,
}) => {
  const sql = `SELECT _id, budget_eur, stage FROM "${FIELD_PROGRAMMES}" WHERE _id <= 30`
  await open(page, rowan, faulty, FIELD_PROGRAMMES, `&mode=sql&sql=${encodeURIComponent(sql)}`)
  await expect(resultStatus(page)).toHaveText(/^30 records · [\d,]+ ms · complete$/)
  const shown = async (column: string) => [...(await visibleRows(page)).values()].map((row) => row[column] ?? '')
  faulty.clear()
  await sortBy(page, '_id', 'descending')
  await expect.poll(async () => (await shown('_id')).slice(0, 3)).toEqual(['30', '29', '28'])
  const { text } = await exportCsv(page)
  expect(idsOf(text)).toEqual(Array.from({ length: 30 }, (_, at) => String(30 - at)))
  // The rail counts the records of its tables meanwhile.
  const asked = faulty.requests.filter(({ params }) => 'sql' in params && !String(params['sql']).includes('count(*)'))
  expect(asked).toEqual([])

  faulty.play(cappedAt(10, true), { action: 'datastore_search_sql' })
  await page.getByRole('button', { name: 'Run query' }).click()
  await expect(resultStatus(page)).toContainText('10 records · cut at 10')
  const header = columnHeader(page, '_id')
  await expect(header).toHaveAttribute('aria-disabled', 'true')
  const before = await shown('_id')
  // It is disabled in name only: pressed, it says why.
  await header.click({ force: true })
  const why = "Only the first 10 rows are here, so a header can't sort the answer. Get all, or write ORDER BY."
  await expect(page.getByRole('status', { name: 'Notice' })).toHaveText(why)
  expect(await header.getAttribute('title')).toContain(why)
  expect(await shown('_id')).toEqual(before)
  faulty.heal()
  await page.getByRole('button', { name: /^Get all/ }).click()
  await expectRecords(page, 30)
  await sortBy(page, '_id', 'descending')
  await expect.poll(async () => (await shown('_id')).slice(0, 3)).toEqual(['30', '29', '28'])
})

test('where words are searched for whole, that is said, and their beginnings are offered', async ({
  page,
  rowan,
  remote,
  faulty,
}) => {
  await withoutDistributions(page)
  await open(page, rowan, faulty, FIELD_PROGRAMMES, '')
  await probed(faulty)
  const { total } = await remote.call('datastore_search', {
    resource_id: FIELD_PROGRAMMES,
    q: 'sedim:*',
    plain: false,
    limit: 0,
  })
  expect(total).toBeGreaterThan(1)
  faulty.clear()
  await search(page, 'sedim')
  await expect(page.getByText('No record matches "sedim".')).toBeVisible()
  await expect(
    page.getByText(`The search finds whole words only. ${counted(total)} records match sedim*.`, { exact: true }),
  ).toBeVisible()
  const searches = () => faulty.requests.filter(({ params }) => params['q'] !== undefined)
  const asked = () => searches().map(({ params: { q, plain, limit } }) => ({ q, plain, limit }))
  expect(asked()).toEqual([
    { q: 'sedim', plain: undefined, limit: '200' },
    { q: 'sedim:*', plain: 'false', limit: '1' },
  ])
  await page.getByRole('button', { name: 'Search for sedim*' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search records' })).toHaveValue('sedim*')
  await expectBestMatches(page, total)
  expect(asked().at(-1)).toEqual({ q: 'sedim:*', plain: 'false', limit: '200' })
  await expect(grid(page).locator('mark').first()).toHaveText(/^sedim/i)

  await search(page, 'xylophon')
  await expect(page.getByText('The search finds whole words only. No record matches xylophon* either.')).toBeVisible()
})

test(
  'the rank of a search is no column, and a column j that CKAN cannot send is named, and shown by SQL',
  { tag: '@long' },
  async ({ page, rowan, faulty }) => {
    faulty.play(namesNoFields, search1)
    await open(page, rowan, faulty)
    await probed(faulty)
    await search(page, 'water')
    await expect(resultStatus(page)).toContainText('the 200 best matches')
    const own = columnHeader(page, 'code')
    await expect(own).toBeVisible()
    const names = () => grid(page).getAttribute('aria-colcount')
    const searched = await names()
    await search(page, '')
    await expect(resultStatus(page)).toContainText('complete')
    expect(await names()).toBe(searched)
    faulty.heal()

    faulty.play(columnJ('code'), { ...search1, is: ({ params }) => params['resource_id'] === FIELD_PROGRAMMES })
    faulty.clear()
    await page.reload()
    await expect(firstCell(page)).toBeVisible()
    const note = page.getByRole('main').getByRole('note')
    await expect(note.getByRole('paragraph')).toHaveText(
      'Column j is missing here. CKAN before 2.12 cannot send a column of that name in a search. SQL can read it.',
    )
    await expect(columnHeader(page, 'j')).toHaveCount(0)
    await expect(columnHeader(page, 'stage')).toBeVisible()
    const { text } = await exportCsv(page)
    expect(parseCsv(text)[0]).not.toContain('j')
    await expect(page.getByRole('status', { name: 'Notice' })).toHaveText(
      /^Exported [\d,]+ records to field_programmes\.csv \([^)]+\)\. Column j is missing, because this server can't send it\.$/,
    )
    await note.getByRole('button', { name: 'Show in SQL' }).click()
    await expectRecords(page, 100)
  },
)

test('nothing waits for what will not come: rows of a failed page are empty, and the rail does not wait for SQL', async ({
  page,
  rowan,
  faulty,
  guard,
}) => {
  guard.expectConsole(/status of 403/)
  const { fault, release } = held()
  faulty.play(fault, { action: 'datastore_search_sql', is: ({ params }) => params['sql'] === 'SELECT 7 AS slow' })
  await open(page, rowan, faulty, FIELD_PROGRAMMES, `&mode=sql&sql=${encodeURIComponent('SELECT 7 AS slow')}`)
  const rail = page.getByRole('navigation', { name: 'Tables and fields' })
  await expect(rail.getByText('bird_strikes')).toBeVisible()
  await expect(rail.getByText('stage', { exact: true })).toBeVisible()
  release()

  await page.goto(`${rowan.origin}/#v=1&base=${faulty.origin}&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  faulty.play(notAllowed, { ...search1, is: ({ params }) => params['offset'] !== undefined })
  await firstCell(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
  const bars = grid(page).locator('[role="gridcell"] > span[style]')
  await expect(bars.first()).toBeAttached()
  await expect(bars.filter({ visible: true })).toHaveCount(0)
})

/** The values that the popover of a new filter on that column offers, and what it says of their number. */
/** The values offered for a field, as they are once `count` says what they were counted in. */
async function offeredFor(page: Page, field: string, count: string): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await chooseColumn(page, field)
  const popover = page.getByRole('dialog', { name: `Filter on ${field}` })
  const list = popover.getByRole('list', { name: `Values of ${field}` })
  await expect(popover.getByText(/\bvalues\b/).last()).toHaveText(count)
  await expect(list).toHaveAttribute('aria-busy', 'false')
  const values = await list
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getAttribute('title') ?? ''))
  await page.keyboard.press('Escape')
  await expect(popover).toBeHidden()
  return values
}

function isFor(params: Asked['params'], field: string, statement: string): boolean {
  const { fields, sql } = params
  return fields === field || (typeof sql === 'string' && sql.startsWith(statement))
}

/** The `_id`s of a file. */
function idsOf(csv: string): readonly string[] {
  const [header = [], ...rows] = parseCsv(csv)
  const place = header.indexOf('_id')
  return rows.map((row) => row[place] ?? '')
}

const counted = (count: number) => count.toLocaleString('en')
