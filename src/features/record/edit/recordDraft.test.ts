import { describe, expect, test } from 'vitest'
import type { Field } from '../../../protocol/field.ts'
import { changesOf, draftJson, draftOf, readingOf, refusedField, writeParams } from './recordDraft.ts'

const fields: readonly Field[] = [
  { id: '_id', type: 'int' },
  { id: 'big', type: 'int8' },
  { id: 'exact', type: 'numeric' },
  { id: 'note', type: 'text' },
  { id: 'data', type: 'json' },
]
const row = ['1', '9223372036854775807', '1.50', '"a\\nb"', '{"b": 1, "a": 1.0, "a": 2}'] as const

describe('changes of a record', () => {
  test('include only what was changed', () => {
    const drafts = new Map(fields.map((field, place) => [field.id, draftOf(row[place], field)]))
    expect(changesOf(fields, drafts, row).changes).toEqual([])
    drafts.set('note', { text: '', isNull: false })
    expect(changesOf(fields, drafts, row).changes).toEqual([['note', '""']])
    drafts.set('note', { text: '', isNull: true })
    expect(changesOf(fields, drafts, row).changes).toEqual([['note', 'null']])
  })

  test('are read and edited with their characters, and each digit', () => {
    const written = String.raw`{"name": "\u00c6sop", "n": 1.50}`
    expect(draftOf(written, { id: 'x', type: 'json' }).text).toBe('{"name": "Æsop", "n": 1.50}')
    expect(draftOf(String.raw`["\u00c6"]`, { id: 'x', type: '_text' }).text).toBe('["Æ"]')
  })

  test('keep every digit and the source of JSON', () => {
    const json = (type: string, text: string) => draftJson({ text, isNull: false }, { id: 'x', type })
    expect(json('int8', '9223372036854775806')).toEqual({ json: '"9223372036854775806"' })
    expect(json('numeric', '1.50')).toEqual({ json: '"1.50"' })
    expect(json('float8', '-0')).toEqual({ json: '"-0"' })
    expect(json('json', ' {"b": 1.0, "b": 1} ')).toEqual({ json: '{"b": 1.0, "b": 1}' })
    expect(json('bool', 'true')).toEqual({ json: 'true' })
    expect(json('text', '')).toEqual({ json: '""' })
    expect(json('timestamp', '2025-01-01T00:00:00.123456')).toEqual({ json: '"2025-01-01T00:00:00.123456"' })
  })

  test.each([
    ['int4', '1.5'],
    ['numeric', 'x'],
    ['json', '{"a": }'],
    ['json', 'null'],
    ['_text', '{}'],
    ['bool', 'maybe'],
    ['date', ''],
    ['date', '5/6/2024'],
    ['date', 'tomorrow'],
    ['_date', '["2024-05-06", "5/6/2024"]'],
    ['timestamp[]', '["now"]'],
  ])('of type %s are not sent as %j', (type, text) => {
    expect(draftJson({ text, isNull: false }, { id: 'x', type })).toHaveProperty('problem')
  })

  test('wait for the choice of a date or number that can be read in two ways', () => {
    const field = { id: 'day', type: 'date' }
    const typed = { text: '5/6/2024', isNull: false }
    expect(changesOf([field], new Map([['day', typed]]), ['null']).problems.get('day')).toMatchObject({
      kind: 'unclear',
    })
    expect(readingOf(typed, field)).toEqual({ storedAs: null, choices: ['2024-06-05', '2024-05-06'] })
    const number = { id: 'x', type: 'numeric' }
    expect(readingOf({ text: '1.234', isNull: false }, number)?.choices).toEqual(['1.234', '1234'])
    // What was chosen is not asked again.
    expect(draftJson({ text: '1.234', isNull: false, isChosen: true }, number)).toEqual({ json: '"1.234"' })
    expect(readingOf({ text: '1.234', isNull: false, isChosen: true }, number)?.choices).toEqual([])
  })

  test('are sent as they are told', () => {
    const field = { id: 'day', type: 'date' }
    const typed = { text: '31/12/2024', isNull: false }
    expect(readingOf(typed, field)).toEqual({ storedAs: '2024-12-31', choices: [] })
    expect(draftJson(typed, field)).toEqual({ json: '"2024-12-31"' })
    expect(draftJson({ text: '["2024-05-06"]', isNull: false }, { id: 'x', type: '_date' })).toHaveProperty('json')
  })

  test('are sent with the _id, or as a new record', () => {
    expect(writeParams('r', '7', [['a"b', '1.50']], false)).toBe(
      '{"resource_id":"r","method":"update","records":[{"_id":7,"a\\"b":1.50}]}',
    )
    expect(writeParams('r', null, [], true)).toBe('{"resource_id":"r","force":true,"method":"insert","records":[{}]}')
  })

  test('show the field that a refusal is about', () => {
    const changes = [
      ['day', '"yesterdax"'],
      ['count', '"12"'],
    ] as const
    expect(refusedField('invalid input syntax for type date: "yesterdax"', changes)).toBe('day')
    expect(refusedField('column "count" is of type integer but', changes)).toBe('count')
    expect(refusedField('no idea', changes)).toBeNull()
    expect(refusedField('no idea', [['day', '1']])).toBe('day')
  })
})
