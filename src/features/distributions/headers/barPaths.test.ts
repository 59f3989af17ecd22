import { expect, test } from 'vitest'
import type { Distribution } from '../../../summary/figures.ts'
import { barPath, highest, inSteps, isFlat, segmentsOf } from './barPaths.ts'
import { countsLike } from './countsLike.ts'
import { captionOf, saidOf } from './headerWords.ts'

test('bars are flat if they are alike but for one record, and none is empty', () => {
  expect(isFlat([150, 150, 150, 149])).toBe(true)
  expect(isFlat([150, 148, 150, 150])).toBe(false)
  expect(isFlat([1, 0, 1, 1])).toBe(false)
  expect(isFlat([7, 7])).toBe(false)
})

test('the highest bar fills the box, none that counts vanishes, none is drawn for nothing', () => {
  const box = { width: 40, height: 20 }
  expect(barPath([10, 0, 5, 1], 10, box)).toBe('M0 20V0H9V20ZM20 20V10H29V20ZM30 20V18H39V20Z')
  expect(barPath([10, 5], 10, box, (place) => place === 1)).toBe('M20 20V10H39V20Z')
  // A brush leaves more than there was only if the table has changed: it is not drawn beyond the box.
  expect(barPath([20], 10, box)).toBe('M0 20V0H39V20Z')
  // 0 stands apart from the logarithmic scale after it.
  expect(barPath([10, 10], 10, { ...box, isZeroApart: true })).toBe('M0 20V0H12V20ZM20 20V0H39V20Z')
  expect(highest([])).toBe(1)
})

test('stacked values are those that can be seen, and the others as one', () => {
  expect(segmentsOf([60, 30, 1], 9)).toEqual([
    { place: 0, share: 0.6 },
    { place: 1, share: 0.3 },
    { place: null, share: expect.closeTo(0.1) },
  ])
  expect(segmentsOf([1], 0)).toEqual([{ place: 0, share: 1 }])
  expect(segmentsOf([], 0)).toEqual([])
})

test('counts go over to other steps whole', () => {
  expect(inSteps([4, 4], 0.5, 1, 4)).toEqual([0, 0, 4, 4])
  expect(inSteps([8], 0, 1, 4)).toEqual([2, 2, 2, 2])
  expect(inSteps([3], 0.5, 0.5, 4)).toEqual([0, 0, 3, 0])
})

const told = { records: 100, nulls: 0, coverage: { kind: 'all' } } as const
const bars = (from: string, to: string, counts: readonly number[]): Distribution => ({
  ...told,
  shape: { kind: 'bars', bars: { from, to, isLog: false, counts, beside: 0 } },
})
const values = (counted: Readonly<Record<string, number>>, others: number, distinct: number | null): Distribution => ({
  ...told,
  shape: {
    kind: 'values',
    values: Object.entries(counted).map(([value, count]) => ({ value: JSON.stringify(value), count })),
    others,
    distinct,
  },
})

test('what is left of a column stands in its steps, or under its values', () => {
  expect(countsLike(bars('0', '10', [1, 2]), bars('0', '10', [5, 5]))).toEqual([1, 2])
  expect(countsLike(bars('5', '10', [3, 1]), bars('0', '10', [5, 5]))).toEqual([0, 4])
  expect(countsLike(values({ b: 2 }, 0, 1), values({ a: 5, b: 3 }, 0, 2))).toEqual([0, 2])
  expect(countsLike({ ...told, shape: { kind: 'nothing' } }, bars('0', '1', [1, 2]))).toEqual([0, 0])
})

test('a caption names the most frequent value, or how many there are if none stands out', () => {
  expect(captionOf(values({ watershed: 71, survey: 29 }, 0, 2), 'text')).toEqual(['watershed', '71%'])
  expect(captionOf(values({ a: 1, b: 1 }, 98, 95), 'text')).toEqual(['95 distinct', ''])
  expect(captionOf(values({ a: 1 }, 99, null), 'text')).toEqual(['many values', ''])
  expect(captionOf({ ...told, shape: { kind: 'allDistinct', distinct: 100 } }, 'text')).toEqual(['all distinct', ''])
  expect(captionOf({ ...told, nulls: 100, shape: { kind: 'nothing' } }, 'text')).toEqual(['all null', ''])
  expect(captionOf({ ...told, records: 0, shape: { kind: 'nothing' } }, 'text')).toEqual(['no records', ''])
  expect(captionOf(values({ true: 100 }, 0, 1), 'text')).toEqual(['true', '100%'])
})

test('a screen reader hears the share of nulls with the name, and the rest as a description', () => {
  expect(saidOf({ ...bars('0', '5500', [1]), nulls: 19 }, 'numeric')).toEqual({
    name: '19% null',
    description: 'Bars from 0 to 5,500.',
  })
  expect(saidOf(bars('0', '500', [10, 80, 10, 0]), 'integer').description).toBe(
    'Bars from 0 to 500. The tallest, 125 to 249, holds 80%.',
  )
  expect(saidOf(bars('0', '500', [24, 26, 25, 25]), 'integer').description).toBe('Bars from 0 to 500.')
  const sample = { ...values({ a: 71, b: 29 }, 0, 2), coverage: { kind: 'sample', of: 100, total: 2000 } } as const
  expect(saidOf(sample, 'text')).toEqual({
    name: '',
    description: 'Most frequent: a, 71%. 2 different values. From a sample of 100 of 2,000 records.',
  })
})

test('a logarithmic scale is told, and that 0 has a bar of its own', () => {
  const log = { isLog: true, to: '1000', counts: [60, 20, 15, 5], beside: 0 }
  const of = (more: { readonly from: string; readonly afterZero?: string }): Distribution => ({
    ...told,
    shape: { kind: 'bars', bars: { ...log, ...more } },
  })
  expect(saidOf(of({ from: '0', afterZero: '1' }), 'numeric').description).toBe(
    'Bars from 0 to 1,000. On a logarithmic scale from 1; 0 has a separate bar. The tallest, 0, holds 60%.',
  )
  expect(saidOf(of({ from: '0.1' }), 'numeric').description).toBe(
    'Bars from 0.1 to 1,000. On a logarithmic scale. The tallest, 0.1 to 1, holds 60%.',
  )
})
