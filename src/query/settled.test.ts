import { expect, test } from 'vitest'
import type { FieldKind } from '../protocol/field.ts'
import { isReversed } from './boundsInOrder.ts'
import './operators/all.ts'
import { settled } from './settled.ts'

test.each<[FieldKind, string, readonly string[], string]>([
  ['integer', 'is', ['10k'], 'is 10000'],
  ['numeric', 'between', ['1,000', '2.5M'], 'between 1000,2500000'],
  ['numeric', 'greaterThan', ['ten'], 'not ten'],
  ['numeric', 'between', ['1.000', '2.500'], 'between 1.000,2.500 or between 1000,2500'],
  ['integer', 'greaterThan', ['1.000'], 'greaterThan 1 or greaterThan 1000'],
  ['integer', 'greaterThan', ['1.5'], 'not 1.5'],
  ['date', 'is', ['03.04.2024'], 'is 2024-04-03'],
  ['date', 'is', ['03/04/2024'], 'is 2024-04-03 or is 2024-03-04'],
  [
    'timestamp',
    'between',
    ['01/02/2024', '03/04/2024'],
    'between 2024-02-01,2024-04-03 or between 2024-01-02,2024-03-04',
  ],
  ['timestamp', 'atMost', ['3 April 2024'], 'atMost 2024-04-03'],
  ['timestamp', 'isIn', ['2019-01-01/2020-01-01'], 'isIn 2019-01-01/2020-01-01'],
  ['date', 'isIn', ['soon'], 'not soon'],
  ['text', 'is', ['03.04.2024'], 'is 03.04.2024'],
  ['text', 'greaterThan', ['10k'], 'greaterThan 10k'],
  ['date', 'inLast', ['3', 'days', 'UTC'], 'inLast 3,days,UTC'],
])('on a field of kind %s, %s %j means %s', (kind, op, values, expected) => {
  const means = settled({ op, values }, kind)
  const text =
    means.is === 'unreadable'
      ? `not ${means.value}`
      : (means.is === 'clear' ? [means.comparison] : means.choices)
          .map((each) => `${each.op} ${each.values.join()}`)
          .join(' or ')
  expect(text).toBe(expected)
})

test.each<[FieldKind, readonly string[], boolean]>([
  ['date', ['1999-12-31', '1999-01-01'], true],
  ['timestamp', ['2021-03-05T10:00', '2021-03-04'], true],
  ['date', ['2019', '2019-03'], false],
  ['date', ['2019-Q4', '2019-03'], false],
  ['date', ['0044-03-15 BC', '0001-01-01'], false],
  ['numeric', ['300', '20'], true],
  ['numeric', ['20', '300'], false],
  ['text', ['b', 'a'], false],
])('on a field of kind %s, the bounds %j are reversed: %s', (kind, values, isSo) => {
  expect(isReversed({ op: 'between', values }, kind)).toBe(isSo)
})
