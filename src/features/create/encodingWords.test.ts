import { expect, test } from 'vitest'
import { encodingWords } from './encodingWords.ts'

test.each([
  ['utf-8', false, 'UTF-8'],
  ['utf-16le', true, 'UTF-16LE, byte order mark removed'],
  ['windows-1252', false, 'Windows-1252, because it is not UTF-8'],
] as const)('%s (with a mark: %s) is said as %j', (encoding, hasMark, words) => {
  expect(encodingWords({ separator: ',', encoding, hasMark })).toBe(words)
})
