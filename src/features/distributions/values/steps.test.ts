import { describe, expect, test } from 'vitest'
import type { Bars } from '../../../summary/figures.ts'
import { boundsOf, placeOf, stretchOf, valueAt } from './steps.ts'

const bars = (from: string, to: string, steps: number, isLog = false): Bars => ({
  from,
  to,
  isLog,
  counts: Array.from({ length: steps }, () => 1),
  beside: 0,
})
const whole = bars('0', '100', 10)
const years = bars('"2010-01-01"', '"2010-01-11"', 5)
// Ten years on either side of the first day of all years.
const ancient = bars('"0010-01-01 BC"', '"0011-01-01"', 2)
const times = bars('"2020-01-01T00:00:00"', '"2020-01-02T00:00:00"', 24)

describe('the value between two steps', () => {
  test.each<[Bars, number, Parameters<typeof valueAt>[2], string]>([
    [whole, 0, 'numeric', '0'],
    [whole, 3, 'numeric', '30'],
    [whole, 10, 'numeric', '100'],
    [bars('0.0', '1.0', 4), 1, 'numeric', '0.25'],
    [bars('-1', '1', 4), 1, 'numeric', '-0.5'],
    [bars('0', '1', 3), 1, 'numeric', '0.333'],
    // No digit is lost beyond what a double holds.
    [bars('9007199254740993', '9007199254741003', 10), 1, 'integer', '9007199254740994'],
    [bars('1', '1000', 3, true), 1, 'numeric', '10'],
    [years, 1, 'date', '2010-01-03'],
    [times, 6, 'timestamp', '2020-01-01T06:00:00'],
    [bars('"08:00:00"', '"10:00:00"', 4), 1, 'time', '08:30:00'],
  ])('%o, %i, %s: %s', (of, place, kind, value) => {
    expect(valueAt(of, place, kind)).toBe(value)
  })
})

describe('a stretch as a condition', () => {
  test('a number is in the step that it begins', () => {
    expect(boundsOf(whole, { from: 2, to: 4 }, { kind: 'integer' })).toEqual(['20', '39'])
    expect(boundsOf(whole, { from: 2, to: 10 }, { kind: 'integer' })).toEqual(['20', '100'])
    expect(boundsOf(bars('0', '5', 10), { from: 1, to: 3 }, { kind: 'integer' })).toEqual(['1', '1'])
    expect(boundsOf(whole, { from: 2, to: 4 }, { kind: 'numeric' })).toEqual(['20', '40'])
  })

  test('of dates the last day, of times the last part of a second', () => {
    expect(boundsOf(years, { from: 1, to: 3 }, { kind: 'date' })).toEqual(['2010-01-03', '2010-01-06'])
    expect(boundsOf(times, { from: 0, to: 6 }, { kind: 'timestamp' })).toEqual([
      '2020-01-01T00:00:00',
      '2020-01-01T05:59:59.999999',
    ])
  })

  test('before Christ and after 9999 as PostgreSQL writes them', () => {
    expect(boundsOf(ancient, { from: 0, to: 1 }, { kind: 'date' })).toEqual(['0010-01-01 BC', '0001-12-31 BC'])
    expect(boundsOf(ancient, { from: 1, to: 2 }, { kind: 'date' })).toEqual(['0001-01-01', '0011-01-01'])
    const late = bars('"9999-12-31T00:00:00+00:00"', '"10000-01-02T00:00:00+00:00"', 2)
    expect(boundsOf(late, { from: 0, to: 1 }, { kind: 'timestamp' })).toEqual([
      '9999-12-31T00:00:00+00:00',
      '9999-12-31T23:59:59.999999+00:00',
    ])
    const ides = bars('"0044-03-15T00:00:00 BC"', '"0044-03-16T00:00:00 BC"', 24)
    expect(boundsOf(ides, { from: 10, to: 11 }, { kind: 'timestamp' })).toEqual([
      '0044-03-15T10:00:00 BC',
      '0044-03-15T10:59:59.999999 BC',
    ])
    expect(placeOf(ancient, '0006-12-31 BC')).toBeCloseTo(0.5, 1)
  })

  test('and back', () => {
    for (const [of, kind] of [
      [whole, 'integer'],
      [whole, 'numeric'],
      [years, 'date'],
      [times, 'timestamp'],
      [ancient, 'date'],
    ] as const) {
      for (let from = 0; from < of.counts.length; from += 1) {
        for (let to = from + 1; to <= of.counts.length; to += 1) {
          const values = boundsOf(of, { from, to }, { kind }) ?? []
          expect(stretchOf(of, values, kind), `${kind} ${from} ${to} ${values.join(' ')}`).toEqual({ from, to })
        }
      }
    }
  })
})

test('on a logarithmic scale edges have three digits, and 0 a step of its own', () => {
  const log: Bars = { ...bars('0', '100', 9, true), afterZero: '1' }
  expect(Array.from({ length: 10 }, (_, place) => valueAt(log, place, 'numeric'))).toEqual([
    '0',
    '1',
    '1.78',
    '3.16',
    '5.62',
    '10',
    '17.8',
    '31.6',
    '56.2',
    '100',
  ])
  expect(boundsOf(log, { from: 0, to: 1 }, { kind: 'numeric' })).toEqual(['0', '0'])
  expect(boundsOf(log, { from: 1, to: 3 }, { kind: 'integer' })).toEqual(['1', '3'])
  expect([placeOf(log, '0'), placeOf(log, '0.5'), placeOf(log, '1'), placeOf(log, '10'), placeOf(log, '1e9')]).toEqual([
    0, 1, 1, 5, 9,
  ])
})

test('no bound is beyond what the type holds', () => {
  const all = bars('-40000', '40000', 4)
  expect(boundsOf(all, { from: 0, to: 1 }, { kind: 'integer', type: 'int2' })).toEqual(['-32768', '-20001'])
  expect(boundsOf(all, { from: 3, to: 4 }, { kind: 'integer', type: 'int2' })).toEqual(['20000', '32767'])
})

test('where a value lies', () => {
  expect(placeOf(whole, '25')).toBe(2.5)
  expect(placeOf(whole, '-5')).toBe(0)
  expect(placeOf(whole, '1e9')).toBe(10)
  expect(placeOf(bars('1', '1000', 3, true), '10')).toBeCloseTo(1)
  expect(placeOf(bars('1', '1000', 3, true), '0')).toBe(0)
  expect(placeOf(years, '2010-01-06')).toBe(2.5)
  expect(placeOf(bars('7', '7', 1), '7')).toBe(0)
  expect(placeOf(whole, 'x')).toBeNull()
})
