import { expect, test } from 'vitest'
import { beginningsOf, queryOfWords, sentWords } from './words.ts'

test.each([
  ['sedim*', 'sedim:*'],
  ['sedim* river', 'sedim:* & river'],
  ['long-term* (x | y)', 'long & term:* & x & y'],
])('words that end in a star are asked for by their beginnings: %s', (search, q) => {
  expect(queryOfWords(search)).toEqual({ q, plain: false })
})

test.each([
  ['sedim', 'sedim*'],
  ['sedim, "river"', 'sedim* river*'],
  ['sedim*', null],
  [' \\ ', null],
  ['!?', null],
])('the beginnings of %s', (search, wider) => {
  expect(beginningsOf(search)).toBe(wider)
})

test.each([
  ['C# case #7', 'C  case  7'],
  ['#', ''],
  [':noon', 'noon'],
])('signs that CKAN fails at are blanks: %s', (search, sent) => {
  expect(sentWords(search)).toBe(sent)
})

test.each([
  ['"river basin"', 'river <-> basin'],
  ['sediment "River  basin" loch*', 'sediment & River <-> basin & loch:*'],
  ['"a b" "c"', 'a <-> b & c'],
  ['"open ended', null],
  ['"one"', null],
  ['""', null],
])('words in quotes follow each other: %s', (search, q) => {
  expect(queryOfWords(search)).toEqual(q === null ? { q: search, plain: true } : { q, plain: false })
})
