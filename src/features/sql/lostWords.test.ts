import { expect, test } from 'vitest'
import { lostWords } from './lostWords.ts'

const fields = (...ids: string[]) => ids.map((id) => ({ id, type: 'int4' }))

test('says which columns did not come, and what to do', () => {
  expect(lostWords(fields('x', 'x'), [])).toBeNull()
  expect(lostWords(fields('x', 'y', 'x'), ['x'])).toBe(
    'Two columns are called x; the server sends only the last. Rename one with AS.',
  )
  expect(lostWords(fields('x', 'x', 'x'), ['x'])).toBe(
    '3 columns are called x; the server sends only the last. Rename them with AS.',
  )
  expect(lostWords(fields('x', 'x', 'y', 'y'), ['x', 'y'])).toBe(
    'Several columns are called x, y; the server sends only the last of each. Rename them with AS.',
  )
})
