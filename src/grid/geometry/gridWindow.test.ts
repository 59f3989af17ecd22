import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  columnsBetween,
  columnStarts,
  pinnedThatFit,
  leastColumnWidth,
  MAX_CELLS,
  NARROWEST,
  rowsAround,
  rowsBetween,
} from './gridWindow.ts'

describe('columns', () => {
  const starts = columnStarts([100, 50, 200])

  it('start where the ones before end', () => {
    expect(starts).toEqual([0, 100, 150, 350])
  })

  it.each([
    [0, 100, 0, 1],
    [0, 101, 0, 2],
    [99, 151, 0, 3],
    [100, 150, 1, 2],
    [900, 1000, 2, 3],
    [-50, -10, 0, 1],
  ])('between %i and %i are %i to %i', (from, to, start, end) => {
    expect(columnsBetween(starts, from, to)).toEqual({ start, end })
  })

  it('are none in a table without columns', () => {
    expect(columnsBetween(columnStarts([]), 0, 500)).toEqual({ start: 0, end: 0 })
  })

  it('pinned columns cover the start of the view and are not among those that scroll', () => {
    const many = columnStarts([100, 100, 100, 100, 100])
    expect(columnsBetween(many, 0, 250, 2)).toEqual({ start: 2, end: 3 })
    expect(columnsBetween(many, 150, 450, 2)).toEqual({ start: 3, end: 5 })
    expect(columnsBetween(many, 0, 100, 5)).toEqual({ start: 5, end: 5 })
    expect(columnsBetween(many, 0, 350, 1, 1)).toEqual({ start: 1, end: 3 })
    expect(columnsBetween(many, 150, 500, 1, 1)).toEqual({ start: 2, end: 4 })
  })

  it('columns are pinned only while they leave room for others', () => {
    const many = columnStarts([100, 100, 100])
    const fit = (left: number, right: number, width: number) => pinnedThatFit(many, { left, right }, width)
    expect([fit(2, 0, 400), fit(2, 0, 300), fit(0, 0, 300)].map(({ left }) => left)).toEqual([2, 0, 0])
    expect(fit(1, 1, 400)).toEqual({ left: 1, right: 1 })
    expect(fit(1, 1, 300)).toEqual({ left: 1, right: 0 })
    expect(fit(2, 1, 300)).toEqual({ left: 0, right: 1 })
  })

  it('are those that a plain look at each would find', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 500 }),
        fc.nat({ max: 100_000 }),
        fc.integer({ min: 1, max: 4000 }),
        (widths, from, width) => {
          const starts = columnStarts(widths)
          fc.pre(from < (starts.at(-1) ?? 0))
          const seen = widths.flatMap((w, i) =>
            (starts[i] ?? 0) < from + width && (starts[i] ?? 0) + w > from ? [i] : [],
          )
          expect(columnsBetween(starts, from, from + width)).toEqual({ start: seen[0], end: (seen.at(-1) ?? 0) + 1 })
        },
      ),
    )
  })
})

describe('rows', () => {
  it('in view count when a part of them is', () => {
    expect(rowsBetween({ top: 27, height: 30 }, 28, 100)).toEqual({ start: 0, end: 3 })
    expect(rowsBetween({ top: 28, height: 28 }, 28, 100)).toEqual({ start: 1, end: 2 })
    expect(rowsBetween({ top: 5000, height: 700 }, 28, 10)).toEqual({ start: 10, end: 10 })
  })

  it('around the view are the same number wherever it stands, most of them where one scrolls to', () => {
    const around = (top: number, direction: 1 | -1) =>
      rowsAround({ top, height: 800 }, 28, 1_000_000, 12, { direction, hurry: false })
    for (let top = 0; top < 28_000_000; top += 999_983) {
      const [down, up] = [around(top, 1), around(top, -1)]
      expect([down.end - down.start, up.end - up.start]).toEqual([52, 52])
    }
    const seen = rowsBetween({ top: 28_000, height: 800 }, 28, 1_000_000)
    expect(around(28_000, 1).end - seen.end).toBeGreaterThan(seen.start - around(28_000, 1).start)
    expect(around(28_000, -1).end - seen.end).toBeLessThan(seen.start - around(28_000, -1).start)
  })

  it('around the view cover it', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1e9 }),
        fc.integer({ min: 1, max: 4000 }),
        fc.nat({ max: 60 }),
        fc.constantFrom<1 | -1>(1, -1),
        fc.boolean(),
        (top, height, columns, direction, hurry) => {
          const seen = rowsBetween({ top, height }, 28, 40_000_000)
          const around = rowsAround({ top, height }, 28, 40_000_000, columns, { direction, hurry })
          expect(around.start).toBeLessThanOrEqual(seen.start)
          expect(around.end).toBeGreaterThanOrEqual(seen.end)
        },
      ),
    )
  })
})

it('has never more cells than there may be, on any screen', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 7680 }),
      fc.integer({ min: 100, max: 4320 }),
      fc.constantFrom(24, 28, 36, 40),
      fc.integer({ min: 1, max: 500 }),
      fc.nat({ max: 100_000 }),
      fc.nat({ max: 1e9 }),
      (width, height, rowHeight, count, left, top) => {
        const least = leastColumnWidth({ width, height }, rowHeight, count)
        expect(least).toBeGreaterThanOrEqual(NARROWEST)
        const starts = columnStarts(Array.from({ length: count }, () => least))
        const columns = columnsBetween(starts, left, left + width)
        const seen = columns.end - columns.start
        const rows = rowsAround({ top, height }, rowHeight, 40_000_000, seen)
        // Each row has a number; the header is one more row, and so may the active row and cell be.
        expect((rows.end - rows.start + 2) * (seen + 1) + 2).toBeLessThanOrEqual(MAX_CELLS)
      },
    ),
    { numRuns: 2000 },
  )
})

it('leaves narrow columns narrow if there is room for them', () => {
  expect(leastColumnWidth({ width: 1440, height: 900 }, 28, 500)).toBe(NARROWEST)
  expect(leastColumnWidth({ width: 3840, height: 2000 }, 28, 20)).toBe(NARROWEST)
})
