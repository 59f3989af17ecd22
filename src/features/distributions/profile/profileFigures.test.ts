import { expect, it } from 'vitest'
import { figureWords } from './profileFigures.ts'

it('the first of the texts is named, also where it is empty', () => {
  expect(figureWords('""', 'text', 2)).toEqual({ words: 'empty text' })
  expect(figureWords('"a"', 'text', 2)).toEqual({ words: 'a' })
})
