import { expect, test } from 'vitest'
import { linkWords } from './linkWords.ts'

test('a link that programs would cut comes with a warning', () => {
  expect(linkWords('x'.repeat(30_000))).toBe('Link copied. It holds the query, not the token.')
  expect(linkWords('x'.repeat(30_001))).toContain('30,001 characters long')
})
