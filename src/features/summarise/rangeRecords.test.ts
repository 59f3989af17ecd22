import { expect, test } from 'vitest'
import type { Grouping } from '../../summary/summary.ts'
import { emptyView } from '../../workspace/view.ts'
import { withinGroups } from './rangeRecords.ts'

const FIELDS = [{ id: 'f', type: 'numeric' }]

test.each<[string, Grouping['by'], readonly string[], readonly (readonly string[])[] | null]>([
  ['years', 'year', ['"2019-01-01"', '"2020-01-01"', '"2021-01-01"'], [['isIn', '2019-01-01/2022-01-01']]],
  ['years over the first', 'year', ['"0044-01-01 BC"', '"0014-01-01"'], [['isIn', '0044-01-01 BC/0015-01-01']]],
  ['years after 9999', 'year', ['"9999-01-01"', '"10000-01-01"'], [['isIn', '9999-01-01/10001-01-01']]],
  ['a year before Christ', 'year', ['"0044-01-01 BC"'], [['isIn', '44 BC']]],
  ['one month', 'month', ['"2019-03-01"'], [['isIn', '2019-03']]],
  [
    'steps',
    { step: '0.5' },
    ['1.5', '2'],
    [
      ['atLeast', '1.5'],
      ['lessThan', '2.5'],
    ],
  ],
  ['values', 'value', ['"a"', '"b"'], [['isAnyOf', 'a', 'b']]],
  ['one value', 'value', ['"a"'], [['is', 'a']]],
  ['weekdays', 'weekday', ['1', '2'], [['onWeekday', '1', '2']]],
  ['nothing', 'value', [], null],
])('a range of %s is a filter, and takes the place of the one before', (_, by, keys, expected) => {
  const once = withinGroups(emptyView, { field: 'f', by }, keys, FIELDS)
  const twice = once && withinGroups(once, { field: 'f', by }, keys, FIELDS)
  for (const view of [once, twice]) {
    const parts = view && 'all' in view.where ? view.where.all : null
    expect(parts?.map((part) => ('field' in part ? [part.op, ...part.values] : part)) ?? null).toEqual(expected)
  }
})
