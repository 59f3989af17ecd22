import { expect, test } from 'vitest'
import { secondsLeft } from './timeLeft.ts'

const first = { at: 1000, loaded: 2_000_000 }
const left = (at: number, loaded: number) => secondsLeft(first, { at, loaded }, 12_000_000)

test('is by the pace since the beginning, and what a browser had already does not count', () => {
  expect(left(3000, 4_000_000)).toBe(8)
  expect(left(11_000, 3_000_000)).toBe(90)
  expect(left(3000, 2_500_000)).toBe(40)
  expect(left(3000, 12_000_000)).toBe(1)
})

test('is not said while it is too early to tell', () => {
  expect(left(2000, 4_000_000)).toBeNull()
  expect(left(20_000, 2_000_000)).toBeNull()
})
