import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '../../protocol/json/jsonCharacters.ts'
import { cellText, LONGEST_CELL, wholeText } from './cellText.ts'

describe('cellText', () => {
  it('tells null, nothing and empty text apart', () => {
    expect(cellText('null', 'text')).toEqual({ kind: 'null', text: 'null', isCut: false })
    expect(cellText('"null"', 'text')).toEqual({ kind: 'text', text: 'null', isCut: false })
    expect(cellText('""', 'text').kind).toBe('empty')
    expect(cellText('" "', 'text')).toEqual({ kind: 'text', text: ' ', isCut: false })
    expect(cellText(undefined, 'text')).toEqual({ kind: 'missing', text: '', isCut: false })
  })

  it.each([
    ['9007199254740993', 'integer', 'number', '9007199254740993'],
    ['1.50', 'numeric', 'number', '1.50'],
    ['-0', 'numeric', 'number', '-0'],
    ['1e400', 'numeric', 'number', '1e400'],
    ['"NaN"', 'numeric', 'number', 'NaN'],
    ['"12.30"', 'numeric', 'number', '12.30'],
    ['true', 'boolean', 'code', 'true'],
    ['"2026-11-18T06:45:00.123456"', 'timestamp', 'code', '2026-11-18T06:45:00.123456'],
    ['["TRW-07", "TRW-12"]', 'array', 'code', '["TRW-07", "TRW-12"]'],
    ['"{a,b}"', 'array', 'code', '{a,b}'],
    ['{"b": 1.0, "b": 2}', 'json', 'code', '{"b": 1.0, "b": 2}'],
    ['{\n  "a": "x  y"\n}', 'json', 'code', '{ "a": "x  y" }'],
    ['"a string"', 'json', 'code', '"a string"'],
    ['""', 'json', 'code', '""'],
    ['7', 'text', 'text', '7'],
    ['"a\\nb\\u0000"', 'text', 'text', 'a↵b⟨U+0000⟩'],
  ] as const)('%s in a column of %s reads as %s %s', (value, column, kind, text) => {
    expect(cellText(value, column)).toEqual({ kind, text, isCut: false })
  })

  it('cuts what is long without a look at its end', () => {
    const long = JSON.stringify('x'.repeat(5_000_000))
    const started = performance.now()
    for (let i = 0; i < 1000; i += 1) expect(cellText(long, 'text').text).toHaveLength(LONGEST_CELL)
    expect(performance.now() - started).toBeLessThan(1000)
    expect(cellText(long, 'text').isCut).toBe(true)
    expect(cellText(`[${'1,'.repeat(999)}1]`, 'json').isCut).toBe(true)
  })

  it('shows the beginning of any text, and says whether it goes on', () => {
    const unit = fc.constantFrom('"', '\\', 'é', '👩', '\\u0041', 'a', '/', '日本', ' ')
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 500 }), (parts) => {
        const text = parts.join('')
        const shown = cellText(JSON.stringify(text), 'text')
        expect(text.startsWith(shown.text)).toBe(true)
        expect(shown.isCut).toBe(shown.text !== text)
        expect(shown.text.length).toBeGreaterThanOrEqual(Math.min(text.length, LONGEST_CELL - 1))
        expect(shown.text.length).toBeLessThanOrEqual(LONGEST_CELL)
      }),
    )
  })

  it('does not call a text cut that only has many escapes', () => {
    const text = '"'.repeat(200)
    expect(cellText(JSON.stringify(text), 'text')).toEqual({ kind: 'text', text, isCut: false })
  })
})

it('gives the whole value to read, and to copy as it is', () => {
  expect(wholeText('{"a":1.50}', 'json')).toBe('{\n  "a": 1.50\n}')
  expect(wholeText('"a\\n\\u202eb"', 'text')).toBe('a\n⟨U+202E⟩b')
  expect(plainText('"a\\n\\u202eb"', 'text')).toBe('a\n\u202eb')
  expect(plainText('{"a":1.50}', 'json')).toBe('{"a":1.50}')
  expect(plainText('"a"', 'json')).toBe('"a"')
})
