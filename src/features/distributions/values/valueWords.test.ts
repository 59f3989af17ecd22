import { expect, test } from 'vitest'
import { decimalOf, decimalText, rounded } from './decimal.ts'
import { shareWords } from './shareWords.ts'
import { plainWords, readKind, shortWords, valueWords } from './valueWords.ts'

test('numbers are read with all their digits', () => {
  expect(valueWords('31000000000.00')).toBe('31,000,000,000.00')
  expect(valueWords('-1234.50')).toBe('-1,234.50')
  expect(valueWords('9007199254740993')).toBe('9,007,199,254,740,993')
  expect(valueWords('7e20')).toBe('700,000,000,000,000,000,000')
  expect(valueWords('1.5e-3')).toBe('0.0015')
  expect(valueWords('9'.repeat(70))).toBe('9'.repeat(70))
})

test('years have no separators, texts no quotes, days no clock', () => {
  expect(valueWords('2013', readKind('integer', ['1998', '2024']))).toBe('2013')
  expect(valueWords('2011.25', readKind('integer', ['1998', '2024']))).toBe('2011.25')
  expect(valueWords('2013', readKind('integer', ['12', '48000']))).toBe('2,013')
  expect(readKind('integer', [null, 'null'])).toBe('integer')
  expect(valueWords('2500', 'numeric')).toBe('2,500')
  expect(valueWords('"a\\nb"')).toBe('a↵b')
  expect(valueWords('"2020-01-01T00:00:00"')).toBe('2020-01-01')
  expect(valueWords('"0044-03-15T00:00:00 BC"')).toBe('0044-03-15 BC')
  expect(plainWords('2020-01-01T05:59:59')).toBe('2020-01-01T05:59:59')
  expect(plainWords('2020-01-01T05:59:59.999999+00:00')).toBe('2020-01-01T05:59:59+00:00')
})

test('at the foot of a drawing there is little room', () => {
  expect(
    ['100', '100000', '10000000', '31000000000', '1e20', '0.25', '2013'].map((value) => shortWords(value)),
  ).toEqual(['100', '100,000', '10 million', '31 billion', '1e20', '0.25', '2,013'])
  expect(shortWords('"2020-01-01T05:59:59"')).toBe('2020-01-01')
  expect(shortWords('"0100-01-01 BC"')).toBe('0100-01-01 BC')
  expect(shortWords('"0100-01-01T05:59:59 BC"')).toBe('0100-01-01 BC')
})

test('a mean is rounded away from zero at halves', () => {
  const to = (text: string, scale: number) => decimalText(rounded(decimalOf(text) ?? { units: 0n, scale: 0 }, scale))
  expect(to('3726292.3650001', 2)).toBe('3726292.37')
  expect(to('-0.125', 2)).toBe('-0.13')
  expect(to('5', 2)).toBe('5')
})

test('a share says neither none nor all unless that is so', () => {
  expect([shareWords(0, 9), shareWords(1, 900), shareWords(899, 900), shareWords(9, 9), shareWords(71, 100)]).toEqual([
    '0%',
    '<1%',
    '>99%',
    '100%',
    '71%',
  ])
})
