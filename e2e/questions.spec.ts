import type { Locator, Page } from 'playwright/test'
import { exportCsv, firstCell, gotoKnown, grid } from './explorer.ts'
import { parseCsv } from './csv.ts'
import { gone, sqlOff } from './faults.ts'
import { expect, FIELD_PROGRAMMES, test, type Instance } from './fixtures.ts'
import { byKeyboard, byMouse, type Hand } from './hands.ts'
import { expectCopied, startCopy } from './support/copiedTables.ts'
import { isLong } from './support/longForm.ts'

const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true })

/** What is done for each question, whatever the hand. */
interface Asker extends Hand {
  readonly page: Page
  readonly filter: (field: string, parts: Comparison) => Promise<void>
  readonly sort: (field: string, order: string) => Promise<void>
}

interface Comparison {
  readonly operator?: string
  /** Typed into the value field, with Enter. */
  readonly typed?: readonly string[]
  readonly ticked?: readonly string[]
  readonly inputs?: Readonly<Record<string, string>>
}

function asker(page: Page, hand: Hand): Asker {
  return {
    ...hand,
    page,
    filter: async (field, { operator, typed = [], ticked = [], inputs = {} }) => {
      await hand.press(button(page, 'Add filter'))
      const whole = page.getByRole('combobox', { name: 'Column or condition' })
      await expect(whole).toBeFocused()
      await hand.type(whole, field)
      await page.keyboard.press('Enter')
      const popover = page.getByRole('dialog', { name: `Filter on ${field}` })
      if (operator !== undefined) await hand.choose(popover.getByRole('listbox', { name: 'Operator' }), operator)
      for (const text of typed) {
        await hand.type(popover.getByRole('searchbox', { name: 'Find a value' }), text)
        await page.keyboard.press('Enter')
      }
      for (const value of ticked) {
        await hand.press(popover.getByRole('checkbox', { name: new RegExp(`^${value}\\b`) }))
      }
      for (const [name, text] of Object.entries(inputs)) {
        await hand.type(popover.getByRole('textbox', { name, exact: true }), text)
      }
      await hand.press(popover.getByRole('button', { name: /^Done/ }))
      await expect(popover).toBeHidden()
    },
    sort: async (field, order) => {
      await hand.press(button(page, 'Add sort'))
      const popover = page.getByRole('dialog', { name: 'Add sort' })
      await hand.press(button(popover, `${field}, ${order}`))
      await expect(page.getByRole('group', { name: `Sort by ${field}, ${order}` })).toBeVisible()
    },
  }
}

/** A question, and what its answer has to be. */
interface Question {
  readonly name: string
  readonly ask: (asker: Asker) => Promise<void>
  /** The same, written by hand. */
  readonly sql: string
  /** The order belongs to the answer. */
  readonly isOrdered?: true
}

/** Types whole conditions, one after the other: each Enter takes one, the last one closes the popover. */
async function typeConditions({ press, page }: Asker, conditions: readonly string[]): Promise<void> {
  await press(button(page, 'Add filter'))
  const find = page.getByRole('combobox', { name: 'Column or condition' })
  for (const text of [...conditions, '']) {
    await expect(find).toBeFocused()
    await expect(find).toHaveValue('')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await expect(find).toBeHidden()
}

/** The questions that took most clicks, asked by someone who types what they know, and the clicks that are left. */
const IN_FEW_CLICKS: readonly { readonly at: number; readonly clicks: number; readonly ask: Question['ask'] }[] = [
  {
    at: 0,
    clicks: 4,
    ask: async (by) => {
      await typeConditions(by, ['stage = active', 'subject in watershed, survey', 'area_km2 > 100'])
      await by.sort('area_km2', 'largest first')
      await by.type(by.page.getByRole('spinbutton', { name: 'Limit' }), '10')
      await by.page.keyboard.press('Enter')
    },
  },
  { at: 2, clicks: 1, ask: (by) => typeConditions(by, ['title ~ sediment', 'title does not contain plume']) },
  { at: 3, clicks: 1, ask: (by) => typeConditions(by, ['updated_at in the last 30 days']) },
  { at: 4, clicks: 1, ask: (by) => typeConditions(by, ['started_on in 2019, 2021']) },
  {
    at: 6,
    clicks: 1,
    ask: (by) => typeConditions(by, ['turbidity !0.1..300', 'office is none of Kilmarrow, Strathorrin']),
  },
  {
    at: 7,
    clicks: 1,
    ask: async ({ press, page }) => {
      await press(button(page, 'Columns'))
      const panel = page.getByRole('complementary', { name: 'Columns' })
      await expect(panel.getByRole('searchbox', { name: 'Find a column' })).toBeFocused()
      await page.keyboard.type('title, subject, stage, area_km2, turbidity')
      await page.keyboard.press('Enter')
      await expect(panel).toContainText('5 of 29')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
    },
  },
]

const OUTSIDE = '(turbidity < 0.1 OR turbidity > 300)'

const QUESTIONS: readonly Question[] = [
  {
    name: 'active programmes in watershed or survey above 100 km², the ten largest',
    ask: async ({ filter, sort, type, page }) => {
      await filter('stage', { ticked: ['active'] })
      await filter('subject', { ticked: ['watershed', 'survey'] })
      await filter('area_km2', { typed: ['>100'] })
      await sort('area_km2', 'largest first')
      await type(page.getByRole('spinbutton', { name: 'Limit' }), '10')
      await page.keyboard.press('Enter')
    },
    sql: `SELECT code FROM t WHERE stage = 'active' AND (subject = 'watershed' OR subject = 'survey')
      AND area_km2 > 100 ORDER BY area_km2 DESC NULLS LAST LIMIT 10`,
    isOrdered: true,
  },
  {
    name: 'records without turbidity',
    ask: ({ filter }) => filter('turbidity', { operator: 'is null' }),
    sql: 'SELECT code FROM t WHERE turbidity IS NULL',
  },
  {
    name: 'titles with “sediment” but not “plume”',
    ask: async ({ filter }) => {
      await filter('title', { typed: ['~sediment'] })
      await filter('title', { operator: 'does not contain', typed: ['plume'] })
    },
    sql: `SELECT code FROM t WHERE title ILIKE '%sediment%' AND title NOT ILIKE '%plume%'`,
  },
  {
    name: 'what is new in the last 30 days',
    ask: ({ filter }) => filter('updated_at', { operator: 'in the last' }),
    sql: `SELECT code FROM t WHERE updated_at >= '2026-10-22T00:00:00Z' AND updated_at < '2026-11-21T00:00:00Z'`,
  },
  {
    name: 'in 2019 or 2021',
    ask: ({ filter }) => filter('started_on', { operator: 'is in', typed: ['2019', '2021'] }),
    sql: 'SELECT code FROM t WHERE extract(year FROM started_on) IN (2019, 2021)',
  },
  {
    name: 'everything outside 0.1 to 300',
    ask: ({ filter }) => filter('turbidity', { operator: 'outside … to …', inputs: { From: '0.1', To: '300' } }),
    sql: `SELECT code FROM t WHERE ${OUTSIDE}`,
  },
  {
    name: 'the same without Scotland’s offices',
    ask: async ({ filter }) => {
      await filter('turbidity', { operator: 'outside … to …', inputs: { From: '0.1', To: '300' } })
      await filter('office', { operator: 'is none of', ticked: ['Kilmarrow', 'Strathorrin'] })
    },
    sql: `SELECT code FROM t WHERE ${OUTSIDE} AND (office IS NULL OR office NOT IN ('Kilmarrow', 'Strathorrin'))`,
  },
  {
    name: 'a wide table by five of its columns',
    ask: async ({ press, tick, page }) => {
      await press(button(page, 'Columns'))
      const panel = page.getByRole('complementary', { name: 'Columns' })
      await press(button(panel, 'Hide all'))
      for (const name of ['title', 'subject', 'stage', 'area_km2', 'turbidity'])
        await tick(panel.getByRole('list'), name)
      await press(button(panel, 'Close columns'))
    },
    sql: 'SELECT title, subject, stage, area_km2::text, turbidity::text FROM t ORDER BY _id',
    isOrdered: true,
  },
]

/** The day on which the questions are asked: the sample has changes up to 2026. */
const TODAY = new Date('2026-11-20T12:00:00Z')

/** Asks a question of a table of which nothing is asked yet, and compares the answer with that of the statement. */
async function expectAnswered({ name, ask, sql, isOrdered }: Question, by: Asker, server: Instance): Promise<void> {
  await test.step(name, async () => {
    const { page } = by
    await clear(by)
    await ask(by)
    const expected = await server.call('datastore_search_sql', { sql: sql.replace(' t ', ` "${FIELD_PROGRAMMES}" `) })
    expect(expected.records.length).toBeGreaterThan(5)
    await expectFound(by, expected.records.length)
    const { text } = await exportCsv(page, /^(Save file|Export these)/)
    const [header = [], ...rows] = parseCsv(text)
    const columns = expected.fields.map(({ id }) => id)
    if (columns.length > 1) expect(header).toEqual(columns)
    const places = columns.map((id) => header.indexOf(id))
    const inOrder = (lines: readonly string[]) => (isOrdered === true ? lines : lines.toSorted())
    expect(inOrder(rows.map((row) => JSON.stringify(places.map((at) => row[at]))))).toEqual(
      inOrder(expected.records.map((record) => JSON.stringify(columns.map((id) => textOf(record[id]))))),
    )
  })
}

/** A value as a CSV file has it. */
function textOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function clear({ page, press }: Asker): Promise<void> {
  const all = button(page, 'Clear all')
  if ((await all.isVisible()) && (await all.isEnabled())) await press(all)
}

/** Waits until so many records are shown. Where a server has no way to find them, it offers a copy: that is taken. */
async function expectFound({ page, press }: Asker, count: number): Promise<void> {
  const found = page.locator(
    `[role="grid"][aria-label="Records"][aria-rowcount="${count + 1}"]:not([aria-busy="true"])`,
  )
  const offer = button(page, 'Copy this table')
  await expect(found.or(offer).first()).toBeVisible()
  if (await offer.isVisible()) {
    await press(offer)
    const dialog = page.getByRole('dialog', { name: /^Copy .* into this browser$/ })
    await press(dialog.getByRole('button', { name: /^Copy [\d,]+ records$/ }))
    await expect(dialog).toBeHidden()
  }
  await expect(found).toBeVisible()
}

/** A view is sent, kept, undone, and put into a page. */
async function expectViewGoesOn(by: Asker, server: Instance, canOthersOpen: boolean): Promise<void> {
  const { page, press, filter, type } = by
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await clear(by)
  await filter('stage', { ticked: ['paused'] })
  await filter('area_km2', { typed: ['>100'] })
  const chip = page.getByRole('group', { name: 'area_km2 greater than 100' })
  await expect(chip).toBeVisible()
  const sql = `SELECT code FROM "${FIELD_PROGRAMMES}" WHERE stage = 'paused' AND area_km2 > 100`
  const { records } = await server.call('datastore_search_sql', { sql })
  await expectFound(by, records.length)

  await press(button(page, 'Share'))
  await press(button(page, 'Copy link'))
  await expect(page.getByText('Link copied.')).toBeVisible()
  const link = await copied()
  await press(button(page, 'Keep'))
  await type(page.getByRole('dialog', { name: 'Keep this query' }).getByRole('textbox', { name: 'Name' }), 'Paused')
  await page.keyboard.press('Enter')
  await press(button(page, 'Undo'))
  await expect(chip).toBeHidden()
  await press(
    page.getByRole('navigation', { name: 'Tables and fields' }).getByRole('button', { name: 'Paused', exact: true }),
  )
  await expect(chip).toBeVisible()
  // Only instances that the page's host names can stand in other pages.
  if (!canOthersOpen) return
  await press(button(page, 'Jump to'))
  await type(page.getByRole('combobox', { name: /^Find a table, field/ }), 'copy code')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Code copied.')).toBeVisible()
  const embedded = /src="([^"]+)"/.exec(await copied())?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(embedded).toContain('?embed=1#')
  const other = await page.context().browser()?.newPage()
  if (other === undefined) throw new Error('There is no other browser')
  for (const address of [link, embedded]) {
    await other.goto('about:blank')
    await other.goto(address)
    await expect(grid(other)).toHaveAttribute('aria-rowcount', String(records.length + 1))
  }
  await other.close()
}

const SERVERS = ['with SQL', 'without SQL', 'offline, on a copy'] as const
const HANDS = { 'by mouse': byMouse, 'by keyboard': byKeyboard }

/** Which questions are asked in the short form; all of them everywhere in the long one. */
const SHORT: Readonly<Record<string, readonly number[]>> = { 'with SQL, by mouse': [3, 6] }

for (const served of SERVERS) {
  for (const [held, hand] of Object.entries(HANDS)) {
    const title = `${served}, ${held}`
    const short = SHORT[title]
    test(title, { tag: short === undefined ? '@long' : [] }, async ({ page, rowan, remote, faulty, guard }) => {
      const by = asker(page, hand(page))
      await page.clock.setFixedTime(TODAY)
      if (served === 'with SQL') await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
      else {
        guard.expectConsole(/status of 4|net::ERR/)
        faulty.play(sqlOff, { action: 'datastore_search_sql' })
        await gotoKnown(page, rowan.origin, { name: 'Remote', baseUrl: faulty.origin }, `table=${FIELD_PROGRAMMES}`)
      }
      await expect(firstCell(page)).toBeVisible()
      if (served === 'offline, on a copy') {
        await startCopy(page)
        await expectCopied(page, FIELD_PROGRAMMES, 3000)
        faulty.play(gone)
        await page.context().setOffline(true)
      }
      const server = served === 'with SQL' ? rowan : remote
      const asked = isLong || short === undefined ? QUESTIONS : short.flatMap((at) => QUESTIONS[at] ?? [])
      for (const question of asked) {
        await expectAnswered(question, by, server)
      }
      if (isLong || served === 'with SQL') await expectViewGoesOn(by, server, served === 'with SQL')
      await page.context().setOffline(false)
    })
  }
}

test('the same by someone who types what they know, in a few clicks', { tag: '@long' }, async ({ page, rowan }) => {
  const by = asker(page, byMouse(page))
  await page.clock.setFixedTime(TODAY)
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  await page.evaluate(() => {
    document.addEventListener(
      'pointerdown',
      () => {
        document.body.dataset['clicks'] = String(Number(document.body.dataset['clicks'] ?? 0) + 1)
      },
      true,
    )
  })
  const clicks = () => page.evaluate(() => Number(document.body.dataset['clicks'] ?? 0))
  for (const { at, clicks: expected, ask } of isLong ? IN_FEW_CLICKS : IN_FEW_CLICKS.slice(0, 2)) {
    const question = QUESTIONS[at]
    if (question === undefined) throw new Error(`There is no question ${at}`)
    const counting = async (asked: Asker) => {
      const before = await clicks()
      await ask(asked)
      expect(await clicks()).toBe(before + expected)
    }
    await expectAnswered({ ...question, ask: counting }, by, rowan)
  }
})
