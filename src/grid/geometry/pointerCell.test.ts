import { expect, it } from 'vitest'
import { columnStarts } from './gridWindow.ts'
import { pointerCell } from './pointerCell.ts'

/** Row numbers 50 px wide, a header of 60 px; the first and the last of ten columns are pinned. */
const SHAPE = {
  rows: 1_000_000_000,
  rowHeight: 28,
  clientWidth: 550,
  clientHeight: 340,
  headerHeight: 60,
  rowNumberWidth: 50,
  columnStarts: columnStarts(Array.from({ length: 10 }, () => 100)),
  columnIds: Array.from({ length: 10 }, (_, at) => `c${at}`),
  left: 1,
  right: 1,
}
const at = (x: number, y: number) => pointerCell(x, y, SHAPE, { left: 200, top: 28_000_000 })

it('is the cell under the pointer, pinned ones too', () => {
  expect(at(60, 61)).toEqual({ row: 1_000_000, column: 0 })
  expect(at(160, 89)).toEqual({ row: 1_000_001, column: 3 })
  expect(at(440, 61)).toEqual({ row: 1_000_000, column: 5 })
  expect(at(540, 61)).toEqual({ row: 1_000_000, column: 9 })
})

it('is the header, or the number of a row', () => {
  expect(at(160, 20)).toEqual({ row: -1, column: 3 })
  expect(at(20, 61)).toEqual({ row: 1_000_000, column: -1 })
})

it('is the nearest cell in view beyond the edges', () => {
  expect(at(160, 9_999)).toEqual({ row: 1_000_009, column: 3 })
  expect(at(160, -50)).toEqual({ row: 1_000_000, column: 3 })
  expect(at(9_999, 61)).toEqual({ row: 1_000_000, column: 9 })
  expect(at(-50, 61)).toEqual({ row: 1_000_000, column: 0 })
  expect(pointerCell(160, 330, { ...SHAPE, rows: 3 }, { left: 0, top: 0 })).toEqual({ row: 2, column: 1 })
})
