import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanNames, nameProblem, tableName } from './columnNames.ts'

const names = (...header: (string | null)[]) => cleanNames(header).map(({ name }) => name)

test('names are cleaned to what DataStore takes', () => {
  expect(names(' id ', '_id', 'a "b"\nc', null, 'id', 'id_2')).toEqual([
    'id_3',
    'id_4',
    'a b c',
    'column_4',
    'id',
    'id_2',
  ])
  expect(names('é'.repeat(40))).toEqual(['é'.repeat(31)])
})

test('a name that needs no cleaning stays, wherever it stands', () => {
  expect(names('_id', 'id', 'name')).toEqual(['id_2', 'id', 'name'])
})

test("PostgreSQL's own columns move aside", () => {
  expect(names('tile', 'xmin', 'ymin', 'xmax', 'ymax')).toEqual(['tile', 'xmin_2', 'ymin', 'xmax_2', 'ymax'])
  expect(names('tableoid', 'cmin', 'cmax', 'ctid', 'XMIN', 'oid')).toEqual([
    'tableoid_2',
    'cmin_2',
    'cmax_2',
    'ctid_2',
    'XMIN',
    'oid',
  ])
})

test('cleaned names are unique, short and need no further cleaning', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.string({ unit: 'grapheme', maxLength: 80 })), { maxLength: 20 }), (header) => {
      const cleaned = names(...header)
      expect(new Set(cleaned).size).toBe(header.length)
      for (const name of cleaned) {
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(63)
        expect(nameProblem(name, [])).toBeNull()
      }
    }),
  )
})

test('a name that is typed is checked', () => {
  expect(nameProblem('', [])).toBe('empty')
  expect(nameProblem('a', ['a'])).toBe('taken')
  expect(nameProblem('xmin', [])).toBe('reserved')
  expect(nameProblem('_a', [])).toBe('notAllowed')
})

test.each([
  ['Gauge readings 2025.csv', 'gauge_readings_2025'],
  ['_pg_x.tsv', 'x'],
  ['.csv', ''],
])('the file %j makes the table %j', (file, table) => {
  expect(tableName(file)).toBe(table)
})
