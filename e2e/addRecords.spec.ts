import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { expectAccessibleEverywhere, expectAccessibleInBothThemes } from './accessible.ts'
import { chooseResource, dropFile, expectRecords, openKnown } from './explorer.ts'
import { expect, test, type Instance } from './fixtures.ts'

/** A table of gauges, new for each test, and the page that shows it. */
async function openGauges(page: Page, rowan: Instance, key: readonly string[], id: string): Promise<void> {
  await rowan.call('datastore_create', {
    resource_id: `${id}_table`,
    aliases: [id],
    primary_key: key,
    fields: [
      { id: 'station', type: 'text' },
      { id: 'Level m', type: 'numeric' },
      { id: 'taken', type: 'date' },
      { id: 'remark', type: 'text' },
    ],
    records: [
      { station: '00417', 'Level m': '1.50', taken: '2025-01-31', remark: 'old' },
      { station: '00418', 'Level m': '2.50', taken: '2025-01-31', remark: 'old' },
    ],
  })
  const { origin, token } = rowan
  await openKnown(page, origin, { name: 'With a token', baseUrl: origin, token }, '')
  await chooseResource(page, id)
  await expectRecords(page, 2)
}

/** The dialog with that file in it, as somebody comes to it from the buttons above the grid. */
async function choose(page: Page, name: string, text: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add records from a file' }).click()
  const dialog = page.getByRole('dialog', { name: /^Add records to/ })
  const buffer = Buffer.from(text)
  await dialog.getByLabel('Files with tables').setInputFiles({ name, buffer, mimeType: '' })
  await expect(dialog.getByRole('table', { name: 'Columns' })).toBeVisible()
  return dialog
}

const all = async (rowan: Instance, id: string) =>
  (await rowan.call('datastore_search', { resource_id: id, sort: '_id' })).records.map(({ _id, ...record }) => record)

test('rows of a file are added: matched by name, differences told, the server asked first, refusals saved', async ({
  page,
  rowan,
  guard,
}) => {
  guard.expectConsole(/409/)
  await openGauges(page, rowan, ['station'], 'gauges_added')
  const text =
    'STATION;level_m;taken;colour\r\n00419;3,25;05/02/2025;red\r\n00418;1,0;06/02/2025;red\r\n00420;n/a;07/02/2025;red\r\n'
  const dialog = await choose(page, 'more.csv', text)
  const row = (name: string) => dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await expect(row('station')).toContainText('matched with “STATION”')
  await expect(row('Level m')).toContainText('1 value does not fit: its row is set aside')
  await expect(row('remark')).toContainText('Not in the file: empty in the new records')
  await expect(dialog.getByText('colour is not in the table and is left out.')).toBeVisible()
  const go = dialog.getByRole('button', { name: /^Add \d+ records?$/ })
  // The fifth of February or the second of May: nobody but the person knows.
  await expect(row('taken')).toContainText('The values can be read in two ways. Choose one.')
  await expect(go).toHaveAttribute('aria-disabled', 'true')
  await expectAccessibleEverywhere(page, 'columns of a file beside those of a table')
  await row('taken').getByRole('combobox', { name: 'How taken is read' }).selectOption('date, day first')
  await expect(go).toHaveAccessibleName('Add 2 records')
  await go.focus()
  await page.keyboard.press('Enter')
  // 00418 is there already: the server says so before anything is stored.
  await expect(dialog.getByText('the server takes 1 record; nothing is stored yet')).toBeVisible()
  await expect(
    dialog
      .getByRole('row')
      .filter({ hasText: '00418' })
      .filter({ hasText: /duplicate|unique/i }),
  ).toBeVisible()
  expect(await all(rowan, 'gauges_added')).toHaveLength(2)
  await expectAccessibleEverywhere(page, 'what the server would refuse')
  await expect(dialog.getByRole('button', { name: 'Add 1 record' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('2 rows set aside.')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save these rows' }).click(),
  ])
  const saved = await readFile(await download.path(), 'utf8')
  expect(saved).toContain('STATION,level_m,taken,colour,line in the file,reason')
  expect(saved).toContain('00420,n/a,07/02/2025,red,4,')
  await dialog.getByRole('button', { name: 'Show table' }).click()
  await expectRecords(page, 3)
  expect((await all(rowan, 'gauges_added'))[2]).toEqual({
    station: '00419',
    'Level m': 3.25,
    taken: '2025-02-05',
    remark: null,
  })
})

/** A host that keeps its files from pages of others is told so, and what to do; of another the file is read. */
async function readFromAddress(page: Page, dialog: Locator, shut: string): Promise<void> {
  const address = dialog.getByRole('textbox', { name: 'Or the address of a file on the web' })
  await address.fill(`${shut}/settings.json`)
  await page.keyboard.press('Enter')
  await expect(
    dialog.getByText(`${new URL(shut).host} can't be reached, or doesn't let pages of other sites`),
  ).toBeVisible()
  // Played answers may be read by all.
  await page.route('https://open.example.org/**', (route) =>
    route.fulfill({ body: 'station\n00420\n', contentType: 'text/csv' }),
  )
  await address.fill('https://open.example.org/from/there.csv')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('there.csv', { exact: true })).toBeVisible()
  // Back to where files come from: cells of a spreadsheet are pasted, wherever the focus is.
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await page.evaluate(() => navigator.clipboard.writeText('station\tremark\n00421\ttabs\n'))
  await dialog.getByRole('button', { name: 'Choose a file' }).focus()
  await page.keyboard.press('Control+v')
  await expect(dialog.getByText('pasted.txt')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Separator' })).toHaveValue('\t')
}

test('a dropped file updates by the key of the open table, from the list of commands too', async ({
  page,
  rowan,
  host,
  guard,
  context,
}) => {
  guard.expectConsole(/CORS|ERR_FAILED/)
  guard.allow('https://open.example.org')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openGauges(page, rowan, ['station'], 'gauges_updated')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a table' }).fill('upsert')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add records to gauges_updated' })
  await expect(dialog.getByText('Drop files anywhere')).toBeVisible()
  await expectAccessibleEverywhere(page, 'where a file can come from')
  await readFromAddress(page, dialog, host.origin)
  await page.keyboard.press('Escape')
  await dropFile(page, 'new.csv', 'station,remark\n00418,mended\n00419,ask anna@example.org\n')
  const newTable = page.getByRole('dialog', { name: 'New table from a file' })
  await expect(newTable.getByRole('region', { name: 'Possible personal data' })).toContainText(
    'remark seems to hold a mail address, in line 3.',
  )
  await expectAccessibleInBothThemes(page, 'personal data is named')
  await newTable.getByRole('radio', { name: 'gauges_updated' }).click()
  await expect(dialog.getByRole('radio', { name: 'Replace all records' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Add and update by the key' }).check()
  await expect(dialog.getByText('Not in the file: stays as it is, empty in new records').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Add or update 2 records' }).click()
  await expect(dialog).toBeHidden()
  await expectRecords(page, 3)
  const [, changed, added] = await all(rowan, 'gauges_updated')
  expect(changed).toMatchObject({ station: '00418', 'Level m': 2.5, remark: 'mended' })
  expect(added).toMatchObject({ station: '00419', 'Level m': null, remark: 'ask anna@example.org' })
})

test('a replacement that is cut goes on where it stopped, and removes the old records last', async ({
  page,
  rowan,
  guard,
}) => {
  guard.expectConsole(/./)
  await openGauges(page, rowan, [], 'gauges_replaced')
  const text = `station,Level m\n${Array.from({ length: 4500 }, (_, at) => `S${at},${at}`).join('\n')}\n`
  const dialog = await choose(page, 'all.csv', text)
  await dialog.getByRole('radio', { name: 'Replace all records' }).check()
  await expect(dialog.getByText('Only when all are in are the old ones removed, at once.')).toBeVisible()
  // The third batch is cut before it reaches the server; the records counted then show that it isn't there.
  let sent = 0
  let isCut = true
  await page.route('**/datastore_upsert', async (route) => {
    const isTried = route.request().postData()?.includes('"dry_run":true') === true
    if (!isTried && (sent += 1) === 3 && isCut) await route.abort('connectionreset')
    else await route.continue()
  })
  await dialog.getByRole('button', { name: 'Replace by 4,500 records' }).click()
  await expect(dialog.getByText('The load ended early')).toBeVisible({ timeout: 30_000 })
  await expect(dialog.getByText(/The connection was cut while line 4,002 to 4,501 was on its way/)).toBeVisible()
  expect((await rowan.call('datastore_search', { resource_id: 'gauges_replaced', limit: 0 })).total).toBe(4002)
  isCut = false
  await dialog.getByRole('button', { name: 'Look again, then go on' }).click()
  await expect(dialog).toBeHidden({ timeout: 30_000 })
  await expectRecords(page, 4500)
  const [first] = await all(rowan, 'gauges_replaced')
  expect(first).toMatchObject({ station: 'S0', remark: null })
})
