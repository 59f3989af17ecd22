import { expect, test } from 'vitest'
import { nearestColumn } from './nearestColumn.ts'

test('near is what few letters make the same', () => {
  expect(nearestColumn('subjct', ['object', 'subject', 'subjects'])).toBe('subject')
  expect(nearestColumn('area_km', ['area km2', 'aera'])).toBe('area km2')
  expect(nearestColumn('x', ['y', 'zz'])).toBe('y')
  expect(nearestColumn('budget', ['title', 'stage'])).toBeNull()
})
