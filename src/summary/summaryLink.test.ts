import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { GroupBy, Summary } from './summary.ts'
import { readSummary, unreadInSummary, writeSummary } from './summaryLink.ts'

const stageByYear: Summary = {
  by: [{ field: 'stage', by: 'value' }],
  across: { field: 'started_on', by: 'year' },
  figures: [{ kind: 'count' }, { kind: 'share' }],
  sort: { by: 0, descending: true },
  keep: [{ figure: 0, sign: '>=', value: '10' }],
  most: 5,
}

const field = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', ',', ':', '\\', 'a,b:c\\d', 'count', 'stage'))
const step = fc.tuple(fc.integer({ min: 1 }), fc.nat()).map(([whole, rest]) => ({ step: `${whole}.${rest}` }))
const by: fc.Arbitrary<GroupBy> = fc.oneof(
  fc.constantFrom(
    'value',
    'element',
    'year',
    'quarter',
    'month',
    'week',
    'day',
    'weekday',
    'hour',
    'monthOfYear',
    'hourOfDay',
  ),
  step,
)
const grouping = fc.record({ field, by })
const figure = fc.oneof(
  fc.record({ kind: fc.constantFrom('count', 'share') }),
  fc.record({ kind: fc.constantFrom('distinct', 'sum', 'mean', 'median', 'min', 'max'), field }),
)
const summary: fc.Arbitrary<Summary> = fc
  .tuple(fc.array(grouping, { maxLength: 3 }), fc.option(grouping), fc.array(figure, { minLength: 1, maxLength: 5 }))
  .chain(([rows, across, figures]) => {
    const place = fc.nat(figures.length - 1)
    const order = fc.record({ by: fc.oneof(fc.constant('group' as const), place), descending: fc.boolean() })
    const kept = fc.record({
      figure: place,
      sign: fc.constantFrom('>', '>=', '<', '<=', '='),
      value: fc.oneof(fc.integer().map(String), fc.constantFrom('0.10', '-7.50', '123456789012345678901234567890')),
    })
    return fc.record({
      by: fc.constant(across === null ? rows : rows.slice(0, 2)),
      across: fc.constant(across),
      figures: fc.constant(figures),
      sort: fc.option(order),
      keep: fc.array(kept, { maxLength: 3 }),
      most: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
    })
  })

describe('a summary in a link', () => {
  it('is one that a person can read', () => {
    expect(writeSummary(stageByYear)).toBe('by:stage,across:started_on:year,count,share,sort:-1,keep:1:gte:10,top:5')
  })

  it('is the same once it is read', () => {
    fc.assert(
      fc.property(summary, (asked) => {
        const text = writeSummary(asked)
        expect(readSummary(text)).toEqual(asked)
        expect(unreadInSummary(text)).toEqual([])
      }),
    )
  })

  it('never fails', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z:,\\1-]*$/)), (text) => {
        const read = readSummary(text)
        if (read !== null) expect(readSummary(writeSummary(read))).toEqual(read)
      }),
    )
  })
})

test.each<[string, string, readonly string[]]>([
  ['an unknown unit', 'by:stage,across:day:fortnight,count', ['across:day:fortnight']],
  ['an unknown figure', 'by:stage,mode:area,count,sort:-2', ['mode:area']],
  ['the place of a figure that cannot be read', 'by:stage,mode:area,count,sort:-1', ['mode:area']],
  ['a step of nothing', 'by:area:step:0,count', ['by:area:step:0']],
  ['a cut end', 'by:stage,count,keep:1:g', ['keep:1:g']],
  ['nothing at all', 'nonsense', ['nonsense']],
])('what cannot be read is left out and named: %s', (_name, text, unread) => {
  expect(unreadInSummary(text)).toEqual(unread)
})

it('a sort or a condition on a figure that is left out goes with it, others stay by their place', () => {
  expect(readSummary('by:stage,mode:area,count,sort:-2')?.sort).toEqual({ by: 0, descending: true })
  expect(readSummary('by:stage,mode:area,count,sort:-1')?.sort).toBeNull()
  expect(readSummary('by:stage,mode:area,keep:1:gt:3')).toMatchObject({ figures: [{ kind: 'count' }], keep: [] })
  expect(readSummary('nonsense')).toBeNull()
  expect(readSummary('')).toBeNull()
})
