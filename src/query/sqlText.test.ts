import { expect, test } from 'vitest'
import { sqlLiteral, sqlName } from './sqlText.ts'

test('a name is quoted', () => {
  expect(sqlName('a "b"')).toBe('"a ""b"""')
})

test('a literal holds neither a colon nor a backslash', () => {
  expect(sqlLiteral(`it's`)).toBe(`'it''s'`)
  expect(sqlLiteral(String.raw`10:30 \'`)).toBe(String.raw`E'10\x3a30 \x5c'''`)
})
