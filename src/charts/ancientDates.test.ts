import { describe, expect, test } from 'vitest'
import type { Field } from '../protocol/field.ts'
import type { Summary, SummaryAnswer } from '../summary/summary.ts'
import type { ChartSpec } from './chartData.ts'
import { drawingOf } from './drawing.ts'
import { placesWithRoom } from './picture/ticks.ts'
import { rowsData } from './rowsData.ts'
import { summaryData } from './summaryData.ts'

const NOTES = { cut: null, sample: null, isAbout: false }
const SPEC: ChartSpec = { kind: 'stacked', x: null, y: null, series: null, isOnSide: false }
const COUNTS: Omit<Summary, 'by'> = { across: null, figures: [{ kind: 'count' }], sort: null, keep: [], most: null }

function ofSummary(by: 'year' | 'month', field: Field, groups: readonly (readonly [string, number])[]) {
  const summary: Summary = { ...COUNTS, by: [{ field: field.id, by }] }
  const answer: SummaryAnswer = {
    groups: groups.map(([key, count]) => ({ keys: [key], figures: [String(count)] })),
    totalsOfRows: [],
    totalsOfColumns: [],
    total: { keys: [], figures: ['0'] },
    rest: null,
    records: 0,
    coverage: { kind: 'all' },
    milliseconds: 0,
  }
  return summaryData(summary, answer, [field], '')
}

describe('dates before the first year', () => {
  const data = ofSummary('year', { id: 'd', type: 'date' }, [
    ['"0100-01-01 BC"', 1],
    ['"0044-01-01 BC"', 2],
    ['"0014-01-01"', 1],
    ['"0079-01-01"', 1],
  ])
  const drawing = drawingOf(data, { ...SPEC, x: 'd by year', y: 'count' })

  test('are drawn before those after, and called BC', () => {
    expect(drawing?.marks.map(({ name }) => name)).toEqual(['100 BC: 1', '44 BC: 2', '14: 1', '79: 1'])
    expect(drawing?.notDrawn).toEqual([])
  })

  test('stand as far apart as they were: from 100 BC to 79 are 178 years, as there was no year 0', () => {
    const axis = drawing?.shape.kind === 'groups' ? drawing.shape.groups.axis : null
    expect([axis?.kind, axis?.places.length]).toEqual(['time', 179])
    const labels = [...(axis === null ? [] : placesWithRoom(axis, 10))].map((at) => axis?.places[at]?.label)
    expect(labels).toEqual(['100 BC', '80 BC', '60 BC', '40 BC', '20 BC', '20', '40', '60'])
  })

  test('are put into years where they come as single days', () => {
    const rows = ['0100-01-01 BC', '0044-03-15 BC', '0044-03-15 BC', '0014-08-19', '0079-10-24']
    const ofRows = rowsData(
      [{ id: 'd', type: 'date' }],
      rows.map((day) => [JSON.stringify(day)]),
      NOTES,
      '',
    )
    const drawn = drawingOf(ofRows, { ...SPEC, x: 'd by year' })
    expect(drawn?.marks.map(({ name, rows: of }) => [name, of])).toEqual([
      ['100 BC: 1', [0]],
      ['44 BC: 2', [1, 2]],
      ['14: 1', [3]],
      ['79: 1', [4]],
    ])
  })

  test('have a month and a day with BC, too', () => {
    const months = ofSummary('month', { id: 'd', type: 'date' }, [
      ['"0001-12-01 BC"', 3],
      ['"0001-01-01"', 4],
    ])
    const drawn = drawingOf(months, { ...SPEC, x: 'd by month', y: 'count' })
    expect(drawn?.marks.map(({ name }) => name)).toEqual(['Dec 1 BC: 3', 'Jan 1: 4'])
  })

  test('are dates in the words and the table of a scatter plot', () => {
    const ofRows = rowsData(
      [
        { id: 'd', type: 'date' },
        { id: 'x', type: 'int4' },
      ],
      [
        ['"0044-03-15 BC"', '1'],
        ['"10000-01-01"', '2'],
      ],
      NOTES,
      '',
    )
    const drawn = drawingOf(ofRows, { ...SPEC, kind: 'scatter', x: 'd', y: 'x' })
    expect(drawn?.description).toContain('d from 0044-03-15 BC to 10000-01-01')
    expect(drawn?.table.rows).toEqual([
      ['0044-03-15 BC', '1'],
      ['10000-01-01', '2'],
    ])
  })
})

test('years after 9999 follow it', () => {
  const data = ofSummary('year', { id: 'd', type: 'date' }, [
    ['"9999-01-01"', 1],
    ['"10000-01-01"', 2],
  ])
  const drawing = drawingOf(data, { ...SPEC, x: 'd by year', y: 'count' })
  expect(drawing?.marks.map(({ name }) => name)).toEqual(['9999: 1', '10000: 2'])
})

test('infinity lies nowhere on the line of time, which is said; all others keep their places', () => {
  const data = ofSummary('year', { id: 'd', type: 'date' }, [
    ['"-infinity"', 2],
    ['"2019-01-01"', 5],
    ['"2021-01-01"', 1],
    ['"infinity"', 3],
    ['null', 4],
  ])
  const drawing = drawingOf(data, { ...SPEC, x: 'd by year', y: 'count' })
  expect(drawing?.marks.map(({ name }) => name)).toEqual(['2019: 5', '2021: 1'])
  expect(drawing?.notDrawn).toEqual([
    '4 without d are not drawn',
    '5 whose d is infinite or after the year 275,760 are not drawn',
  ])
})

test('groups of numbers stand in their order, with NaN after infinity', () => {
  const field = { id: 'x', type: 'float8' }
  const values = ['10', '"NaN"', '9', '"Infinity"', '-1']
  const data = rowsData(
    [field, { id: 'n', type: 'int8' }],
    values.map((value) => [value, '1']),
    NOTES,
    '',
  )
  const drawing = drawingOf(data, { ...SPEC, x: 'x', y: 'n' })
  expect(drawing?.marks.map(({ name }) => name)).toEqual(['-1: 1', '9: 1', '10: 1', 'Infinity: 1', 'NaN: 1'])
})
