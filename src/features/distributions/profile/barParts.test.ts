import { expect, test } from 'vitest'
import type { Bars } from '../../../summary/figures.ts'
import { barParts } from './barParts.ts'

const bars: Bars = { from: '0', to: '40', isLog: false, counts: [10, 60, 20, 10], beside: 0 }
const told = { lowerQuartile: '1', nan: 0, infinite: 0, infiniteBelow: 0, min: '0', max: '39', farOut: null }
const far = { below: null, above: '25', count: 12, countBelow: 0, meanWithout: null }

test('of a bar that holds a few values far out only these are painted so', () => {
  expect(barParts(bars, { ...told, farOut: far }).far).toEqual([
    { bar: 2, from: 0.9, to: 1 },
    { bar: 3, from: 0, to: 1 },
  ])
  expect(barParts(bars, { ...told, farOut: { ...far, below: '1', countBelow: 4, count: 4 } }).far).toEqual([
    { bar: 0, from: 0, to: 0.4 },
  ])
  expect(barParts(bars, told).far).toEqual([])
})

test('the middle half is half of the values, wherever bars begin', () => {
  expect(barParts(bars, told).middle).toEqual([
    { bar: 1, from: 0.25, to: 1 },
    { bar: 2, from: 0, to: 0.25 },
  ])
  expect(barParts(bars, { ...told, lowerQuartile: null }).middle).toEqual([])
})

test('0 with a bar of its own is not far out, though values above it are', () => {
  const log: Bars = { ...bars, isLog: true, afterZero: '1' }
  const below = { ...far, below: '2', above: null, count: 6, countBelow: 6, isZeroInside: true } as const
  expect(barParts(log, { ...told, farOut: below }).far).toEqual([{ bar: 1, from: 0, to: 0.1 }])
})

test('values too great to be drawn are the first of those far out', () => {
  const hidden: Bars = { ...bars, beside: 9 }
  expect(barParts(hidden, { ...told, nan: 2, max: '1e200', farOut: far }).far).toEqual([{ bar: 3, from: 0.5, to: 1 }])
  expect(barParts(hidden, { ...told, min: '-1e200', max: '1e200', farOut: far })).toEqual({ middle: [], far: [] })
})

test('infinity is far out, and in no bar', () => {
  const endless: Bars = { ...bars, beside: 5 }
  const ends = { infinite: 5, infiniteBelow: 3, min: '"-Infinity"', max: '"Infinity"' }
  const both = { below: '1', above: '25', count: 19, countBelow: 4, meanWithout: null }
  expect(barParts(endless, { ...told, ...ends, farOut: both })).toEqual({
    middle: barParts(bars, told).middle,
    far: [
      { bar: 0, from: 0, to: 0.1 },
      { bar: 2, from: 0.85, to: 1 },
      { bar: 3, from: 0, to: 1 },
    ],
  })
  // Which of both the number was that is too great, nobody knows.
  expect(barParts({ ...endless, beside: 6 }, { ...told, ...ends, farOut: both })).toEqual({ middle: [], far: [] })
})
