import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import {
  chooseResource,
  connect,
  dropFile,
  dropFiles,
  expectRecords,
  firstCell,
  grid,
  openKnown,
  search,
  tabTo,
} from './explorer.ts'
import { notAllowed } from './faults.ts'
import { BIRD_STRIKES, expect, PREFIX, test, type Instance } from './fixtures.ts'
import { EXACT, EXACT_ID, EXACT_TABLE, EXACT_TEXTS } from './support/exactTable.ts'

/** The page, as a device shows it that has a token for the page's own server. */
async function open(page: Page, { origin, token }: Instance, link = ''): Promise<void> {
  await openKnown(page, origin, { name: 'With a token', baseUrl: origin, token }, link)
  await expect(page.getByRole('button', { name: 'New table' })).toBeVisible()
}

async function drop(page: Page, name: string, text: string): Promise<Locator> {
  await dropFile(page, name, text)
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })
  await expect(dialog.getByRole('grid', { name: 'Preview' })).toBeVisible()
  return dialog
}

const later = async <T>(read: () => Promise<T>) => {
  await new Promise((resolve) => setTimeout(resolve, 500))
  return read()
}

/** Its fourth row has the key of its first, which only the database can know. */
const REFUSED = [
  'k,n',
  '2025-01-01T00:00:00Z,10',
  '2025-01-01T00:00:01Z,n/a',
  '2025-01-01T00:00:02Z,30',
  '2025-01-01T01:00:00+01:00,40',
  '5',
].join('\n')

const create = (dialog: Locator) => dialog.getByRole('button', { name: 'Create table and load' }).click()

/** The answer of an action, as text: every digit as the service wrote it. */
async function answerText(rowan: Instance, action: string, params: object): Promise<string> {
  const response = await fetch(`${rowan.origin}${PREFIX}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: rowan.token },
    body: JSON.stringify(params),
  })
  return response.text()
}

test('a dropped CSV becomes a table: mark, semicolons, quoted line breaks, leading zeros', async ({ page, rowan }) => {
  await open(page, rowan)
  const text = '\ufeff_id;code;level m;"note ""n"""\r\n1;00417;1.50;"two\r\nlines; one cell"\r\n2;00418;-2;\r\n'
  const dialog = await drop(page, 'Gauge readings.csv', text)
  await expect(dialog.getByRole('combobox', { name: 'Separator' })).toHaveValue(';')
  await expect(dialog.getByRole('textbox', { name: 'Table name' })).toHaveValue('gauge_readings')
  await expect(dialog.getByRole('combobox', { name: 'Type of code' })).toHaveValue('text')
  await expect(dialog.getByRole('combobox', { name: 'Type of level m' })).toHaveValue('numeric')
  await expect(dialog.getByRole('textbox', { name: 'Name of _id' })).toHaveValue('id')
  await expect(dialog.getByText('was “_id”')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name of level m' }).fill('level_m')
  await dialog.getByRole('button', { name: 'Add key column' }).click()
  await page.getByRole('dialog', { name: 'Add key column' }).getByRole('button', { name: 'code' }).click()
  await expect(dialog.getByRole('group', { name: 'Key columns' })).toContainText('code')
  await create(dialog)
  await expect(dialog).toBeHidden()
  await expectRecords(page, 2)
  await expect(page.getByRole('combobox', { name: 'Resource' })).toHaveValue('gauge_readings')
  const answer = await answerText(rowan, 'datastore_search', { resource_id: 'gauge_readings', sort: '_id' })
  expect(answer).toContain(String.raw`"code":"00417","level_m":1.50,"note n":"two\r\nlines; one cell"`)
  expect(answer).toContain('"code":"00418","level_m":-2,"note n":null')
})

test('values that do not fit and rows that the server refuses are named, set aside and saved', async ({
  page,
  rowan,
  guard,
}) => {
  guard.expectConsole(/409/)
  await open(page, rowan)
  const dialog = await drop(page, 'refused.csv', REFUSED)
  await dialog.getByRole('combobox', { name: 'Type of n' }).selectOption('int4')
  await dialog.getByRole('combobox', { name: 'Type of k' }).selectOption('timestamptz')
  await expect(dialog.getByText('2 values do not fit.')).toBeVisible()
  await expect(dialog.getByText('1 row has fewer values than there are columns.')).toBeVisible()
  // What is short is set aside as a whole, its values need not fit.
  await dialog.getByRole('checkbox', { name: 'Load short rows, with null for what is missing' }).uncheck()
  await expect(dialog.getByText('1 value does not fit.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add key column' }).click()
  await page.getByRole('dialog', { name: 'Add key column' }).getByRole('button', { name: 'k' }).click()
  await create(dialog)
  await expect(dialog.getByText('3 rows set aside.')).toBeVisible()
  await expect(dialog.getByText('Will be created')).toHaveCount(0)
  await expect(dialog.getByRole('combobox', { name: 'Belongs to' })).toBeDisabled()
  const named = dialog.getByRole('row')
  await expect(named.filter({ hasText: 'n/a' }).filter({ hasText: 'Not a whole number' })).toBeVisible()
  await expect(named.filter({ hasText: '+01:00, 40' }).filter({ hasText: /duplicate|unique/i })).toBeVisible()
  await expect(named.filter({ hasText: '1 value, but the header names 2 columns' })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save these rows' }).click(),
  ])
  const saved = await readFile(await download.path(), 'utf8')
  expect(saved.split('\r\n')).toHaveLength(5)
  await dialog.getByRole('button', { name: 'Show table' }).click()
  await expectRecords(page, 2)
})

test('a new table that comes first in the list is named in the address, and is the one that is shown', async ({
  page,
  rowan,
}) => {
  await open(page, rowan)
  await expect(firstCell(page)).toBeVisible()
  await expect(page).not.toHaveURL(/table=/)
  // Between the table and its records the list of tables comes again.
  await page.route('**/datastore_upsert', async (route) => {
    const before = page.url()
    await expect(page.getByRole('navigation').getByText('aaa_first')).toBeVisible()
    expect(page.url()).toBe(before)
    await route.continue()
  })
  const dialog = await drop(page, 'aaa_first.csv', 'n\n1\n2\n')
  await create(dialog)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/[#&]table=/)
  await expectRecords(page, 2)
  const id = /[#&]table=([^&]+)/.exec(page.url())?.[1]
  await rowan.call('datastore_delete', { resource_id: id, force: true })
})

test('the one value of thousands that makes a column text is named before anything is sent', async ({
  page,
  rowan,
}) => {
  await open(page, rowan)
  const values = Array.from({ length: 5000 }, (_, at) => (at === 4711 ? 'n/a' : String(at)))
  const dialog = await drop(page, 'late.csv', `n\n${values.join('\n')}\n`)
  const found = dialog.getByRole('table', {
    name: 'n: 4,999 of 5,000 values fit the type integer. One does not, so the column will be stored as text.',
  })
  await expect(found.getByRole('row')).toHaveText(['LineValue', '4,713n/a'])
  await dialog.getByRole('button', { name: 'Use integer, and do not load that row' }).click()
  await expect(found).toHaveCount(0)
  await expect(dialog.getByRole('table', { name: /^1 value does not fit\. Its row will not be loaded/ })).toBeVisible()
})

test('a key is checked over the file, doubled rows are named, and later rows may replace earlier ones', async ({
  page,
  rowan,
}) => {
  await open(page, rowan)
  const dialog = await drop(page, 'keyed.csv', 'site;level\na;1,50\nb;2,25\na;-0,125\n')
  await expect(dialog.getByRole('combobox', { name: 'Type of level' })).toHaveValue('numeric_comma')
  await expect(dialog.getByRole('gridcell', { name: '-0.125' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Add key column' }).click()
  await page.getByRole('dialog', { name: 'Add key column' }).getByRole('button', { name: 'level' }).click()
  await expect(dialog.getByText('Unique in all 3 rows.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove level from the key' }).click()
  await expect(dialog.getByRole('button', { name: 'Add key column' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('group', { name: 'Key columns' })).toContainText('site')
  await expect(dialog.getByRole('row').filter({ hasText: 'Its key exists already, in line 2.' })).toContainText(
    '-0,125',
  )
  await dialog.getByRole('checkbox', { name: 'Later rows replace earlier ones' }).check()
  await create(dialog)
  await expect(dialog).toBeHidden()
  await expectRecords(page, 2)
  const answer = await answerText(rowan, 'datastore_search', { resource_id: 'keyed', sort: 'site' })
  expect(answer).toContain('"site":"a","level":-0.125')
  expect(answer).toContain('"site":"b","level":2.25')
})

test('several files are taken one after the other, and how they are read can be chosen beside the preview', async ({
  page,
  rowan,
}) => {
  await open(page, rowan)
  await dropFiles(page, {
    'doors.csv': 'Region;Amount, EUR;Since\nNord;1.234,56;31/01/2024\nSued;7,25;01/02/2024\n',
    'sheet.xls': 'PK',
    'plain.csv': 'a\n1\n',
  })
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })
  await expect(dialog.getByText('File 1 of 3')).toBeVisible()
  const preview = dialog.getByRole('grid', { name: 'Preview' })
  const type = (column: string) => dialog.getByRole('combobox', { name: `Type of ${column}` })
  await expect(type('Amount, EUR')).toHaveValue('text')
  // Another separator redraws the preview; what was typed for the table stays.
  await dialog.getByRole('textbox', { name: 'Table name' }).fill('doors_2024')
  await dialog.getByRole('combobox', { name: 'Separator' }).selectOption(',')
  await expect(preview.getByRole('textbox', { name: 'Name of Region;Amount' })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Separator' }).selectOption(';')
  await dialog.getByRole('combobox', { name: 'Names' }).selectOption('none')
  await expect(preview.getByRole('gridcell', { name: 'Amount, EUR' })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Names' }).selectOption('1')
  await expect(dialog.getByRole('textbox', { name: 'Table name' })).toHaveValue('doors_2024')
  await preview.getByText('Read 1.234,56 as 1234.56').click()
  // What is seen is how the name begins, so that it can be said.
  await preview.getByRole('button', { name: /^Read 31\/01\/2024 as 2024-01-31 in Since, as date/ }).click()
  await expect(type('Amount, EUR')).toHaveValue('numeric_comma')
  await expect(preview.getByRole('gridcell', { name: '2024-02-01' })).toBeVisible()
  await create(dialog)
  await expect(dialog.getByText('File 2 of 3')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('sheet.xls is a spreadsheet')
  await dialog.getByRole('button', { name: 'Skip this file' }).click()
  await expect(dialog.getByText('File 3 of 3')).toBeVisible()
  await create(dialog)
  await expect(dialog).toBeHidden()
  const answer = await answerText(rowan, 'datastore_search', { resource_id: 'doors_2024', sort: '_id' })
  expect(answer).toContain('"Amount, EUR":1234.56,"Since":"2024-01-31"')
  expect(answer).toContain('"Amount, EUR":7.25,"Since":"2024-02-01"')
  expect((await rowan.call('datastore_search', { resource_id: 'plain' })).total).toBe(1)
})

test('of several files that are chosen each is shown, and Cancel asks before the others are left out', async ({
  page,
  rowan,
}) => {
  await open(page, rowan)
  await page.getByRole('button', { name: 'New table' }).click()
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })
  const file = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from('a\n1\n') })
  await dialog.getByLabel('Files with tables').setInputFiles([file('first.csv'), file('second.csv')])
  await expect(dialog.getByText('File 1 of 2')).toBeVisible()
  const name = dialog.getByRole('textbox', { name: 'Table name' })
  await expect(name).toHaveValue('first')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The next file will not be loaded.')
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await name.fill('first_of_two')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'What you have entered for this table will be lost. The next file will not be loaded.',
  )
  await dialog.getByRole('button', { name: 'Skip this file' }).click()
  await expect(dialog.getByText('File 2 of 2')).toBeVisible()
  await expect(name).toHaveValue('second')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('rows of the preview that will not be loaded are marked', async ({ page, rowan }) => {
  await open(page, rowan)
  const dialog = await drop(page, 'marked.csv', 'site,level\na,1\nb,2,3\nc,x\na,4\n')
  const preview = dialog.getByRole('grid', { name: 'Preview' })
  const marked = preview.getByRole('rowheader', { name: 'will not be loaded' })
  await expect(marked).toHaveText(['3'])
  await expect(dialog).toContainText('Rows struck through will not be loaded.')
  await dialog.getByRole('combobox', { name: 'Type of level' }).selectOption('int4')
  await expect(marked).toHaveText(['3', '4'])
  await dialog.getByRole('button', { name: 'Add key column' }).click()
  await page.getByRole('dialog', { name: 'Add key column' }).getByRole('button', { name: 'site' }).click()
  await expect(marked).toHaveText(['3', '4', '5'])
  await dialog.getByRole('checkbox', { name: 'Later rows replace earlier ones' }).check()
  await expect(marked).toHaveText(['3', '4'])
})

test(
  'a load is paused, taken up again and stopped, and what is there is kept or deleted',
  { tag: '@long' },
  async ({ page, rowan }) => {
    await open(page, rowan)
    const rows = Array.from({ length: 300_000 }, (_, i) => `${i},row ${i}`)
    const dialog = await drop(page, 'long.csv', `n,name\n${rows.join('\n')}\n`)
    await create(dialog)
    await expect(dialog.getByRole('progressbar', { name: 'Rows loaded' })).not.toHaveAttribute('aria-valuenow', '0')
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await expect(dialog.getByText('Paused', { exact: true })).toBeVisible()
    const count = async () => (await rowan.call('datastore_search', { resource_id: 'long', limit: 0 })).total
    // The batch that is on its way is carried out; none is sent after it.
    await expect.poll(async () => (await count()) === (await later(count))).toBe(true)
    const paused = await count()
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await expect.poll(count).toBeGreaterThan(paused)
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await expect(dialog.getByRole('button', { name: /^Keep [\d,]+ records$/ })).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete the table' }).click()
    await expect(dialog).toBeHidden()
    const left = await answerText(rowan, 'datastore_search', { resource_id: 'long', limit: 0 })
    expect(left).toContain('"success": false')
  },
)

test('a pasted text becomes a table, which is then deleted with its name', async ({ page, rowan }) => {
  await open(page, rowan)
  await page.getByRole('button', { name: 'New table' }).click()
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })
  const text = dialog.getByRole('textbox', { name: /paste/ })
  await text.fill('a\tb\n1\ttrue\n')
  // At the second Esc in a row, Chromium closes a dialog without asking.
  for (const asks of [true, false, true, false]) {
    await page.keyboard.press('Escape')
    await expect(dialog.getByText('What you have entered for this table will be lost.')).toHaveCount(asks ? 1 : 0)
    await expect(text).toHaveValue('a\tb\n1\ttrue\n')
  }
  await dialog.getByRole('button', { name: 'Read the text' }).click()
  const name = dialog.getByRole('textbox', { name: 'Table name' })
  const button = dialog.getByRole('button', { name: 'Create table and load' })
  await name.fill('field_programmes')
  await expect(name).toHaveAccessibleDescription(/^There is already a table named "field_programmes"\./)
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription('Choose another table name.')
  await dialog.getByRole('button', { name: 'Name it field_programmes_2' }).click()
  await expect(name).toHaveValue('field_programmes_2')
  await name.fill('pasted_here')
  await create(dialog)
  await expect(dialog).toBeHidden()
  await expectRecords(page, 1)
  await page.getByRole('button', { name: 'Delete pasted_here' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete pasted_here?' })
  await expect(asked).toContainText('pasted_here: 1 record, 1 alias')
  await asked.getByRole('button', { name: 'Delete table' }).click()
  await expect(asked).toBeHidden()
  await expect(page.getByRole('navigation').getByRole('button', { name: 'pasted_here', exact: true })).toHaveCount(0)
})

test('without a token nothing is offered, and dropping a file says why', { tag: '@long' }, async ({ page, rowan }) => {
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'New table' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add record', exact: true })).toHaveCount(0)
  await dropFile(page, 'x.csv', 'a\n1\n')
  await expect(page.getByRole('dialog', { name: 'A table from this file' })).toContainText('needs an API token')
  await page.getByRole('button', { name: 'Enter a token' }).click()
  const connection = page.getByRole('dialog', { name: 'Connection' })
  await connection.getByLabel('API token', { exact: true }).fill(rowan.token)
  await connection.getByRole('button', { name: 'Save' }).click()
  // The file has waited for it.
  const made = page.getByRole('dialog', { name: 'New table from a file' })
  await expect(made.getByRole('grid', { name: 'Preview' })).toBeVisible()
})

test('a token that may not write is mentioned beside the button', async ({ page, rowan, remote, faulty, guard }) => {
  guard.expectConsole(/403/)
  await page.goto(rowan.origin)
  await connect(page, { baseUrl: faulty.origin, token: remote.token })
  await expect(page.getByRole('button', { name: 'New table' })).toBeVisible()
  faulty.play(notAllowed, { action: 'datastore_create' })
  const dialog = await drop(page, 'x.csv', 'a\n1\n')
  await create(dialog)
  await expect(dialog.getByRole('alert')).toContainText('does not let this token write here')
})

test.describe('a record', () => {
  const STORED = [
    '"big":9223372036854775807',
    '"exact":1.50',
    '"negative":-0',
    '"data":{"b": 1, "a": 1.0, "b": [ 2 ], "a": -0}',
  ]

  test.beforeEach(async ({ rowan }) => {
    const send = (action: string, body: string) =>
      fetch(`${rowan.origin}${PREFIX}/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: rowan.token },
        body,
      })
    await send('datastore_delete', JSON.stringify({ resource_id: EXACT_ID, force: true }))
    expect((await send('datastore_create', EXACT_TABLE)).status).toBe(200)
  })

  /** The table's answer, and its first record as the database has it. */
  async function stored(rowan: Instance): Promise<string> {
    const search = await answerText(rowan, 'datastore_search', { resource_id: EXACT, sort: '_id' })
    return search + (await answerText(rowan, 'datastore_search_sql', { sql: EXACT_TEXTS }))
  }

  test('is changed in one field; the others keep every digit', async ({ page, rowan }) => {
    await open(page, rowan, `table=${EXACT_ID}`)
    await expectRecords(page, 2)
    const before = await stored(rowan)
    for (const text of STORED) expect(before).toContain(text)
    await grid(page).getByRole('rowheader', { name: '1', exact: true }).dblclick()
    const panel = page.getByRole('complementary', { name: 'Record' })
    await expect(panel).toContainText('9223372036854775807')
    await expect(panel).toContainText('b1a1.0b[1]2a-0')
    await panel.getByRole('button', { name: 'Edit' }).click()
    const [sent] = await Promise.all([
      page.waitForRequest(/datastore_upsert/),
      (async () => {
        await panel.getByRole('textbox', { name: 'note' }).fill('after')
        await panel.getByRole('button', { name: 'Save changes' }).click()
      })(),
    ])
    expect(sent.postData()).toBe(
      '{"resource_id":"3f3e4bb0-3a65-4e6b-8ad5-2d8f6a0c0001","method":"update","records":[{"_id":1,"note":"after"}]}',
    )
    await expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible()
    await expect(panel).toContainText('after')
    const after = await stored(rowan)
    expect(after.replaceAll('"note":"after"', '"note":"before"')).toBe(before)
    expect(after).toContain('05.123456')
    await panel.getByRole('button', { name: 'Next record' }).click()
    await expect(panel).toContainText('empty text')
  })

  test('keeps the digits that are typed, and shows a refusal at its field', async ({ page, rowan, guard }) => {
    guard.expectConsole(/409/)
    await open(page, rowan, `table=${EXACT_ID}`)
    await expectRecords(page, 2)
    await page.getByRole('button', { name: 'Add record', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Record' })
    const field = (name: string) => panel.getByRole('group', { name, exact: true })
    await field('big').getByRole('textbox').fill('9223372036854775808')
    await field('exact').getByRole('textbox').fill('0.1000000000000000000001')
    await field('data').getByRole('textbox').fill('{"z": 1.0, "a": }')
    await panel.getByRole('button', { name: 'Add record', exact: true }).click()
    await expect(field('data').getByRole('alert')).toContainText('Not valid JSON')
    await field('data').getByRole('textbox').fill('{"z": 1.0, "a": 1, "z": 2}')
    await panel.getByRole('button', { name: 'Add record', exact: true }).click()
    await expect(field('big').getByRole('alert')).toContainText('9223372036854775808')
    await field('big').getByRole('checkbox', { name: 'null' }).check()
    await field('note').getByRole('checkbox', { name: 'null' }).uncheck()
    await panel.getByRole('button', { name: 'Add record', exact: true }).click()
    await expect(panel).toBeHidden()
    await expectRecords(page, 3)
    expect(await stored(rowan)).toContain(
      '"big":null,"exact":0.1000000000000000000001,"negative":null,"at":null,"data":{"z": 1.0, "a": 1, "z": 2},"note":""',
    )
  })

  test('takes dates and numbers that can be read in one way only: others are told, asked or refused first', async ({
    page,
    rowan,
  }) => {
    await open(page, rowan, `table=${EXACT_ID}`)
    await expectRecords(page, 2)
    await page.getByRole('button', { name: 'Add record', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Record' })
    const field = (name: string) => panel.getByRole('group', { name, exact: true })
    const sent: (string | null)[] = []
    page.on('request', (request) => request.url().includes('datastore_upsert') && sent.push(request.postData()))
    await field('exact').getByRole('textbox').fill('1,999.99')
    await expect(field('exact').getByRole('status')).toHaveText('Will be stored as 1999.99.')
    const at = field('at').getByRole('textbox')
    await at.fill('tomorrow')
    await page.keyboard.press('Enter')
    await expect(field('at').getByRole('alert')).toContainText('“tomorrow” can’t be stored. Type the date itself')
    await at.fill('5/6/2024')
    await page.keyboard.press('Enter')
    await expect(field('at').getByRole('alert')).toHaveText('“5/6/2024” can be read in two ways. Which is meant?')
    await expect(at).toBeFocused()
    await expect(field('at').getByRole('button', { name: '2024-06-05' })).toBeVisible()
    await tabTo(page, field('at').getByRole('button', { name: '2024-05-06' }))
    await page.keyboard.press('Enter')
    await expect(at).toBeFocused()
    await expect(at).toHaveValue('2024-05-06')
    expect(sent).toEqual([])
    await page.keyboard.press('Enter')
    await expect(panel).toBeHidden()
    await expectRecords(page, 3)
    expect(sent).toEqual([expect.stringContaining('"records":[{"exact":"1999.99","at":"2024-05-06"}]')])
    expect(await stored(rowan)).toContain('"exact":1999.99,"negative":null,"at":"2024-05-06T00:00:00.000"')
  })

  test(
    'opened by its alias, keeps what was typed when another query or table is shown',
    { tag: '@long' },
    async ({ page, rowan }) => {
      await open(page, rowan, `table=${EXACT}`)
      await grid(page).getByRole('rowheader', { name: '2', exact: true }).dblclick()
      const panel = page.getByRole('complementary', { name: 'Record' })
      await panel.getByRole('button', { name: 'Edit' }).click()
      const note = panel.getByRole('textbox', { name: 'note' })
      await note.fill('typed')
      await search(page, 'after')
      await expect(note).toHaveValue('typed')
      await chooseResource(page, 'field_programmes')
      await expectRecords(page, 3000)
      await expect(panel.getByRole('heading')).toHaveText(`Record 2 · ${EXACT}`)
      await grid(page).getByRole('rowheader', { name: '1', exact: true }).dblclick()
      await expect(
        page.getByRole('status').filter({ hasText: 'Save or cancel your changes to the record first.' }),
      ).toBeVisible()
      await panel.getByRole('button', { name: 'Save changes' }).click()
      await expect(panel).toBeHidden()
      expect(await answerText(rowan, 'datastore_search', { resource_id: EXACT, filters: { _id: 2 } })).toContain(
        '"note":"typed"',
      )
    },
  )

  test('is deleted, and added again with every digit and a new _id', async ({ page, rowan }) => {
    await open(page, rowan, `table=${EXACT_ID}`)
    await expectRecords(page, 2)
    const before = await stored(rowan)
    await grid(page).getByRole('rowheader', { name: '1', exact: true }).dblclick()
    const panel = page.getByRole('complementary', { name: 'Record' })
    const [sent] = await Promise.all([
      page.waitForRequest(/datastore_records_delete/),
      panel.getByRole('button', { name: 'Delete' }).click(),
    ])
    expect(sent.postData()).toBe('{"resource_id":"3f3e4bb0-3a65-4e6b-8ad5-2d8f6a0c0001","filters":{"_id":1}}')
    await expect(panel.getByText('This record was deleted.')).toBeVisible()
    await expect(panel.getByText('Undo adds it again, with the same values and a new _id.')).toBeVisible()
    await expectRecords(page, 1)
    await expect(panel.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panel.getByText('The record was added again. It has a new _id.')).toBeVisible()
    await expectRecords(page, 2)
    const after = await stored(rowan)
    for (const text of STORED) expect([before.includes(text), after.includes(text)]).toEqual([true, true])
    expect(after).toContain('"_id":3,"big":9223372036854775807')
  })

  test('is changed, and Ctrl Z undoes it while the panel shows Undo; the number in the list follows what is written', async ({
    page,
    rowan,
  }) => {
    await open(page, rowan, `table=${BIRD_STRIKES}`)
    const line = page.getByRole('navigation').getByRole('listitem').filter({ hasText: EXACT })
    await expect(line).toContainText(/2$/)
    await line.getByRole('button', { name: EXACT }).first().click()
    await expectRecords(page, 2)
    await grid(page).getByRole('rowheader', { name: '1', exact: true }).dblclick()
    const panel = page.getByRole('complementary', { name: 'Record' })
    await panel.getByRole('button', { name: 'Edit' }).click()
    await panel.getByRole('textbox', { name: 'note' }).fill('after')
    await panel.getByRole('button', { name: 'Save changes' }).click()
    const undo = panel.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    await expect(panel).toContainText('after')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByText('Change undone.')).toBeVisible()
    await expect(undo).toHaveCount(0)
    await expect(panel).toContainText('before')
    await panel.getByRole('button', { name: 'Delete' }).click()
    await expect(panel.getByText('This record was deleted.')).toBeVisible()
    await expect(line).not.toContainText(/2$/)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(panel.getByText('The record was added again.')).toBeVisible()
    await expectRecords(page, 2)
    await page.goBack()
    await expect(firstCell(page)).toBeVisible()
    await expect(line).toContainText(/2$/)
  })

  test('is opened by keyboard alone', async ({ page, rowan }) => {
    await open(page, rowan, `table=${EXACT_ID}`)
    await grid(page).getByRole('gridcell', { name: '9223372036854775807' }).first().click()
    await page.keyboard.press('Shift+Enter')
    const panel = page.getByRole('complementary', { name: 'Record' })
    await expect(panel).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(grid(page).getByRole('gridcell', { name: '9223372036854775807' }).first()).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Open record' }).click()
    await expect(panel).toBeVisible()
  })
})
