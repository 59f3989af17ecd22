import { expect, test } from 'vitest'
import { thisBrowser, type Instance } from '../../instances/instance.ts'
import { emptyProfile } from '../../instances/profile/profile.ts'
import { localRows } from '../../rows/localRows.ts'
import { tableContext } from './tableContext.ts'

const FIELDS = [
  { id: '_id', type: 'int4' },
  { id: 'area_km2', type: 'numeric', info: { label: 'Area', notes: 'In square\nkilometres.', type_override: '' } },
  { id: 'lead', type: 'text' },
]
const instance: Instance = { ...thisBrowser, title: 'Northern Rivers', baseUrl: 'https://x.org', origin: 'own' }
const rows = localRows({
  fields: FIELDS,
  rows: [
    ['1', '12.50', 'null'],
    ['2', '12.50', '"Ann"'],
    ['3', '9007199254740993', JSON.stringify('x'.repeat(100))],
  ],
})
const table = { title: 'Programmes', tableId: 'f1e1', total: 2914, fields: FIELDS, rows, sql: 'SELECT _id\nFROM f1e1' }

test('a table is described with its dictionary, a few values and what its server can do', () => {
  const profile = emptyProfile({ sql: 'on', rangeFilters: 'yes', rowCap: 500 })
  const text = tableContext({ ...table, instance, profile })
  expect(text).toContain('“Programmes” of Northern Rivers (https://x.org)')
  expect(text).toContain('- "area_km2", numeric: Area; In square kilometres.; e.g. "12.50", "9007199254740993"\n')
  expect(text).toContain(`- "lead", text: e.g. "Ann", "${'x'.repeat(60)}…"\n`)
  expect(text).toContain('https://x.org/en/api/3/action/datastore_search_sql')
  expect(text).toContain('at most 500 records')
  expect(text).toContain('"gte"')
  expect(text.endsWith('SELECT _id\nFROM f1e1\n')).toBe(true)
})

test('what a server lacks is said, and this browser has no address', () => {
  const text = tableContext({ ...table, instance: thisBrowser, profile: emptyProfile({ sql: 'off' }), rows: null })
  expect(text).toContain('SQL is off on this server.')
  expect(text).toContain('equality only')
  expect(text).not.toContain('this-browser.invalid')
  expect(text).not.toContain('e.g.')
})
