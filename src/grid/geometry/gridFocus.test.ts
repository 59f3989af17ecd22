import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveFocus, type GridPosition } from './gridFocus.ts'

const size = { rows: 1000, columns: 12, page: 20, firstInView: 400 }
const press = (from: GridPosition, key: string, modifiers: { ctrl?: boolean; shift?: boolean } = {}) =>
  moveFocus(from, { key, ctrl: false, shift: false, ...modifiers }, size)

describe('moveFocus', () => {
  it.each([
    ['ArrowRight', { row: 3, column: 4 }, { row: 3, column: 5 }],
    ['ArrowRight', { row: 3, column: 11 }, { row: 3, column: 11 }],
    ['ArrowLeft', { row: 3, column: 0 }, { row: 3, column: 0 }],
    ['ArrowUp', { row: 0, column: 4 }, { row: -1, column: 4 }],
    ['ArrowUp', { row: -1, column: 4 }, { row: -1, column: 4 }],
    ['ArrowDown', { row: 999, column: 4 }, { row: 999, column: 4 }],
    ['ArrowDown', { row: -1, column: 4 }, { row: 400, column: 4 }],
    ['PageDown', { row: 3, column: 4 }, { row: 23, column: 4 }],
    ['PageDown', { row: 990, column: 4 }, { row: 999, column: 4 }],
    ['PageUp', { row: 3, column: 4 }, { row: 0, column: 4 }],
    ['PageUp', { row: -1, column: 4 }, { row: -1, column: 4 }],
    ['Home', { row: 3, column: 4 }, { row: 3, column: 0 }],
    ['End', { row: 3, column: 4 }, { row: 3, column: 11 }],
    ['End', { row: -1, column: 4 }, { row: -1, column: 11 }],
  ])('%s from %o leads to %o', (key, from, to) => {
    expect(press(from, key)).toEqual(to)
  })

  it('goes to the corners with Ctrl', () => {
    expect(press({ row: 5, column: 5 }, 'Home', { ctrl: true })).toEqual({ row: 0, column: 0 })
    expect(press({ row: 5, column: 5 }, 'End', { ctrl: true })).toEqual({ row: 999, column: 11 })
  })

  it('leaves other keys alone, and Shift to selection and resizing', () => {
    expect(press({ row: 5, column: 5 }, 'a')).toBeNull()
    expect(press({ row: 5, column: 5 }, 'ArrowLeft', { shift: true })).toBeNull()
  })

  it('stays in the header of a grid without rows', () => {
    for (const key of ['ArrowDown', 'PageDown', 'End', 'Home']) {
      for (const ctrl of [true, false]) {
        const to = moveFocus({ row: -1, column: 0 }, { key, ctrl, shift: false }, { ...size, rows: 0, firstInView: 0 })
        expect(to?.row).toBe(-1)
      }
    }
  })

  it('never leaves the grid', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']
    fc.assert(
      fc.property(
        fc.nat({ max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.record({ key: fc.constantFrom(...keys), ctrl: fc.boolean() })),
        (rows, columns, strokes) => {
          let at: GridPosition = { row: rows ? 0 : -1, column: 0 }
          for (const stroke of strokes) {
            at = moveFocus(at, { ...stroke, shift: false }, { rows, columns, page: 7, firstInView: 0 }) ?? at
            expect(at.row).toBeGreaterThanOrEqual(-1)
            expect(at.row).toBeLessThan(Math.max(rows, 0))
            expect(at.column).toBeGreaterThanOrEqual(0)
            expect(at.column).toBeLessThan(columns)
          }
        },
      ),
    )
  })
})
