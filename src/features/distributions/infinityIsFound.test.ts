import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askedTable, fieldNamed } from '../../../e2e/support/askedTable.ts'
import { openServed, type Served } from '../../../e2e/support/everyType.ts'
import { openPglite } from '../../../e2e/support/testDatabases.ts'
import type { Figure } from '../../summary/summary.ts'
import { emptyView } from '../../workspace/view.ts'
import { viewsOfFarOut, viewsWithoutFarOut } from './profile/farOut.ts'

let served: Served
beforeAll(async () => {
  served = await openServed(openPglite)
})
afterAll(() => served.drop())

describe('NaN and infinity', () => {
  const roads = ['sql', 'rows'] as const

  test.each(['float8', 'float4', 'numeric'])(
    'of %s: NaN is left aside and counted by itself, infinity is the greatest value and an outlier',
    async (type) => {
      const x = (at: number) => (at % 7 === 0 ? 'NaN' : at === 5 ? 'Infinity' : at * 1.5)
      const table = await askedTable(
        served,
        [{ id: 'x', type }],
        Array.from({ length: 60 }, (_, at) => ({ x: x(at) })),
      )
      const field = fieldNamed(table, 'x')
      for (const road of roads) {
        const profile = await table.roads[road].profile(field)
        const { missing, nan, infinite, infiniteBelow, min, max, mean, farOut } = profile
        expect([missing, nan, infinite, infiniteBelow, min, max], road).toEqual([[], 9, 1, 0, '1.5', '"Infinity"'])
        // 50 numbers are left: 1.5, 3, 4.5 … 88.5.
        expect(Number(mean), road).toBeCloseTo(45.39, 10)
        expect([profile.lowerQuartile, profile.median, profile.upperQuartile], road).toEqual([
          '24.375',
          '45.75',
          '67.125',
        ])
        expect(farOut, road).toMatchObject({ below: null, above: '195.375', count: 1, countBelow: 0 })
        expect(Number(farOut?.meanWithout), road).toBeCloseTo(45.39, 10)
        if (farOut === null) return
        for (const view of viewsOfFarOut(emptyView, field, farOut, { nan: 9, negative: 0 }))
          expect(await table.found(view), `${road}, shown`).toBe(1)
        const [rest = emptyView] = viewsWithoutFarOut(emptyView, 'x', farOut, { nulls: 0, nan: 9 })
        expect(await table.found(rest), `${road}, left out`).toBe(59)
      }
    },
  )

  test.each(['float8', 'float4', 'numeric'])('of %s: below and above all others, beside outliers', async (type) => {
    const odd = (at: number) =>
      at % 7 === 0 ? 'NaN' : at === 5 || at === 10 ? 'Infinity' : at === 11 ? '-Infinity' : null
    const table = await askedTable(
      served,
      [{ id: 'x', type }],
      Array.from({ length: 60 }, (_, at) => ({ x: odd(at) ?? (at === 17 ? 300 : at) })),
    )
    const field = fieldNamed(table, 'x')
    for (const road of roads) {
      const profile = await table.roads[road].profile(field)
      const { missing, nan, infinite, infiniteBelow, min, max, negative, median, mean, farOut } = profile
      const told = [missing, nan, infinite, infiniteBelow, min, max, negative, median]
      expect(told, road).toEqual([[], 9, 3, 1, '"-Infinity"', '"Infinity"', 1, '32.5'])
      expect(Number(mean), road).toBeCloseTo(1775 / 48, 10)
      expect(farOut, road).toMatchObject({ count: 4, countBelow: 1 })
      expect(Number(farOut?.meanWithout), road).toBeCloseTo(1475 / 47, 10)
      if (farOut === null) return
      const [only = emptyView] = viewsOfFarOut(emptyView, field, farOut, { nan: 9, negative: 1 })
      const [rest = emptyView] = viewsWithoutFarOut(emptyView, 'x', farOut, { nulls: 0, nan: 9 })
      expect([await table.found(only), await table.found(rest)], road).toEqual([4, 56])
    }
  })

  test('where nothing else is, has no quartiles and no outliers', async () => {
    const table = await askedTable(
      served,
      [
        { id: 'x', type: 'float8' },
        { id: 'd', type: 'date' },
      ],
      [
        { x: '-Infinity', d: '-infinity' },
        { x: 'NaN', d: '-infinity' },
      ],
    )
    for (const road of roads) {
      for (const [id, end, infinite] of [['x', '"-Infinity"', 1] as const, ['d', '"-infinity"', 2] as const]) {
        expect(await table.roads[road].profile(fieldNamed(table, id)), `${road} ${id}`).toMatchObject({
          infinite,
          infiniteBelow: infinite,
          min: end,
          max: end,
          mean: null,
          median: null,
          lowerQuartile: null,
          farOut: null,
          missing: [],
        })
      }
    }
  })

  test.each(['date', 'timestamp', 'timestamptz'])(
    'of %s: infinity is the earliest and the latest value',
    async (type) => {
      const day = (at: number) => `2020-01-${String(1 + (at % 28)).padStart(2, '0')}`
      const table = await askedTable(
        served,
        [{ id: 'x', type }],
        Array.from({ length: 60 }, (_, at) => ({
          x: at < 2 ? 'infinity' : at === 2 ? '-infinity' : at === 3 ? '1066-10-14' : at === 4 ? '2999-01-01' : day(at),
        })),
      )
      const field = fieldNamed(table, 'x')
      // A search gives a timestamp with three digits.
      for (const road of type === 'date' ? roads : (['sql'] as const)) {
        const { missing, infinite, infiniteBelow, nan, min, max, median, farOut } =
          await table.roads[road].profile(field)
        const told = [missing, nan, infinite, infiniteBelow, min, max, median?.slice(1, 8)]
        expect(told, road).toEqual([[], null, 3, 1, '"-infinity"', '"infinity"', '2020-01'])
        expect(farOut, road).toMatchObject({ count: 5, countBelow: 2 })
        if (farOut === null) return
        const [only = emptyView] = viewsOfFarOut(emptyView, field, farOut, { nan: 0, negative: 0 })
        const [rest = emptyView] = viewsWithoutFarOut(emptyView, 'x', farOut, { nulls: 0, nan: 0 })
        expect([await table.found(only), await table.found(rest)], road).toEqual([5, 55])
      }
    },
  )
})

test('a summary leaves NaN out of its figures and infinity out of those worked out, and counts both', async () => {
  const records = Array.from({ length: 60 }, (_, at) => ({
    x: at % 7 === 0 ? 'NaN' : String(at),
    g: at % 2,
  }))
  records.push({ x: 'Infinity', g: 0 }, { x: '-Infinity', g: 0 })
  const table = await askedTable(
    served,
    [
      { id: 'x', type: 'float8' },
      { id: 'g', type: 'int4' },
    ],
    records,
  )
  const figuresBy = (...kinds: readonly ('count' | 'distinct' | 'sum' | 'mean' | 'median' | 'min' | 'max')[]) =>
    kinds.map((kind): Figure => (kind === 'count' ? { kind } : { kind, field: 'x' }))
  const figures = figuresBy('count', 'distinct', 'sum', 'mean', 'median', 'min', 'max')
  const by = [{ field: 'g', by: 'value' }] as const
  const rest = { across: null, sort: null, keep: [], most: null }
  for (const road of ['sql', 'rows'] as const) {
    const { groups, aside } = await table.roads[road].summary({ by, ...rest, figures })
    expect(groups, road).toEqual([
      { keys: ['0'], figures: ['32', '28', '730', '29.2', '30', '"-Infinity"', '"Infinity"'] },
      { keys: ['1'], figures: ['30', '27', '788', '30.307692307692307', '30', '1', '59'] },
    ])
    expect(aside, road).toEqual([{ field: 'x', nan: 9, infinite: 2 }])
    const ends = await table.roads[road].summary({ by, ...rest, figures: figuresBy('min', 'max') })
    expect(ends.aside, `${road}, ends`).toEqual([{ field: 'x', nan: 9, infinite: 0 }])
  }
})
