import { expect, test } from 'vitest'
import { agoWords } from './agoWords.ts'

const now = new Date(2026, 10, 23, 9, 30).getTime()
const HOUR = 3_600_000

test.each([
  [now - 1000, 'now'],
  [now - 5 * 60_000, '5 min ago'],
  [now - 2 * HOUR, '2 h ago'],
  [now - 9 * HOUR, '9 h ago'],
  [now - 11 * HOUR, 'yesterday'],
  [now - 34 * HOUR, '2 days ago'],
])('%d is %s', (at, words) => {
  expect(agoWords(at, now)).toBe(words)
})
