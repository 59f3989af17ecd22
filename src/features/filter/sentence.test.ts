import { describe, expect, it } from 'vitest'
import type { Where } from '../../query/query.ts'
import '../../query/operators/all.ts'
import { conditionParts, noMatchSentence, sortSentence, valuesOnChip, valueWords, whereSentence } from './sentence.ts'

const is = (field: string, ...values: string[]) => ({
  id: '',
  field,
  op: values.length <= 1 ? 'is' : 'isAnyOf',
  values,
})

describe('whereSentence', () => {
  it('reads as one would say it', () => {
    expect(whereSentence(is('subject', 'watershed', 'survey'))).toBe('subject is any of watershed, survey')
    expect(whereSentence(is('stage', 'active'))).toBe('stage is active')
    expect(whereSentence(is('note', ''))).toBe('note is ""')
  })

  it('names the days of the week and the months', () => {
    const started = (op: string, ...values: string[]) => whereSentence({ id: '', field: 'started', op, values })
    expect(started('onWeekday', '6', '7')).toBe('started falls on Saturday, Sunday')
    expect(started('notInMonth', '3')).toBe('started does not fall in March of any year (null included)')
    expect(started('atHour', '0', 'noon')).toBe('started falls in the hour 00:00, noon')
    expect(conditionParts({ id: '', field: 'started', op: 'inMonth', values: ['3', '12'] }, [])).toEqual({
      before: 'falls in',
      values: ['March', 'December'],
      joints: [],
      after: 'of any year',
    })
  })

  it('calls a date before another, and a number less, by the kind of the field where that is known', () => {
    const said = (op: string, value: string, type?: string) =>
      whereSentence({ id: '', field: 'x', op, values: [value] }, type === undefined ? [] : [{ id: 'x', type }])
    expect(['lessThan', 'greaterThan', 'atLeast', 'atMost'].map((op) => said(op, '2020-01-31', 'date'))).toEqual([
      'x before 2020-01-31',
      'x after 2020-01-31',
      'x on or after 2020-01-31',
      'x on or before 2020-01-31',
    ])
    expect([said('lessThan', '2019', 'timestamp'), said('lessThan', '2019', 'int4')]).toEqual([
      'x before 2019',
      'x less than 2019',
    ])
    expect([said('lessThan', '10:30', 'time'), said('lessThan', '2020-Q3'), said('lessThan', '2019')]).toEqual([
      'x before 10:30',
      'x before 2020-Q3',
      'x less than 2019',
    ])
    expect(said('greaterThan', '2020-01-31', 'text')).toBe('x greater than 2020-01-31')
  })

  it('says of records with null that they are included, and not as if null were one more value that it is not', () => {
    const not = { id: '', field: 'Origin State', op: 'isNot', values: ['Texas'] }
    expect(whereSentence(not)).toBe('Origin State is not Texas (null included)')
    expect(whereSentence({ ...not, withoutNull: true as const })).toBe('Origin State is not Texas')
  })

  it('says of a field without a name that it has none', () => {
    expect(whereSentence(is('', 'active'))).toBe('(no name) is active')
    expect(sortSentence({ field: ' ', descending: true }, 'integer')).toBe('Sort by (no name), largest first')
  })

  it('joins the parts of a group', () => {
    const [a, b, c] = [is('a', '1'), is('b', '2'), is('c', '3')]
    expect(whereSentence({ any: [a, { all: [b, c] }] })).toBe('a is 1 or (b is 2 and c is 3)')
  })
})

describe('valueWords', () => {
  it('tells which of two values that look the same is meant', () => {
    expect(valueWords('M\u00f6ller')).toBe('M\u00f6ller')
    expect(valueWords('Mo\u0308ller')).toBe('Mo\u0308ller (decomposed)')
    expect(valueWords('\u0958')).toBe('\u0958')
  })
})

describe('sortSentence', () => {
  it('says what the order means for the kind of value', () => {
    const down = { field: 'x', descending: true }
    const up = { field: 'x', descending: false }
    expect(sortSentence({ field: 'area_km2', descending: true }, 'numeric')).toBe('Sort by area_km2, largest first')
    expect(sortSentence(up, 'integer')).toBe('Sort by x, smallest first')
    expect(sortSentence({ ...down, nullsFirst: true }, 'text')).toBe('Sort by x, Z to A, nulls first')
    expect(sortSentence(up, 'text')).toBe('Sort by x, A to Z')
    expect(sortSentence(down, 'text')).toBe('Sort by x, Z to A')
    expect(sortSentence(down, 'timestamp')).toBe('Sort by x, latest first')
    expect(sortSentence(up, 'date')).toBe('Sort by x, earliest first')
  })
})

describe('valuesOnChip', () => {
  it('shows all of a few', () => {
    expect(valuesOnChip(['watershed', 'survey'])).toEqual({ shown: ['watershed', 'survey'], more: 0 })
  })

  it('counts what is left out of many, never just one', () => {
    const many = valuesOnChip(['watershed', 'survey', 'sampling', 'restoration', 'fisheries', 'flood'])
    expect(many.shown[0]).toBe('watershed')
    expect(many.more).toBeGreaterThan(1)
    expect(many.shown.length + many.more).toBe(6)
  })

  it('always shows the first, however long', () => {
    expect(valuesOnChip(['x'.repeat(300), 'b'.repeat(300), 'c'.repeat(300)]).shown.length).toBeGreaterThan(0)
  })
})

describe('noMatchSentence', () => {
  it('names one condition and counts several', () => {
    const stage = is('stage', 'active')
    const none = (search: string, ...all: Where[]) => noMatchSentence(search, { all })
    expect(none('')).toBe('This table has no records.')
    expect(none('', { ...stage, off: true })).toBe('This table has no records.')
    expect(none('', stage)).toBe('There is no record where stage is active.')
    expect(none('silt')).toBe('No record matches "silt".')
    expect(none('silt', stage)).toBe('No record matches both conditions.')
    expect(none('silt', stage, stage)).toBe('No record matches all 3 conditions.')
  })
})

describe('a value as it is shown', () => {
  it('shows what cannot be seen, and ends a long one with …', () => {
    expect(valueWords('')).toBe('""')
    expect(valueWords('a\nb\u202e')).toBe('a↵b⟨U+202E⟩')
    expect(valueWords('x'.repeat(5000))).toBe(`${'x'.repeat(300)}…`)
  })
})
