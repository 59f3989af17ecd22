import { expect, test } from 'vitest'
import { bytesWords, outcomeWords, requestTitle } from './requestWords.ts'

test('a request is called by its action', () => {
  expect(requestTitle({ url: 'https://a.example/en/api/3/action/datastore_search?limit=1' })).toBe('datastore_search')
  expect(requestTitle({ url: 'https://a.example/' })).toBe('/')
})

test('its end is said with the status, where there is one', () => {
  expect(outcomeWords({ outcome: 'refused', status: 409 })).toBe('409 refused')
  expect(outcomeWords({ outcome: 'failed', status: 200 })).toBe('200 broke off')
  expect(outcomeWords({ outcome: 'failed', status: null })).toBe('failed')
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [9_949, '9.9 kB'],
  [9_951, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [51_000_000, '51 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(bytesWords(bytes)).toBe(words)
})
