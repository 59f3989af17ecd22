import { expect, test } from 'vitest'
import { draggedStretch, middleStretch, pressedStretch, sumIn } from './brushStretch.ts'
import { rangeOn, withoutField } from './ranges.ts'

test('a drag takes whole steps, at least one, in either direction', () => {
  expect(draggedStretch(2.2, 4.1, 10)).toEqual({ from: 2, to: 5 })
  expect(draggedStretch(4.1, 2.2, 10)).toEqual({ from: 2, to: 5 })
  expect(draggedStretch(3.5, 3.5, 10)).toEqual({ from: 3, to: 4 })
  expect(draggedStretch(9.9, 14, 10)).toEqual({ from: 9, to: 10 })
  expect(draggedStretch(-3, 0.1, 10)).toEqual({ from: 0, to: 1 })
})

test('arrows move it as far as there is room, Shift arrows one end of it', () => {
  expect(pressedStretch({ from: 2, to: 5 }, { by: 1, end: 'both' }, 10)).toEqual({ from: 3, to: 6 })
  expect(pressedStretch({ from: 2, to: 5 }, { by: 9, end: 'both' }, 10)).toEqual({ from: 7, to: 10 })
  expect(pressedStretch({ from: 2, to: 5 }, { by: -9, end: 'both' }, 10)).toEqual({ from: 0, to: 3 })
  expect(pressedStretch({ from: 2, to: 5 }, { by: 1, end: 'to' }, 10)).toEqual({ from: 2, to: 6 })
  expect(pressedStretch({ from: 4, to: 5 }, { by: 1, end: 'from' }, 10)).toEqual({ from: 4, to: 5 })
  expect(pressedStretch({ from: 4, to: 5 }, { toLimit: 'from' }, 10)).toEqual({ from: 0, to: 5 })
  expect(middleStretch(9)).toEqual({ from: 3, to: 6 })
  expect(middleStretch(1)).toEqual({ from: 0, to: 1 })
  expect(sumIn([1, 2, 3, 4], { from: 1, to: 3 })).toBe(5)
})

const between = { id: '1', field: 'a', op: 'between', values: ['1', '5'] }
const least = { ...between, id: '3', op: 'atLeast', values: ['1'] }
const below = { ...between, id: '4', op: 'lessThan', values: ['5'] }
const other = { id: '2', field: 'b', op: 'is', values: ['x'] }

test('a range is a brush if it is the only condition on its column that all records must meet', () => {
  const range = { conditions: [between], values: ['1', '5'] }
  expect(rangeOn({ all: [other, between] }, 'a')).toEqual(range)
  expect(rangeOn(between, 'a')).toEqual(range)
  expect(rangeOn({ all: [least, other, below] }, 'a')).toEqual({ conditions: [least, below], values: ['1', '5'] })
  expect(rangeOn({ all: [least] }, 'a')).toBeNull()
  expect(rangeOn({ all: [between, { ...other, field: 'a' }] }, 'a')).toBeNull()
  expect(rangeOn({ all: [{ ...between, off: true }] }, 'a')).toBeNull()
  expect(rangeOn({ any: [between, other] }, 'a')).toBeNull()
})

test('a query without a column keeps its other conditions, and is the same one if it has none on it', () => {
  const query = { where: { all: [other, between] } }
  expect(withoutField(query, 'a').where).toEqual({ all: [other] })
  expect(withoutField(query, 'c')).toBe(query)
})
