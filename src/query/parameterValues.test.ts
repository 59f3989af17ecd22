import { array, assert, dictionary, oneof, constant, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { readValues, valuesText } from './parameterValues.ts'

test('values come back as they were, and damaged ones are left out', () => {
  const text = string({ unit: 'grapheme' })
  assert(
    property(dictionary(text, oneof(text, constant(null), array(text))), (values) => {
      expect({ ...readValues(valuesText(values)) }).toEqual({ ...values })
    }),
  )
  expect(valuesText({})).toBe('')
  for (const damaged of ['', '{', '[]', 'null', '7', '{"a":7,"b":{"c":"d"},"e":[1]}']) {
    expect(readValues(damaged)).toEqual({})
  }
  expect(readValues('{"a":"x","b":1}')).toEqual({ a: 'x' })
})
