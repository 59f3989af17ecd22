import { expect, test } from 'vitest'
import { jsonElements, jsonKind } from '../../protocol/jsonText.ts'
import { linkOf } from '../../words/linkOf.ts'
import { cellText, LONGEST_CELL, wholeText } from './cellText.ts'
import { formatValue } from './formatValue.ts'

const json = (text: string) => JSON.stringify(text)

/** The value as it comes, the kind of its column, and what its cell shows. */
const TRAPS = [
  ['9223372036854775807', 'integer', '9223372036854775807'],
  ['12345678901234567890.12345678901234567890', 'numeric', '12345678901234567890.12345678901234567890'],
  ['-0', 'numeric', '-0'],
  ['"0001-01-01"', 'date', '0001-01-01'],
  ['"0044-03-15 BC"', 'date', '0044-03-15 BC'],
  ['"infinity"', 'timestamp', 'infinity'],
  ['"Infinity"', 'numeric', 'Infinity'],
  ['"-Infinity"', 'numeric', '-Infinity'],
  ['"NaN"', 'numeric', 'NaN'],
  [json('<img src=x onerror=alert(1)>'), 'text', '<img src=x onerror=alert(1)>'],
  [json('a\tb'), 'text', 'a⇥b'],
  [json('a\r\nb\nc'), 'text', 'a↵b↵c'],
  [json('say "x"'), 'text', 'say "x"'],
  [json('\u202eevil'), 'text', '⟨U+202E⟩evil'],
  [json('a\u00adb\u200fc\u3164d'), 'text', 'a⟨U+00AD⟩b⟨U+200F⟩c⟨U+3164⟩d'],
  [json('\u05e9\u05dc\u05d5\u05dd'), 'text', '\u05e9\u05dc\u05d5\u05dd'],
  [json('👩‍🔬🏴󠁧󠁢󠁥󠁮󠁧󠁿'), 'text', '👩‍🔬🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  [json('\u0000\u001b[31m'), 'text', '⟨U+0000⟩⟨U+001B⟩[31m'],
  [json('007'), 'text', '007'],
  [json('=1+1'), 'text', '=1+1'],
  [json('null'), 'text', 'null'],
  [json('NaN'), 'text', 'NaN'],
] as const

test.each(TRAPS)('%s in a column of %s is shown as it is', (value, kind, shown) => {
  const cell = cellText(value, kind)
  expect([cell.text, cell.isCut]).toEqual([shown, false])
  expect(cell.kind).not.toBe('null')
})

test('null, nothing, empty text and the words for them are four things', () => {
  const kinds = ['null', undefined, '""', '"null"'].map((value) => cellText(value, 'text').kind)
  expect(kinds).toEqual(['null', 'missing', 'empty', 'text'])
})

test('a megabyte of text costs its cell no more than its beginning, and is whole where it is read', () => {
  const text = 'x'.repeat(1_000_000)
  expect(cellText(json(text), 'text')).toMatchObject({ text: 'x'.repeat(LONGEST_CELL), isCut: true })
  expect(wholeText(json(text), 'text')).toHaveLength(1_000_000)
})

test('JSON 50 deep is readable, and every digit in it stays', () => {
  const deep = `${'['.repeat(50)}1.50${']'.repeat(50)}`
  expect(wholeText(deep, 'json').split('\n')).toHaveLength(101)
  expect(wholeText(deep, 'json')).toContain('1.50')
  let value = deep
  for (let depth = 0; depth < 50; depth += 1) [value = ''] = jsonElements(value)
  expect([value, jsonKind(value)]).toEqual(['1.50', 'number'])
})

test('no trap becomes a link, and none is changed by a format that does not fit it', () => {
  for (const [value, kind, shown] of TRAPS) {
    expect(linkOf(shown)).toBeNull()
    const isNumber = /^-?[\d.]+$/.test(shown)
    const formatted = formatValue(value, kind, { as: 'number', thousands: true })
    if (!isNumber) expect(formatted, value).toBeNull()
    else if (kind !== 'text') expect(formatted?.replaceAll(',', ''), value).toBe(shown)
  }
})
