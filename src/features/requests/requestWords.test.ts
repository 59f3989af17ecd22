import { expect, test } from 'vitest'
import { outcomeWords, requestTitle } from './requestWords.ts'

test('a request is titled by its action', () => {
  expect(requestTitle({ url: 'https://a.example/en/api/3/action/datastore_search?limit=1' })).toBe('datastore_search')
  expect(requestTitle({ url: 'https://a.example/' })).toBe('/')
})

test('its outcome has the status, if there is one', () => {
  expect(outcomeWords({ outcome: 'refused', status: 409 })).toBe('409 refused')
  expect(outcomeWords({ outcome: 'failed', status: 200 })).toBe('200 interrupted')
  expect(outcomeWords({ outcome: 'failed', status: null })).toBe('failed')
})
