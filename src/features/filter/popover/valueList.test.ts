import { describe, expect, it } from 'vitest'
import { calledNull, memberList, valueList, valuesHint, withYears } from './valueList.ts'

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
    expect(valuesHint('array', false)).toContain('{first,second}')
    expect(valuesHint('text', true)).toBeNull()
    expect(valuesHint('timestamp', false)).toContain('A day means the whole day')
    expect(valuesHint('timestamp', true)).toContain('may not find its record')
  })
})

it('lists the members of an operator by their names, and Enter takes the first', () => {
  const members = new Map([
    ['6', 'Saturday'],
    ['7', 'Sunday'],
  ])
  expect(memberList(members, '')).toEqual({ listed: ['6', '7'], typed: null, onEnter: null })
  expect(memberList(members, 'SUN')).toEqual({ listed: ['7'], typed: null, onEnter: '7' })
  expect(memberList(members, '7')).toEqual({ listed: [], typed: null, onEnter: null })
})

it('a value called Null is found by what asks for null, the one that is written so first', () => {
  expect(calledNull(['Null', 'Nullable', 'null'], ' null ')).toEqual(['null', 'Null'])
  expect(calledNull(['Ada'], 'null')).toEqual([])
})

it('what is compared otherwise than it is typed is offered as it is compared, and what can’t be compared not at all', () => {
  expect(valueList([], ['10000', '2010000'], '10k', 'integer', '10000')).toEqual({
    listed: ['10000', '2010000'],
    typed: null,
    onEnter: '10000',
  })
  expect(valueList([], [], 'ten', 'integer', null)).toEqual({ listed: [], typed: null, onEnter: null })
})

it('the years of dates stand below the periods that were chosen, the latest first, as far as they are typed', () => {
  const dates = ['2021-03-05', '2009-01-01T10:00:00', '2021-12-31', 'infinity', '0044-03-15 BC']
  expect(withYears(['2024-Q1', '2009'], dates, '')).toEqual(['2024-Q1', '2009', '2021'])
  expect(withYears([], dates, ' 20 ')).toEqual(['2021', '2009'])
})
