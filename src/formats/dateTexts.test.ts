import { expect, test } from 'vitest'
import { isoDate, isoTimestamp } from './dateTexts.ts'

test.each([
  ['31/01/2024', 'dmy', '2024-01-31'],
  ['31.1.2024', 'dmy', '2024-01-31'],
  ['3-4-2024', 'dmy', '2024-04-03'],
  ['3/4/2024', 'mdy', '2024-03-04'],
  ['29/02/2024', 'dmy', '2024-02-29'],
  ['29/02/2023', 'dmy', null],
  ['31/01/2024', 'mdy', null],
  ['31/01.2024', 'dmy', null],
  ['31/01/24', 'dmy', null],
  ['2024/01/31', 'ymd', '2024-01-31'],
  ['2024-1-5', 'ymd', '2024-01-05'],
  ['2024-13-05', 'ymd', null],
  ['0000-01-01', 'ymd', null],
  ['20240131', 'ymd', null],
] as const)('the date %j, %s, is %j', (text, order, iso) => {
  expect(isoDate(text, order)).toBe(iso)
})

test.each([
  ['31/01/2024 14:05', 'dmy', '2024-01-31 14:05:00'],
  ['31.01.2024 4:05:06.25', 'dmy', '2024-01-31 04:05:06.25'],
  ['01/31/2024 02:05:00 PM', 'mdy', '2024-01-31 14:05:00'],
  ['01/31/2024 12:05 am', 'mdy', '2024-01-31 00:05:00'],
  ['01/31/2024 13:05 PM', 'mdy', null],
  ['2024-01-31T12:00', 'ymd', '2024-01-31T12:00:00'],
  ['2024-01-31 24:00', 'ymd', null],
  ['31/01/2024', 'dmy', null],
] as const)('the time %j, %s, is %j', (text, order, iso) => {
  expect(isoTimestamp(text, order)).toBe(iso)
})
