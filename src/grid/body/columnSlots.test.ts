import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ColumnSlots } from './columnSlots.ts'

const slotsWith = (left: number, right: number, count: number) => {
  const slots = new ColumnSlots()
  slots.clear({ left, right, count })
  return slots
}

it('gives the slot of the column that went out of view to the one that came in', () => {
  const slots = slotsWith(1, 1, 50)
  expect(slots.assign({ start: 1, end: 5 }, -1)).toEqual([1, 2, 3, 4])
  expect(slots.columns()).toEqual([0, 1, 2, 3, 4, 49])
  const freed = slots.slotOf(1)
  expect(slots.assign({ start: 2, end: 6 }, -1)).toEqual([5])
  expect(slots.slotOf(5)).toBe(freed)
  expect([slots.slotOf(0), slots.slotOf(49), slots.slotOf(1)]).toEqual([0, 1, undefined])
})

it('draws as many columns as before where fewer are in view, and the active one wherever it is', () => {
  const slots = slotsWith(0, 0, 50)
  slots.assign({ start: 10, end: 16 }, 12)
  slots.assign({ start: 30, end: 34 }, 12)
  expect(slots.columns()).toEqual([12, 30, 31, 32, 33, 34])
  slots.assign({ start: 47, end: 50 }, 12)
  expect(slots.columns()).toEqual([12, 45, 46, 47, 48, 49])
})

it('has one slot for each column that is drawn, and never one without', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 3 }),
      fc.nat({ max: 3 }),
      fc.nat({ max: 40 }),
      fc.array(
        fc.record({ start: fc.nat({ max: 45 }), length: fc.nat({ max: 12 }), kept: fc.integer({ min: -1, max: 45 }) }),
      ),
      (left, right, others, steps) => {
        const count = left + right + others
        const slots = slotsWith(left, right, count)
        let most = 0
        for (const { start, length, kept } of steps) {
          slots.assign({ start, end: start + length }, kept)
          const columns = slots.columns()
          const used = columns.map((column) => slots.slotOf(column))
          expect(new Set(used).size).toBe(columns.length)
          expect(used.every((slot) => slot !== undefined && slot < slots.count)).toBe(true)
          expect(slots.count).toBe(columns.length)
          expect(slots.count).toBeGreaterThanOrEqual(most)
          most = slots.count
          for (let column = Math.max(left, start); column < Math.min(start + length, count - right); column += 1)
            expect(columns).toContain(column)
          if (kept >= 0 && kept < count) expect(columns).toContain(kept)
        }
      },
    ),
  )
})
