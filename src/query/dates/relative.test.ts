import { expect, test } from 'vitest'
import { boundsOf, periodBetween } from './period.ts'
import { lately, namedPeriod } from './relative.ts'

const at = (instant: string) => new Date(instant)

test.each([
  // The day before there, the day after there.
  ['Pacific/Pago_Pago', '2026-11-23T10:00:00Z', '2026-11-22T00:00:00-11:00/2026-11-23T00:00:00-11:00'],
  ['Pacific/Tongatapu', '2026-11-23T12:00:00Z', '2026-11-24T00:00:00+13:00/2026-11-25T00:00:00+13:00'],
  ['UTC', '2026-11-23T23:59:59.999Z', '2026-11-23T00:00:00+00:00/2026-11-24T00:00:00+00:00'],
  // Clocks go forward and back on these days.
  ['Europe/London', '2026-03-29T12:00:00Z', '2026-03-29T00:00:00+00:00/2026-03-30T00:00:00+01:00'],
  ['Europe/London', '2026-10-25T12:00:00Z', '2026-10-25T00:00:00+01:00/2026-10-26T00:00:00+00:00'],
  // They went forward at midnight, so that this day began at 1.
  ['America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04T00:00:00-03:00/2018-11-05T00:00:00-02:00'],
  ['Asia/Kathmandu', '2026-11-23T18:14:59Z', '2026-11-23T00:00:00+05:45/2026-11-24T00:00:00+05:45'],
])('today in %s at %s', (zone, now, period) => {
  expect(namedPeriod(['today', zone], at(now))).toBe(period)
  const [from = '', until = ''] = period.split('/')
  expect(boundsOf(period)).toEqual({ from, until })
})

test.each([
  ['30', 'days', '2026-10-25T00:00:00+01:00'],
  ['1', 'days', '2026-11-23T00:00:00+00:00'],
  ['2', 'weeks', '2026-11-10T00:00:00+00:00'],
  ['9', 'months', '2026-02-24T00:00:00+00:00'],
  ['2', 'years', '2024-11-24T00:00:00+00:00'],
  ['0', 'days', '2026-11-23T00:00:00+00:00'],
])('the last %s %s begin', (count, unit, from) => {
  expect(lately([count, unit, 'Europe/London'], at('2026-11-23T09:00:00Z'))).toBe(`${from}/2026-11-24T00:00:00+00:00`)
})

test('a month before the 31st began after the last day of a shorter month', () => {
  expect(lately(['1', 'months', 'UTC'], at('2026-03-31T09:00:00Z'))).toMatch(/^2026-03-01T/)
  expect(lately(['1', 'years', 'UTC'], at('2024-02-29T09:00:00Z'))).toMatch(/^2023-03-01T/)
})

test.each([
  ['yesterday', '2025-12-31', '2026-01-01'],
  ['this week', '2025-12-29', '2026-01-05'],
  ['last week', '2025-12-22', '2025-12-29'],
  ['this month', '2026-01-01', '2026-02-01'],
  ['last month', '2025-12-01', '2026-01-01'],
  ['this quarter', '2026-01-01', '2026-04-01'],
  ['last quarter', '2025-10-01', '2026-01-01'],
  ['this year', '2026-01-01', '2027-01-01'],
  ['last year', '2025-01-01', '2026-01-01'],
])('%s on the first day of a year', (name, from, until) => {
  const period = `${from}T00:00:00+00:00/${until}T00:00:00+00:00`
  expect(namedPeriod([name, 'UTC'], at('2026-01-01T05:00:00Z'))).toBe(period)
})

test('what can not be read is no period', () => {
  expect(lately(['x', 'days', 'UTC'], at('2026-01-01T05:00:00Z'))).toBe('')
  expect(lately(['3', 'moons', 'UTC'], at('2026-01-01T05:00:00Z'))).toBe('')
  expect(lately(['3', 'days', 'Mars/Base'], at('2026-01-01T05:00:00Z'))).toBe('')
  expect(namedPeriod(['constructor', 'UTC'], at('2026-01-01T05:00:00Z'))).toBe('')
  for (const period of [
    '',
    '19',
    '2019-13',
    '2021-02-30',
    '0000',
    '2019-Q5',
    'x/y',
    '0 BC',
    '44',
    '202401',
    '20240101',
    '2022-02-29 BC',
    'infinity',
  ])
    expect(boundsOf(period)).toBeNull()
})

test.each(['2019', '0079', '44 BC', '10000', '+202401', '2019-Q4', '0044-Q1 BC', '0001-12 BC', '0044-03-15 BC'])(
  'the bounds of %s are that period again',
  (period) => {
    const bounds = boundsOf(period)
    expect(bounds && periodBetween(bounds)).toBe(period)
  },
)

test.each([
  ['2019', '2019-01-01', '2020-01-01'],
  ['2019-Q4', '2019-10-01', '2020-01-01'],
  ['2019Q1', '2019-01-01', '2019-04-01'],
  ['2020-02', '2020-02-01', '2020-03-01'],
  ['2020-2-29', '2020-02-29', '2020-03-01'],
  ['0099', '0099-01-01', '0100-01-01'],
  ['9999', '9999-01-01', '10000-01-01'],
  ['10000', '10000-01-01', '10001-01-01'],
  ['12000-05-05', '12000-05-05', '12000-05-06'],
  ['+202401', '202401-01-01', '202402-01-01'],
  ['44 BC', '0044-01-01 BC', '0043-01-01 BC'],
  ['0001 BC', '0001-01-01 BC', '0001-01-01'],
  ['0044-Q4 BC', '0044-10-01 BC', '0043-01-01 BC'],
  ['0001-12 bc', '0001-12-01 BC', '0001-01-01'],
  ['0044-03-15 BC', '0044-03-15 BC', '0044-03-16 BC'],
  ['0044-03-15T10:00:00 BC/0044-03-15T11:00:00 BC', '0044-03-15T10:00:00 BC', '0044-03-15T11:00:00 BC'],
])('the period %s', (period, from, until) => {
  expect(boundsOf(period)).toEqual({ from, until })
})
