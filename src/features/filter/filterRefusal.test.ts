import { beforeAll, describe, expect, it } from 'vitest'
import { ActionError } from '../../protocol/envelope.ts'
import { refusedCondition } from './filterRefusal.ts'
import { refusalWords } from './refusalWords.ts'
import { loadFailureWords } from '../result/loadFailureWords.ts'

beforeAll(() => loadFailureWords())

const stage = { id: '1', field: 'stage', op: 'is', values: ['active'] }
const area = { id: '2', field: 'area', op: 'isAnyOf', values: ['12', 'abc'] }
const conditions = [stage, area]

describe('refusedCondition', () => {
  it('finds the condition by its field', () => {
    const fields = { filters: ['Unknown field: stage'] }
    const error = new ActionError({ kind: 'validation', status: 409, message: 'filters: Unknown field: stage', fields })
    expect(refusedCondition(error, conditions)).toBe(stage)
    const older = new ActionError({ kind: 'validation', status: 409, message: 'filters: invalid value "area"' })
    expect(refusedCondition(older, conditions)).toBe(area)
  })

  it('finds it by the value that PostgreSQL could not cast', () => {
    const message = 'invalid input syntax for type integer: "abc"\nLINE 1: ...'
    expect(refusedCondition(new ActionError({ kind: 'sql', status: 409, message }), conditions)).toBe(area)
  })

  it('names none if the message names none', () => {
    const message = 'sort: Unknown field'
    expect(refusedCondition(new ActionError({ kind: 'validation', status: 409, message }), conditions)).toBeNull()
    expect(refusedCondition(new TypeError('"area"'), conditions)).toBeNull()
    expect(refusedCondition(null, conditions)).toBeNull()
  })
})

describe('refusalWords', () => {
  const asked = { instance: 'Rivers', table: 'Samples', hasToken: false }

  it("are the server's own if it refused the query, without the parameter's name", () => {
    const error = new ActionError({ kind: 'validation', status: 409, message: 'filters: no such value.' })
    expect(refusalWords(error, asked)).toBe('No such value.')
  })

  it('are those of any other failure otherwise, with what to do', () => {
    const error = new ActionError({ kind: 'sql', status: 409, message: 'canceling statement due to statement timeout' })
    expect(refusalWords(error, asked)).toBe(
      'The query took longer than this server allows. Ask for fewer records, or narrow it down.',
    )
  })
})
