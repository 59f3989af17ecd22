import { expect, test } from 'vitest'
import { foundFields } from './foundFields.ts'
import { recordKey } from './recordKey.ts'

const FIELDS = [
  { id: '_id', type: 'int' },
  { id: 'title', type: 'text', info: { label: 'Name of the programme' } },
  { id: 'code', type: 'text' },
  { id: 'extent', type: 'json' },
]

test('a record is called by its key, else by its first short text, else by its _id', () => {
  expect(recordKey(FIELDS, ['7', '"Fish"', '"NR-1"', '{}'])).toBe('NR-1')
  expect(recordKey(FIELDS, ['7', '"Fish"', 'null', '{}'])).toBe('Fish')
  expect(recordKey(FIELDS, ['7', `"${'long '.repeat(30)}"`, '""', '{}'])).toBe('_id 7')
  expect(recordKey(FIELDS.slice(3), ['{}'])).toBeNull()
})

test('a field is found by its name, its label and its value', () => {
  const row = ['7', '"Fish\\u00e9"', '"NR-1"', '{"type":"Polygon"}']
  const found = (text: string) => foundFields(FIELDS, row, text).map((at) => FIELDS[at]?.id)
  expect(found(' programme ')).toEqual(['title'])
  expect(found('FISHÉ')).toEqual(['title'])
  expect(found('polygon')).toEqual(['extent'])
  expect(found('')).toHaveLength(4)
  expect(found('nothing of the kind')).toEqual([])
})
