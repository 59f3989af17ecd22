import { expect, test } from 'vitest'
import { localRows } from './localRows.ts'
import { wholeRow } from './rowSource.ts'

const fields = [
  { id: 'a', type: 'int' },
  { id: 'b', type: 'text' },
]

test('a value, a missing member and a missing row are distinguished', () => {
  const rows = localRows({ fields, rows: [['1', '"x"'], ['null']] })
  expect(rows.extent.get()).toEqual({ rowCount: 2, rowCountIsKnown: true })
  expect([rows.cell(0, 1), rows.cell(1, 0), rows.cell(1, 1), rows.cell(2, 0)]).toEqual(['"x"', 'null', null, undefined])
  expect([wholeRow(rows, 0), wholeRow(rows, 1), wholeRow(rows, 2)]).toEqual([
    ['1', '"x"'],
    ['null', undefined],
    undefined,
  ])
})
