import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { packHash, unpackHash } from './packedLink.ts'
import { isPackedHash } from '../view.ts'

test('what is packed comes out as it was, in letters that survive every program', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 400 }), async (hash) => {
      const packed = await packHash(hash)
      expect(packed).toMatch(/^z=1\.[\w-]+\.\w+$/)
      expect(await unpackHash(`#${packed}`)).toBe(new TextDecoder().decode(new TextEncoder().encode(hash)))
    }),
    { numRuns: 100 },
  )
})

test('links of version 1 open for ever', async () => {
  expect(await unpackHash(await packHash('v=1&table=t&q=salt'))).toBe('v=1&table=t&q=salt')
  expect(isPackedHash('#v=1&table=z')).toBe(false)
  expect(isPackedHash(`#${await packHash('x')}`)).toBe(true)
})

test('a link that was cut off or changed, or is of a later version, is noticed', async () => {
  const packed = await packHash(`v=1&table=t&q=${'sediment and turbidity '.repeat(20)}`)
  for (let at = 0; at < packed.length; at += 1) {
    expect(await unpackHash(packed.slice(0, at)), `cut at ${at}`).toBeNull()
    const changed = `${packed.slice(0, at)}${packed.charAt(at) === 'x' ? 'y' : 'x'}${packed.slice(at + 1)}`
    expect(await unpackHash(changed), `changed at ${at}`).toBeNull()
  }
  expect(await unpackHash(packed.replace('z=1', 'z=2'))).toBeNull()
})

test('a statement of 40 lines stays under 2,000 characters', async () => {
  const lines = Array.from(
    { length: 40 },
    (_, at) =>
      `  count(*) FILTER (WHERE "started_on" >= '${1990 + at}-01-01' AND "stage" = 'active') AS year_${1990 + at},`,
  )
  const packed = await packHash(`v=1&mode=sql&sql=${encodeURIComponent(lines.join('\n'))}`)
  expect(packed.length).toBeLessThan(2000)
})
