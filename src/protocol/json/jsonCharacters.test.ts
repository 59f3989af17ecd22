import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { withCharacters } from './jsonCharacters.ts'

const raw = String.raw

test.each([
  [raw`{"name": "\u00c6sop", "n": 1.50}`, '{"name": "Æsop", "n": 1.50}'],
  [raw`["\ud83d\ude00", "\u4e2d"]`, '["😀", "中"]'],
  [raw`"a\\u00c6"`, raw`"a\\u00c6"`],
  [raw`"\\\u00c6\n"`, raw`"\\Æ\n"`],
  [raw`"\u0022\u005c\u0000\u001f\u200b\u00a0\ud83d"`, raw`"\u0022\u005c\u0000\u001f\u200b\u00a0\ud83d"`],
  [raw`{"\u00fc": 9007199254740993}`, '{"ü": 9007199254740993}'],
])('%s reads %s', (source, shown) => {
  expect(withCharacters(source)).toBe(shown)
})

test('it stays the same JSON', () => {
  const escaped = (value: unknown) =>
    JSON.stringify(value).replaceAll(
      /[^\x20-\x7e]/g,
      (unit) => raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'),
    )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(withCharacters(escaped(value)))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
