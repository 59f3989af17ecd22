import { expect, test } from 'vitest'
import { sortedRows } from './sortedRows.ts'

const column = (type: string, values: readonly string[], descending = false) =>
  sortedRows({ fields: [{ id: 'a', type }], rows: values.map((value) => [value]) }, [{ place: 0, descending }]).flat()

test('numbers go by all their digits, and NaN is the greatest', () => {
  const long = ['9007199254740993', '-1', '9007199254740992', '10', '9.5']
  expect(column('numeric', long)).toEqual(['-1', '9.5', '10', '9007199254740992', '9007199254740993'])
  expect(column('numeric', ['1.50', '1.5000000000000000000001', '1.5'])).toEqual([
    '1.50',
    '1.5',
    '1.5000000000000000000001',
  ])
  expect(column('float8', ['"NaN"', '1e+300', '"-Infinity"', '"Infinity"'])).toEqual([
    '"-Infinity"',
    '1e+300',
    '"Infinity"',
    '"NaN"',
  ])
})

test('text goes by the alphabet, dates and booleans by their order', () => {
  expect(column('text', ['"b"', '"Ä"', '"a"', '"C"'])).toEqual(['"a"', '"Ä"', '"b"', '"C"'])
  expect(column('date', ['"2021-03-04"', '"2020-12-31"'])).toEqual(['"2020-12-31"', '"2021-03-04"'])
  expect(column('bool', ['true', 'false'])).toEqual(['false', 'true'])
})

test('nulls come last whichever way, and equal rows stay as they were', () => {
  expect(column('int4', ['null', '2', '1'])).toEqual(['1', '2', 'null'])
  expect(column('int4', ['null', '2', '1'], true)).toEqual(['2', '1', 'null'])
  const fields = ['a', 'b'].map((id) => ({ id, type: 'int4' }))
  const rows = [
    ['1', '2'],
    ['0', '9'],
    ['1', '1'],
    ['1', '2'],
  ]
  const [first, second, third, fourth] = rows
  expect(sortedRows({ fields, rows }, [{ place: 0, descending: true }])).toEqual([first, third, fourth, second])
  const both = [
    { place: 0, descending: false },
    { place: 1, descending: true },
  ]
  expect(sortedRows({ fields, rows }, both)).toEqual([second, first, fourth, third])
  expect(sortedRows({ fields, rows }, [])).toBe(rows)
})
