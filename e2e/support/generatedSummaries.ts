import * as fc from 'fast-check'
import type { Query } from '../../src/query/query.ts'
import type { DateUnit, Figure, Grouping, GroupFilter, Summary } from '../../src/summary/summary.ts'
import { HAND_WRITTEN } from './handWritten.ts'
import { FLOATS, NUMBERS, TIMES, type HandBase } from './handSummaries.ts'

/** A summary of some records of the table of every type, and which these are, written by hand. */
export interface GeneratedSummary {
  readonly summary: Summary
  readonly asked: Pick<Query, 'where' | 'columns' | 'distinct'>
  readonly base: HandBase
}

const EXACT = [...NUMBERS, 'at :m?']
const TEXTS = ['t', 'vc', 'ch', "Öl %, 'no'", 'constructor']
const COMPARED = [...EXACT, ...FLOATS, ...TIMES, ...TEXTS, 'tm', 'b', 'tags', 'ints', 'id', 'iv', 'jb']
const UNITS: readonly DateUnit[] = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'weekday',
  'hour',
  'monthOfYear',
  'hourOfDay',
]
const STEPS = ['1', '10', '7', '0.5', '2.5', '0.1', '1000', '12345678901']

const groupings: fc.Arbitrary<Grouping> = fc.oneof(
  fc.record({ field: fc.constantFrom(...COMPARED, 'j'), by: fc.constant('value' as const) }),
  fc.record({ field: fc.constantFrom('vc', 'b', 'ch', 'at :m?'), by: fc.constant('value' as const) }),
  fc.record({ field: fc.constantFrom('tags', 'ints'), by: fc.constant('element' as const) }),
  fc.record({ field: fc.constantFrom(...TIMES), by: fc.constantFrom(...UNITS) }),
  fc.record({ field: fc.constant('tm'), by: fc.constantFrom<DateUnit>('hour', 'hourOfDay') }),
  fc.record({
    field: fc.constantFrom(...NUMBERS, ...FLOATS),
    by: fc.record({ step: fc.constantFrom(...STEPS) }),
  }),
)

const figures: fc.Arbitrary<Figure> = fc.oneof(
  fc.constantFrom<Figure>({ kind: 'count' }, { kind: 'share' }),
  fc.record({ kind: fc.constant('distinct' as const), field: fc.constantFrom(...COMPARED, 'j') }),
  fc.record({ kind: fc.constantFrom('sum', 'mean', 'median'), field: fc.constantFrom(...EXACT, ...FLOATS) }),
  fc.record({
    kind: fc.constantFrom('min', 'max', 'median'),
    field: fc.constantFrom(...EXACT, ...FLOATS, ...TIMES, ...TEXTS, 'tm', 'b'),
  }),
  fc.record({ kind: fc.constantFrom('min', 'max'), field: fc.constantFrom('id', 'iv', 'ints') }),
)

const summaries: fc.Arbitrary<Summary> = fc
  .record({
    by: fc.array(groupings, { minLength: 0, maxLength: 2 }),
    across: fc.option(groupings, { freq: 2 }),
    figures: fc.array(figures, { minLength: 1, maxLength: 4 }),
    sort: fc.option(fc.record({ by: fc.nat({ max: 4 }), descending: fc.boolean() })),
    keep: fc.option(
      fc.record({
        figure: fc.nat({ max: 3 }),
        sign: fc.constantFrom<GroupFilter['sign']>('>', '>=', '<', '<=', '='),
        value: fc.constantFrom('0', '1', '3', '7', '0.05', '12.5', '-0.1'),
      }),
      { freq: 3 },
    ),
    most: fc.option(fc.integer({ min: 1, max: 6 })),
  })
  .map(({ sort, keep, ...rest }) => ({
    ...rest,
    sort:
      sort === null
        ? null
        : { by: isExact(rest.figures[sort.by]) ? sort.by : ('group' as const), descending: sort.descending },
    keep: keep === null || !isKept(rest.figures[keep.figure]) ? [] : [keep],
  }))

/** Sums of doubles depend on the order in which they are added, so nothing is sorted by them. */
function isExact(figure: Figure | undefined): boolean {
  return figure !== undefined && !('field' in figure && FLOATS.some((field) => field === figure.field))
}

function isKept(figure: Figure | undefined): boolean {
  if (figure === undefined || !isExact(figure)) return false
  return !('field' in figure) || figure.kind === 'distinct' || EXACT.includes(figure.field)
}

/** Summaries of every kind, of all records, of those that a condition leaves, and of those that differ in some columns. */
export const generatedSummaries: fc.Arbitrary<GeneratedSummary> = fc
  .record({
    summary: summaries,
    condition: fc.option(fc.constantFrom(...HAND_WRITTEN), { freq: 2 }),
    chance: fc.nat({ max: 6 }),
  })
  .map(({ summary, condition, chance }) => {
    const used = [
      ...new Set([
        ...[...summary.by, ...(summary.across === null ? [] : [summary.across])].map(({ field }) => field),
        ...summary.figures.flatMap((figure) => ('field' in figure ? [figure.field] : [])),
      ]),
    ]
    const alike = chance === 0 && used.length > 0 && !used.includes('j') ? used : null
    return {
      summary,
      asked: {
        where: { all: condition === null ? [] : [condition.condition] },
        columns: alike,
        ...(alike === null ? {} : { distinct: true as const }),
      },
      base: { where: condition === null ? 'true' : condition.sql, alike },
    }
  })
