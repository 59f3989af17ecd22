import { expect, test } from 'vitest'
import { catalogue, speak, type Translation } from './catalogue.ts'

const english = {
  addFilter: 'Add filter',
  chosen: (count: number) => `${count} chosen`,
  operators: { is: 'is', anyOf: 'is any of' },
}

test('a language replaces the words it has; the others stay English, in groups too', () => {
  const before = catalogue('before', english)
  const { chosen } = before
  const spanish: Translation<typeof english> = {
    chosen: (count) => `${count} elegidos`,
    operators: { is: 'es' },
  }
  speak((feature) => (feature === 'other' ? {} : { ...spanish }))
  const later = catalogue('later', english)
  for (const words of [before, later]) {
    expect(words.addFilter).toBe('Add filter')
    expect(words.chosen(3)).toBe('3 elegidos')
    expect(words.operators).toEqual({ is: 'es', anyOf: 'is any of' })
  }
  expect(chosen(3)).toBe('3 chosen')
  const { chosen: stays, ...rest } = catalogue('other', english)
  expect(stays(3)).toBe('3 chosen')
  expect(rest).toEqual({ addFilter: 'Add filter', operators: english.operators })
})
