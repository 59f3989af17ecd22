import { expect, test } from 'vitest'
import { dropPlace } from './dropPlace.ts'

const BOXES = [
  { column: 0, left: 50, right: 150, isPinned: true },
  { column: 7, left: 100, right: 200, isPinned: false },
  { column: 8, left: 200, right: 300, isPinned: false },
]

test('a column is dropped before the header under the pointer, or after it from its middle on', () => {
  expect(dropPlace(BOXES, 210)).toEqual({ to: 8, line: 200 })
  expect(dropPlace(BOXES, 250)).toEqual({ to: 9, line: 300 })
})

test('of two headers that overlap the pinned one counts, and beside all of them the nearest', () => {
  expect(dropPlace(BOXES, 120)).toEqual({ to: 1, line: 150 })
  expect(dropPlace(BOXES, 900)).toEqual({ to: 9, line: 300 })
  expect(dropPlace(BOXES, 0)).toEqual({ to: 0, line: 50 })
  expect(dropPlace([], 0)).toBeNull()
})
