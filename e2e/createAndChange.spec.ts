import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { chooseResource, connect, dropFile, expectRecords, firstCell, grid, openKnown, search } from './explorer.ts'
import { notAllowed } from './faults.ts'
import { expect, PREFIX, test, type Instance } from './fixtures.ts'
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
  await expect(dialog.getByText('semicolon')).toBeVisible()
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
  await dialog.getByRole('button', { name: 'Add key column' }).click()
  await page.getByRole('dialog', { name: 'Add key column' }).getByRole('button', { name: 'k' }).click()
  await create(dialog)
  await expect(dialog.getByText('3 rows set aside.')).toBeVisible()
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

test('a pasted text becomes a table, which is then deleted with its name', async ({ page, rowan, guard }) => {
  guard.expectConsole(/409/)
  await open(page, rowan)
  await page.getByRole('button', { name: 'New table' }).click()
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })
  await dialog.getByRole('textbox', { name: /paste/ }).fill('a\tb\n1\ttrue\n')
  await dialog.getByRole('button', { name: 'Read the text' }).click()
  await dialog.getByRole('textbox', { name: 'Table name' }).fill('field_programmes')
  await create(dialog)
  await expect(dialog.getByText(/already exists/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Table name' }).fill('pasted_here')
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
  await expect(page.getByRole('button', { name: 'Add record' })).toHaveCount(0)
  await dropFile(page, 'x.csv', 'a\n1\n')
  await expect(page.getByRole('dialog', { name: 'A table from this file' })).toContainText('needs an API token')
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
    await expect(panel).toContainText('{"b": 1, "a": 1.0, "b": [ 2 ], "a": -0}')
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
    await page.getByRole('button', { name: 'Add record' }).click()
    const panel = page.getByRole('complementary', { name: 'Record' })
    const field = (name: string) => panel.getByRole('group', { name, exact: true })
    await field('big').getByRole('textbox').fill('9223372036854775808')
    await field('exact').getByRole('textbox').fill('0.1000000000000000000001')
    await field('data').getByRole('textbox').fill('{"z": 1.0, "a": }')
    await panel.getByRole('button', { name: 'Add record' }).click()
    await expect(field('data').getByRole('alert')).toContainText('Not valid JSON')
    await field('data').getByRole('textbox').fill('{"z": 1.0, "a": 1, "z": 2}')
    await panel.getByRole('button', { name: 'Add record' }).click()
    await expect(field('big').getByRole('alert')).toContainText('9223372036854775808')
    await field('big').getByRole('checkbox', { name: 'null' }).check()
    await field('note').getByRole('checkbox', { name: 'null' }).uncheck()
    await panel.getByRole('button', { name: 'Add record' }).click()
    await expect(panel).toBeHidden()
    await expectRecords(page, 3)
    expect(await stored(rowan)).toContain(
      '"big":null,"exact":0.1000000000000000000001,"negative":null,"at":null,"data":{"z": 1.0, "a": 1, "z": 2},"note":""',
    )
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
