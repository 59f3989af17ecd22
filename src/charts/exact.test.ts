import { expect, test } from 'vitest'
import { drawable, exactWords, sumOf } from './exact.ts'

test('sums keep every digit', () => {
  expect(sumOf(['9007199254740993', '1'])).toBe('9007199254740994')
  expect(sumOf(['0.1', '0.2', '-0.30'])).toBe('0')
  expect(sumOf(['1e3', '2.5E-1'])).toBe('1000.25')
  expect(sumOf([])).toBe('0')
  expect(sumOf(['-0.05'])).toBe('-0.05')
  expect(sumOf(['1e999999', '1'])).toBe('1')
})

test('numbers are read in groups of digits, with all of them', () => {
  expect(exactWords('48213')).toBe('48,213')
  expect(exactWords('-1234567.8900')).toBe('-1,234,567.8900')
  expect(exactWords('12345678901234567890')).toBe('12,345,678,901,234,567,890')
  expect(exactWords('7e20')).toBe('7e20')
  expect(exactWords('"a text"')).toBe('a text')
})

test('only finite numbers have a place in a picture', () => {
  expect(drawable('1.50')).toBe(1.5)
  expect(drawable('"12"')).toBe(12)
  for (const value of ['null', '"NaN"', '"Infinity"', 'true', '""', '1e999', '[1]']) expect(drawable(value)).toBeNull()
})
