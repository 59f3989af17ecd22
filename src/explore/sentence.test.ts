import { describe, expect, it } from 'vitest'
import { filterSentence, noMatchSentence, sortSentence, valuesOnChip, valueWords } from './sentence.ts'

describe('filterSentence', () => {
  it('reads as one says it', () => {
    expect(filterSentence({ field: 'subject', values: ['watershed', 'survey'] })).toBe(
      'subject is any of watershed, survey',
    )
    expect(filterSentence({ field: 'stage', values: ['active'] })).toBe('stage is active')
    expect(filterSentence({ field: 'note', values: [''] })).toBe('note is ""')
  })
})

describe('sortSentence', () => {
  it('says what the order means for the kind of value', () => {
    const down = { field: 'x', descending: true }
    const up = { field: 'x', descending: false }
    expect(sortSentence({ field: 'area_km2', descending: true }, 'numeric')).toBe('Sort by area_km2, largest first')
    expect(sortSentence(up, 'integer')).toBe('Sort by x, smallest first')
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
    const stage = { field: 'stage', values: ['active'] }
    expect(noMatchSentence('', [])).toBe('This table has no records.')
    expect(noMatchSentence('', [stage])).toBe('There is no record where stage is active.')
    expect(noMatchSentence('silt', [])).toBe('No record matches "silt".')
    expect(noMatchSentence('silt', [stage])).toBe('No record matches both conditions.')
    expect(noMatchSentence('silt', [stage, stage])).toBe('No record matches all 3 conditions.')
  })
})

describe('a value as it is shown', () => {
  it('shows what cannot be seen, and ends a long one with …', () => {
    expect(valueWords('')).toBe('""')
    expect(valueWords('a\nb\u202e')).toBe('a↵b⟨U+202E⟩')
    expect(valueWords('x'.repeat(5000))).toBe(`${'x'.repeat(300)}…`)
  })
})
