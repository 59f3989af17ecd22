import { expect, test } from 'vitest'
import { columnWithItsWords, nearestColumn } from './nearestColumn.ts'

test('near is what few letters make the same', () => {
  expect(nearestColumn('subjct', ['object', 'subject', 'subjects'])).toBe('subject')
  expect(nearestColumn('area_km', ['area km2', 'aera'])).toBe('area km2')
  expect(nearestColumn('x', ['y', 'zz'])).toBe('y')
  expect(nearestColumn('budget', ['title', 'stage'])).toBeNull()
})

test('a word in common leads to a column where only one has it', () => {
  const columns = ['wildlife_species', 'wildlife_size', 'cost_total', 'Área total']
  expect(columnWithItsWords('species', columns)).toBe('wildlife_species')
  expect(columnWithItsWords('species_n', columns)).toBe('wildlife_species')
  expect(columnWithItsWords('size wildlife', columns)).toBe('wildlife_size')
  expect(columnWithItsWords('área', columns)).toBe('Área total')
  expect(columnWithItsWords('total', columns)).toBeNull()
  expect(columnWithItsWords('wildlife', columns)).toBeNull()
  expect(columnWithItsWords('budget', columns)).toBeNull()
  expect(columnWithItsWords('in', ['in use'])).toBeNull()
})
