import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '../protocol/contentSecurityPolicy.ts'

test('the policy has the digest of the script that is in the page itself', () => {
  const text = readFileSync(new URL('./earlyWorker.js', import.meta.url), 'utf8').replaceAll('\r\n', '\n')
  expect(contentSecurityPolicy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
})
