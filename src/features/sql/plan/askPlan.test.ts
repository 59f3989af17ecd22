import { expect, test } from 'vitest'
import { ActionError, readEnvelope } from '../../../protocol/envelope.ts'
import { isRefusalOfExplain } from './askPlan.ts'

/** The error of a refusal with PostgreSQL's words as CKAN passes them on. */
function refusal(original: string): unknown {
  const error = {
    __type: 'Validation Error',
    query: [`(psycopg2.errors.SyntaxError) ${original}`],
    info: { orig: [original] },
  }
  try {
    return readEnvelope(409, JSON.stringify({ success: false, error }))
  } catch (cause) {
    return cause
  }
}

test('CKAN 2.11 takes the word away, and PostgreSQL stumbles over what stood behind it', () => {
  const words = 'syntax error at or near "JSON"\nLINE 1: ...BOSE, FORMAT JSON) SELECT * FROM ((FORMAT JSON) SELE...'
  const error = refusal(words)
  expect(error).toBeInstanceOf(ActionError)
  expect(isRefusalOfExplain(error)).toBe(true)
})

test('an error in the statement is none of EXPLAIN', () => {
  expect(isRefusalOfExplain(refusal('syntax error at or near "EXPLAIN"\nLINE 1: SELECT * FROM (EXPLAIN'))).toBe(true)
  expect(
    isRefusalOfExplain(refusal('syntax error at or near "json"\nLINE 1: EXPLAIN (FORMAT JSON) SELECT ** json')),
  ).toBe(false)
  expect(isRefusalOfExplain(new Error('EXPLAIN'))).toBe(false)
})
