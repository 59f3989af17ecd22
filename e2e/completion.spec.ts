import type { Page } from 'playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { connect, editor, expectRecords, firstCell, openSql, typeSql, visibleRows, writtenText } from './explorer.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test } from './fixtures.ts'
import { startMinimalServer } from './minimalServer.ts'
import { PLAIN } from './support/minimalReading.ts'

const list = (page: Page) => page.locator('.suggest-widget.visible').getByRole('listbox')
const options = (page: Page) => list(page).getByRole('option')

/** The first suggestions, without what is said of each. */
async function names(page: Page): Promise<readonly string[]> {
  const rows = await options(page).evaluateAll((all) =>
    all.map((row) => [Number(row.getAttribute('aria-posinset')), row.getAttribute('aria-label') ?? ''] as const),
  )
  return rows.toSorted(([one], [other]) => one - other).map(([, label]) => label.split(',')[0] ?? '')
}

/** Waits until a suggestion is the first one. */
const expectFirst = (page: Page, name: string) => expect.poll(async () => (await names(page))[0]).toBe(name)

const expectWritten = (page: Page, text: string) => expect.poll(() => writtenText(page)).toBe(text)

/** Types behind what is there. */
async function typeOn(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(text)
}

async function open(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  // Names are suggested in place of ids once the page knows who answers.
  await expect(page.getByRole('combobox', { name: 'Instance' })).toHaveAccessibleDescription('SQL and filters')
  await openSql(page)
}

test('a statement is written with suggestions, by keyboard, and runs', async ({ page, rowan }) => {
  await open(page, rowan.origin)
  await typeSql(page, 'sel')
  await expectFirst(page, 'select')
  await page.keyboard.press('Tab')
  // A keyword brings its blank.
  await typeOn(page, 'count(*), stage FROM field')
  await expectFirst(page, 'field_programmes')
  await page.keyboard.press('Tab')
  // Our own service takes the name in place of the id.
  await expectWritten(page, 'select count(*), stage FROM field_programmes')
  await typeOn(page, ' gro')
  await expectFirst(page, 'group by')
  await page.keyboard.press('Tab')
  await typeOn(page, 'stag')
  await expectFirst(page, 'stage')
  await page.keyboard.press('Tab')
  await expectWritten(page, 'select count(*), stage FROM field_programmes group by stage')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(list(page)).toBeHidden()
  await expect.poll(async () => Object.keys((await visibleRows(page)).get(1) ?? {})).toEqual(['count', 'stage'])
})

test('an alias and a dot give the columns of that table and no others', async ({ page, rowan }) => {
  const { fields } = await rowan.call('datastore_search', { resource_id: BIRD_STRIKES, limit: 0 })
  await open(page, rowan.origin)
  await typeSql(page, `SELECT 1 FROM "${FIELD_PROGRAMMES}" AS f, "${BIRD_STRIKES}" AS b WHERE b.`)
  await expectFirst(page, '_id')
  await expect(options(page).first()).toHaveAttribute('aria-setsize', String(fields.length))
  const shown = await names(page)
  expect(shown).toEqual(fields.slice(0, shown.length).map(({ id }) => id))
  await page.keyboard.type('flight_d')
  await expect.poll(() => names(page)).toEqual(['flight_date'])
  await page.keyboard.press('Tab')
  await page.keyboard.type(' > date_tru')
  await expectFirst(page, 'date_trunc')
  await page.keyboard.press('Tab')
  await expectWritten(
    page,
    `SELECT 1 FROM "${FIELD_PROGRAMMES}" AS f, "${BIRD_STRIKES}" AS b WHERE b.flight_date > date_trunc(`,
  )
})

test('Enter makes a line unless an arrow key has chosen, Escape closes, and Tab then leaves', async ({
  page,
  rowan,
}) => {
  await open(page, rowan.origin)
  await typeSql(page, `SELECT * FROM "${FIELD_PROGRAMMES}" WHERE sta`)
  await expectFirst(page, 'stage')
  await page.keyboard.press('Enter')
  await expect(list(page)).toBeHidden()
  await expectWritten(page, `SELECT * FROM "${FIELD_PROGRAMMES}" WHERE sta\n`)

  await page.keyboard.press('Backspace')
  await page.keyboard.type('g')
  await expectFirst(page, 'stage')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveClass(/focused/)
  // That a screen reader says it.
  await expect(editor(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options(page).first().getAttribute('id')) ?? '',
  )
  await page.keyboard.press('Enter')
  await expectWritten(page, `SELECT * FROM "${FIELD_PROGRAMMES}" WHERE stage`)

  await page.keyboard.type(' AND sub')
  await expectFirst(page, 'subject')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(editor(page)).not.toBeFocused()
})

test('Ctrl Space shows suggestions where nothing is typed, and chooses none; axe finds nothing', async ({
  page,
  rowan,
}) => {
  await open(page, rowan.origin)
  await typeSql(page, 'SELECT * FROM bird_strikes ')
  await expect(list(page)).toBeHidden()
  await page.keyboard.press('Control+Space')
  await expectFirst(page, 'JOIN')
  await page.keyboard.press('Escape')
  await typeSql(page, 'SELECT * FROM ')
  // Tests before this one may have left tables.
  const placeOfTable = async () => (await names(page)).indexOf('bird_strikes')
  // A table has to come there: the list is open.
  await expect.poll(placeOfTable).toBeGreaterThanOrEqual(0)
  await expect(list(page).locator('.focused')).toHaveCount(0)
  await expectAccessibleInBothThemes(page, 'suggestions')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('Escape')
  await editor(page).focus()
  await page.keyboard.press('Control+Space')
  await expect.poll(placeOfTable).toBeGreaterThanOrEqual(0)
  for (let before = await placeOfTable(); before >= 0; before--) {
    await page.keyboard.press('ArrowDown')
  }
  await expect(options(page).and(page.locator('.focused'))).toHaveAccessibleName(/^bird_strikes/)
  const box = await list(page).boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  await expectAccessible(page, 'suggestions on a phone')
  await page.keyboard.press('Enter')
  await expectWritten(page, 'SELECT * FROM bird_strikes')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectRecords(page, 10_000)
})

test('values are offered where a column is compared, in an opened quote too, the most frequent first', async ({
  page,
  rowan,
}) => {
  const { records } = await rowan.call('datastore_search_sql', {
    sql: `SELECT stage, count(*) AS count FROM field_programmes GROUP BY stage ORDER BY 2 DESC`,
  })
  await open(page, rowan.origin)
  await typeSql(page, 'SELECT * FROM field_programmes WHERE stage = ')
  await expect.poll(async () => (await names(page)).slice(0, records.length)).toEqual(records.map(({ stage }) => stage))
  await expect(options(page).first()).toContainText(
    `${Number(records[0]?.['count']).toLocaleString('en')} in the table`,
  )
  await page.keyboard.type("'pau")
  await expect.poll(() => names(page)).toEqual(['paused'])
  await page.keyboard.press('Tab')
  await expectWritten(page, "SELECT * FROM field_programmes WHERE stage = 'paused'")
})

test('names are explained with F1 and by hover, tables show their titles, calls their arguments', async ({
  page,
  rowan,
}) => {
  await open(page, rowan.origin)
  await typeSql(page, `SELECT strpos(stage, 'a') FROM "${FIELD_PROGRAMMES}"`)
  const title = page.locator('.view-line').getByText('field_programmes', { exact: true })
  await expect(title).toBeVisible()
  await expectWritten(page, `SELECT strpos(stage, 'a') FROM "${FIELD_PROGRAMMES}"`)
  const said = page.getByRole('tooltip')
  await page.keyboard.press('F1')
  await expect(said).toContainText('field_programmes table')
  await page.keyboard.press('Escape')
  await expect(said).toBeHidden()
  await page.locator('.view-line').getByText('strpos').hover()
  await expect(said).toContainText('strpos(text, text) → integer')
  await expectAccessibleInBothThemes(page, 'an explanation')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' WHERE strpos(')
  await expect(page.locator('.parameter-hints-widget')).toContainText('strpos(text, text) → integer')
})

test('fields of the rail are pressed into the statement, and dragged', async ({ page, rowan }) => {
  await open(page, rowan.origin)
  const fields = page.getByRole('region', { name: 'Fields' })
  await typeSql(page, 'SELECT title FROM field_programmes WHERE ')
  await page.keyboard.press('Escape')
  await fields.getByRole('button', { name: 'stage', exact: true }).click()
  await expectWritten(page, 'SELECT title FROM field_programmes WHERE stage')
  await expect(editor(page)).toBeFocused()
  await fields
    .getByRole('button', { name: 'subject', exact: true })
    .dragTo(page.locator('.view-line').getByText('title'), {
      targetPosition: { x: 46, y: 8 },
    })
  await expectWritten(page, 'SELECT title, subject FROM field_programmes WHERE stage')
})

test('examples of the open table are put into the editor and run by the next key', async ({ page, rowan }) => {
  await open(page, rowan.origin)
  const examples = page.getByRole('region', { name: 'Examples for field_programmes' })
  await expect(examples.getByRole('button')).toHaveCount(6)
  await expectAccessibleInBothThemes(page, 'examples')
  await examples.getByRole('button', { name: /^Count records by subject/ }).click()
  await expect(examples).toBeHidden()
  await expectWritten(page, 'SELECT subject, count(*)\nFROM field_programmes\nGROUP BY subject\nORDER BY count(*) DESC')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(async () => Object.keys((await visibleRows(page)).get(1) ?? {})).toEqual(['subject', 'count'])
})

test('a whole statement is begun by its name, and its stops are filled in', async ({ page, rowan }) => {
  await open(page, rowan.origin)
  await typeSql(page, 'dup')
  await expectFirst(page, 'duplicates')
  await page.keyboard.press('Tab')
  await page.keyboard.type('title')
  await page.keyboard.press('Escape')
  await expectWritten(
    page,
    'SELECT title, count(*) AS records\nFROM field_programmes\nGROUP BY title\nHAVING count(*) > 1\nORDER BY records DESC',
  )
})

test('two questions are written with the keys that are counted for ten', async ({ page, rowan }) => {
  /** Types, and takes the first suggestion once it is this one. */
  const take = async (typed: string, name: string) => {
    await page.keyboard.type(typed)
    await expectFirst(page, name)
    await page.keyboard.press('Tab')
  }
  await open(page, rowan.origin)
  await typeSql(page, 's')
  await take('', 'select')
  await take('* f', 'from')
  await take('', 'field_programmes')
  await take(' w', 'where')
  await take('st', 'stage')
  await take(' = ', 'active')
  await expectWritten(page, "select * from field_programmes where stage = 'active'")

  await typeSql(page, 's')
  await take('', 'select')
  await take('sub', 'subject')
  await take(', cou', 'count(*)')
  await take(' f', 'from')
  await take('', 'field_programmes')
  await take(' g', 'group by')
  await take('sub', 'subject')
  await expectWritten(page, 'select subject, count(*) from field_programmes group by subject')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(async () => Object.keys((await visibleRows(page)).get(1) ?? {})).toEqual(['subject', 'count'])
})

test('on a server without a list of tables the id of one gives its columns', async ({ page, rowan, guard }) => {
  const { records } = await rowan.call('datastore_search', { resource_id: FIELD_PROGRAMMES, limit: 20 })
  const rows = records.map(({ title, stage }) => ({ title, stage }))
  const server = await startMinimalServer(FIELD_PROGRAMMES, rows, () => Promise.resolve([]), PLAIN)
  guard.allow(server.origin)
  guard.expectConsole(/Failed to load resource: the server responded with a status of 40[014]/)
  try {
    await page.goto(rowan.origin)
    await connect(page, {
      name: 'The least',
      baseUrl: `${server.origin}/en/api/3/action/datastore_search?resource_id=${FIELD_PROGRAMMES}`,
    })
    await expect(firstCell(page)).toBeVisible()
    await openSql(page)
    await typeSql(page, `SELECT * FROM "${FIELD_PROGRAMMES}" WHERE sta`)
    await expectFirst(page, 'stage')
  } finally {
    await server.stop()
  }
})
