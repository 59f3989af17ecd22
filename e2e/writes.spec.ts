import type { Locator, Page } from 'playwright/test'
import { dropFile, expectRecords, grid, openKnown } from './explorer.ts'
import { expect, test } from './fixtures.ts'
import { startWritingServer, type Reply, type Table, type WritingServer } from './support/writingServer.ts'
import { TOKEN_MARK } from './tokenWatch.ts'

const TOKEN = `${TOKEN_MARK}of-the-writing-server`
const GAUGES = '5b1c9f0e-0c5b-4b0e-9d5a-0f5c2f3a7e01'

/** A table of two gauges. */
const gauges = (rest: Partial<Table> = {}): Record<string, Table> => ({
  [GAUGES]: {
    name: 'gauges',
    fields: [
      { id: 'site', type: 'text' },
      { id: 'level', type: 'numeric' },
    ],
    records: [
      { _id: 1, site: 'weir', level: 1.5 },
      { _id: 2, site: 'lock', level: 2.25 },
    ],
    ...rest,
  },
})

const servers: WritingServer[] = []
test.afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

interface Watch {
  expectConsole(line: RegExp): void
  allow(origin: string, token?: string): void
}

/** The server, its gauges opened in the page with a token. */
async function opened(
  page: Page,
  rowan: { readonly origin: string },
  guard: Watch,
  played: Parameters<typeof startWritingServer>[0] = {},
  token: string | null = TOKEN,
): Promise<WritingServer> {
  const server = await startWritingServer({ tables: gauges(), ...played })
  servers.push(server)
  guard.allow(server.origin, TOKEN)
  // What it does not know, and connections that it ends.
  guard.expectConsole(
    /Failed to load resource: (the server responded with a status of 40[0349]|net::ERR_CONTENT_LENGTH_MISMATCH)/,
  )
  const known = { name: 'Portal', baseUrl: server.origin, ...(token === null ? {} : { token }) }
  await openKnown(page, rowan.origin, known, `table=${GAUGES}`)
  return server
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Record' })
const said = (page: Page, words: string) => expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()

async function edit(page: Page, row: number, field: string, value: string): Promise<void> {
  await grid(page)
    .getByRole('rowheader', { name: String(row), exact: true })
    .dblclick()
  await panel(page).getByRole('button', { name: 'Edit' }).click()
  await panel(page).getByRole('group', { name: field, exact: true }).getByRole('textbox').fill(value)
}

async function fillNew(page: Page, site: string): Promise<void> {
  await page.getByRole('button', { name: 'Add record', exact: true }).click()
  await panel(page).getByRole('group', { name: 'site', exact: true }).getByRole('textbox').fill(site)
}

async function dropped(page: Page, name: string, text: string): Promise<Locator> {
  await dropFile(page, name, text)
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })
  await expect(dialog.getByRole('grid', { name: 'Preview' })).toBeVisible()
  return dialog
}

const CSV = 'site,level\nford,0.5\nmill,0.75\nquay,1.25\n'

test(
  'whatever the answer to a change looks like, the page says it was stored once it has seen it',
  { tag: '@long' },
  async ({ page, rowan, guard }) => {
    const server = await opened(page, rowan, guard)
    const odd: readonly Reply[] = ['bare object', 'flag', '204', 'cut after storing']
    for (const [at, reply] of odd.entries()) {
      server.reply = reply
      await fillNew(page, `site by ${reply}`)
      await panel(page).getByRole('button', { name: 'Add record', exact: true }).click()
      await expect(panel(page)).toBeHidden()
      await expectRecords(page, 3 + at)
      await edit(page, 1, 'site', `weir by ${reply}`)
      await panel(page).getByRole('button', { name: 'Save changes' }).click()
      await said(page, 'Record saved.')
      await panel(page).getByRole('button', { name: 'Close record' }).click()
      const dialog = await dropped(page, `new ${at}.csv`, CSV)
      await dialog.getByRole('button', { name: 'Create table and load' }).click()
      await expect(dialog).toBeHidden()
      await expectRecords(page, 3)
      await page.getByRole('button', { name: `Delete new_${at}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete table' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /^gauges/ })
        .click()
      await expectRecords(page, 3 + at)
    }
    expect(server.asked('datastore_create')).toHaveLength(4)
    expect(server.asked('datastore_delete')).toHaveLength(4)
    // A record added, one changed and a batch of three, each sent once.
    expect(server.asked('datastore_upsert')).toHaveLength(12)
    expect([...server.tables.keys()]).toEqual([GAUGES])
    expect(server.tables.get(GAUGES)?.records.map(({ site }) => site)).toEqual([
      'weir by cut after storing',
      'lock',
      ...odd.map((reply) => `site by ${reply}`),
    ])
  },
)

test(
  'a change that is not there is said not to be, and one that may come late is looked for, not sent again',
  { tag: '@long' },
  async ({ page, rowan, guard }) => {
    const server = await opened(page, rowan, guard)
    server.reply = 'not stored'
    await fillNew(page, 'ford')
    const alert = panel(page).getByRole('alert')
    await panel(page).getByRole('button', { name: 'Add record', exact: true }).click()
    await expect(alert.locator('p')).toHaveText('The page has looked: nothing was stored.')
    server.reply = 'as CKAN'
    await panel(page).getByRole('button', { name: 'Add record', exact: true }).click()
    await expect(panel(page)).toBeHidden()
    await expectRecords(page, 3)
    expect(server.asked('datastore_upsert')).toHaveLength(2)

    server.reply = 'cut, stored late'
    const dialog = await dropped(page, 'late.csv', CSV)
    await dialog.getByRole('button', { name: 'Create table and load' }).click()
    await expect(dialog.getByRole('alert').locator('p')).toHaveText(
      'It is not stored so far, but the server may still be working on it.',
    )
    server.storeLate()
    server.reply = 'as CKAN'
    await dialog.getByRole('button', { name: 'Look again' }).click()
    await expect(dialog).toBeHidden()
    await expectRecords(page, 3)
    expect(server.asked('datastore_create')).toHaveLength(1)
    expect(server.tables.size).toBe(2)
  },
)

test('a read-only table says why it offers no change, and is changed by choice, asked once', async ({
  page,
  rowan,
  guard,
}) => {
  const server = await opened(page, rowan, guard, { isCkan: true, tables: gauges({ isReadOnly: true }) })
  const lock = page.getByRole('button', { name: 'Read-only' })
  await expect(lock).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add record', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete gauges' })).toHaveCount(0)
  await grid(page).getByRole('rowheader', { name: '1', exact: true }).dblclick()
  const why =
    'This table comes from a file or a link, so Portal keeps it read-only. Changes made here are lost when the server loads that file again.'
  await expect(panel(page)).toContainText(why)
  await expect(panel(page).getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Close record' }).click()
  await lock.click()
  await expect(page.getByRole('dialog', { name: 'Read-only' })).toContainText(why)
  await page.getByRole('dialog', { name: 'Read-only' }).getByRole('button', { name: 'Change it anyway' }).click()
  await edit(page, 1, 'site', 'new weir')
  await panel(page).getByRole('button', { name: 'Save changes' }).click()
  await said(page, 'Record saved.')
  await panel(page).getByRole('button', { name: 'Close record' }).click()
  await fillNew(page, 'ford')
  await panel(page).getByRole('button', { name: 'Add record', exact: true }).click()
  await expectRecords(page, 3)
  await page.getByRole('button', { name: 'Delete gauges' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete table' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const changes = ['datastore_upsert', 'datastore_delete'].flatMap((action) => server.asked(action))
  expect(changes.map(({ force }) => force)).toEqual([true, true, true])
  expect(server.asked('resource_show')).toEqual([{ id: GAUGES }])
})

test('a refusal that brings it up is explained, and the same change is made by choice', async ({
  page,
  rowan,
  guard,
}) => {
  // It doesn't say that it is CKAN, so nothing is asked beforehand.
  const server = await opened(page, rowan, guard, { tables: gauges({ isReadOnly: true }) })
  await fillNew(page, 'ford')
  await panel(page).getByRole('button', { name: 'Add record', exact: true }).click()
  await expect(panel(page).getByRole('alert').locator('b')).toHaveText(
    'This table comes from a file or a link, so Portal keeps it read-only.',
  )
  await panel(page).getByRole('button', { name: 'Change it anyway' }).click()
  await expect(panel(page)).toBeHidden()
  await expectRecords(page, 3)
  expect(server.asked('datastore_upsert').map(({ force }) => force)).toEqual([undefined, true])
})

test(
  'a file is loaded into a read-only resource by choice, and into a dataset that is chosen from those to write to',
  { tag: '@long' },
  async ({ page, rowan, guard }) => {
    const datasets = Array.from({ length: 25 }, (_, at) => ({
      name: `reaches-${at + 1}`,
      title: `Reaches of ${at + 1}`,
      organization: 'Rivers agency',
    }))
    const tables = gauges({ isReadOnly: true })
    const server = await opened(page, rowan, guard, { isCkan: true, tables, datasets })
    await expect(page.getByRole('button', { name: 'Read-only' })).toBeVisible()
    const into = await dropped(page, 'more.csv', CSV)
    await into.getByRole('combobox', { name: 'Belongs to' }).selectOption('a resource (CKAN)')
    await into.getByRole('textbox', { name: 'Resource' }).fill(GAUGES)
    await into.getByRole('textbox', { name: 'Table name' }).fill('gauges')
    await into.getByRole('button', { name: 'Create table and load' }).click()
    await expect(into.getByRole('alert').locator('b')).toHaveText(
      'This table comes from a file or a link, so Portal keeps it read-only.',
    )
    await into.getByRole('button', { name: 'Load into it anyway' }).click()
    await expect(into).toBeHidden()
    await expectRecords(page, 5)
    expect(server.asked('datastore_create').map(({ force }) => force)).toEqual([undefined, true])
    expect(server.asked('datastore_upsert').map(({ force }) => force)).toEqual([true])

    const dialog = await dropped(page, 'reaches.csv', CSV)
    await expect(dialog.getByRole('combobox', { name: 'Belongs to' })).toHaveValue('dataset')
    await expect(dialog.getByText('20 of 25 datasets that your token may write to.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Create table and load' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Show more' }).click()
    await expect(dialog.getByRole('radio')).toHaveCount(25)
    await dialog.getByRole('searchbox', { name: 'Find a dataset' }).fill('of 25')
    await expect(dialog.getByText('1 dataset that your token may write to.')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Reaches of 25' }).check()
    server.reply = 'bare object'
    await dialog.getByRole('button', { name: 'Create table and load' }).click()
    await expect(dialog).toBeHidden()
    await expectRecords(page, 3)
    expect(server.asked('datastore_create').at(-1)).toMatchObject({
      resource: { package_id: 'reaches-25', name: 'reaches' },
    })
    expect(server.asked('datastore_create')).toHaveLength(3)
  },
)

test('a file dropped where nothing may be written leads on to This browser; what can not be read is refused by name', async ({
  page,
  rowan,
  guard,
}) => {
  await opened(page, rowan, guard, {}, null)
  await grid(page).getByRole('rowheader', { name: '1', exact: true }).dblclick()
  await expect(panel(page)).toContainText(
    'To change records on Portal, add an API token with write access to its connection.',
  )
  await drag(page, 'dragover')
  await said(page, 'Drop the file to make a table from it.')
  await drag(page, 'dragleave')
  await expect(page.getByText('Drop the file to make a table from it.')).toHaveCount(0)
  const refused = page.getByRole('dialog', { name: 'A table from this file' })
  await dropFile(page, 'levels.xls', 'PK')
  await expect(refused.getByRole('alert')).toHaveText(
    "levels.xls is a spreadsheet of a kind that this page can't read. Open it in its program and save it as .xlsx first.",
  )
  await expect(refused.getByRole('button', { name: 'Open it in This browser' })).toHaveCount(0)
  await refused.getByRole('button', { name: 'Cancel' }).click()
  await dropFile(page, 'levels.csv', CSV)
  await expect(refused).toContainText(
    "levels.csv can't become a table on Portal yet: that needs an API token with write access in its connection.",
  )
  await refused.getByRole('button', { name: 'Open it in This browser' }).click()
  await expect(page.getByRole('combobox', { name: 'Instance' })).toHaveValue('This browser')
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })
  await expect(dialog.getByText('levels.csv')).toBeVisible()
  await dropFile(page, 'levels.parquet', 'PAR1')
  // It comes after the one that is open.
  await expect(dialog).toContainText('File 1 of 2')
  await dialog.getByRole('button', { name: 'Create table and load' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This is no Parquet file, or it is damaged')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expectRecords(page, 3)

  await page.getByRole('button', { name: 'Share' }).click()
  const share = page.getByRole('dialog', { name: 'Share' })
  await expect(share).toContainText(
    'It works in this browser on this device only, because the tables of This browser are stored here.',
  )
  const download = page.waitForEvent('download')
  await share.getByRole('button', { name: 'Save the records as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('levels.csv')
  await expect(share.getByRole('status')).toHaveText('Saved 3 records to levels.csv.')
  await share.getByRole('button', { name: 'Close', exact: true }).last().click()

  await page.goto(`${rowan.origin}/#v=1&base=http://this-browser.invalid&table=elsewhere`)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert.locator('b')).toHaveText('There is no table "elsewhere" in this browser.')
  await expect(alert.locator('p')).toHaveText(
    'Tables of This browser stay on the device where they were made: open the link there, or have the records sent as a file.',
  )
})

async function drag(page: Page, kind: 'dragover' | 'dragleave'): Promise<void> {
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['a'], 'a.csv', { type: 'text/csv' }))
    return data
  })
  await page.dispatchEvent('body', kind, { dataTransfer })
}

test(
  'a statement that a link brings runs with a token only when it is told to',
  { tag: '@long' },
  async ({ page, rowan }) => {
    const sql = encodeURIComponent('SELECT 40 + 2 AS answer')
    const sent: string[] = []
    page.on('request', (request) => request.postData()?.includes('40 + 2') === true && sent.push(request.url()))
    await openKnown(
      page,
      rowan.origin,
      { name: 'Own', baseUrl: rowan.origin, token: rowan.token },
      `mode=sql&sql=${sql}`,
    )
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert.locator('b')).toHaveText('A link brought this statement. It has not run.')
    await expect(alert.locator('p')).toHaveText(/^On .+ it would run with your token: read it first\.$/)
    expect(sent).toEqual([])
    await alert.getByRole('button', { name: 'Run it with the token' }).click()
    await expectRecords(page, 1)
    await expect(alert).toHaveCount(0)
    // What was run by hand runs again when the page is loaded again.
    await page.reload()
    await expectRecords(page, 1)
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(`${rowan.origin}/#v=1&mode=sql&sql=${encodeURIComponent('SELECT 6 * 7 AS other')}`)
    await page.reload()
    await expectRecords(page, 1)
    await expect(alert).toHaveCount(0)
  },
)
