import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { indentJson } from './indentJson.ts'

it('changes nothing but white space', () => {
  expect(indentJson('{"a":[1.50,-0,1e400,9007199254740993],"a":{},"b": [ ],"c":"x:{,\\"]"}')).toBe(
    [
      '{',
      '  "a": [',
      '    1.50,',
      '    -0,',
      '    1e400,',
      '    9007199254740993',
      '  ],',
      '  "a": {},',
      '  "b": [],',
      '  "c": "x:{,\\"]"',
      '}',
    ].join('\n'),
  )
})

it('writes what JSON.stringify would, for any value that it can write', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
      expect(indentJson(JSON.stringify(value, null, '\t'))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

it('does not grow with the square of the depth', () => {
  const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`
  expect(indentJson(deep).length).toBeLessThan(deep.length * 100)
})
