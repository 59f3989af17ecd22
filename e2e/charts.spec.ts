import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright/test'
import { expectAccessibleEverywhere, expectAccessibleInBothThemes } from './accessible.ts'
import { expectRecords, firstCell, tabTo } from './explorer.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test, type Instance } from './fixtures.ts'

const chart = (page: Page) => page.getByRole('region', { name: 'Chart' })
const picture = (page: Page) => chart(page).getByRole('img')
const described = (page: Page) => picture(page).locator('desc').textContent()
const sqlLink = (rowan: Instance, sql: string, chart = '') =>
  `${rowan.origin}/#v=1&table=${BIRD_STRIKES}&mode=sql&sql=${encodeURIComponent(sql)}${chart === '' ? '' : `&chart=${chart}`}`

async function saved(page: Page, name: 'PNG' | 'SVG'): Promise<{ name: string; bytes: Buffer }> {
  const download: Promise<Download> = page.waitForEvent('download')
  await page.getByRole('button', { name: `Save chart as ${name}` }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test.beforeEach(({ guard }) => {
  // Tables that tests make have no name, for which the page asks the catalogue.
  guard.expectConsole(/status of 400/)
})

/** The tables that a test has made. */
const made: string[] = []

async function create(rowan: Instance, resource_id: string, fields: readonly object[], records: readonly object[]) {
  made.push(resource_id)
  await rowan.call('datastore_create', { resource_id, fields, records })
}

test.afterEach(async ({ page, rowan }) => {
  if (made.length === 0) return
  // Others share the server, and the page would ask for what is gone.
  await page.goto('about:blank')
  for (const resource_id of made.splice(0)) {
    await rowan.call('datastore_delete', { resource_id, force: true })
  }
})

test('the cell that one is at in the table of a summary is outlined in its chart', async ({ page, rowan }) => {
  const summary = 'by:stage,across:started_on:year,count'
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&summary=${summary}&chart=stacked`)
  await expect(picture(page)).toBeVisible()
  const chosen = chart(page).locator('[data-chosen]')
  await expect(chosen).toHaveCount(0)
  await page.getByRole('grid', { name: 'Summary' }).getByRole('gridcell').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(chosen).toHaveCount(1)
  // In the first column one is at all years of the stage.
  await page.keyboard.press('ArrowLeft')
  const marks = await chart(page).locator('[data-mark]').count()
  await expect.poll(() => chosen.count()).toBeGreaterThan(5)
  expect(await chosen.count()).toBeLessThan(marks / 2)
  await page.keyboard.press('ControlOrMeta+End')
  await expect(chosen).toHaveCount(0)
})

test('thirteen yearly figures are a picture in two clicks, and a link to it', async ({ page, rowan }) => {
  const fields = [
    { id: 'year', type: 'int' },
    { id: 'discharge', type: 'numeric', info: { label: 'Discharge (m³/s)' } },
  ]
  const records = Array.from({ length: 13 }, (_, at) => ({ year: 2012 + at, discharge: 100.25 + ((at * 37) % 60) }))
  await create(rowan, 'yearly_flow', fields, records)
  await page.goto(
    `${rowan.origin}/#v=1&table=yearly_flow&mode=sql&sql=SELECT year, discharge FROM yearly_flow ORDER BY year`,
  )
  await expectRecords(page, 13)
  await page.getByRole('button', { name: 'Chart', exact: true }).click()
  await expect(picture(page)).toHaveAccessibleName('discharge by year')
  await expect(chart(page).locator('[data-mark]')).toHaveCount(13)
  expect(await described(page)).toMatch(/^Bars\. Largest: 20\d\d: [\d.]+; smallest: 20\d\d: [\d.]+\. /)
  await page.getByRole('radio', { name: 'Lines' }).click()
  await expect(page).toHaveURL(/chart=lines,x:year,y:discharge/)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Lines' })).toBeChecked()
  await page.getByRole('button', { name: 'Close chart' }).click()
  await expect(chart(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/chart=/)
})

test('records become a picture of a summary; a bar leads to its records, a range to a filter', async ({
  page,
  rowan,
}) => {
  await page.goto(
    `${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&filter=%5B%22subject%22,%22watershed%22,%22survey%22%5D`,
  )
  await expect(firstCell(page)).toBeVisible()
  await page.getByRole('button', { name: 'Chart', exact: true }).click()
  await expect(picture(page)).toHaveAccessibleName(/^Records by (?:year|month) of \w+ and \w+$/)
  await expect(page.getByRole('grid', { name: 'Summary' })).toBeVisible()
  await expect(picture(page)).toContainText('where subject is any of watershed, survey')
  await expectAccessibleEverywhere(page, 'a chart of a summary')
  // The range first: the picture stays, and the sentence has one more condition.
  const values = page.getByRole('listbox', { name: /^Values of/ })
  await values.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: /^started_on is in / })).toBeVisible()
  await expect(picture(page)).toBeVisible()
  await values.focus()
  const option = values.getByRole('option')
  const spoken = (await option.textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(picture(page)).toHaveCount(0)
  await expectRecords(page, Number(spoken.split(': ').at(-1)?.replace(',', '')))
})

test('a picture is saved as SVG and PNG, which open, and its data is copied', async ({ page, rowan, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(
    sqlLink(
      rowan,
      'SELECT extract(year FROM flight_date)::int AS year, wildlife_size, count(*) AS strikes FROM bird_strikes GROUP BY 1, 2 ORDER BY 1',
      'auto',
    ),
  )
  await expect(picture(page)).toBeVisible()
  const svg = await saved(page, 'SVG')
  expect(svg.name).toBe('strikes by year and wildlife_size.svg')
  // The policy of the page lets no test parse markup there.
  const blank = await context.newPage()
  const read = await blank.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
    return {
      error: parsed.querySelector('parsererror')?.textContent ?? null,
      width: Number(parsed.documentElement.getAttribute('width')),
      height: Number(parsed.documentElement.getAttribute('height')),
      text: parsed.documentElement.textContent,
    }
  }, svg.bytes.toString())
  expect(read.error).toBeNull()
  expect(read.text).toContain('strikes by year and wildlife_size')
  expect(read.text).toContain('Small')
  // Nothing of it needs the page: no variables, no classes, no addresses.
  expect(svg.bytes.toString()).not.toMatch(/var\(|color-mix|oklch|light-dark|data-|href/)
  const png = await saved(page, 'PNG')
  expect(png.name).toBe('strikes by year and wildlife_size.png')
  const size = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }))
      return { width: bitmap.width, height: bitmap.height }
    },
    [...png.bytes],
  )
  expect(size).toEqual({ width: 2 * read.width, height: 2 * read.height })
  await page.getByRole('button', { name: 'Copy chart data' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n')[0]?.split('\t')[0]).toBe('year')
  expect(copied.split('\n').length).toBeGreaterThan(5)
})

test('an answer that was cut says so in the picture and in the names of its files', async ({ page, rowan }) => {
  await page.goto(
    sqlLink(rowan, 'SELECT g AS day_number, g % 7 AS height FROM generate_series(1, 40000) AS g', 'scatter'),
  )
  await expect(picture(page)).toBeVisible()
  await expect(picture(page)).toContainText('Cut at 32,000 rows.')
  expect((await saved(page, 'SVG')).name).toMatch(/-cut-at-32000\.svg$/)
})

test('places are a map, drawn without another host', async ({ page, rowan }) => {
  const fields = ['name:text', 'lat:numeric', 'lon:numeric'].map((field) => {
    const [id, type] = field.split(':')
    return { id, type }
  })
  const records = Array.from({ length: 40 }, (_, at) => ({ name: `s${at}`, lat: 46 + (at % 7) / 3, lon: 7 + at / 9 }))
  await create(rowan, 'stations', fields, records)
  await page.goto(`${rowan.origin}/#v=1&table=stations`)
  await expect(firstCell(page)).toBeVisible()
  await page.getByRole('button', { name: 'Chart', exact: true }).click()
  await expect(picture(page)).toHaveAccessibleName('Places by lat and lon')
  await expect(chart(page).locator('[data-mark]')).toHaveCount(40)
})

test(
  'by keyboard alone, and in a form that assistive technology can use',
  { tag: '@long' },
  async ({ page, rowan }) => {
    await page.goto(
      sqlLink(rowan, 'SELECT wildlife_size, count(*) AS strikes FROM bird_strikes GROUP BY 1 ORDER BY 2 DESC'),
    )
    await expect(firstCell(page)).toBeVisible()
    const button = page.getByRole('button', { name: 'Chart', exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(picture(page)).toBeVisible()
    const values = page.getByRole('listbox', { name: 'Values of strikes by wildlife_size' })
    await tabTo(page, values)
    const first = await values.getByRole('option').textContent()
    await page.keyboard.press('ArrowDown')
    expect(await values.getByRole('option').textContent()).not.toBe(first)
    await expectAccessibleInBothThemes(page, 'a chart of an answer')
  },
)
