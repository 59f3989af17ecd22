import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ckanRefusals } from '../../e2e/support/ckanStatements.ts'
import { sqlLiteral, sqlName } from './sqlText.ts'

test('a name is quoted', () => {
  expect(sqlName('a "b"')).toBe('"a ""b"""')
})

test('a literal holds neither a colon nor a backslash nor a number sign', () => {
  expect(sqlLiteral(`it's`)).toBe(`'it''s'`)
  expect(sqlLiteral(String.raw`10:30 \'`)).toBe(String.raw`E'10\x3a30 \x5c'''`)
  expect(sqlLiteral('Case #7')).toBe(String.raw`E'Case \x237'`)
})

test('a name that CKAN would misread is written by numbers', () => {
  expect(sqlName('Time (hh :mm)')).toBe(String.raw`U&"Time (hh \003amm)"`)
  expect(sqlName('Größe :ö')).toBe(String.raw`U&"Größe \003aö"`)
  expect(sqlName('Case #')).toBe(String.raw`U&"Case \0023"`)
  expect(sqlName(String.raw`a\'b`)).toBe(String.raw`U&"a\005c'b"`)
  const plain = ['10:20', 'a: b', 'a::text', '100 %', 'a;b', String.raw`a\b`]
  expect(plain.map((name) => sqlName(name))).toEqual(plain.map((name) => `"${name}"`))
})

test('whatever a name or a value holds, CKAN finds no second statement and no parameter in it', () => {
  const text = fc.string({ unit: fc.constantFrom(...String.raw`a1_é:#\'"; -(%$`.split('')) })
  fc.assert(
    fc.property(text, (odd) => {
      expect(ckanRefusals(`SELECT ${sqlName(odd)}, ${sqlLiteral(odd)} FROM "t"`)).toEqual([])
    }),
  )
})
