import { expect, test } from 'vitest'
import { valueOrder } from './valueOrder.ts'

const sorted = (values: readonly string[]) => values.toSorted(valueOrder(values))

test('NaN comes after all numbers, infinity around them, null last', () => {
  expect(sorted(['"NaN"', '10', 'null', '"Infinity"', '9', '"-Infinity"', '-1.5'])).toEqual([
    '"-Infinity"',
    '-1.5',
    '9',
    '10',
    '"Infinity"',
    '"NaN"',
    'null',
  ])
  expect(sorted(['9007199254740993', '9007199254740992.5', '1e400'])).toEqual([
    '9007199254740992.5',
    '9007199254740993',
    '1e400',
  ])
})

test('days before Christ come before those after, and the year 10000 after 9999', () => {
  expect(
    sorted([
      '"10000-01-01"',
      '"0014-08-19"',
      '"infinity"',
      '"0044-03-15 BC"',
      '"9999-12-31"',
      '"0100-01-01 BC"',
      '"-infinity"',
    ]),
  ).toEqual([
    '"-infinity"',
    '"0100-01-01 BC"',
    '"0044-03-15 BC"',
    '"0014-08-19"',
    '"9999-12-31"',
    '"10000-01-01"',
    '"infinity"',
  ])
  expect(sorted(['"0044-03-15T12:00:00 BC"', '"0044-03-15T02:00:00.5 BC"', '"0045-12-31T00:00:00 BC"'])).toEqual([
    '"0045-12-31T00:00:00 BC"',
    '"0044-03-15T02:00:00.5 BC"',
    '"0044-03-15T12:00:00 BC"',
  ])
})

test('texts go by their signs', () => {
  expect(sorted(['"b"', '"10"', '"9"', '"NaN"'])).toEqual(['"10"', '"9"', '"NaN"', '"b"'])
})
