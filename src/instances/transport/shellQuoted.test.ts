import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellQuoted } from './shellQuoted.ts'

test.each(["it's", '$(id) `id` "x" \\ !', 'a\nb', ''])('%j is one word of a shell', (text) => {
  expect(execFileSync('sh', ['-c', `printf %s ${shellQuoted(text)}`]).toString()).toBe(text)
})
