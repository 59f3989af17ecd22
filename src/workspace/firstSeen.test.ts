import { expect, test } from 'vitest'
import { firstSeen, forgetSeen, noteSeen } from './firstSeen.ts'

test('a table is noted once, and forgotten with its address', () => {
  expect(firstSeen('http://a', 't')).toBeNull()
  noteSeen('http://a', 't', 1)
  noteSeen('http://a', 't', 2)
  noteSeen('http://b', 't', 3)
  expect(firstSeen('http://a', 't')).toBe(1)
  forgetSeen('http://a')
  expect(firstSeen('http://a', 't')).toBeNull()
  expect(firstSeen('http://b', 't')).toBe(3)
})

test('of very many the oldest are forgotten', () => {
  for (let at = 0; at < 501; at += 1) noteSeen('http://c', `t${at}`, at)
  expect(firstSeen('http://c', 't0')).toBeNull()
  expect(firstSeen('http://c', 't500')).toBe(500)
})
