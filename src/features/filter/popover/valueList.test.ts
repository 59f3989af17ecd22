import { describe, expect, it } from 'vitest'
import { valueList, valuesHint } from './valueList.ts'

const offered = ['watershed', 'survey', 'sampling']

describe('valueList', () => {
  it('lists the chosen first, each once', () => {
    expect(valueList(['survey', 'typed'], offered, '', 'text').listed).toEqual([
      'survey',
      'typed',
      'watershed',
      'sampling',
    ])
  })

  it('lets Enter tick the first that holds the text', () => {
    expect(valueList([], offered, 'SAM', 'text')).toEqual({
      listed: ['sampling'],
      typed: 'SAM',
      onEnter: 'sampling',
    })
  })

  it('prefers an equal value, and then offers no free text', () => {
    expect(valueList([], ['surveys', 'survey'], 'survey', 'text')).toMatchObject({ typed: null, onEnter: 'survey' })
  })

  it('takes what was typed if nothing holds it, and always in number columns', () => {
    expect(valueList([], offered, 'xyz', 'text')).toEqual({ listed: [], typed: 'xyz', onEnter: 'xyz' })
    expect(valueList([], ['150'], '15', 'integer')).toEqual({ listed: ['150'], typed: '15', onEnter: '15' })
  })
})

describe('valuesHint', () => {
  it('says what to know of lists, times and JSON', () => {
    expect(valuesHint('array')).toContain('{first,second}')
    expect(valuesHint('text')).toBeNull()
  })
})
