import { describe, expect, test } from 'vitest'
import type { ColumnFormat, DateStyle, NumberFormat } from '../../rows/columnFormat.ts'
import { formatFits, formatValue } from './formatValue.ts'

const number = (value: string, format: Omit<NumberFormat, 'as'>) =>
  formatValue(value, 'numeric', { as: 'number', ...format })
const written = (text: string, format: Omit<NumberFormat, 'as'> = {}) =>
  formatValue(JSON.stringify(text), 'text', { as: 'number', ...format })
const day = (text: string, style: DateStyle, kind: 'timestamp' | 'text' = 'timestamp', monthFirst?: true) =>
  formatValue(JSON.stringify(text), kind, { as: 'date', style, ...(monthFirst && { monthFirst }) })

describe('numbers', () => {
  test('keep every digit that is not rounded off, however many there are', () => {
    expect(number('9223372036854775807', { thousands: true })).toBe('9,223,372,036,854,775,807')
    expect(number('12345678901234567890.12345678901234567890', { thousands: true })).toBe(
      '12,345,678,901,234,567,890.12345678901234567890',
    )
    expect(number('1e21', { thousands: true })).toBe('1,000,000,000,000,000,000,000')
    expect(number('1.5e-3', {})).toBe('0.0015')
    expect(number('-0', {})).toBe('-0')
    expect(['1', '12', '123', '1234'].map((value) => number(value, { thousands: true }))).toEqual([
      '1',
      '12',
      '123',
      '1,234',
    ])
  })
  test('are rounded half away from zero, and filled up', () => {
    expect(['2.5', '-2.5', '0.5', '1.005', '9.995', '7'].map((value) => number(value, { decimals: 0 }))).toEqual([
      '3',
      '-3',
      '1',
      '1',
      '10',
      '7',
    ])
    expect(['1.005', '9.995', '7', '-0.001'].map((value) => number(value, { decimals: 2 }))).toEqual([
      '1.01',
      '10.00',
      '7.00',
      '0.00',
    ])
  })
  test('are hundredths where that is asked for', () => {
    expect(['0.125', '1', '0.00015', '12'].map((value) => number(value, { percent: true }))).toEqual([
      '12.5\u00a0%',
      '100\u00a0%',
      '0.015\u00a0%',
      '1200\u00a0%',
    ])
    expect(number('0.12345', { percent: true, decimals: 1 })).toBe('12.3\u00a0%')
  })
  test('that are none stay as they came', () => {
    for (const value of ['"NaN"', '"Infinity"', '"-Infinity"', 'true', '"abc"', '""', 'null', '1e9999'])
      expect(number(value, { thousands: true, decimals: 2 })).toBeNull()
  })
})

describe('text read as numbers', () => {
  test('with a point or a comma before the fraction, by what was chosen', () => {
    expect(written('1,234.50')).toBe('1234.50')
    expect(written('1 234 567.5', { thousands: true })).toBe('1,234,567.5')
    expect(written('1.234,50', { commaFraction: true })).toBe('1234.50')
    expect(written("1'234", {})).toBe('1234')
    expect(written('\u22125')).toBe('-5')
    expect(written('007')).toBe('7')
  })
  test('is left alone if it is not one for certain', () => {
    for (const text of ['12,34.5', '1.234,50', '1,2345', '€ 5', '12%', '', ' ', '.', '1 2', 'N/A', '1,234 567'])
      expect(written(text)).toBeNull()
  })
})

describe('days and times', () => {
  const moment = '2021-03-05T06:45:00.123456'
  test('in the styles that can be chosen, the time as it came', () => {
    expect(
      (['iso', 'long', 'dayFirst', 'monthFirst', 'month', 'year'] as const).map((style) => day(moment, style)),
    ).toEqual([
      '2021-03-05 06:45:00.123456',
      '5 Mar 2021, 06:45:00.123456',
      '05/03/2021, 06:45:00.123456',
      '03/05/2021, 06:45:00.123456',
      'Mar 2021',
      '2021',
    ])
    expect(day('2021-03-05 06:45:00+02', 'long')).toBe('5 Mar 2021, 06:45:00+02')
    expect(day('0001-01-01', 'long')).toBe('1 Jan 0001')
    expect(day('0044-03-15 BC', 'long')).toBe('15 Mar 0044 BC')
    expect(day('0005-02-29 BC', 'year')).toBe('0005 BC')
  })
  test('that are none stay as they came', () => {
    for (const text of ['infinity', '-infinity', '2021-02-29', '2021-13-01', '2021-00-10', '', 'soon'])
      expect(day(text, 'long')).toBeNull()
  })
  test('written by people, the day or the month first, by what was chosen', () => {
    expect(day('03/05/2021', 'iso', 'text')).toBe('2021-05-03')
    expect(day('03/05/2021', 'iso', 'text', true)).toBe('2021-03-05')
    expect(day('5.3.2021 7:15', 'long', 'text')).toBe('5 Mar 2021, 7:15')
    for (const text of ['13/13/2021', '31/04/2021', '1/2/21', '1/2-2021']) expect(day(text, 'iso', 'text')).toBeNull()
  })
})

test('a format that was chosen for another kind of column is not used', () => {
  const thousands: ColumnFormat = { as: 'number', thousands: true }
  expect((['integer', 'text', 'date', 'json', 'boolean'] as const).map((kind) => formatFits(thousands, kind))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(formatValue('"2021-03-05"', 'date', thousands)).toBeNull()
})
