import { describe, expect, test } from 'vitest'
import type { Field } from '../protocol/field.ts'
import type { SummaryAnswer, Summary } from '../summary/summary.ts'
import { CHART_KINDS, type ChartData } from './chartData.ts'
import { chartOfText, chartText } from './chartLink.ts'
import { drawingOf } from './drawing.ts'
import { fits, proposeChart, redrawn, unsuitedKinds } from './propose.ts'
import { rowsData } from './rowsData.ts'
import { summaryData } from './summaryData.ts'

const NOTES = { cut: null, sample: null, isAbout: false }

function data(columns: string, rows: readonly (readonly (string | number | null)[])[]): ChartData {
  const fields = columns.split(' ').map((column): Field => {
    const [id = '', type = ''] = column.split(':')
    return { id, type }
  })
  return rowsData(
    fields,
    rows.map((row) => row.map((value) => JSON.stringify(value))),
    NOTES,
    '',
  )
}

const list = <T>(length: number, make: (at: number) => T) => Array.from({ length }, (_, at) => make(at))
const proposed = (of: ChartData) => {
  const spec = proposeChart(of)
  return spec === null ? null : chartText(spec)
}

describe('the chart proposed for rows that are groups already', () => {
  test.each<[string, ChartData, string | null]>([
    [
      'thirteen yearly figures',
      data(
        'year:int4 flow:numeric',
        list(13, (at) => [2010 + at, at * 1.5]),
      ),
      'stacked,x:year,y:flow',
    ],
    [
      'a long series',
      data(
        'day:date n:int8',
        list(90, (at) => [new Date(at * 864e5).toISOString().slice(0, 10), at]),
      ),
      'lines,x:day,y:n',
    ],
    [
      'a mean over time',
      data(
        'year:int4 mean_depth:numeric',
        list(9, (at) => [2010 + at, at]),
      ),
      'lines,x:year,y:mean_depth',
    ],
    [
      'a date and a few groups',
      data(
        'year:int4 stage:text n:int8',
        list(12, (at) => [2010 + (at % 4), ['a', 'b', 'c'][at % 3] ?? '', at]),
      ),
      'stacked,x:year,y:n,by:stage',
    ],
    [
      'months and many groups',
      data(
        'month:int4 phase:text n:int8',
        list(84, (at) => [1 + (at % 12), `p${at % 7}`, at]),
      ),
      'heat,x:month,y:n,by:phase',
    ],
    [
      'two groupings',
      data(
        'state:text phase:text n:int8',
        list(6, (at) => [`s${at % 3}`, `p${at % 2}`, at]),
      ),
      'heat,x:phase,y:n,by:state',
    ],
    [
      'one category',
      data(
        'operator:text n:int8',
        list(6, (at) => [`o${at}`, at]),
      ),
      'stacked,x:operator,y:n,side',
    ],
    [
      'a code is no measure',
      data(
        'ward:int4 n:int8',
        list(6, (at) => [at * 7, at]),
      ),
      'stacked,x:ward,y:n,side',
    ],
    [
      'places',
      data(
        'name:text lat:numeric lon:numeric',
        list(5, (at) => [`n${at}`, 46 + at, 8 + at]),
      ),
      'map,x:lon,y:lat',
    ],
    [
      'numbers beyond the earth are no places',
      data(
        'lat:numeric lon:numeric',
        list(5, (at) => [460 + at, 8 + at]),
      ),
      'stacked,x:lat,side',
    ],
    ['nothing', data('a:text', []), null],
  ])('%s', (_, of, expected) => {
    expect(proposed(of)).toBe(expected)
  })
})

describe('the chart proposed for records', () => {
  const records = (columns: string, make: (at: number) => (string | number | null)[]) => data(columns, list(300, make))
  test('two numbers are a scatter plot', () => {
    expect(proposed(records('depth:numeric turbidity:numeric', (at) => [at * 1.5, at % 7]))).toBe(
      'scatter,x:depth,y:turbidity',
    )
  })
  test('one number is a histogram', () => {
    expect(proposed(records('_id:int depth:numeric', (at) => [at, (at % 50) / 3]))).toBe('histogram,x:depth')
  })
  test('dates of days are counted by the stretch that suits, never by a sum of something', () => {
    const of = records('started_on:date stage:text budget:numeric', (at) => [
      `20${10 + (at % 10)}-03-0${1 + (at % 9)}`,
      ['a', 'b'][at % 2] ?? '',
      at,
    ])
    expect(proposed(of)).toBe('stacked,x:started_on by year,by:stage')
  })
  test('text that comes again is counted, with the largest first', () => {
    expect(proposed(records('title:text stage:text', (at) => [`t${at}`, `s${at % 4}`]))).toBe('stacked,x:stage,side')
  })
})

const summary: Summary = {
  by: [{ field: 'stage', by: 'value' }],
  across: { field: 'started_on', by: 'year' },
  figures: [{ kind: 'count' }, { kind: 'mean', field: 'budget' }],
  sort: null,
  keep: [],
  most: 2,
}

const answer: SummaryAnswer = {
  groups: [
    { keys: ['"a"', '"2019-01-01"'], figures: ['5', '1.25'] },
    { keys: ['"a"', '"2021-01-01"'], figures: ['7', '2'] },
    { keys: ['null', '"2021-01-01"'], figures: ['9', 'null'] },
    { keys: ['"a"', 'null'], figures: ['3', '4'] },
  ],
  totalsOfRows: [],
  totalsOfColumns: [],
  total: { keys: [], figures: ['26', '1'] },
  rest: [
    { keys: [], figures: ['2', '1'] },
    { keys: ['"2021-01-01"'], figures: ['2', '1'] },
  ],
  records: 26,
  coverage: { kind: 'sample', of: 26, total: 100 },
  milliseconds: 1,
}

const fields: readonly Field[] = [
  { id: 'stage', type: 'text' },
  { id: 'started_on', type: 'date' },
  { id: 'budget', type: 'numeric', info: { label: 'Budget (EUR)' } },
]

describe('a summary', () => {
  const of = summaryData(summary, answer, fields, 'where')
  const chart = proposeChart(of)
  const drawing = chart && drawingOf(of, chart)
  test('is drawn by its dates, with the years that are missing, null and the rest', () => {
    expect(chart && chartText(chart)).toBe('stacked,x:started_on by year,y:count,by:stage')
    if (drawing?.shape.kind !== 'groups') throw new Error('No groups')
    const { axis, series, totals, notDrawn } = drawing.shape.groups
    expect(axis.places.map(({ label }) => label)).toEqual(['2019', '2020', '2021'])
    expect(series.map(({ name, ink, total }) => [name, ink, total])).toEqual([
      ['a', 1, '12'],
      ['null', 'null', '9'],
      ['the rest', 'rest', '2'],
    ])
    expect(totals).toEqual(['5', null, '18'])
    expect(notDrawn).toEqual(['3 without started_on are not drawn'])
  })
  test('says its title, its sample and its values', () => {
    expect(drawing?.title).toBe('Records by year of started_on and stage')
    expect(drawing?.amber).toBe('From a sample: 26 of 100 records.')
    expect(drawing?.marks.map(({ name }) => name)).toEqual([
      '2019, a: 5',
      '2021, a: 7',
      '2021, null: 9',
      '2021, the rest: 2',
    ])
  })
  test('of a mean is never stacked, and has its unit', () => {
    const lines = drawingOf(of, {
      kind: 'lines',
      x: 'started_on by year',
      y: 'mean of budget',
      series: 'stage',
      isOnSide: false,
    })
    expect(lines?.title).toBe('Mean of budget (EUR) by year of started_on and stage')
    if (lines?.shape.kind !== 'groups') throw new Error('No groups')
    expect(lines.shape.groups.totals.every((total) => total === null)).toBe(true)
    expect(lines.marks[0]?.name).toBe('2019, a: 1.25 EUR')
  })
})

test('each kind that is said to suit draws what is proposed for it', () => {
  const all = [
    summaryData(summary, answer, fields, ''),
    data(
      'lat:numeric lon:numeric kind:text depth:numeric at:timestamp',
      list(60, (at) => [40 + at / 9, at / 7, `k${at % 3}`, at, `2020-0${1 + (at % 8)}-02T03:04:05`]),
    ),
    data(
      'year:int4 stage:text n:int8',
      list(12, (at) => [2010 + (at % 4), `s${at % 3}`, at]),
    ),
  ]
  for (const of of all) {
    const first = proposeChart(of)
    const unsuited = unsuitedKinds(of)
    for (const kind of CHART_KINDS) {
      if (first === null || unsuited.has(kind)) continue
      const spec = redrawn(of, first, kind)
      expect(fits(of, spec), chartText(spec)).toBe(true)
      expect(drawingOf(of, spec)?.marks.length, chartText(spec)).toBeGreaterThan(0)
      expect(chartOfText(chartText(spec))).toEqual(spec)
    }
  }
})

test('a box plot of records begins with a few groups, not with a box for each month', () => {
  const records = data(
    'at:timestamp airport:text damage:text cost:numeric',
    list(90, (at) => [
      new Date(at * 9 * 864e5).toISOString().slice(0, 19),
      `airport ${at % 25}`,
      at % 4 === 0 ? 'minor' : 'none',
      at * 1.5,
    ]),
  )
  const from = { kind: 'stacked' as const, x: 'at', y: null, series: null, isOnSide: false }
  expect(redrawn(records, from, 'box')).toMatchObject({ x: 'damage', y: 'cost' })
  expect(redrawn(records, { ...from, series: 'airport' }, 'box')).toMatchObject({ x: 'airport', y: 'cost' })
})
