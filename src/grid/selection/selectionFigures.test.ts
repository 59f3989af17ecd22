import { describe, expect, test } from 'vitest'
import type { FieldKind } from '../../protocol/field.ts'
import type { Cell } from '../../rows/rowSource.ts'
import { createColumnFigures } from './columnFigures.ts'
import { selectionFigures, type FiguresOf } from './selectionFigures.ts'

function figures(kind: FieldKind, ...values: readonly string[]) {
  const count = createColumnFigures(kind)
  for (const value of values) count.add(value)
  return count.get()
}

function whole(of: FiguresOf) {
  const counting = selectionFigures(of)
  for (;;) {
    const { done, value } = counting.next()
    if (done === true) return value
  }
}

describe('a column', () => {
  test('numbers are added digit by digit', () => {
    expect(figures('numeric', '0.1', '0.2', '0.30')).toEqual({
      values: 3,
      distinct: 3,
      sum: '0.60',
      mean: { text: '0.2', isRounded: false },
      min: '0.1',
      max: '0.30',
    })
    expect(figures('integer', '9223372036854775807', '9223372036854775807').sum).toBe('18446744073709551614')
    expect(figures('numeric', '12345678901234567890.12345678901234567890', '-0').sum).toBe(
      '12345678901234567890.12345678901234567890',
    )
  })

  test('a mean that ends is whole, another says that it is rounded', () => {
    expect(figures('numeric', '7761.80', '3103.5375').mean).toEqual({ text: '5432.66875', isRounded: false })
    expect(figures('integer', '1', '0', '0').mean).toEqual({ text: '0.3333', isRounded: true })
    expect(figures('integer', '-1', '-1', '0').mean).toEqual({ text: '-0.6667', isRounded: true })
  })

  test('equal numbers are one value however they are written, texts only if they are the same', () => {
    expect(figures('numeric', '1', '1.0', '1.00', '10e-1', '-0', '0').distinct).toBe(2)
    expect(figures('text', String.raw`"\u00e9"`, '"é"', '"e"', '""').distinct).toBe(3)
  })

  test('with NaN or infinity there is no sum', () => {
    expect(figures('numeric', '1', '"NaN"')).toMatchObject({ values: 2, distinct: 2, sum: null, mean: null, max: null })
    expect(figures('numeric', '1', '"Infinity"').sum).toBeNull()
  })

  test('days and times have a first and a last, if their texts have one form', () => {
    expect(figures('date', '"2021-04-06"', '"1999-12-31"')).toMatchObject({
      min: '1999-12-31',
      max: '2021-04-06',
      sum: null,
    })
    expect(figures('timestamp', '"2021-04-06T10:00:00"', '"2021-04-06T10:00:00.5"').max).toBe('2021-04-06T10:00:00.5')
    expect(figures('date', '"2021-04-06"', '"0044-03-15 BC"')).toMatchObject({ min: null, max: null })
    expect(figures('date', '"2021-04-06"', '"infinity"')).toMatchObject({ min: null, max: null })
  })

  test('text is counted and never added', () => {
    expect(figures('text', '"12"', '"13"')).toEqual({
      values: 2,
      distinct: 2,
      sum: null,
      mean: null,
      min: null,
      max: null,
    })
  })
})

describe('a selection', () => {
  const cells: readonly (readonly Cell[])[] = [
    ['1', '10', '"a"'],
    ['2', 'null', '"b"'],
    [undefined, undefined, undefined],
    ['4', '40', null],
  ]
  const rows = { cell: (row: number, column: number): Cell => cells[row]?.[column] }
  const columns = [
    { place: 0, kind: 'integer' },
    { place: 1, kind: 'integer' },
    { place: 2, kind: 'text' },
  ] as const
  const bands = [{ rows: { start: 0, end: 4 }, columns: [0, 1, 2] }]

  test('numbers of unlike columns are not added; what is not loaded is not counted', () => {
    expect(whole({ bands, columns, active: 1, rows })).toMatchObject({
      loaded: 9,
      nulls: 2,
      column: { values: 2, sum: '50' },
    })
  })

  test('a total is not added to what it is the total of', () => {
    const withFoot = { ...rows, isFoot: (row: number) => row === 3 }
    expect(whole({ bands, columns, active: 0, rows: withFoot })).toMatchObject({ column: { sum: '3' } })
  })

  test('a column that is not selected has no figures', () => {
    const aside = [{ rows: { start: 0, end: 2 }, columns: [2] }]
    expect(whole({ bands: aside, columns, active: 0, rows })).toEqual({ loaded: 2, nulls: 0, column: null })
  })
})
