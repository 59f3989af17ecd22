import { expect, type Locator, type Page } from 'playwright/test'
import {
  askAgain,
  chooseResource,
  columnHeader,
  connect,
  dropFile,
  expectRecords,
  exportCsv,
  grid,
  openSql,
  runSql,
  search,
  setLimit,
  typeSql,
} from '../explorer.ts'

/** One thing a person does. The requests it causes are compared as a set, those of the next gesture come after them. */
export type Gesture = readonly [name: string, act: (page: Page) => Promise<unknown>]

const whole = (page: Page) => page.getByRole('combobox', { name: 'Column or condition' })
const offered = (dialog: Locator) => expect(dialog.getByRole('checkbox').first()).toBeVisible()

/**
 * Filters one column by some of the values offered for it, one gesture for each thing that may ask the server. Each waits
 * until values are shown: a page that leaves a column before its values are in drops them, and asks again later.
 */
export function filterGestures(field: string, values: readonly string[]): readonly Gesture[] {
  const named = (page: Page) => page.getByRole('dialog', { name: `Filter on ${field}` })
  return [
    [
      'open the filter',
      async (page) => {
        await page.getByRole('button', { name: 'Add filter' }).click()
        await expect(whole(page)).toBeFocused()
      },
    ],
    [
      `choose ${field}`,
      async (page) => {
        await whole(page).fill(field)
        await page.keyboard.press('Enter')
        await offered(named(page))
      },
    ],
    ...values.flatMap((value): Gesture[] => [
      [
        `look for ${value}`,
        (page) => named(page).getByRole('searchbox', { name: 'Find a value' }).fill(value.slice(0, 4)),
      ],
      [
        `tick ${value}`,
        (page) =>
          named(page)
            .getByRole('checkbox', { name: new RegExp(`^${value}\\b`) })
            .check(),
      ],
    ]),
    ['close the filter', (page) => page.keyboard.press('Escape')],
  ]
}

export const toTheEnd: Gesture = [
  'go to the last record',
  async (page) => {
    await grid(page).getByRole('gridcell').first().click()
    await page.keyboard.press('ControlOrMeta+End')
  },
]

/** Everything that reads, on the sample's own tables. */
export const READING: readonly Gesture[] = [
  ['choose bird_strikes', (page) => chooseResource(page, 'bird_strikes')],
  toTheEnd,
  ['go back to the first record', (page) => page.keyboard.press('ControlOrMeta+Home')],
  ['choose field_programmes', (page) => chooseResource(page, 'field_programmes')],
  ['search', (page) => search(page, 'water')],
  ['clear the search', (page) => search(page, '')],
  ...filterGestures('subject', ['watershed', 'survey']),
  ...filterGestures('stage', ['active']),
  ['sort by title', (page) => columnHeader(page, 'title').click()],
  ['sort by title, descending', (page) => columnHeader(page, 'title').click()],
  ['then by _id', (page) => columnHeader(page, '_id').click({ modifiers: ['Shift'] })],
  ['limit to 50', (page) => setLimit(page, 50)],
  ['open a record', (page) => grid(page).getByRole('rowheader', { name: '2', exact: true }).dblclick()],
  ['close the record', (page) => page.getByRole('complementary', { name: 'Record' }).press('Escape')],
  ['lift the limit', (page) => setLimit(page, null)],
  ['export', exportCsv],
  ['run the query again', askAgain],
  ['remove a filter', (page) => page.getByRole('button', { name: 'Remove filter on subject' }).click()],
  ['open SQL', openSql],
  ['run SQL', (page) => runSql(page, 'SELECT subject, stage FROM {table} LIMIT 7;')],
  ['export the answer', exportCsv],
  [
    'run SQL that fails, by key',
    async (page) => {
      await typeSql(page, 'SELECT subject FRM {table}')
      await page.keyboard.press('ControlOrMeta+Enter')
    },
  ],
  ['back to the filter', (page) => page.getByRole('tab', { name: 'Filter' }).click()],
]

/** A shorter way through the same, for connections that only spell the requests in another way. */
export const SHORT_READING: readonly Gesture[] = [
  ['choose field_programmes', (page) => chooseResource(page, 'field_programmes')],
  toTheEnd,
  ['go back to the first record', (page) => page.keyboard.press('ControlOrMeta+Home')],
  ['search', (page) => search(page, 'river')],
  ['clear the search', (page) => search(page, '')],
  ...filterGestures('subject', ['watershed', 'survey']),
  ['sort by title', (page) => columnHeader(page, 'title').click()],
  ['limit to 250', (page) => setLimit(page, 250)],
  ['open SQL', openSql],
  ['run SQL', (page) => runSql(page, 'SELECT subject FROM {table} LIMIT 7')],
  ['open a link', (page) => page.reload()],
]

const NEW_TABLE = 'recorded_gauges'
const panel = (page: Page) => page.getByRole('complementary', { name: 'Record' })
const newTable = (page: Page) => page.getByRole('dialog', { name: 'New table from a file' })

/** Everything that writes, on a table of its own that is gone afterwards. */
export const WRITING: readonly Gesture[] = [
  [
    'drop a CSV file',
    async (page) => {
      const rows = Array.from({ length: 1200 }, (_, at) => `${at},station ${at % 7},${(at / 8).toFixed(3)},2025-01-02`)
      await dropFile(page, 'Recorded gauges.csv', `no,name,level,day\n${rows.join('\n')}\n`)
      await expect(newTable(page).getByRole('grid', { name: 'Preview' })).toBeVisible()
    },
  ],
  [
    'make no its key',
    async (page) => {
      await newTable(page).getByRole('button', { name: 'Add key column' }).click()
      await page.getByRole('dialog', { name: 'Add key column' }).getByRole('button', { name: 'no' }).click()
    },
  ],
  [
    'create the table and load it',
    async (page) => {
      await newTable(page).getByRole('button', { name: 'Create table and load' }).click()
      await expect(newTable(page)).toBeHidden()
      await expectRecords(page, 1200)
    },
  ],
  ['open its first record', (page) => grid(page).getByRole('rowheader', { name: '1', exact: true }).dblclick()],
  ['edit it', (page) => panel(page).getByRole('button', { name: 'Edit' }).click()],
  [
    'change two fields',
    async (page) => {
      await panel(page).getByRole('textbox', { name: 'name' }).fill('Brücke "A"')
      await panel(page).getByRole('textbox', { name: 'level' }).fill('0.10')
      await panel(page).getByRole('button', { name: 'Save changes' }).click()
      await expect(panel(page).getByRole('button', { name: 'Edit' })).toBeVisible()
    },
  ],
  ['next record', (page) => panel(page).getByRole('button', { name: 'Next record' }).click()],
  ['close the record', (page) => panel(page).press('Escape')],
  ['add a record', (page) => page.getByRole('button', { name: 'Add record', exact: true }).click()],
  [
    'fill it in and save it',
    async (page) => {
      const field = (name: string) => panel(page).getByRole('group', { name, exact: true }).getByRole('textbox')
      await field('no').fill('9007199254740993')
      await field('name').fill('new')
      await panel(page).getByRole('button', { name: 'Add record', exact: true }).click()
    },
  ],
  ['delete the table', (page) => page.getByRole('button', { name: `Delete ${NEW_TABLE}` }).click()],
  [
    'yes, delete it',
    (page) =>
      page
        .getByRole('dialog', { name: `Delete ${NEW_TABLE}?` })
        .getByRole('button', { name: 'Delete table' })
        .click(),
  ],
]

/** What a server that only knows the interface can do. */
export const MINIMAL: readonly Gesture[] = [
  ...filterGestures('subject', ['watershed', 'survey']),
  ...filterGestures('stage', ['active']),
  ['search', (page) => search(page, 'water')],
  ['clear the search', (page) => search(page, '')],
  ['limit to 4', (page) => setLimit(page, 4)],
  ['lift the limit', (page) => setLimit(page, null)],
  ['remove a filter', (page) => page.getByRole('button', { name: 'Remove filter on subject' }).click()],
  ['remove the other', (page) => page.getByRole('button', { name: 'Remove filter on stage' }).click()],
  toTheEnd,
  ['open SQL', openSql],
  ['run SQL', (page) => runSql(page, 'SELECT subject, stage FROM {table} LIMIT 7')],
]

/** Connects, which opens the first table. */
export function connecting(name: string, baseUrl: string, token?: string): Gesture {
  return ['connect', (page) => connect(page, { name, baseUrl, ...(token === undefined ? {} : { token }) })]
}
