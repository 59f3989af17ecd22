import type { Page } from 'playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { columnHeader, expectRecords, firstCell, grid } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test, type Instance } from './fixtures.ts'

/** What the page shows of these columns only, so that all of their headers are in view. */
function showing(columns: readonly string[]): string {
  return `#v=1&table=${FIELD_PROGRAMMES}&columns=${encodeURIComponent(JSON.stringify(columns))}`
}

const drawer = (page: Page) => page.getByRole('complementary', { name: 'Column profile' })
const facet = (page: Page, column: string) => drawer(page).getByRole('region', { name: `Facet ${column}` })
/** Over this share of the bars of a column. */
async function overBars(page: Page, column: string, share: number): Promise<{ x: number; y: number }> {
  const box = await columnHeader(page, column).locator('[data-brush]').boundingBox()
  if (box === null) throw new Error(`${column} has no bars`)
  return { x: box.x + box.width * share, y: box.y + box.height / 2 }
}

async function counted(server: Instance, statement: string): Promise<Record<string, string>> {
  const { records } = await server.call('datastore_search_sql', { sql: statement })
  return Object.fromEntries(Object.entries(records[0] ?? {}).map(([name, value]) => [name, String(value)]))
}

test('each header says which share of its column is null, and draws what it holds', async ({ page, rowan }) => {
  const columns = ['subject', 'stage', 'area_km2', 'started_on', 'depth_m', 'budget_eur', 'turbidity', 'is_public']
  await page.goto(`${rowan.origin}/${showing(columns)}`)
  await expect(firstCell(page)).toBeVisible()
  const sql = columns.map((name) => `count(*) - count("${name}") AS "${name}"`).join(', ')
  const nulls = await counted(rowan, `SELECT count(*) AS n, ${sql} FROM "${FIELD_PROGRAMMES}"`)
  for (const name of columns) {
    const share = Math.round((Number(nulls[name]) / Number(nulls['n'])) * 100)
    const said = new RegExp(share === 0 ? `^${name}, [a-z]+$` : `^${name}, [a-z]+, ${share}% null$`)
    await expect(grid(page).getByRole('columnheader', { name: said })).toHaveAccessibleDescription(/\S/)
  }
  await expect(columnHeader(page, 'subject')).toHaveAccessibleDescription(
    /Most frequent: watershed, 24%\. 10 different/,
  )
  await expectAccessibleInBothThemes(page, 'headers with distributions')
})

test('of a large table a sample is drawn at once, and says so until all records are counted', async ({
  page,
  rowan,
}) => {
  const resource = '1a49e000-0000-4000-8000-000000000001'
  const fields = [
    { id: 'reading', type: 'int4' },
    { id: 'station', type: 'text' },
  ]
  const records = Array.from({ length: 100_001 }, (_, at) => ({ reading: at, station: `station ${at % 4}` }))
  await rowan.call('datastore_create', {
    resource_id: resource,
    aliases: 'station_readings',
    force: true,
    fields,
    records,
  })
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/datastore_search_sql*', async (route) => {
    const asked = `${decodeURIComponent(route.request().url())} ${route.request().postData() ?? ''}`
    if (/width_bucket|GROUPING|count\(DISTINCT/.test(asked)) await held
    await route.continue()
  })
  await page.goto(`${rowan.origin}/#v=1&table=${resource}`)
  for (const name of ['reading', 'station']) {
    await expect(columnHeader(page, name)).toHaveAccessibleDescription(/From a sample of 2,000 of 100,001 records\.$/)
  }
  await expect(columnHeader(page, 'station')).toContainText('25%')
  release()
  await expect(columnHeader(page, 'reading')).toHaveAccessibleDescription('Bars from 0 to 105,000.')
  await expect(columnHeader(page, 'station')).toHaveAccessibleDescription(
    /^Most frequent: station 0, 25%\. 4 different/,
  )
  await expect(columnHeader(page, 'station')).not.toContainText(/sample|first/)
  await rowan.call('datastore_delete', { resource_id: resource, force: true })
})

test('off, the headers are low and nobody is asked; that outlives a reload', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/${showing(['subject', 'stage'])}`)
  await expect(columnHeader(page, 'subject')).toContainText('24%')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Distributions in the headers' }).uncheck()
  await expect(columnHeader(page, 'subject')).not.toContainText('24%')
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.reload()
  await expect(firstCell(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Column profile' })).toBeEnabled()
  expect((await columnHeader(page, 'subject').boundingBox())?.height).toBeLessThan(40)
  // The rail counts its tables by a statement; of columns none says anything.
  expect(asked.filter((one) => one.includes('datastore_search_sql') && one.includes('subject'))).toEqual([])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a table, field, query or command' }).fill('distributions')
  await page.keyboard.press('Enter')
  await expect(columnHeader(page, 'subject')).toContainText('24%')
})

test('a range is brushed by mouse: a chip from the first move, one step back, and nothing moves from under it', async ({
  page,
  rowan,
}) => {
  // So narrow, and with so long a chip before it, that the chip needs a line of its own.
  await page.setViewportSize({ width: 760, height: 700 })
  const all = encodeURIComponent(JSON.stringify(['stage', 'active', 'closed', 'draft', 'paused', 'planned']))
  await page.goto(`${rowan.origin}/${showing(['subject', 'started_on', 'area_km2'])}&filter=${all}`)
  await expect(columnHeader(page, 'started_on').locator('[data-brush]')).toBeVisible()
  await expect(columnHeader(page, 'started_on')).not.toContainText(/sample|first/)
  const [from, to] = [await overBars(page, 'started_on', 0.3), await overBars(page, 'started_on', 0.7)]
  const top = async () => (await columnHeader(page, 'started_on').boundingBox())?.y ?? 0
  const before = await top()
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x - 5, to.y)
  const chip = page.getByRole('group', { name: /^started_on from / })
  await expect(chip).toBeVisible()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  const tip = await columnHeader(page, 'started_on')
    .getByText(/ of 3,000$/)
    .textContent()
  const [, first, last, count] = /^(\S+) to (\S+), ([\d,]+) of 3,000$/.exec(tip ?? '') ?? []
  await page.mouse.up()
  await expect(page.getByRole('group', { name: `started_on from ${first} to ${last}` })).toBeVisible()
  await expectRecords(page, Number(count?.replaceAll(',', '')))
  expect(await top()).toBe(before)
  await page.mouse.move(400, 20)
  await expect.poll(top).toBeGreaterThan(before)
  // A click on a value of another column narrows it further.
  await columnHeader(page, 'subject').locator('[data-value]').first().click()
  await expect(page.getByRole('group', { name: 'subject is watershed' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(chip).toBeHidden()
  await expectRecords(page, 3000)
})

test('a range is brushed by keys, kept or dropped, and said in words', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/${showing(['subject', 'started_on', 'area_km2'])}`)
  await expect(columnHeader(page, 'started_on').locator('[data-brush]')).toBeVisible()
  // A brush keeps the figures that it began with; those of all records are waited for.
  await expect(columnHeader(page, 'started_on')).not.toContainText(/sample|first/)
  await columnHeader(page, 'started_on').click({ position: { x: 60, y: 12 } })
  await page.keyboard.press('b')
  const brush = page.getByRole('group', { name: 'Brush started_on' })
  const [from, to] = [brush.getByRole('slider', { name: 'From' }), brush.getByRole('slider', { name: 'To' })]
  await expect(from).toBeFocused()
  const before = await from.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowRight')
  await expect(from).not.toHaveAttribute('aria-valuetext', before ?? '')
  await expect(from).toHaveAttribute('aria-valuetext', /^20\d\d-\d\d-\d\d, [\d,]+ of 3,000 records in the range$/)
  const chip = page.getByRole('group', { name: /^started_on from / })
  await expect(chip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chip).toBeHidden()
  await expect(brush).toBeHidden()
  await expectRecords(page, 3000)

  await page.keyboard.press('b')
  await page.keyboard.press('Tab')
  await expect(to).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  const said = /, ([\d,]+) of 3,000/.exec((await to.getAttribute('aria-valuetext')) ?? '')?.[1]
  await expectAccessible(page, 'a brush')
  await page.keyboard.press('Enter')
  await expect(brush).toBeHidden()
  await expect(chip).toBeVisible()
  await expectRecords(page, Number(said?.replaceAll(',', '')))
})

test('a facet takes one value, several, only one, or all but one, and finds them', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/${showing(['title', 'subject', 'stage'])}`)
  await expect(firstCell(page)).toBeVisible()
  await expect(columnHeader(page, 'subject')).toHaveAccessibleDescription(/Most frequent: watershed/)
  await columnHeader(page, 'subject').click({ position: { x: 40, y: 12 } })
  await page.keyboard.press('p')
  const subjects = facet(page, 'subject')
  const is = await counted(
    rowan,
    `SELECT ${['watershed', 'survey', 'restoration'].map((name) => `count(*) FILTER (WHERE subject = '${name}') AS ${name}`).join(', ')}
      FROM "${FIELD_PROGRAMMES}"`,
  )
  const [watershed, survey, restoration] = [Number(is['watershed']), Number(is['survey']), Number(is['restoration'])]
  await subjects.getByRole('checkbox', { name: /^watershed/ }).check()
  await expectRecords(page, watershed)
  await subjects.getByRole('checkbox', { name: /^survey/ }).focus()
  await page.keyboard.press('Space')
  await expectRecords(page, watershed + survey)
  await expect(page.getByRole('group', { name: 'subject is any of watershed, survey' })).toBeVisible()
  // The others keep their counts, as if nothing were asked of the column.
  await expect(subjects.getByRole('checkbox', { name: `restoration, ${restoration}`, exact: true })).toBeVisible()
  await subjects.getByRole('checkbox', { name: /^restoration/ }).hover()
  await subjects.getByRole('button', { name: 'Only restoration' }).click()
  await expectRecords(page, restoration)
  await subjects.getByRole('checkbox', { name: /^restoration/ }).uncheck()
  await expectRecords(page, 3000)
  await subjects.getByRole('button', { name: 'Find a value of subject' }).click()
  await subjects.getByRole('searchbox', { name: 'Find a value of subject' }).fill('wat')
  await expect(subjects.getByRole('checkbox')).toHaveCount(2)
  await expectAccessible(page, 'the column profile with facets')
  await subjects.getByRole('checkbox', { name: /^watershed/ }).hover()
  await subjects.getByRole('button', { name: 'Exclude watershed' }).click()
  await expect(subjects.getByRole('checkbox', { name: `watershed, ${watershed}, excluded` })).not.toBeChecked()
  await expectRecords(page, 3000 - watershed)
  // What was added stays, whichever column is looked at next.
  await page.getByRole('combobox', { name: 'Add a facet' }).selectOption('stage')
  await expect(facet(page, 'stage').getByRole('checkbox').first()).toBeVisible()
  await page.getByRole('button', { name: 'Close column profile' }).click()
  await expect(drawer(page)).toBeHidden()
  await page.getByRole('button', { name: 'Column profile' }).click()
  await expect(facet(page, 'stage').getByRole('checkbox').first()).toBeVisible()
})

test('a facet of dates is by year', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/${showing(['title', 'started_on'])}`)
  await expect(firstCell(page)).toBeVisible()
  await columnHeader(page, 'started_on').click({ position: { x: 40, y: 12 } })
  await page.keyboard.press('p')
  const years = facet(page, 'started_on by year')
  const in2019 = "count(*) FILTER (WHERE started_on BETWEEN '2019-01-01' AND '2019-12-31')"
  const is = await counted(rowan, `SELECT ${in2019} AS n, count(started_on) AS dated FROM "${FIELD_PROGRAMMES}"`)
  await years.getByRole('button', { name: 'Find a value of started_on by year' }).click()
  await years.getByRole('searchbox', { name: 'Find a value of started_on by year' }).fill('19')
  await years.getByRole('checkbox', { name: `2019, ${is['n']}`, exact: true }).check()
  await expectRecords(page, Number(is['n']))
  await expect(page.getByRole('group', { name: 'started_on is in 2019' })).toBeVisible()
  await years.getByRole('checkbox', { name: /^2019/ }).hover()
  await years.getByRole('button', { name: 'Exclude 2019' }).click()
  // Without a date it is not in that year.
  await expectRecords(page, 3000 - Number(is['n']))
})

test('days before Christ, NaN and what is extreme lead to the records that were counted', async ({ page, rowan }) => {
  const ancient = '1a49e000-0000-4000-8000-0000000000bc'
  const days = ['0100-01-01 BC', '0044-03-15 BC', '0044-03-15 BC', '0014-08-19', '0079-10-24']
  await rowan.call('datastore_create', {
    resource_id: ancient,
    aliases: 'ancient_days',
    force: true,
    fields: [{ id: 'd', type: 'date' }],
    records: days.map((d) => ({ d })),
  })
  const open = async (resource: string, column: string) => {
    await page.goto(`${rowan.origin}/#v=1&table=${resource}`)
    await expect(firstCell(page)).toBeVisible()
    await columnHeader(page, column).click({ position: { x: 40, y: 12 } })
    await page.keyboard.press('p')
  }
  await test.step('the year 44 BC', async () => {
    await page.goto(`${rowan.origin}/#v=1&table=${ancient}`)
    await expectRecords(page, 5)
    await page.getByRole('button', { name: 'Chart', exact: true }).click()
    const values = page.getByRole('listbox', { name: /^Values of/ })
    await values.focus()
    await expect(values.getByRole('option')).toHaveText('100 BC: 1')
    await page.keyboard.press('ArrowRight')
    await expect(values.getByRole('option')).toHaveText('44 BC: 2')
    await page.keyboard.press('End')
    await expect(values.getByRole('option')).toHaveText('79: 1')
    await page.getByRole('region', { name: 'Chart' }).locator('[data-mark="1"]').click()
    await expectRecords(page, 2)
    await open(ancient, 'd')
    await facet(page, 'd by year').getByRole('checkbox', { name: '44 BC, 2' }).check()
    await expectRecords(page, 2)
  })
  const numbers = '1a49e000-0000-4000-8000-0000000000aa'
  const number = (at: number) => (at % 7 === 0 ? 'NaN' : at === 5 ? 'Infinity' : at * 1.5)
  const cost = (at: number) => (at === 17 ? 1e12 : at % 4 === 0 ? 0 : Math.exp((at % 30) / 3).toFixed(2))
  await rowan.call('datastore_create', {
    resource_id: numbers,
    aliases: 'odd_numbers',
    force: true,
    fields: [
      { id: 'x', type: 'float8' },
      { id: 'cost', type: 'numeric' },
    ],
    records: Array.from({ length: 60 }, (_, at) => ({ x: number(at), cost: cost(at) })),
  })
  await test.step('infinity is the greatest number and the one outlier, NaN is counted by itself', async () => {
    await open(numbers, 'x')
    await expect(drawer(page).getByRole('note')).toContainText('1 outlier, above 195.38.')
    const figures = { Max: 'Infinity', NaN: '9', Infinite: '1' }
    for (const [name, figure] of Object.entries(figures))
      await expect(drawer(page).locator('dt', { hasText: name }).locator('+ dd')).toHaveText(figure)
    await expect(drawer(page)).toContainText('Mean, median, percentiles and bars are of finite numbers only.')
    await drawer(page).getByRole('button', { name: 'Show the 1' }).click()
    await expectRecords(page, 1)
    await page.goBack()
    await drawer(page).getByRole('button', { name: 'Leave it out' }).click()
    await expectRecords(page, 59)
  })
  await test.step('a bar of a logarithmic scale, on which 0 has its own', async () => {
    await open(numbers, 'cost')
    await expect(drawer(page)).toContainText('logarithmic scale; 0 has a separate bar')
    await expect(columnHeader(page, 'cost')).toHaveAccessibleDescription(/from 1; 0 has a separate bar/)
    const zero = await overBars(page, 'cost', 0.01)
    await page.mouse.move(zero.x, zero.y)
    await page.mouse.down()
    await page.mouse.up()
    await expectRecords(page, 15)
    await expect(page.getByRole('group', { name: 'cost from 0 to 0' })).toBeVisible()
  })
})

test('the open profile goes with a jump to a field', async ({ page, rowan }) => {
  await page.goto(`${rowan.origin}/${showing(['subject', 'stage', 'area_km2'])}`)
  await expect(columnHeader(page, 'subject')).toContainText('24%')
  await page.getByRole('button', { name: 'Column profile' }).click()
  await expect(drawer(page).getByRole('heading', { name: 'subject', level: 2 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('#area_km2')
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByRole('heading', { name: 'area_km2', level: 2 })).toBeVisible()
})

test('on a phone the profile fills the screen, and Esc closes it', async ({ page, rowan }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${rowan.origin}/${showing(['subject', 'stage', 'area_km2'])}`)
  await expect(columnHeader(page, 'subject')).toContainText('24%')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Column profile' }).click()
  const box = await drawer(page).boundingBox()
  expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, 390, 844])
  await expect(facet(page, 'subject').getByRole('checkbox').first()).toBeVisible()
  await expectAccessible(page, 'the column profile on a phone')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
})

test('while a range is brushed, a slow server, one that fails and one that refuses move nothing from under the pointer', async ({
  page,
  rowan,
  guard,
}) => {
  guard.expectConsole(/status of (409|500)/)
  await page.setViewportSize({ width: 760, height: 700 })
  await page.goto(`${rowan.origin}/${showing(['subject', 'started_on', 'area_km2'])}`)
  await expect(columnHeader(page, 'started_on').locator('[data-brush]')).toBeVisible()
  await expect(columnHeader(page, 'started_on')).not.toContainText(/sample|first/)
  const top = async () => (await columnHeader(page, 'started_on').boundingBox())?.y ?? 0
  const before = await top()
  const note = page.getByRole('note').filter({ hasText: 'These are the records of the previous query' })
  const ends = [
    { status: 500, body: 'out of order', alert: /./ },
    {
      status: 409,
      body: JSON.stringify({ success: false, error: { __type: 'Validation Error', filters: ['started_on: no'] } }),
      alert: /./,
    },
  ]
  for (const [at, { status, body, alert }] of ends.entries()) {
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/datastore_search*', async (route) => {
      await held
      await route.fulfill({ status, body })
    })
    const [from, to] = [
      await overBars(page, 'started_on', 0.1 + at / 3),
      await overBars(page, 'started_on', 0.3 + at / 3),
    ]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 5 })
    await expect(page.getByRole('group', { name: /^started_on from / })).toBeVisible()
    await expect(page.getByText(/^Waiting for /)).toBeVisible()
    expect(await top()).toBe(before)
    answer()
    await expect(note).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: alert }).first()).toBeVisible()
    expect(await top()).toBe(before)
    await page.mouse.up()
    await expect(note).toBeVisible()
    expect(await top()).toBe(before)
    await page.unroute('**/datastore_search*')
  }
  await note.getByRole('button', { name: 'Back to that query' }).click()
  await expectRecords(page, 3000)
})
