import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import {
  addFilter,
  chooseResource,
  columnHeader,
  connect,
  editor,
  expectRecords,
  firstCell,
  openFromSettings,
  openSql,
  runSql,
  search,
  setLimit,
  sortBy,
  typeSql,
  visibleRows,
} from './explorer.ts'
import { expect, test, type Instance, type Remote } from './fixtures.ts'
import type { FaultProxy } from './faultProxy.ts'

/** What the version before the rebuild left in the browser after some use, and the links it made. */
interface StoredState {
  readonly local: Readonly<Record<string, string>>
  readonly session: Readonly<Record<string, string>>
  readonly links: Readonly<Record<'filter' | 'sql' | 'own', string>>
}

const FILE = join(import.meta.dirname, 'stored', 'used.json')

/** With `RECORD=1` (and the page of the version before) the state is written instead of opened. */
const isRecording = process.env['RECORD'] === '1'

const DRAFT = 'SELECT subject -- not run yet'
const STATEMENT = 'SELECT stage, count(*) AS programmes FROM "field_programmes" GROUP BY stage'

test.beforeEach(async ({ guard, page, remote, faulty }) => {
  guard.allow(remote.origin, remote.token)
  guard.allow(faulty.origin, remote.token)
  // What was found out about a server is only believed for a while.
  await page.addInitScript(() => {
    Date.now = () => 1_772_442_000_000
  })
})

const rows = async (page: Page) => [...(await visibleRows(page)).values()]

if (isRecording)
  test('the state is recorded', async ({ page, rowan, remote, faulty }) => record({ page, rowan, remote, faulty }))
else test.describe('state and links of the version before', openedAgain)

async function record({ page, rowan, remote, faulty }: Fixtures): Promise<void> {
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  await chooseResource(page, 'field_programmes')
  await openSql(page)
  await typeSql(page, DRAFT)
  const own = page.url()
  await page.getByRole('separator', { name: 'Resize editor' }).press('End')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.keyboard.press('Escape')

  await connect(page, { name: 'Remembered', baseUrl: remote.origin, token: remote.token, remember: true })
  await chooseResource(page, 'field_programmes')
  await page.getByRole('tab', { name: 'Filter' }).click()
  await addFilter(page, 'subject', ['watershed', 'survey'])
  await addFilter(page, 'stage', ['active'])
  await sortBy(page, 'title', 'descending')
  await setLimit(page, 12)
  await search(page, 'river')
  await expect.poll(() => rows(page)).not.toEqual([])
  await page.waitForTimeout(1000)
  const filter = page.url()

  await connect(page, { name: 'For this tab', baseUrl: faulty.origin, token: remote.token })
  await openSql(page)
  await runSql(page, STATEMENT)
  await expect(columnHeader(page, 'programmes')).toBeVisible()
  await page.waitForTimeout(1000)
  const sql = page.url()

  const [local, session] = await page.evaluate(() =>
    [localStorage, sessionStorage].map((all) => Object.fromEntries(Object.entries(all))),
  )
  const text = places(rowan.origin, remote, faulty).reduce(
    (all, [place, origin]) => exchanged(all, origin, place),
    JSON.stringify({ local, session, links: { own, filter, sql } }, null, 2),
  )
  writeFileSync(FILE, `${text}\n`)
}

function openedAgain(): void {
  let links: StoredState['links']

  test.beforeEach(async ({ page, rowan, remote, faulty }) => {
    const text = places(rowan.origin, remote, faulty).reduce(
      (all, [place, origin]) => exchanged(all, place, origin),
      readFileSync(FILE, 'utf8'),
    )
    const state: StoredState = JSON.parse(text)
    links = state.links
    const blank = `${rowan.origin}/blank`
    await page.route(blank, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
    )
    await page.goto(blank)
    await page.evaluate(
      ([local, session]) => {
        for (const [name, value] of Object.entries(local)) localStorage.setItem(name, value)
        for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value)
      },
      [state.local, state.session] as const,
    )
  })

  test('theme, editor, instances, tokens and drafts are as they were left', async ({ page, rowan }) => {
    await page.goto(links.own)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('combobox', { name: 'Resource' })).toHaveValue('field_programmes')
    await expect(editor(page)).toBeVisible()
    await expect(page.locator('.view-lines')).toHaveText(DRAFT.replaceAll(' ', '\u00a0'))
    await expect(page.getByRole('separator', { name: 'Resize editor' })).toHaveAttribute('aria-valuenow', '75')
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeHidden()

    const instances = await openFromSettings(page, 'Instances')
    await expect(instances.getByRole('listitem').filter({ hasText: 'Remembered' })).toContainText(
      'token on this device',
    )
    await expect(instances.getByRole('listitem').filter({ hasText: 'For this tab' })).toContainText(
      'token for this browser tab',
    )
    await page.keyboard.press('Escape')

    // Once more, after whatever this version has made of it.
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('.view-lines')).toHaveText(DRAFT.replaceAll(' ', '\u00a0'))
    await page.goto(rowan.origin)
    await expect(page.getByRole('combobox', { name: 'Instance' })).toHaveValue('This server')
  })

  test('a link to a search opens the same records, with the token of its instance', async ({ page, remote }) => {
    await page.goto(links.filter)
    await expect(page.getByRole('combobox', { name: 'Instance' })).toHaveValue('Remembered')
    await expect(page.getByRole('combobox', { name: 'Resource' })).toHaveValue('field_programmes')
    await expect(page.getByRole('group', { name: 'subject is any of watershed, survey' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'stage is active' })).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Search records' })).toHaveValue('river')
    await expect(page.getByRole('spinbutton', { name: 'Limit' })).toHaveValue('12')
    await expect(columnHeader(page, 'title')).toHaveAttribute('aria-sort', 'descending')
    const filters = { subject: ['watershed', 'survey'], stage: 'active' }
    const params = { resource_id: 'field_programmes', q: 'river', filters, sort: 'title desc', limit: 12 }
    const { records } = await remote.call('datastore_search', params)
    await expectRecords(page, records.length)
    await expect
      .poll(async () => (await rows(page)).map((row) => row['_id']))
      .toEqual(records.map((record) => String(record['_id'])))
    await expect(page.getByRole('button', { name: 'New table' })).toBeVisible()
  })

  test('a link to a statement opens its text and its answer', async ({ page, faulty }) => {
    await page.goto(links.sql)
    await expect(page.getByRole('combobox', { name: 'Instance' })).toHaveValue('For this tab')
    await expect(page.locator('.view-lines')).toHaveText(STATEMENT.replaceAll(' ', '\u00a0'))
    // Versions before ran it at once. With a token it is asked about first.
    await page.getByRole('button', { name: 'Run it with the token' }).click()
    await expect(columnHeader(page, 'programmes')).toBeVisible()
    await expect(page.getByRole('button', { name: 'New table' })).toBeVisible()
    // What was found out about the server is still known: nothing is tried out on it again.
    expect(faulty.requests.filter(({ body }) => body.includes('SELECT 1 AS one') || body.includes('"-1"'))).toEqual([])
  })
}

interface Fixtures {
  readonly page: Page
  readonly rowan: Instance
  readonly remote: Remote
  readonly faulty: FaultProxy
}

type Place = readonly [place: string, origin: string]

function places(own: string, remote: Remote, faulty: FaultProxy): readonly Place[] {
  return [
    ['http://own.example', own],
    ['http://remembered.example', remote.origin],
    ['http://tab.example', faulty.origin],
  ]
}

/** One origin in the place of another, also where it stands escaped in a link. */
function exchanged(text: string, from: string, to: string): string {
  return text.replaceAll(from, to).replaceAll(encodeURIComponent(from), encodeURIComponent(to))
}
