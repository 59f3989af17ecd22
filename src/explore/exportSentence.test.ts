import { expect, test } from 'vitest'
import { exportSentence } from './exportSentence.ts'

test('says that the limit does not hold for the file, where it would leave something out', () => {
  expect(exportSentence(40_000, false, 300)).toBe('All 40,000 that match, not only the 300 shown.')
  expect(exportSentence(40_000, true, 300)).toBe('All of about 40,000 that match, not only the 300 shown.')
  expect(exportSentence(null, false, 300)).toBe('All that match, not only the 300 shown.')
  expect(exportSentence(40_000, false, null)).toBe('All 40,000 that match.')
  expect(exportSentence(200, false, 300)).toBe('All 200 that match.')
})
