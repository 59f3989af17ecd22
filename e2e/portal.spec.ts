import type { Page } from 'playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import {
  columnHeader,
  firstCell,
  grid,
  openKnown,
  resultStatus,
  visibleRows,
  withoutDistributions,
} from './explorer.ts'
import { expect, test, type Guard, type Instance } from './fixtures.ts'
import type { Asked } from './faultProxy.ts'
import { PORTAL, startCkanPortal, type CkanPortal, type Portal } from './support/ckanPortal.ts'
import { titleOf } from './support/ckanDatasets.ts'
import { ORPHAN, PRIVATE, READ_ONLY, tableId } from './support/ckanTables.ts'

const { token } = PORTAL
const rail = (page: Page) => page.getByRole('navigation', { name: 'Tables and fields' })
const picker = (page: Page) => page.getByRole('combobox', { name: 'Resource' })
const table = (number: number) => `${titleOf(number)}, table`

let portal: CkanPortal

test.afterEach(() => portal.stop())

/** The portal, opened at a link with what was asked for up to the probe's last answer. */
async function opened(
  at: { readonly page: Page; readonly rowan: Instance; readonly guard: Guard },
  played: Partial<Portal>,
  { token: given, link = '' }: { readonly token?: string; readonly link?: string } = {},
): Promise<void> {
  portal = await startCkanPortal(played)
  await withoutDistributions(at.page)
  at.guard.allow(portal.origin, given)
  const known = { name: 'Portal', baseUrl: portal.origin, ...(given === undefined ? {} : { token: given }) }
  await openKnown(at.page, at.rowan.origin, known, link)
}

/** What was asked, without preflights: the action, and what tells one call from another. */
function asked(of: readonly Asked[] = portal.requests): readonly string[] {
  return of
    .filter(({ method }) => method !== 'OPTIONS')
    .map(({ action, params }) => `${action} ${JSON.stringify(params)}`)
}

/** Waits until nothing more is asked: the page has found out what it wants to know. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('combobox', { name: 'Instance' })).toHaveAccessibleDescription(/SQL|filters/i)
  for (let before = -1; before !== portal.requests.length;) {
    before = portal.requests.length
    await page.waitForTimeout(150)
  }
}

test(
  'a portal of 20,000 datasets: its own search finds one by its title',
  { tag: '@long' },
  async ({ page, rowan, guard }) => {
    await opened({ page, rowan, guard }, { datasets: 20_000 })
    const all = rail(page).getByText('19,999 datasets at this portal. Search to find their tables.')
    await expect(all).toBeVisible()
    await settled(page)
    const first = asked()
    expect(first.filter((one) => one.startsWith('package_search'))).toEqual(['package_search {"rows":"20"}'])
    expect(first.filter((one) => one.includes('"_table_metadata","limit":"1000"'))).toHaveLength(1)
    await expectAccessibleEverywhere(page, 'the tables of a large portal')

    portal.requests.length = 0
    await picker(page).fill(titleOf(17_203))
    await expect(page.getByRole('option', { name: new RegExp(`^${table(17_203)}`) })).toBeVisible()
    await expect(page.getByText('1 dataset found at this portal.').first()).toBeVisible()
    await picker(page).press('Enter')
    await expect(grid(page).getByRole('gridcell', { name: 'station 17203-1' })).toBeVisible()
    await expect(picker(page)).toHaveValue(table(17_203))
    const stations = [...(await visibleRows(page)).values()].map(({ station }) => station)
    expect(stations).toEqual([1, 2, 3, 4, 5].map((at) => `station 17203-${at}`))
    await settled(page)
    const sent = asked()
    // Beside these, lines of the list that came into view may be counted.
    expect(sent.filter((one) => !one.includes('"limit":"0"') && !one.includes('UNION'))).toEqual([
      `package_search {"q":"${titleOf(17_203)}","rows":"20"}`,
      `datastore_search {"resource_id":"${tableId(17_203)}","limit":"200"}`,
    ])
    expect(sent.length).toBeLessThan(6)

    portal.requests.length = 0
    const search = rail(page).getByRole('searchbox', { name: 'Find a table or field' })
    await search.fill('marsh')
    const count = Math.ceil(20_000 / 7).toLocaleString('en')
    await expect(rail(page).getByText(`The first 20 of ${count} datasets found at this portal.`)).toBeVisible()
    await expect(rail(page).getByRole('button', { name: table(7) })).toContainText(titleOf(7))
    await rail(page).getByRole('button', { name: 'Show 20 more' }).click()
    await expect(rail(page).getByText(`The first 40 of ${count} datasets`)).toBeVisible()
    await rail(page).getByRole('button', { name: 'Narrow down' }).click()
    await rail(page).getByRole('combobox', { name: 'Organisation' }).selectOption('Harbour Board (6,666)')
    await expect(
      rail(page).getByText('found at this portal. More words find fewer. Only in Harbour Board.'),
    ).toBeVisible()
    await search.fill('sedim')
    await expect(rail(page).getByText('The portal found no dataset. It searches for whole words.')).toBeVisible()
    expect(asked().filter((one) => one.startsWith('package_search'))).toEqual([
      'package_search {"q":"marsh","rows":"20"}',
      'package_search {"q":"marsh","rows":"20","start":"20"}',
      'package_search {"rows":"0","facet.field":["organization","groups","tags"],"facet.limit":"100"}',
      'package_search {"q":"marsh","fq":"organization:\\"harbour-board\\"","rows":"20"}',
      'package_search {"q":"sedim","fq":"organization:\\"harbour-board\\"","rows":"20"}',
    ])

    await expectAccessibleEverywhere(page, 'a portal narrowed to an organisation')
    await page.getByRole('combobox', { name: 'Instance' }).click()
    await page.getByRole('option', { name: /^Edit/ }).click()
    const card = page.getByRole('region', { name: 'Capabilities' })
    await expect(card).toContainText('more than 1,000')
  },
)

test('a link to one of 20,000 tables shows its title', async ({ page, rowan, guard }) => {
  await opened({ page, rowan, guard }, { datasets: 20_000 }, { link: `table=${tableId(17_203)}` })
  await expect(picker(page)).toHaveValue(table(17_203))
  await expect(rail(page).getByRole('button', { name: table(17_203) })).toContainText(titleOf(17_203))
  await settled(page)
  expect(asked().filter((one) => /^\w+_show \{"/.test(one))).toEqual([
    `resource_show {"id":"${tableId(17_203)}"}`,
    'package_show {"id":"dataset-17203"}',
  ])
})

test('with a token private tables have their titles; what nobody may read is not asked about', async ({
  page,
  rowan,
  guard,
}) => {
  await opened({ page, rowan, guard }, { datasets: 5, maxAge: 7200 }, { token, link: `table=${tableId(0)}` })
  await expect(rail(page).getByRole('button', { name: table(1) })).toContainText(titleOf(1))
  await expect(rail(page).getByRole('button', { name: table(4) })).toContainText('6')
  await settled(page)
  const sent = asked()
  expect(sent.filter((one) => one.startsWith('package_search'))).toEqual([
    'package_search {"include_private":true,"rows":100}',
  ])
  // The four tables beside the open one are counted by one request; the one without a dataset by none.
  const statements = portal.requests.filter(({ params }) => params['sql'] !== undefined && params['sql'] !== ONE)
  expect(statements.map(({ params }) => String(params['sql']).match(/FROM/g)?.length)).toEqual([4])
  expect(sent.join('\n')).not.toContain(ORPHAN)
  await expect(rail(page).getByRole('button', { name: '0e0e0e0e…' })).toBeVisible()
})

test('without a token and without SQL nothing is counted or asked of what is closed', async ({
  page,
  rowan,
  guard,
}) => {
  // The probe asks once for SQL, which is off since 2.10.
  guard.expectConsole(/status of 400/)
  await opened({ page, rowan, guard }, { datasets: 5, version: '2.10', sql: false }, { link: `table=${tableId(0)}` })
  await expect(rail(page).getByRole('button', { name: table(4) })).toBeVisible()
  await settled(page)
  expect(asked().join('\n')).not.toMatch(/"limit":"?0|UNION/)
  expect(asked().filter((one) => one.includes(PRIVATE) || one.includes(ORPHAN))).toEqual([])
  // What the catalogue doesn't have is private: its id is no use to who may not read it.
  await expect(rail(page).getByRole('button', { name: '0a0a0a0a…' })).toHaveCount(0)
  await expect(rail(page).getByRole('button', { name: '0e0e0e0e…' })).toHaveCount(0)
})

const ONE = 'SELECT 1 AS one'

test('a token costs one preflight for each action where the server says how long that holds', async ({
  page,
  rowan,
  guard,
}) => {
  await opened({ page, rowan, guard }, { datasets: 5, maxAge: 7200 }, { token, link: `table=${tableId(0)}` })
  await settled(page)
  await picker(page).fill(titleOf(1))
  await expect(page.getByRole('option', { name: titleOf(1) })).toBeVisible()
  await picker(page).press('Enter')
  await expect(grid(page).getByRole('gridcell', { name: 'station 1-1' })).toBeVisible()
  await settled(page)
  const preflights = portal.requests.filter(({ method }) => method === 'OPTIONS').map(({ action }) => action)
  // Those that are sent together at the beginning each ask before there is an answer to keep.
  const [read, ...others] = [...new Set(preflights)].map((action) => preflights.filter((one) => one === action).length)
  expect(
    portal.requests.filter(({ action, method }) => action === 'datastore_search' && method === 'POST').length,
  ).toBeGreaterThan(4)
  expect(read).toBeLessThanOrEqual(2)
  expect(others.every((count) => count === 1)).toBe(true)
  expect(portal.requests.every(({ method, path }) => method !== 'POST' || !path.includes('?'))).toBe(true)
})

test('About this table tells what the portal tells', async ({ page, rowan, guard }) => {
  await opened({ page, rowan, guard }, { datasets: 5 }, { link: `table=${tableId(0)}` })
  await settled(page)
  portal.requests.length = 0
  await rail(page).getByRole('button', { name: 'About this table' }).click()
  const about = page.getByRole('dialog', { name: `About ${table(0)}` })
  await expect(about.getByText('One line for each reading.')).toBeVisible()
  await expect(about.getByText('Measured by the Environment Agency.')).toBeVisible()
  await expect(about.getByRole('definition')).toHaveText([
    titleOf(0),
    'Environment Agency',
    'Creative Commons Attribution',
    '6 May 2026',
    '2',
    'station (unique)',
    /20\d\d$/,
    tableId(0),
  ])
  await expect(about.getByRole('link', { name: 'Creative Commons Attribution' })).toHaveAttribute(
    'href',
    'https://creativecommons.org/licenses/by/4.0/',
  )
  await expect(about.getByRole('link', { name: 'Page at the portal' })).toHaveAttribute(
    'href',
    `${portal.origin}/dataset/dataset-0/resource/${tableId(0)}`,
  )
  await expect(about.getByRole('region', { name: 'Data dictionary' }).getByRole('row').nth(2)).toHaveText(
    'stationtextStation nameAs painted on the gauge.',
  )
  expect(asked().filter((one) => /^\w+_show/.test(one))).toEqual([
    `resource_show {"id":"${tableId(0)}"}`,
    'package_show {"id":"dataset-0"}',
  ])
  await expectAccessibleEverywhere(page, 'About this table')
})

test('a server that lists nothing: an id is typed, and About tells what the page knows', async ({
  page,
  rowan,
  guard,
}) => {
  // What lists tables is not there.
  guard.expectConsole(/status of 40[049]/)
  await opened({ page, rowan, guard }, { datasets: 10, lists: false }, { link: `table=${tableId(0)}` })
  await expect(rail(page).getByText('This server has no list of tables.')).toBeVisible()
  await picker(page).fill(tableId(9))
  await picker(page).press('Enter')
  await expect(grid(page).getByRole('gridcell', { name: 'station 9-1' })).toBeVisible()
  await expect(columnHeader(page, 'level')).toBeVisible()
  await expect(resultStatus(page)).toHaveText(/^6 records · [\d,]+ ms · complete$/)
  await expect(page.getByText("Couldn't load the tables")).toHaveCount(0)
  expect(asked().filter((one) => one.startsWith('package_search'))).toEqual([])
})

test('a table that its portal tells nothing of', async ({ page, rowan, guard }) => {
  guard.expectConsole(/status of 40[34]/)
  portal = await startCkanPortal({ datasets: 5 })
  guard.allow(portal.origin)
  await openKnown(page, rowan.origin, { name: 'Portal', baseUrl: portal.origin }, `table=${tableId(0)}`)
  await settled(page)
  // What the whole catalogue doesn't have may be private: it is not listed, but its id is taken.
  await expect(rail(page).getByRole('button', { name: '0e0e0e0e…' })).toHaveCount(0)
  await picker(page).fill(ORPHAN)
  await picker(page).press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await rail(page).getByRole('button', { name: 'About this table' }).click()
  const about = page.getByRole('dialog', { name: 'About 0e0e0e0e…' })
  await expect(about.getByText('The server has no description of this table.')).toBeVisible()
  await expect(about.getByRole('definition')).toHaveText([ORPHAN])
  await about.getByRole('button', { name: 'Close' }).click()
  await rail(page)
    .getByRole('button', { name: table(0) })
    .click()
  await expect(firstCell(page)).toBeVisible()
  await picker(page).fill(ORPHAN)
  await picker(page).press('Enter')
  await rail(page).getByRole('button', { name: 'About this table' }).click()
  await expect(about.getByText('The server has no description of this table')).toBeVisible()
  expect(asked().filter((one) => one.startsWith('resource_show'))).toHaveLength(1)
})

// In short the newest: what differs by version is in `src/instances/profile`.
for (const version of ['2.9', '2.10', '2.11'] as const) {
  test(
    `CKAN ${version}: a private table, one that is read-only, one with a column j, one with Case #, and one without a dataset`,
    version === '2.11' ? {} : { tag: '@long' },
    async ({ page, rowan, guard }) => {
      const sql = version === '2.9'
      // The probe asks once for SQL, and before 2.11 once who has the token; a search that names a column with # is refused once.
      guard.expectConsole(/status of 40[049]/)
      await opened(
        { page, rowan, guard },
        { datasets: 5, version, sql, maxAge: 7200 },
        { token, link: `table=${PRIVATE}` },
      )
      await expect(picker(page)).toHaveValue(table(1))
      await expect(resultStatus(page)).toContainText('3 records')

      await picker(page).fill(table(2))
      await picker(page).press('Enter')
      await expect(page.getByRole('button', { name: 'Read-only' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Add record', exact: true })).toHaveCount(0)

      await picker(page).fill(table(3))
      await picker(page).press('Enter')
      await expect(page.getByRole('main').getByRole('note').getByRole('paragraph')).toHaveText(
        `Column j is missing here. CKAN before 2.12 cannot send a column of that name in a search.${sql ? ' SQL can read it.' : ''}`,
      )
      await expect(columnHeader(page, 'station')).toBeVisible()
      await expect(columnHeader(page, 'j')).toHaveCount(0)
      await expect(resultStatus(page)).toContainText('5 records')

      await picker(page).fill(table(4))
      await picker(page).press('Enter')
      await expect(page.getByRole('main').getByRole('note').getByRole('paragraph')).toHaveText(
        `Column Case # is missing here. CKAN cannot send a column with # in its name in a search.${sql ? ' SQL can read it.' : ''}`,
      )
      await expect(columnHeader(page, 'station')).toBeVisible()
      await expect(resultStatus(page)).toContainText('6 records')
      await settled(page)
      expect(asked().filter((one) => one.includes(ORPHAN))).toEqual([])
      // Whether it may be changed is asked once for each table that was shown.
      expect(asked().filter((one) => one === `resource_show ${JSON.stringify({ id: READ_ONLY })}`)).toHaveLength(1)
    },
  )
}
