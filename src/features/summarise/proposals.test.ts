import { describe, expect, it, test } from 'vitest'
import type { Row } from '../../protocol/answers.ts'
import { fieldsFor, firstMeasure, firstSummary, groupingOf, isCode, stepOf } from './proposals.ts'

const fields = [
  { id: '_id', type: 'int' },
  { id: 'title', type: 'text' },
  { id: 'stage', type: 'text' },
  { id: 'is_public', type: 'bool' },
  { id: 'started_on', type: 'date' },
  { id: 'ward', type: 'int4' },
  { id: 'budget', type: 'numeric' },
  { id: 'extent', type: 'json' },
  { id: 'codes', type: '_text' },
  { id: 'founded', type: 'int4' },
]
const stages = ['closed', 'active', 'planned', 'paused']
const rows: readonly Row[] = Array.from({ length: 100 }, (_, at) => [
  String(at + 1),
  `"title ${at}"`,
  `"${stages[at % 4] ?? ''}"`,
  String(at % 2 === 0),
  '"2019-01-01"',
  String((at % 30) + 1),
  String(at * 1000),
  '{}',
  '["a"]',
  String(1950 + at),
])
const sample = { fields, rows }
const none = { fields, rows: [] }
const fieldOf = (id: string) => fields.find((field) => field.id === id) ?? { id, type: 'text' }

describe('what is proposed', () => {
  it('is groups of few values that come again and again', () => {
    expect(firstSummary(fields, sample)).toEqual({
      by: [{ field: 'stage', by: 'value' }],
      across: null,
      figures: [{ kind: 'count' }, { kind: 'share' }],
      sort: { by: 0, descending: true },
      keep: [],
      most: null,
    })
  })

  it('goes by kinds where no records are at hand', () => {
    expect(firstSummary(fields, none)?.by).toEqual([{ field: 'is_public', by: 'value' }])
    expect(firstSummary([{ id: 'extent', type: 'json' }], none)).toBeNull()
  })

  it('is a way to make groups that suits the field', () => {
    const by = (id: string) => groupingOf(fieldOf(id), sample).by
    expect(by('started_on')).toBe('year')
    expect(by('codes')).toBe('element')
    expect(by('budget')).toEqual({ step: '10000' })
    expect(by('ward')).toBe('value')
    expect(by('founded')).toBe('value')
    expect(groupingOf(fieldOf('budget'), none).by).toBe('value')
  })

  it('is no measure that is a code, though a code can be chosen', () => {
    expect(firstMeasure(fields, sample)?.id).toBe('budget')
    expect(fieldsFor('mean', fields).map(({ id }) => id)).toEqual(['_id', 'ward', 'budget', 'founded'])
    expect(fieldsFor('distinct', fields).map(({ id }) => id)).not.toContain('extent')
  })
})

test.each([
  ['_id', true],
  ['ward', true],
  ['wardNo', true],
  ['census_tract', true],
  ['year', true],
  ['Year built', true],
  ['latitude', true],
  ['max_y', true],
  ['turbidity', false],
  ['paid', false],
  ['idle_hours', false],
])('%s is a code by its name: %s', (id, expected) => {
  expect(isCode({ id, type: 'int4' }, { fields: [], rows: [] })).toBe(expected)
})

test('values of one length look like codes, prices do not', () => {
  expect(isCode(fieldOf('founded'), sample)).toBe(true)
  expect(isCode(fieldOf('budget'), sample)).toBe(false)
})

test.each([
  [['0', '100'], '10'],
  [['0', '0.3'], '0.05'],
  [['-5', '5'], '1'],
  [['3', '3'], null],
  [[], null],
  [['1e20', '9e20'], '100000000000000000000'],
  [['"Infinity"', '"NaN"'], null],
])('the step for %j is %s', (values, step) => {
  expect(stepOf(values)).toBe(step)
})

test('one absurd value does not put all others into one group', () => {
  expect(stepOf([...Array.from({ length: 200 }, (_, at) => String(at)), '31000000000'])).toBe('20')
})
