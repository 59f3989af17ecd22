import { expect, test } from 'vitest'
import { matchOptions } from './matchOptions.ts'

const options = [
  { title: 'Sediment samples', keywords: 'f1e1d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d02' },
  { title: 'Field programmes', detail: 'sediment and water' },
  { title: 'samples' },
]
const titles = (text: string) => matchOptions(options, text).map((option) => option.title)

test('every word has to appear somewhere, ignoring case', () => {
  expect(titles('WATER sediment')).toEqual(['Field programmes'])
  expect(titles('water turbidity')).toEqual([])
})

test('keywords are searched', () => {
  expect(titles('f1e1d9a0')).toEqual(['Sediment samples'])
})

test('a title that starts with the text comes first', () => {
  expect(titles('samples')).toEqual(['samples', 'Sediment samples'])
})

test('without text all options stay', () => {
  expect(matchOptions(options, '  ')).toBe(options)
})
