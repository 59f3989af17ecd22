import { expect, test } from 'vitest'
import { NetworkError } from '../../instances/transport/networkError.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { explainWrite, storedWords } from './explainWrite.ts'

const asked = { instance: 'Rivers', table: 'gauges', hasToken: true }

test('a refusal of rights says which token is needed', () => {
  const error = new ActionError({ kind: 'notAuthorized', status: 403, message: 'Access denied' })
  expect(explainWrite(error, asked)).toMatchObject({
    what: 'Rivers does not let this token write here.',
    remedy: 'Enter a token with write access in the connection.',
  })
  expect(explainWrite(error, { ...asked, hasToken: false }).remedy).toContain('Enter an API token')
})

test('a refusal of the values is given in the words of the server', () => {
  const fields = { records: ['value out of range.'], records_row: ['3'] }
  const error = new ActionError({ kind: 'validation', status: 409, message: 'records: …', fields })
  expect(explainWrite(error, asked).what).toBe('Rivers refused it: value out of range.')
})

test('what a failed load has stored is said once', () => {
  const refused = new ActionError({ kind: 'notAuthorized', status: 403, message: 'Access denied' })
  expect(storedWords(refused, 1)).toBe('1 record is stored, and nothing of the batch after them.')
  const broken = new ActionError({ kind: 'server', status: 500, message: 'Internal Server Error' })
  expect(storedWords(broken, 2000)).toBe(
    '2,000 records are stored for certain; the batch that was on its way may be stored too.',
  )
  const lost = new NetworkError({ code: 'ownerTabClosed' }, { mayBeStored: true })
  expect(explainWrite(lost, asked).remedy).toBe(
    'The change may or may not have been stored: check before you repeat it.',
  )
  expect(storedWords(lost, 2000)).toBe('2,000 records are stored for certain.')
  const offline = new NetworkError({ code: 'deviceOffline' })
  expect(storedWords(offline, 0)).toBe('0 records are stored, and nothing of the batch after them.')
})
