import type { Page } from 'playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import {
  dropFile,
  expectEditor,
  expectPreview,
  expectRecords,
  exportCsv,
  gotoKnown,
  openFromSettings,
  resultStatus,
  runSql,
  typeSql,
  visibleRows,
} from './explorer.ts'
import { gone } from './faults.ts'
import { expect, test, type Instance } from './fixtures.ts'
import { expectCopied, listed } from './support/copiedTables.ts'

const READINGS = 'ac505500-0000-4000-8000-00000000000a'
const STATIONS = 'ac505500-0000-4000-8000-00000000000b'

/** In short lines, and without what the editor would close by itself. */
const JOIN = [
  'SELECT d.city, count(*) AS n, sum(r.level) AS total',
  `FROM "${READINGS}" r`,
  `JOIN "${STATIONS}" USING (station)`,
  'JOIN depots d',
  `ON d.code = "${STATIONS}".depot`,
  'GROUP BY d.city ORDER BY d.city',
].join('\n')

const PANEL = 'section[aria-label="Tables of this statement"]'
const panel = (page: Page) => page.getByRole('region', { name: 'Tables of this statement' })
const row = (page: Page, title: string | RegExp) => panel(page).getByRole('listitem').filter({ hasText: title })
const rows = async (page: Page) => [...(await visibleRows(page)).values()]

/** 900 readings of three stations at one instance, the stations at another one, each with a depot. */
async function makeTables(rowan: Instance, remote: Instance): Promise<void> {
  await remove(rowan, remote)
  const records = Array.from({ length: 900 }, (_, at) => ({ station: `s${at % 3}`, level: at }))
  await rowan.call('datastore_create', { resource_id: READINGS, force: true, aliases: 'readings_across', records })
  await remote.call('datastore_create', {
    resource_id: STATIONS,
    force: true,
    aliases: 'stations_across',
    records: [
      { station: 's0', depot: 1 },
      { station: 's1', depot: 2 },
      { station: 's2', depot: 1 },
    ],
  })
}

async function remove(rowan: Instance, remote: Instance): Promise<void> {
  await rowan.call('datastore_delete', { resource_id: READINGS, force: true }).catch(() => undefined)
  await remote.call('datastore_delete', { resource_id: STATIONS, force: true }).catch(() => undefined)
}

/** Goes to another instance without a reload. */
async function goTo(page: Page, link: string): Promise<void> {
  await page.evaluate((hash) => (window.location.hash = hash), `v=1&${link}`)
}

/** Drops a table of depots on This browser. */
async function dropDepots(page: Page): Promise<void> {
  await goTo(page, 'base=http://this-browser.invalid')
  await expectRecords(page, 3000)
  await dropFile(page, 'depots.csv', 'code,city\n1,Hull\n2,York\n3,Leeds\n')
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })
  await dialog.getByRole('button', { name: 'Create table and load' }).click()
  await expectRecords(page, 3)
}

test.afterEach(({ rowan, remote }) => remove(rowan, remote))

test('a statement joins tables of two instances and a dropped file, from nothing copied to the right numbers', async ({
  page,
  rowan,
  remote,
  guard,
}) => {
  guard.allow(remote.origin)
  // The server doesn't have the other tables, which the suggestions ask it for, too.
  guard.expectConsole(/status of (404|409)/)
  await makeTables(rowan, remote)
  await gotoKnown(page, rowan.origin, { name: 'Remote', baseUrl: remote.origin }, '')
  await dropDepots(page)
  await page.goto(`${rowan.origin}/#v=1&base=${rowan.origin}&mode=sql`)
  await page.reload()
  await expectEditor(page)
  remote.clear()
  await runSql(page, JOIN)
  // Nobody has been asked what else there is; nothing about the statement leaves for another instance.
  await page.getByRole('button', { name: 'Look in 2 instances' }).click()
  await expect(panel(page)).toContainText('This statement names tables of 3 instances.')
  expect(JSON.stringify(remote.requests)).not.toContain('SELECT d.city')
  await expect(row(page, 'readings_across')).toContainText(/Not copied: about [\d.]+ kB, \d+ s/)
  await expect(row(page, 'stations_across')).toContainText(/Remote.*Not copied: about [\d.]+ (bytes|kB), \d+ s/)
  await expect(row(page, 'depots')).toContainText(/This browser.*Not copied/)
  await expectAccessibleEverywhere(page, 'tables to copy', PANEL)
  await row(page, 'stations_across').getByRole('button', { name: 'Copy stations_across' }).click()
  await expect(row(page, 'stations_across')).toContainText('3 records')
  await panel(page).getByRole('button', { name: 'Copy 2 tables' }).click()
  await expect(row(page, 'readings_across')).toContainText(/Copied .*900 records/, { timeout: 60_000 })
  await expect(page.getByRole('region', { name: 'Result' })).toContainText(/On copies in this browser, of \d/)
  // Of the 900 levels every third one is of s1, in York.
  expect(await rows(page)).toEqual([
    { city: 'Hull', n: '600', total: '269700' },
    { city: 'York', n: '300', total: '134850' },
  ])
  const file = await exportCsv(page)
  expect(file.text).toContain('Hull,600,269700')

  // A table of This browser is copied again before a run, if it has changed.
  await goTo(page, 'base=http://this-browser.invalid&table=depots')
  await expectRecords(page, 3)
  await page.getByRole('rowheader', { name: '2', exact: true }).dblclick()
  const record = page.getByRole('complementary', { name: 'Record' })
  await record.getByRole('button', { name: 'Edit' }).click()
  await record.getByRole('textbox', { name: 'city' }).fill('Ripon')
  await record.getByRole('button', { name: 'Save changes' }).click()
  await expect(record.getByRole('button', { name: 'Edit' })).toBeVisible()
  await goTo(page, `base=${rowan.origin}&mode=sql&sql=${encodeURIComponent(JOIN)}`)
  await page.reload()
  await expect
    .poll(() => rows(page))
    .toEqual([
      { city: 'Hull', n: '600', total: '269700' },
      { city: 'Ripon', n: '300', total: '134850' },
    ])
  await panel(page).getByRole('button', { name: 'Show tables' }).click()
  await expect(row(page, 'depots')).toContainText('copied again before a run if it has changed')
  await expectAccessibleEverywhere(page, 'an answer of copies', PANEL)

  // The suggestions know the copied table, and whose it is.
  await typeSql(page, 'SELECT * FROM stations_acr')
  await expect(page.getByRole('option', { name: /stations_across/ })).toContainText('copied from Remote')

  // What is removed with its instance is asked for again.
  const dialog = await openFromSettings(page, 'Instances')
  await dialog.getByRole('listitem').filter({ hasText: 'Remote' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove' }).last().click()
  await expect(dialog.getByText('Remote')).toHaveCount(0)
  expect((await listed(page)).map(({ resource }) => resource)).not.toContain(STATIONS)
})

const LEVELS = [
  'SELECT s.depot, sum(r.level) AS total',
  `FROM "${READINGS}" r`,
  `JOIN "${STATIONS}" s USING (station)`,
  'GROUP BY 1 ORDER BY 1',
].join('\n')

test('copies are used of their time, refreshed if told to, and used without their instance', async ({
  page,
  rowan,
  remote,
  faulty,
  guard,
}) => {
  guard.expectConsole(/Failed to load resource|net::ERR/)
  await makeTables(rowan, remote)
  // Its list has been read, as it was looked at.
  await gotoKnown(page, rowan.origin, { name: 'Remote', baseUrl: faulty.origin }, `table=${STATIONS}`)
  await expectRecords(page, 3)
  faulty.play(gone)
  await goTo(page, `base=${rowan.origin}&mode=sql&sql=${encodeURIComponent(LEVELS)}`)
  await expect(row(page, 'stations_across')).toContainText('127.0.0.1', { timeout: 60_000 })
  faulty.heal()
  await row(page, 'stations_across').getByRole('button', { name: 'Measure stations_across again' }).click()
  await panel(page).getByRole('button', { name: 'Copy 2 tables' }).click()
  await expect
    .poll(() => rows(page), { timeout: 60_000 })
    .toEqual([
      { depot: '1', total: '269700' },
      { depot: '2', total: '134850' },
    ])

  const records = [{ _id: 2, depot: 3 }]
  await remote.call('datastore_upsert', { resource_id: STATIONS, force: true, method: 'update', records })
  await page.getByRole('button', { name: 'Run query' }).click()
  await expect(resultStatus(page)).toContainText('2 records')
  expect(await rows(page)).toContainEqual({ depot: '2', total: '134850' })
  await row(page, 'stations_across').getByRole('button', { name: 'Refresh stations_across' }).click()
  await expect(row(page, 'stations_across')).toContainText(/Copied .*3 records/)
  await expect(row(page, 'stations_across').getByRole('button', { name: 'Refresh stations_across' })).toBeVisible()
  // It does not run again by itself.
  expect(await rows(page)).toContainEqual({ depot: '2', total: '134850' })
  await page.getByRole('button', { name: 'Run query' }).click()
  await expect.poll(() => rows(page)).toContainEqual({ depot: '3', total: '134850' })

  faulty.play(gone)
  await row(page, 'stations_across').getByRole('button', { name: 'Refresh stations_across' }).click()
  await expect(row(page, 'stations_across')).toContainText("The server can't be reached.")
  await row(page, 'stations_across').getByRole('button', { name: 'Keep the copy as it is' }).click()
  await runSql(page, LEVELS.replace('sum(r.level)', 'sum(r.levels)'))
  // What is wrong is said of the text as it stands, not of what was sent.
  const zone = page.getByRole('alert').filter({ hasText: 'levels' })
  await expect(zone).toContainText(/r\.levels|"levels"/)
  await expect(page.getByText('line 1, from the server')).toBeVisible()
  await expect(page.locator('body')).not.toContainText('copy_')
  await runSql(page, LEVELS)
  await expect.poll(() => rows(page)).toContainEqual({ depot: '3', total: '134850' })
  // Of copies the first rows show while a statement is written.
  await typeSql(page, `${LEVELS}\nLIMIT 1`)
  await expectPreview(page, 'Preview: 1 row')
  await expect(page.getByRole('tabpanel', { name: 'Result' })).toContainText(/On copies in this browser, of \d/)
})

test('a part of a table is used only if told to, and a name that nobody has is said', async ({
  page,
  rowan,
  remote,
  guard,
}) => {
  guard.allow(remote.origin)
  guard.expectConsole(/status of (404|409)/)
  await makeTables(rowan, remote)
  const filter = encodeURIComponent('["depot","1"]')
  await gotoKnown(page, rowan.origin, { name: 'Remote', baseUrl: remote.origin }, `table=${STATIONS}&filter=${filter}`)
  await expectRecords(page, 2)
  await page.getByRole('button', { name: 'Copy to this browser' }).click()
  const question = page.getByRole('dialog', { name: /into this browser/ })
  await question.getByRole('radio', { name: /Records that match/ }).check()
  await question.getByRole('button', { name: /^Copy/ }).click()
  await expectCopied(page, STATIONS, 2)
  await goTo(page, `base=${rowan.origin}&mode=sql&sql=${encodeURIComponent(LEVELS)}`)
  const stations = row(page, 'stations_across')
  await expect(stations).toContainText('only the 2 records that match its filters')
  await row(page, 'readings_across').getByRole('button', { name: 'Copy readings_across' }).click()
  await expect(row(page, 'readings_across')).toContainText(/Copied .*900 records/, { timeout: 60_000 })
  await expect(page.getByText('Not run yet: its tables are not all in this browser.')).toBeVisible()
  await stations.getByRole('button', { name: 'Use this part of stations_across' }).click()
  await expect.poll(() => rows(page)).toEqual([{ depot: '1', total: '269700' }])
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('only a part of stations_across')
  await expectAccessibleEverywhere(page, 'a part of a table', PANEL)
  await stations.getByRole('button', { name: 'Copy all records of stations_across' }).click()
  await expect(stations).toContainText(/Copied .*, 3 records/, { timeout: 60_000 })

  await runSql(page, LEVELS.replace('GROUP', 'JOIN nobody_has_this n USING (station)\nGROUP'))
  await expect(panel(page).getByRole('alert')).toContainText(
    'No instance that was looked at has a table named nobody_has_this.',
  )
  await panel(page)
    .getByRole('button', { name: /^Look in/ })
    .click()
  await expect(panel(page).getByRole('alert')).toContainText(
    'No instance in this browser has a table named nobody_has_this. Check the name.',
  )
})
