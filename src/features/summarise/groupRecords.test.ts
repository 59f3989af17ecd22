import { describe, expect, it, test } from 'vitest'
import { conditionsOf } from '../../query/where.ts'
import type { GroupBy, Group, Summary, SummaryAnswer } from '../../summary/summary.ts'
import { emptyView, type View } from '../../workspace/view.ts'
import { endOfStep, keyWords } from './groupKeys.ts'
import { recordsOfCell, type AskedGroup } from './groupRecords.ts'
import { summaryTable } from './summaryTable.ts'

const fields = [
  { id: 'stage', type: 'text' },
  { id: 'at', type: 'timestamp' },
  { id: 'day', type: 'date' },
  { id: 'clock', type: 'time' },
  { id: 'area', type: 'numeric' },
  { id: 'codes', type: '_text' },
  { id: 'extent', type: 'json' },
]
const view: View = { ...emptyView, resource: 't', summary: 'by:stage,count', chart: 'bars', search: 'salt' }

function asked(summary: Pick<Summary, 'by' | 'across'>, answer: Partial<SummaryAnswer>): AskedGroup {
  const whole: Summary = { ...summary, figures: [{ kind: 'count' }], sort: null, keep: [], most: null }
  const table = summaryTable(
    whole,
    {
      groups: [],
      totalsOfRows: [],
      totalsOfColumns: [],
      total: { keys: [], figures: ['3'] },
      rest: null,
      records: 3,
      coverage: { kind: 'all' },
      milliseconds: 1,
      ...answer,
    },
    fields,
  )
  return { view, summary: whole, table, fields, canAsk: () => true }
}

const group = (...keys: readonly string[]): Group => ({ keys, figures: ['1'] })

function said(of: AskedGroup, row: number, column: number): unknown {
  const records = recordsOfCell(of, row, column)
  if ('refusal' in records) return records.refusal
  return conditionsOf(records.view.where).map(({ field, op, values }) => [field, op, ...values])
}

test.each<[string, string, GroupBy, string, unknown]>([
  ['a value', 'stage', 'value', '"active"', [['stage', 'is', 'active']]],
  ['no text', 'stage', 'value', '""', [['stage', 'isEmpty']]],
  ['null', 'stage', 'value', 'null', [['stage', 'isNull']]],
  ['null of a year', 'at', 'year', 'null', [['at', 'isNull']]],
  ['a number with its digits', 'area', 'value', '7.50', [['area', 'is', '7.50']]],
  ['a year', 'at', 'year', '"2019-01-01"', [['at', 'isIn', '2019']]],
  ['a quarter', 'at', 'quarter', '"2019-07-01"', [['at', 'isIn', '2019-Q3']]],
  ['a month', 'at', 'month', '"2019-04-01"', [['at', 'isIn', '2019-04']]],
  ['a week', 'at', 'week', '"2018-12-31"', [['at', 'isIn', '2018-12-31/2019-01-07']]],
  ['a day', 'at', 'day', '"2019-04-30"', [['at', 'isIn', '2019-04-30']]],
  ['an hour', 'at', 'hour', '"2019-12-31T23:00:00"', [['at', 'isIn', '2019-12-31T23:00:00/2020-01-01T00:00:00']]],
  [
    'a step',
    'area',
    { step: '0.25' },
    '-0.5',
    [
      ['area', 'atLeast', '-0.5'],
      ['area', 'lessThan', '-0.25'],
    ],
  ],
  ['what lies in no step', 'area', { step: '10' }, '"Infinity"', [['area', 'is', 'Infinity']]],
  ['an element', 'codes', 'element', '"a b"', [['codes', 'arrayContains', 'a b']]],
  ['a weekday', 'at', 'weekday', '3', [['at', 'onWeekday', '3']]],
  ['a month of any year', 'at', 'monthOfYear', '12', [['at', 'inMonth', '12']]],
  ['an hour of any day', 'at', 'hourOfDay', '0', [['at', 'atHour', '0']]],
  ['an hour of a clock', 'clock', 'hour', '"07:00:00"', [['clock', 'atHour', '7']]],
  ['a year before Christ', 'at', 'year', '"0044-01-01 BC"', [['at', 'isIn', '44 BC']]],
  ['a quarter before Christ', 'at', 'quarter', '"0044-04-01 BC"', [['at', 'isIn', '0044-Q2 BC']]],
  ['a month before Christ', 'at', 'month', '"0044-03-01 BC"', [['at', 'isIn', '0044-03 BC']]],
  ['a week over the first day', 'at', 'week', '"0001-12-25 BC"', [['at', 'isIn', '0001-12-25 BC/0001-01-01']]],
  ['a day before Christ', 'at', 'day', '"0044-03-15 BC"', [['at', 'isIn', '0044-03-15 BC']]],
  [
    'an hour before Christ',
    'at',
    'hour',
    '"0044-03-15T23:00:00 BC"',
    [['at', 'isIn', '0044-03-15T23:00:00 BC/0044-03-16T00:00:00 BC']],
  ],
  ['a value before Christ', 'day', 'value', '"0044-03-15 BC"', [['day', 'is', '0044-03-15 BC']]],
  ['a year after 9999', 'at', 'year', '"10000-01-01"', [['at', 'isIn', '10000']]],
  ['a month after 9999', 'at', 'month', '"10000-12-01"', [['at', 'isIn', '10000-12']]],
  ['what is no number', 'area', 'value', '"NaN"', [['area', 'is', 'NaN']]],
  ['a year that never ends', 'at', 'year', '"infinity"', [['at', 'is', 'infinity']]],
  [
    'JSON',
    'extent',
    'value',
    '"{}"',
    'No filter can express this value: it is JSON, or very long, so its records can’t be shown on their own.',
  ],
])('the records of %s', (_name, field, by, key, conditions) => {
  expect(said(asked({ by: [{ field, by }], across: null }, { groups: [group(key)] }), 0, 0)).toEqual(conditions)
})

describe('the records of a cell', () => {
  const of = asked(
    { by: [{ field: 'stage', by: 'value' }], across: { field: 'at', by: 'year' } },
    {
      groups: [group('"active"', '"2019-01-01"')],
      totalsOfRows: [group('"active"')],
      totalsOfColumns: [group('"2019-01-01"')],
      rest: [group(), group('"2019-01-01"')],
    },
  )

  it('are those of its group in both ways', () => {
    expect(said(of, 0, 1)).toEqual([
      ['stage', 'is', 'active'],
      ['at', 'isIn', '2019'],
    ])
    expect(said(of, 0, 2)).toEqual([['stage', 'is', 'active']])
    expect(said(of, 2, 1)).toEqual([['at', 'isIn', '2019']])
    expect(said(of, 2, 2)).toEqual([])
    expect(said(of, 1, 1)).toEqual([
      ['stage', 'isNot', 'active'],
      ['at', 'isIn', '2019'],
    ])
  })

  it('are shown without the summary, and with all else that was asked', () => {
    const records = recordsOfCell(of, 2, 2)
    expect('view' in records && records.view).toEqual({ ...view, summary: '', chart: '' })
  })

  it('are said to be out of reach where the server can be asked for none', () => {
    expect(said({ ...of, canAsk: () => false }, 0, 0)).toMatch(/can’t be asked/)
  })
})

test('the rest leaves out what is shown, null only if it is', () => {
  const shown = (...keys: readonly string[]) =>
    asked(
      { by: [{ field: 'stage', by: 'value' }], across: null },
      { groups: keys.map((key) => group(key)), rest: [group()] },
    )
  const conditions = (of: AskedGroup) => {
    const records = recordsOfCell(of, of.table.lines.length - 2, 0)
    return 'view' in records ? conditionsOf(records.view.where) : records.refusal
  }
  expect(conditions(shown('"a"', '"b"'))).toMatchObject([{ op: 'isNoneOf', values: ['a', 'b'] }])
  expect(conditions(shown('"a"', 'null'))).toMatchObject([{ op: 'isNot', values: ['a'], withoutNull: true }])
})

test('names of groups', () => {
  expect(keyWords('quarter', '"2019-10-01"')).toBe('2019 Q4')
  expect(keyWords('weekday', '1')).toBe('Monday')
  expect(keyWords('monthOfYear', '12')).toBe('December')
  expect(keyWords('hourOfDay', '7')).toBe('07:00')
  expect(keyWords('hour', '"2019-04-01T13:00:00"')).toBe('2019-04-01 13:00')
  expect(keyWords({ step: '0.1' }, '0.2')).toBe('0.2 to 0.3')
  expect(keyWords('year', '"12019-01-01"')).toBe('12019')
  expect(keyWords('year', '"0014-01-01"')).toBe('14')
  expect(keyWords('year', '"0044-01-01 BC"')).toBe('44 BC')
  expect(keyWords('quarter', '"0044-04-01 BC"')).toBe('44 BC Q2')
  expect(keyWords('month', '"0044-03-01 BC"')).toBe('0044-03 BC')
  expect(keyWords('week', '"0044-03-11 BC"')).toBe('0044-03-11 BC')
  expect(keyWords('hour', '"0044-03-15T10:00:00 BC"')).toBe('0044-03-15 10:00 BC')
  expect(keyWords('year', '"-infinity"')).toBe('-infinity')
  expect(endOfStep('9007199254740993', '0.5')).toBe('9007199254740993.5')
  expect(endOfStep('-0.5', '0.5')).toBe('0')
})
