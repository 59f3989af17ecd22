import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJsonText } from '../protocol/jsonText.ts'
import { ColumnGuess } from './columnGuess.ts'
import { cellJson, COLUMN_TYPES, comparableText, fits } from './columnTypes.ts'

const guess = (...cells: (string | null)[]) => guessIn(false, cells)
const guessIn = (hasDecimalComma: boolean, cells: readonly (string | null)[]) => {
  const found = new ColumnGuess(hasDecimalComma)
  for (const cell of cells) found.add(cell)
  return found.type()
}

describe('the guess of a type', () => {
  test.each([
    ['int4', ['1', '-2147483648', null, '']],
    ['int8', ['1', '2147483648']],
    ['int8', ['9223372036854775807']],
    ['text', ['9223372036854775808']],
    ['text', ['0123', '1']],
    ['text', ['+1', '2']],
    ['text', ['1E5', '2E5']],
    ['text', ['1,5']],
    ['numeric', ['1', '1.50', '-0.0', '1.2E-05']],
    ['numeric', ['12345678901234567890.5', '12345678901234567890']],
    ['bool', ['true', 'FALSE', null]],
    ['text', ['yes', 'no']],
    ['date', ['2024-02-29']],
    ['text', ['2025-02-29']],
    ['timestamp', ['2025-01-31T12:00:00.123456', '2025-01-31 12:00']],
    ['text', ['2025-01-31T12:00:00.1234567']],
    ['timestamptz', ['2025-01-31T12:00:00Z', '2025-01-31T12:00:00+02:00']],
    ['json', ['{"a": 1}', '[1]']],
    ['text', [null, null]],
  ] as const)('is %s for %j', (type, cells) => {
    expect(guess(...cells)).toBe(type)
  })

  test.each([
    ['numeric_comma', ['1,50', '-2,25', '7', null]],
    ['int4', ['1', '2']],
    ['numeric', ['1.5', '2']],
    ['text', ['1.5', '1,5']],
    ['text', ['1.234,5']],
    ['text', ['1,2,3']],
    ['text', ['01,5']],
  ] as const)('is %s for %j if numbers may have a decimal comma', (type, cells) => {
    expect(guessIn(true, cells)).toBe(type)
  })

  test('is a type that every value fits', () => {
    const cell = fc.oneof(
      fc.bigInt().map(String),
      fc.double().map(String),
      fc.string(),
      fc.date().map((date) => (Number.isNaN(date.getTime()) ? '' : date.toISOString())),
    )
    fc.assert(
      fc.property(fc.array(cell), (cells) => {
        const type = guess(...cells)
        if (type !== 'text') expect(cells.every((each) => fits(type, each))).toBe(true)
      }),
    )
  })
})

test('a decimal comma is sent as a point, every digit kept', () => {
  expect(cellJson('numeric_comma', '-0,100')).toBe('"-0.100"')
  expect(fits('numeric_comma', '1,234,567')).toBe(false)
})

test('any text that fits is sent as one JSON value', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.json(),
    fc.bigInt().map(String),
    fc.constantFrom('1.50', '-0', 't', '01', '1e3'),
  )
  fc.assert(
    fc.property(fc.constantFrom(...COLUMN_TYPES), cell, (type, text) => {
      if (!fits(type, text)) return
      const json = cellJson(type, text)
      expect(parseJsonText(json)).toBe(json)
    }),
  )
})

test.each([
  ['numeric', '1.50', '15e-1', true],
  ['numeric', '-0.0', '0', true],
  ['numeric', '100', '1e2', true],
  ['numeric', '100', '10', false],
  ['numeric_comma', '1,50', '1,5', true],
  ['text', '1.50', '1.5', false],
  ['text', '', ' ', false],
  ['bool', 'yes', 'TRUE', true],
  ['bool', 'off', 'on', false],
  ['timestamp', '2025-01-31 12:00', '2025-01-31T12:00:00.000', true],
  ['timestamp', '2025-01-31T12:00:00.10', '2025-01-31T12:00:00.01', false],
] as const)('as %s, %s and %s are equal: %s', (type, a, b, same) => {
  expect(comparableText(type, a) === comparableText(type, b)).toBe(same)
})
