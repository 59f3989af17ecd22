import { expect, test } from 'vitest'
import type { ChartSpec } from './chartData.ts'
import { boxesOf } from './boxes.ts'
import { drawingOf } from './drawing.ts'
import { rowsData } from './rowsData.ts'

const HISTOGRAM: ChartSpec = { kind: 'histogram', x: 'cost', y: null, series: null, isOnSide: false }

function drawn(values: readonly (number | string | null)[]) {
  const data = rowsData(
    [{ id: 'cost', type: 'float8' }],
    values.map((value) => [JSON.stringify(value)]),
    { cut: null, sample: null, isAbout: false },
    '',
  )
  const drawing = drawingOf(data, HISTOGRAM)
  return { ...drawing, marks: drawing?.marks.map(({ name, rows }) => [name, rows.length]) }
}

test('a histogram of skewed numbers is on a logarithmic scale, and says so; 0 has a place of its own', () => {
  const { title, marks } = drawn([0, 0, 0, 1, 1.5, 2, 5, 10, 12, 100_000])
  expect(title).toBe('Records by cost (logarithmic scale)')
  expect(marks).toEqual([
    ['0: 3', 3],
    ['1 to below 1.78: 2', 2],
    ['1.78 to below 3.16: 1', 1],
    ['3.16 to below 5.62: 1', 1],
    ['10 to below 17.8: 2', 2],
    ['100,000 to below 178,000: 1', 1],
  ])
})

test('one of even numbers, or with some below 0, is not', () => {
  expect(drawn([1, 2, 3, 4, 5, 6]).title).toBe('Records by cost')
  expect(drawn([-1, 0, 0, 0, 1, 1.5, 2, 5, 10, 12, 100_000]).title).toBe('Records by cost')
})

test('NaN and infinity are counted apart from records without a value', () => {
  const { notDrawn, marks } = drawn([1, 2, 2, 3, 'NaN', 'NaN', 'Infinity', null])
  expect(marks?.reduce((sum, [, rows]) => sum + Number(rows), 0)).toBe(4)
  expect(notDrawn).toEqual(['1 without cost are not drawn', '3 whose cost is NaN or infinite are not drawn'])
})

test('a box plot has the scale of the histogram, and what is extreme is so on it', () => {
  const box = (values: readonly number[]) => {
    const data = rowsData(
      [{ id: 'cost', type: 'float8' }],
      values.map((value) => [String(value)]),
      { cut: null, sample: null, isAbout: false },
      '',
    )
    const spec: ChartSpec = { kind: 'box', x: null, y: 'cost', series: null, isOnSide: false }
    const { log, boxes } = boxesOf(data, spec) ?? {}
    return { log, far: boxes?.[0]?.far, to: boxes?.[0]?.to, title: drawingOf(data, spec)?.title }
  }
  const skewed = [0, 0, 0, 1, 1.5, 2, 5, 10, 12, 40, 90, 100_000_000]
  expect(box(skewed)).toEqual({
    log: { from: 1, to: 1_000_000_000, hasZero: true },
    far: [100_000_000],
    to: 90,
    title: 'How cost is spread (logarithmic scale)',
  })
  expect(drawn(skewed).title).toBe('Records by cost (logarithmic scale)')
  expect(box([1, 2, 3, 4, 5, 6])).toEqual({ log: null, far: [], to: 6, title: 'How cost is spread' })
  expect(box([-1, ...skewed])).toMatchObject({ log: null, to: 12 })
})
