import { expect, test } from 'vitest'
import type { ColumnProfile } from '../../../summary/figures.ts'
import { emptyView, type View } from '../../../workspace/view.ts'
import { misleadingMean, viewsOfFarOut, viewsWithoutFarOut } from './farOut.ts'
import { missingDecimals, profileFigures } from './profileFigures.ts'

const a = { id: 'a', type: 'float8' }
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
  nan: null,
  infinite: null,
  infiniteBelow: null,
  top: [],
  patterns: [],
  farOut: { below: null, above: '9000000000', count: 3, countBelow: 0, meanWithout: '131880.4' },
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
  const many = { below: null, above: '9', count: 4000, countBelow: 0, meanWithout: '5' }
  expect(misleadingMean({ ...profile, farOut: many })).toBeNull()
  // Without them it is as far away: they are not why.
  expect(
    misleadingMean({
      ...profile,
      farOut: { below: null, above: '9', count: 3, countBelow: 0, meanWithout: '3700000' },
    }),
  ).toBeNull()
})

test('values far out are asked for, or left out without the nulls going with them', () => {
  const far = { below: null, above: '9', count: 3, countBelow: 0, meanWithout: null }
  const whereOf = ({ where }: View) => where
  expect(viewsOfFarOut(emptyView, a, far, { nan: 0, negative: 0 }).map(whereOf)).toMatchObject([
    { all: [{ op: 'greaterThan', values: ['9'] }] },
  ])
  const both = { ...far, below: '"2001-01-01"' }
  expect(viewsOfFarOut(emptyView, a, both, { nan: 0, negative: 0 }).map(whereOf)).toMatchObject([
    { all: [{ op: 'outside', values: ['2001-01-01', '9'] }] },
  ])
  expect(viewsWithoutFarOut(emptyView, 'a', far, { nulls: 0, nan: 0 }).map(({ where }) => where)).toMatchObject([
    { all: [{ op: 'atMost', values: ['9'] }] },
  ])
  expect(viewsWithoutFarOut(emptyView, 'a', both, { nulls: 5, nan: 0 }).map(({ where }) => where)).toMatchObject([
    { all: [{ any: [{ op: 'between', values: ['2001-01-01', '9'] }, { op: 'isNull' }] }] },
    { all: [{ op: 'between' }] },
  ])
})

test('NaN, which PostgreSQL has above all numbers, is none of the values far out, and stays with the others', () => {
  const far = { below: null, above: '9', count: 3, countBelow: 0, meanWithout: null }
  const below = { ...far, below: '1', above: null }
  expect(viewsOfFarOut(emptyView, a, far, { nan: 9, negative: 0 }).map(({ where }) => where)).toMatchObject([
    { all: [{ op: 'greaterThan' }, { op: 'isNot', values: ['NaN'] }] },
    { all: [{ op: 'greaterThan' }, { op: 'atMost', values: ['Infinity'] }] },
  ])
  expect(viewsOfFarOut(emptyView, { id: 'a', type: 'numeric' }, far, { nan: 9, negative: 0 })).toHaveLength(1)
  expect(viewsOfFarOut(emptyView, a, below, { nan: 9, negative: 0 }).map(({ where }) => where)).toMatchObject([
    { all: [{ op: 'lessThan', values: ['1'] }] },
  ])
  expect(viewsWithoutFarOut(emptyView, 'a', far, { nulls: 2, nan: 9 }).map(({ where }) => where)).toMatchObject([
    { all: [{ any: [{ op: 'atMost' }, { op: 'is', values: ['NaN'] }, { op: 'isNull' }] }] },
    { all: [{ op: 'atMost' }] },
  ])
  expect(viewsWithoutFarOut(emptyView, 'a', below, { nulls: 0, nan: 9 }).map(({ where }) => where)).toMatchObject([
    { all: [{ op: 'atLeast', values: ['1'] }] },
  ])
})

test('infinity below is one of the values far out, where 0 has a place of its own', () => {
  const far = { below: '1', above: '9', count: 3, countBelow: 1, meanWithout: null, isZeroInside: true } as const
  const partsOf = (negative: number) => viewsOfFarOut(emptyView, a, far, { nan: 0, negative }).map(({ where }) => where)
  expect(partsOf(1)).toMatchObject([{ all: [{ op: 'outside' }, { op: 'isNot', values: ['0'] }] }])
  expect(partsOf(0)).toMatchObject([{ all: [{ op: 'outside' }, { op: 'greaterThan', values: ['0'] }] }])
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
    Null: '3,459',
    Distinct: '9,806',
    Negative: '0',
    Zero: '28',
    Outliers: '3',
  })
  expect(profileFigures({ ...profile, nan: 9 }, 'numeric')).toContainEqual({ name: 'NaN', words: '9', isCount: true })
  const beside = {
    ...profile.distribution,
    shape: { kind: 'bars', bars: { from: '0', to: '1', isLog: false, counts: [1], beside: 12 } },
  } as const
  const odd = profileFigures({ ...profile, nan: 9, infinite: 2, distribution: beside }, 'numeric')
  expect(odd.slice(-3).map(({ name, words }) => `${name} ${words}`)).toEqual(['NaN 9', 'Infinite 2', 'Not drawn 1'])
  expect(figures.find(({ name }) => name === 'Null')?.share).toBe('19%')
  const whole = { ...profile, max: '31000', min: '0' }
  expect([...missingDecimals(profileFigures(whole, 'numeric'))]).toEqual([
    ['Mean', 0],
    ['Median', 0],
    ['25th', 0],
    ['75th', 0],
    ['Min', 3],
    ['Max', 3],
  ])
  expect(figures[0]?.whole).toBe('3,726,292.3612345678901234')
})
