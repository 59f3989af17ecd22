import { describe, expect, test } from 'vitest'
import type { Condition, Where } from '../../../query/query.ts'
import type { Distribution } from '../../../summary/figures.ts'
import { emptyView } from '../../../workspace/view.ts'
import { editedChoice, readFacet, withChoice, type FacetChoice, type FacetEdit, type FacetText } from './facetEdits.ts'
import { listedValues } from './facetValues.ts'
import { evenness, suggestedFacets } from './suggestedFacets.ts'

const condition = (op: string, ...values: string[]): Condition => ({ id: 'x', field: 'a', op, values })
const other: Condition = { id: 'o', field: 'b', op: 'is', values: ['1'] }
const none: FacetChoice = { included: [], excluded: [] }

function plain(where: Where): unknown {
  return JSON.parse(JSON.stringify(where, (key, value: unknown) => (key === 'id' ? undefined : value)))
}

describe('a choice', () => {
  test.each<[readonly Where[], FacetChoice]>([
    [[condition('is', 'x')], { included: ['x'], excluded: [] }],
    [[condition('isAnyOf', 'x', 'y')], { included: ['x', 'y'], excluded: [] }],
    [[{ any: [condition('is', 'x'), condition('isNull')] }], { included: ['x', null], excluded: [] }],
    [[condition('isNoneOf', 'x', 'y')], { included: [], excluded: ['x', 'y'] }],
    [[{ ...condition('isNot', 'x'), withoutNull: true }], { included: [], excluded: ['x', null] }],
    [[condition('isNotNull')], { included: [], excluded: [null] }],
    [[condition('isEmpty')], { included: [''], excluded: [] }],
    [[condition('between', '1', '2')], none],
    [[{ ...condition('is', 'x'), off: true }], none],
    [[{ any: [condition('is', 'x'), other] }], none],
  ])('is read from %j, and written as that', (parts, choice) => {
    expect(readFacet({ all: [other, ...parts] }, 'a', 'text')).toEqual(choice)
    if (choice === none) return
    const view = withChoice({ ...emptyView, where: { all: [other] } }, 'a', 'text', choice)
    expect(plain(view.where)).toEqual(plain({ all: [other, ...parts] }))
  })

  test('keeps its place, and what else is asked of the column', () => {
    const range = condition('between', '1', '5')
    const where = { all: [condition('is', 'x'), other, range] }
    const view = withChoice({ ...emptyView, where }, 'a', 'text', { included: ['y'], excluded: [] })
    expect(plain(view.where)).toEqual(plain({ all: [condition('is', 'y'), other, range] }))
    expect(plain(withChoice(view, 'a', 'text', none).where)).toEqual(plain({ all: [other, range] }))
  })

  test('of an array is by element', () => {
    const view = withChoice(emptyView, 'a', 'array', { included: ['x', 'y'], excluded: ['z'] })
    expect(plain(view.where)).toEqual(
      plain({
        all: [
          { any: [condition('arrayContains', 'x'), condition('arrayContains', 'y')] },
          condition('arrayDoesNotContain', 'z'),
        ],
      }),
    )
    expect(readFacet(view.where, 'a', 'array')).toEqual({ included: ['x', 'y'], excluded: ['z'] })
  })
})

test('of dates a choice is by year or another period; single days stay out of it', () => {
  const choice: FacetChoice = { included: ['2015', '2019-03', null], excluded: ['2016'] }
  const view = withChoice({ ...emptyView, where: condition('is', '2015-03-01') }, 'a', 'date', choice)
  const chosen = { any: [condition('isIn', '2015', '2019-03'), condition('isNull')] }
  expect(plain(view.where)).toEqual(
    plain({ all: [condition('is', '2015-03-01'), chosen, condition('isNotIn', '2016')] }),
  )
  expect(readFacet(view.where, 'a', 'date')).toEqual(choice)
})

test('infinity lies in no period, and is chosen beside the years, those before Christ and after 9999 among them', () => {
  const choice: FacetChoice = { included: ['44 BC', '10000', 'infinity'], excluded: [] }
  const view = withChoice(emptyView, 'a', 'date', choice)
  expect(plain(view.where)).toEqual(
    plain({ all: [{ any: [condition('isIn', '44 BC', '10000'), condition('is', 'infinity')] }] }),
  )
  expect(readFacet(view.where, 'a', 'date')).toEqual(choice)
  const left: FacetChoice = { included: [], excluded: ['0079', null, '-infinity', 'infinity'] }
  const without = withChoice(emptyView, 'a', 'timestamp', left)
  expect(plain(without.where)).toEqual(
    plain({
      all: [
        { ...condition('isNotIn', '0079'), withoutNull: true },
        { ...condition('isNoneOf', '-infinity', 'infinity'), withoutNull: true },
      ],
    }),
  )
  expect(readFacet(without.where, 'a', 'timestamp')).toEqual(left)
})

test('a year is called as one says it', () => {
  const values = ['44 BC', '0079', '10000'].map((year) => ({ value: JSON.stringify(year), count: 1 }))
  const facet = { values, distinct: 3, nulls: 0, coverage: { kind: 'all' } } as const
  expect(listedValues(facet, none, 'date', '').map(({ text, value }) => [text, value])).toEqual([
    ['44 BC', '"44 BC"'],
    ['0079', '"79"'],
    ['10000', '"10000"'],
  ])
})

test.each<[FacetEdit, FacetText, FacetChoice, FacetChoice]>([
  ['toggle', 'x', none, { included: ['x'], excluded: [] }],
  ['toggle', 'x', { included: ['x', 'y'], excluded: [] }, { included: ['y'], excluded: [] }],
  ['toggle', 'x', { included: [], excluded: ['x'] }, none],
  ['only', null, { included: ['x'], excluded: ['y'] }, { included: [null], excluded: [] }],
  ['exclude', 'x', { included: ['x', 'y'], excluded: [] }, { included: ['y'], excluded: ['x'] }],
])('%s %s of %j', (edit, value, before, after) => {
  expect(editedChoice(before, value, edit)).toEqual(after)
})

test('a facet lists what is counted, null after it, then what is chosen and was not counted', () => {
  const facet = {
    values: [
      { value: '"x"', count: 5 },
      { value: '"y"', count: 3 },
    ],
    distinct: 9,
    nulls: 2,
    coverage: { kind: 'all' },
  } as const
  const listed = listedValues(facet, { included: ['x'], excluded: ['q'] }, 'text', '')
  expect(listed.map(({ text, count, state }) => [text, count, state])).toEqual([
    ['x', 5, 'included'],
    ['y', 3, 'free'],
    [null, 2, 'free'],
    ['q', null, 'excluded'],
  ])
  expect(listedValues(facet, none, 'text', 'x').some(({ text }) => text === null)).toBe(false)
})

test('columns of few, evenly spread values are suggested', () => {
  const of = (counts: readonly number[], others = 0, nulls = 0): Distribution => ({
    records: counts.reduce((sum, count) => sum + count, others + nulls),
    nulls,
    shape: { kind: 'values', values: counts.map((count, at) => ({ value: String(at), count })), others, distinct: 9 },
    coverage: { kind: 'all' },
  })
  const candidates = [
    { field: 'even', distribution: of([50, 50]) },
    { field: 'one', distribution: of([100]) },
    { field: 'nearlyOne', distribution: of([999, 1]) },
    { field: 'many', distribution: of([5, 5], 90) },
    { field: 'mostlyNull', distribution: of([5, 5], 0, 90) },
    { field: 'few', distribution: of([40, 30, 20, 10]) },
  ]
  expect(suggestedFacets(candidates, 3)).toEqual(['even', 'few', 'mostlyNull'])
  const dated = (from: string, to: string): Distribution => ({
    records: 100,
    nulls: 0,
    shape: { kind: 'bars', bars: { from, to, isLog: false, counts: [50, 50], beside: 0 } },
    coverage: { kind: 'all' },
  })
  const spread = [
    { field: 'years', distribution: dated('"2009-01-02"', '"2027-01-04"') },
    { field: 'days', distribution: dated('"2019-01-02"', '"2019-06-04"') },
    { field: 'overTheFirst', distribution: dated('"0005-01-01 BC"', '"0010-12-31"') },
    { field: 'centuries', distribution: dated('"1609-01-02"', '"2019-06-04"') },
    { field: 'numbers', distribution: dated('2009', '2027') },
  ]
  expect(suggestedFacets(spread, 4)).toEqual(['overTheFirst', 'years'])
  expect(evenness([1, 1, 1])).toBeCloseTo(1)
  expect(evenness([])).toBe(0)
})
