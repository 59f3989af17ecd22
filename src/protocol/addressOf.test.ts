import { expect, it } from 'vitest'
import { addressOf, byAddress } from './addressOf.ts'

it('parses an address once, and finds what follows from it once', () => {
  const [first, again] = [{ url: 'http://x/a?b=1' }, { url: 'http://x/a?b=1' }]
  expect(addressOf(first)).toBe(addressOf(again))
  const asked: string[] = []
  const pathOf = byAddress(({ pathname, search }) => {
    asked.push(pathname)
    return search === '' ? undefined : pathname
  })
  expect([pathOf(first), pathOf(again), pathOf({ url: 'http://x/c' }), pathOf({ url: 'http://x/c' })]).toEqual([
    '/a',
    '/a',
    undefined,
    undefined,
  ])
  expect(asked).toEqual(['/a', '/c'])
})

it('keeps neither long addresses nor many', () => {
  let asked = 0
  const count = byAddress(() => (asked += 1))
  const long = { url: `http://x/?q=${'x'.repeat(1000)}` }
  expect([count(long), count(long)]).toEqual([1, 2])
  for (let at = 0; at < 150; at += 1) count({ url: `http://x/${at}` })
  expect(count({ url: 'http://x/0' })).toBe(153)
})
