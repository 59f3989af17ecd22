import { describe, expect, it } from 'vitest'
import { ActionError } from '../protocol/envelope.ts'
import { refusalWords, refusedFilter } from './filterRefusal.ts'

const filters = [
  { field: 'stage', values: ['active'] },
  { field: 'area', values: ['12', 'abc'] },
]

describe('refusedFilter', () => {
  it('finds the filter by its field', () => {
    const fields = { filters: ['Unknown field: stage'] }
    const error = new ActionError({ kind: 'validation', status: 409, message: 'filters: Unknown field: stage', fields })
    expect(refusedFilter(error, filters)).toBe('stage')
    const older = new ActionError({ kind: 'validation', status: 409, message: 'filters: invalid value "area"' })
    expect(refusedFilter(older, filters)).toBe('area')
  })

  it('finds it by the value that PostgreSQL could not cast', () => {
    const message = 'invalid input syntax for type integer: "abc"\nLINE 1: ...'
    expect(refusedFilter(new ActionError({ kind: 'sql', status: 409, message }), filters)).toBe('area')
  })

  it('blames none where none is named', () => {
    const message = 'sort: Unknown field'
    expect(refusedFilter(new ActionError({ kind: 'validation', status: 409, message }), filters)).toBeNull()
    expect(refusedFilter(new TypeError('"area"'), filters)).toBeNull()
    expect(refusedFilter(null, filters)).toBeNull()
  })
})

describe('refusalWords', () => {
  it('does not say once more that the server refused', () => {
    const failure = {
      what: 'The server refused the query: filters: no such value.',
      remedy: 'Take another.',
      serverText: null,
    }
    expect(refusalWords(failure)).toBe('No such value. Take another.')
  })
})
