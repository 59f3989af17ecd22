import { expect, test } from 'vitest'
import type { ColumnProfile } from '../../../summary/figures.ts'
import { emptyView } from '../../../workspace/view.ts'
import { misleadingMean, viewsWithoutFarOut, withFarOut } from './farOut.ts'
import { profileFigures } from './profileFigures.ts'

const coverage = { kind: 'all' } as const
const profile: ColumnProfile = {
  distribution: {
    records: 18_204,
    nulls: 3459,
    shape: { kind: 'bars', bars: { from: '0', to: '1', isLog: false, counts: [1], beside: 0 } },
    coverage,
  },
  distinct: 9806,
  min: '0.00',
  max: '31000000000.00',
  mean: '3726292.3612345678901234',
  median: '84500.00',
  lowerQuartile: '41200.00',
  upperQuartile: '163750.00',
  negative: 0,
  zero: 28,
  empty: null,
  longest: null,
  top: [],
  patterns: [],
  farOut: { below: null, above: '9000000000', count: 3, meanWithout: '131880.4' },
  periods: [],
  missing: [],
  coverage,
}

test('a mean that a few values far out carry away misleads', () => {
  expect(misleadingMean(profile)).toEqual({ times: 44 })
  expect(misleadingMean({ ...profile, mean: '-3726292' })).toEqual({ times: null })
  expect(misleadingMean({ ...profile, median: '0' })).toEqual({ times: null })
})

test('a mean near the median, or one that many values make, does not', () => {
  expect(misleadingMean({ ...profile, mean: '90000' })).toBeNull()
  expect(misleadingMean({ ...profile, farOut: null })).toBeNull()
  expect(misleadingMean({ ...profile, mean: null })).toBeNull()
  const many = { below: null, above: '9', count: 4000, meanWithout: '5' }
  expect(misleadingMean({ ...profile, farOut: many })).toBeNull()
  // Without them it is as far away: they are not why.
  expect(
    misleadingMean({ ...profile, farOut: { below: null, above: '9', count: 3, meanWithout: '3700000' } }),
  ).toBeNull()
})

test('values far out are asked for, or left out without the nulls going with them', () => {
  const far = { below: null, above: '9', count: 3, meanWithout: null }
  expect(withFarOut(emptyView, 'a', far)?.where).toMatchObject({ all: [{ op: 'greaterThan', values: ['9'] }] })
  const both = { ...far, below: '"2001-01-01"' }
  expect(withFarOut(emptyView, 'a', both)?.where).toMatchObject({
    all: [{ op: 'outside', values: ['2001-01-01', '9'] }],
  })
  expect(viewsWithoutFarOut(emptyView, 'a', far, 0).map(({ where }) => where)).toMatchObject([
    { all: [{ op: 'atMost', values: ['9'] }] },
  ])
  expect(viewsWithoutFarOut(emptyView, 'a', both, 5).map(({ where }) => where)).toMatchObject([
    { all: [{ any: [{ op: 'between', values: ['2001-01-01', '9'] }, { op: 'isNull' }] }] },
    { all: [{ op: 'between' }] },
  ])
})

test('figures are read with all their digits, a mean with those of the values', () => {
  const figures = profileFigures(profile, 'numeric')
  expect(Object.fromEntries(figures.map(({ name, words }) => [name, words]))).toEqual({
    Mean: '3,726,292.36',
    Median: '84,500.00',
    '25th': '41,200.00',
    '75th': '163,750.00',
    Min: '0.00',
    Max: '31,000,000,000.00',
    Null: '3,459 (19%)',
    Distinct: '9,806',
    Negative: '0',
    Zero: '28',
    'Far out': '3',
  })
  expect(figures[0]?.whole).toBe('3,726,292.3612345678901234')
})
