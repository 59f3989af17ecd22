import { describe, expect, it, test } from 'vitest'
import type { Group, Summary, SummaryAnswer } from '../../summary/summary.ts'
import { summaryTable } from './summaryTable.ts'

const fields = [
  { id: 'stage', type: 'text' },
  { id: 'started_on', type: 'date' },
  { id: 'species', type: 'text' },
]
const group = (keys: readonly string[], ...figures: readonly string[]): Group => ({ keys, figures })
const answer: SummaryAnswer = {
  groups: [],
  totalsOfRows: [],
  totalsOfColumns: [],
  total: group([], '3'),
  rest: null,
  records: 3,
  coverage: { kind: 'all' },
  milliseconds: 1,
}
const plain = { by: [{ field: 'stage', by: 'value' as const }], across: null }

describe('a table of groups', () => {
  const asked = { ...plain, figures: [{ kind: 'count' as const }, { kind: 'share' as const }] }
  const table = summaryTable(
    asked,
    {
      ...answer,
      groups: [group(['"closed"'], '28932', '0.49051'), group(['null'], '1', '0.0001')],
      rest: [group([], '400', '0.2')],
      total: group([], '58984', '1'),
    },
    fields,
  )

  it('has the rest and the total as its last rows', () => {
    expect(table.rows).toEqual([
      ['"closed"', '28932', '0.49051'],
      ['null', '1', '0.0001'],
      ['"the rest"', '400', '0.2'],
      ['"total"', '58984', '1'],
    ])
    expect(table.lines.map(({ kind }) => kind)).toEqual(['group', 'group', 'rest', 'total'])
    expect(table.size).toEqual({ rows: 2, columns: null })
  })

  it('is read with separators and percentages', () => {
    expect(table.shown.map((row) => row.slice(1))).toEqual([
      ['"28,932"', '"49.1%"'],
      ['"1"', '"<0.1%"'],
      ['"400"', '"20.0%"'],
      ['"58,984"', '"100.0%"'],
    ])
    expect(table.fields).toEqual([
      { id: 'stage', type: 'text' },
      { id: 'count', type: 'int8' },
      { id: 'share of total', type: 'numeric' },
    ])
  })
})

describe('a cross table', () => {
  const asked: Pick<Summary, 'by' | 'across' | 'figures'> = {
    ...plain,
    across: { field: 'started_on', by: 'year' },
    figures: [{ kind: 'distinct', field: 'species' }, { kind: 'count' }],
  }
  const crossed: SummaryAnswer = {
    ...answer,
    groups: [
      group(['"closed"', '"2016-01-01"'], '7', '9'),
      group(['"closed"', 'null'], '1', '1'),
      group(['"active"', '"2015-01-01"'], '3', '4'),
    ],
    totalsOfRows: [group(['"closed"'], '7', '10'), group(['"active"'], '3', '4')],
    totalsOfColumns: [group(['null'], '1', '1'), group(['"2016-01-01"'], '7', '9'), group(['"2015-01-01"'], '3', '4')],
    total: group([], '8', '14'),
    records: 14,
  }
  const table = summaryTable(asked, crossed, fields)

  it('has groups across in their order, null last, and totals that are no sums', () => {
    const species = summaryTable(
      { ...asked, figures: asked.figures.slice(0, 1) },
      {
        ...crossed,
        groups: crossed.groups.map(({ keys, figures }) => group(keys, ...figures.slice(0, 1))),
      },
      fields,
    )
    expect(species.fields.map(({ id }) => id)).toEqual(['stage', '2015', '2016', 'null', 'distinct species'])
    expect(species.rows).toEqual([
      ['"closed"', '0', '7', '1', '7'],
      ['"active"', '3', '0', '0', '3'],
      ['"total"', '3', '7', '1', '8'],
    ])
    expect(species.size).toEqual({ rows: 2, columns: 3 })
  })

  it('shows all figures of a group across side by side, but the share of whole rows only', () => {
    const ids = (figures: Summary['figures']) =>
      summaryTable({ ...asked, figures }, crossed, fields).fields.map(({ id }) => id)
    expect(ids(asked.figures).slice(1, 4)).toEqual(['2015, distinct species', '2015, count', '2016, distinct species'])
    expect(table.rows).toEqual([
      ['"closed"', '0', '0', '7', '9', '1', '1', '7', '10'],
      ['"active"', '3', '4', '0', '0', '0', '0', '3', '4'],
      ['"total"', '3', '4', '7', '9', '1', '1', '8', '14'],
    ])
    expect(table.size).toEqual({ rows: 2, columns: 3 })
    expect(ids([{ kind: 'count' }, { kind: 'share' }])).toEqual([
      'stage',
      '2015',
      '2016',
      'null',
      'total',
      'share of total',
    ])
    expect(ids([{ kind: 'share' }])).toEqual(['stage', '2015', '2016', 'null', 'share of total'])
  })

  it('does not say 0 where a server cut the list of groups', () => {
    const cut = summaryTable(asked, { ...crossed, coverage: { kind: 'cut', at: 3 } }, fields)
    expect(cut.rows[0]).toEqual(['"closed"', 'null', 'null', '7', '9', '1', '1', '7', '10'])
  })

  it('has the rest by column', () => {
    const rest = [group([], '5', '6'), group(['"2016-01-01"'], '4', '6')]
    const table2 = summaryTable(asked, { ...crossed, rest }, fields)
    expect(table2.rows[2]).toEqual(['"the rest"', '0', '0', '4', '6', '0', '0', '5', '6'])
  })
})

test('without groups it is one row', () => {
  const figures = [{ kind: 'mean' as const, field: 'budget' }]
  const table = summaryTable(
    { by: [], across: null, figures },
    { ...answer, total: group([], '84500.5000000') },
    fields,
  )
  expect(table.rows).toEqual([['84500.5000000']])
  expect(table.shown).toEqual([['"84,500.5"']])
  expect(table.lines).toEqual([{ kind: 'group', keys: [] }])
})

test('every digit of a figure is shown', () => {
  const figures = [{ kind: 'sum' as const, field: 'budget' }]
  const shown = (value: string) =>
    summaryTable({ by: [], across: null, figures }, { ...answer, total: group([], value) }, fields).shown[0]?.[0]
  expect(shown('-700000000000000000000.10')).toBe('"-700,000,000,000,000,000,000.10"')
  expect(shown('1e400')).toBe('"1e400"')
  expect(shown('"Infinity"')).toBe('"Infinity"')
  expect(shown('null')).toBe('null')
})
