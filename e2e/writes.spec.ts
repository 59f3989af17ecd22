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
  token: string | undefined = TOKEN,
): Promise<WritingServer> {
  const server = await startWritingServer({ tables: gauges(), ...played })
  servers.push(server)
  guard.allow(server.origin, TOKEN)
  // What it does not know, and connections that it ends.
  guard.expectConsole(
    /Failed to load resource: (the server responded with a status of 40[0349]|net::ERR_CONTENT_LENGTH_MISMATCH)/,
  )
  const known = { name: 'Portal', baseUrl: server.origin, ...(token === undefined ? {} : { token }) }
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
  await page.getByRole('button', { name: 'Add record' }).click()
  await panel(page).getByRole('group', { name: 'site', exact: true }).getByRole('textbox').fill(site)
}

async function dropped(page: Page, name: string, text: string): Promise<Locator> {
  await dropFile(page, name, text)
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })
  await expect(dialog.getByRole('grid', { name: 'Preview' })).toBeVisible()
  return dialog
}

const CSV = 'site,level\nford,0.5\nmill,0.75\nquay,1.25\n'

test('whatever the answer to a change looks like, the page says it was stored once it has seen it', async ({
  page,
  rowan,
  guard,
}) => {
  const server = await opened(page, rowan, guard)
  const odd: readonly Reply[] = ['bare object', 'flag', '204', 'cut after storing']
  for (const [at, reply] of odd.entries()) {
    server.reply = reply
    await fillNew(page, `site by ${reply}`)
    await panel(page).getByRole('button', { name: 'Add record' }).click()
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
})

test('a change that is not there is said not to be, and one that may come late is looked for, not sent again', async ({
  page,
  rowan,
  guard,
}) => {
  const server = await opened(page, rowan, guard)
  server.reply = 'not stored'
  await fillNew(page, 'ford')
  const alert = panel(page).getByRole('alert')
  await panel(page).getByRole('button', { name: 'Add record' }).click()
  await expect(alert.locator('p')).toHaveText('The page has looked: nothing was stored.')
  server.reply = 'cut, stored late'
  await panel(page).getByRole('button', { name: 'Add record' }).click()
  await expect(alert.locator('p')).toHaveText('It is not stored so far, but the server may still be working on it.')
  await expect(panel(page).getByRole('button', { name: 'Add record' })).toHaveCount(0)
  server.storeLate()
  await panel(page).getByRole('button', { name: 'Look again' }).click()
  await expect(panel(page)).toBeHidden()
  await expectRecords(page, 3)
  expect(server.asked('datastore_upsert')).toHaveLength(2)

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
})
