import { describe, expect, test } from 'vitest'
import { typedValue } from './typedValue.ts'

const NOW = new Date(2026, 0, 1, 12)

function read(type: string, typed: string, before?: string): string {
  const value = typedValue(typed, { id: 'x', type }, before, NOW)
  if (!('problem' in value)) return value.text
  const { problem } = value
  if (problem.kind === 'unclear') return problem.choices.join(' or ')
  return 'instead' in problem ? `${problem.kind}: ${problem.instead}` : problem.kind
}

describe('dates', () => {
  test.each([
    '2024-12-31',
    '2024-12-31T10:20',
    '2024-12-31 10:20:30.123456',
    '2024-12-31T23:59:59.9999999',
    '0044-03-15 BC',
    '0044-03-15T10:00:00 BC',
    '5874897-12-31',
    'infinity',
    '-infinity',
  ])('%s stays as it is typed', (typed) => expect(read('timestamp', typed)).toBe(typed))

  test.each([
    ['31/12/2024', '2024-12-31'],
    ['+infinity', 'infinity'],
    ['12/31/2024', '2024-12-31'],
    ['03.04.2024', '2024-04-03'],
    ['3 April 2024', '2024-04-03'],
    ['2024/4/3', '2024-04-03'],
    ['2024-4-3', '2024-04-03'],
    ['44-3-15 BC', '0044-03-15 BC'],
    ['05/05/2024', '2024-05-05'],
    ['5/6/2024', '2024-06-05 or 2024-05-06'],
    ['5/6/2024 9:05', '2024-06-05T09:05 or 2024-05-06T09:05'],
    ['31.12.2024 9:05', '2024-12-31T09:05'],
  ])('%s is stored as %s', (typed, stored) => expect(read('timestamp', typed)).toBe(stored))

  test.each([
    ['tomorrow', 'wordForDate: 2026-01-02'],
    ['Yesterday', 'wordForDate: 2025-12-31'],
    ['now', 'wordForDate: 2026-01-01'],
    ['epoch', 'notDate'],
    ['tomorrow 10:00', 'notDate'],
    ['31/02/2024', 'notDate'],
    ['2024-02-30', 'notDate'],
    ['2024-02-28T24:00', 'notDate'],
    ['12/31/2024 25:00', 'notDate'],
    ['2024', 'notOneDay'],
    ['April 2024', 'notOneDay'],
    ['2019-Q3', 'notOneDay'],
    ['2024-01-01/2024-02-01', 'notOneDay'],
  ])('%s is not stored: %s', (typed, why) => expect(read('date', typed)).toBe(why))

  test('a date has no time, and only a time with zone an offset, as the database has it', () => {
    expect(read('date', '2024-12-31T10:20')).toBe('2024-12-31')
    expect(read('date', '5/6/2024 9:05')).toBe('2024-06-05 or 2024-05-06')
    expect(read('timestamp', '2024-12-31T10:20Z')).toBe('2024-12-31T10:20')
    expect(read('timestamp without time zone', '2024-12-31 10:20+02:00')).toBe('2024-12-31 10:20')
    expect(read('timestamptz', '2024-12-31 10:20+02:00')).toBe('2024-12-31 10:20+02:00')
    expect(read('timestamp with time zone', '2024-12-31T10:20Z')).toBe('2024-12-31T10:20Z')
  })
})

test.each([
  ['now', 'wordForTime: 09:30'],
  ['10:20', '10:20'],
  ['3:04 PM', '3:04 PM'],
])('the time %s is %s', (typed, means) => expect(read('time', typed)).toBe(means))

test.each([
  ['1,999.99', '1999.99', 'notWhole'],
  ['1.234,56', '1234.56', 'notWhole'],
  ['1.234', '1.234 or 1234', '1234'],
  ['1,999', '1999', '1999'],
  ['10k', '10000', '10000'],
  ['1.500', '1.500 or 1500', '1500'],
  ['007', '007', '007'],
  ['NaN', 'NaN', 'notWhole'],
  ['ten', 'notNumber', 'notWhole'],
])('the number %s is %s; where numbers are whole, %s', (typed, number, whole) => {
  expect([read('numeric', typed), read('int4', typed)]).toEqual([number, whole])
})

test('beside decimals a point is one before decimals', () => {
  expect(read('numeric', '12.345', '12.344')).toBe('12.345')
  expect(read('float8', '12.345', '"0.5"')).toBe('12.345')
  expect(read('numeric', '12.345', '12000')).toBe('12.345 or 12345')
})
