import { expect, test } from 'vitest'
import { ActionError } from '../protocol/envelope.ts'
import { explainWrite } from './explainWrite.ts'

const asked = { instance: 'Rivers', table: 'gauges', hasToken: true }

test('a refusal of rights says which token is needed', () => {
  const error = new ActionError({ kind: 'notAuthorized', status: 403, message: 'Access denied' })
  expect(explainWrite(error, asked)).toMatchObject({
    what: 'Rivers does not let this token write here.',
    remedy: 'Give a token that may write, in the connection.',
  })
  expect(explainWrite(error, { ...asked, hasToken: false }).remedy).toContain('Give an API token')
})

test('a refusal of the values is told in the words of the server', () => {
  const fields = { records: ['value out of range.'], records_row: ['3'] }
  const error = new ActionError({ kind: 'validation', status: 409, message: 'records: …', fields })
  expect(explainWrite(error, asked).what).toBe('Rivers refused it: value out of range.')
})
