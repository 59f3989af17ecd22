import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askedTable, fieldNamed } from '../../../e2e/support/askedTable.ts'
import { openServed, type Served } from '../../../e2e/support/everyType.ts'
import { isLong } from '../../../e2e/support/longForm.ts'
import { openPglite } from '../../../e2e/support/testDatabases.ts'
import { fieldKind } from '../../protocol/field.ts'
import { emptyView } from '../../workspace/view.ts'
import { conditionsFor, rangeOn, withRange } from './brush/ranges.ts'
import { sumIn } from './brush/brushStretch.ts'
import { editedChoice, readFacet, withChoice } from './facets/facetEdits.ts'
import { listedValues } from './facets/facetValues.ts'
import { viewsOfFarOut, viewsWithoutFarOut } from './profile/farOut.ts'
import { stretchOf } from './values/steps.ts'

/** Every so many-th range of a column: all in `npm run long`. */
const STEP = isLong ? 1 : 7

let served: Served
beforeAll(async () => {
  served = await openServed(openPglite)
})
afterAll(() => served.drop())

describe('the bars of a column', () => {
  /** Numbers of a column that is spread over powers of ten, half of them exactly at the beginning of a step. */
  const skewed = (at: number) => (at % 3 === 0 ? 0 : at % 2 === 0 ? 10 ** (at % 5) : Math.exp((at % 97) / 9) / 7)
  const columns: Readonly<Record<string, readonly [type: string, (at: number) => unknown, log: boolean | null]>> = {
    zeros: ['float8', skewed, true],
    zerosOfDecimals: ['numeric', (at) => (at % 3 === 0 ? '0.00' : String(skewed(at))), true],
    zerosShort: ['float4', skewed, true],
    counts: ['int4', (at) => Math.round(skewed(at)), true],
    noZeros: ['float8', (at) => skewed(at) + 0.5, true],
    withNan: ['float8', (at) => (at % 11 === 0 ? 'NaN' : at % 13 === 0 ? 'Infinity' : skewed(at)), true],
    below: ['float8', (at) => (at === 4 ? -1 : skewed(at)), false],
    onEdges: ['float8', (at) => at % 20, false],
    decimals: ['numeric', (at) => `${at % 20}.5`, false],
    ends: ['int2', (at) => [-32_768, -1, 0, 32_767][at % 4], false],
    flags: ['int4', (at) => (at % 4 === 0 ? 1 : 0), false],
    ancient: [
      'date',
      (at) => (at % 2 === 0 ? `${String(1 + (at % 90)).padStart(4, '0')}-03-15 BC` : `00${10 + (at % 80)}-01-01`),
      null,
    ],
    late: ['date', (at) => `${9990 + (at % 20)}-12-31`, null],
    fractions: ['timestamp', (at) => `2020-01-01 ${String(at % 24).padStart(2, '0')}:59:59.9${at % 10}`, null],
    zoned: [
      'timestamptz',
      (at) => `0001-01-01 ${String(at % 24).padStart(2, '0')}:30:00+00 ${at % 2 === 0 ? 'BC' : ''}`,
      null,
    ],
  }

  test('find what they count, 0 at its own place on a logarithmic scale', { timeout: 120_000 }, async () => {
    const records = Array.from({ length: 360 }, (_, at) =>
      Object.fromEntries(Object.entries(columns).map(([id, [, value]]) => [id, value(at)])),
    )
    const table = await askedTable(
      served,
      Object.entries(columns).map(([id, [type]]) => ({ id, type })),
      records,
    )
    for (const [id, [type, , isLog]] of Object.entries(columns)) {
      const field = { id, type }
      const { shape } = await table.roads.sql.distribution(field)
      expect(shape.kind, id).toBe('bars')
      if (shape.kind !== 'bars') return
      const { bars } = shape
      expect(bars.isLog, id).toBe(isLog ?? false)
      expect(bars.afterZero === undefined, id).toBe(isLog !== true || id === 'noZeros')
      // A search writes a timestamp with three digits.
      if (!type.startsWith('timestamp')) {
        expect((await table.roads.rows.distribution(field)).shape, id).toEqual(shape)
      }
      const zeros = records.filter((record) => Number(record[id]) === 0).length
      if (bars.afterZero !== undefined) expect(bars.counts[0], id).toBe(zeros)
      const steps = bars.counts.length
      const stretches = bars.counts.flatMap((_, at) => [
        { from: at, to: at + 1 },
        { from: 0, to: at + 1 },
        { from: at, to: steps },
      ])
      for (const stretch of stretches.filter((_, at) => at % STEP === 0)) {
        const conditions = conditionsFor(field, bars, stretch) ?? []
        const view = withRange(
          emptyView,
          [],
          conditions.map((part, at) => ({ ...part, id: String(at) })),
        )
        const said = `${id} ${JSON.stringify(stretch)} ${JSON.stringify(view.where)}`
        expect(await table.found(view), said).toBe(sumIn(bars.counts, stretch))
        const range = rangeOn(view.where, id)
        expect(range && stretchOf(bars, range.values, fieldKind(type)), said).toEqual(stretch)
      }
    }
  })

  test('what is extreme on a logarithmic scale is an outlier, infinity too, 0 and NaN are not', async () => {
    const value = (at: number) =>
      at === 0
        ? 1e-9
        : at === 1
          ? 1e15
          : at === 3
            ? -Infinity
            : at === 5
              ? Infinity
              : at % 9 === 0
                ? 'NaN'
                : at % 2 === 0
                  ? 0
                  : Math.exp((at % 50) / 12)
    for (const type of ['float8', 'numeric']) {
      const table = await askedTable(
        served,
        [{ id: 'x', type }],
        Array.from({ length: 301 }, (_, at) => ({ x: at === 300 ? null : String(value(at)) })),
      )
      const field = fieldNamed(table, 'x')
      for (const road of ['sql', 'rows'] as const) {
        const { farOut, nan, negative, distribution } = await table.roads[road].profile(field)
        expect(farOut, road).toMatchObject({ count: 4, countBelow: 2, isZeroInside: true })
        if (farOut === null || nan === null || negative === null) return
        const [only = emptyView] = viewsOfFarOut(emptyView, field, farOut, { nan, negative })
        const [rest = emptyView] = viewsWithoutFarOut(emptyView, 'x', farOut, { nulls: distribution.nulls, nan })
        expect([await table.found(only), await table.found(rest)], road).toEqual([4, 297])
      }
      const [bySql, byRows] = await Promise.all([table.roads.sql.profile(field), table.roads.rows.profile(field)])
      expect(Number(JSON.parse(bySql.farOut?.meanWithout ?? '0'))).toBeCloseTo(Number(byRows.farOut?.meanWithout), 9)
      const compared = (profile: typeof bySql) => ({
        ...profile,
        distribution: profile.distribution.shape,
        coverage: null,
        mean: null,
        farOut: null,
      })
      expect(compared(bySql)).toEqual(compared(byRows))
    }
  })
})

describe('the years of a facet', () => {
  test('find what they count, before Christ and after 9999, and infinity', async () => {
    const days = [
      '0100-01-01 BC',
      '0044-03-15 BC',
      '0044-03-15 BC',
      '0014-08-19',
      '0079-10-24',
      '9999-12-31',
      '10000-01-01',
      '202401-05-06',
      'infinity',
      '-infinity',
      null,
    ]
    const fields = [
      { id: 'd', type: 'date' },
      { id: 't', type: 'timestamp' },
      { id: 'z', type: 'timestamptz' },
    ]
    const table = await askedTable(
      served,
      fields,
      days.map((day) => ({ d: day, t: day, z: day })),
    )
    for (const { id, type } of fields) {
      for (const road of ['sql', 'rows'] as const) {
        // A search writes a timestamp without BC.
        if (road === 'rows' && type !== 'date') continue
        const kind = fieldKind(type)
        const facet = await table.roads[road].facet({ id, type }, { contains: '', most: 50 })
        const none = { included: [], excluded: [] }
        const listed = listedValues(facet, none, kind, '')
        expect(
          listed.map(({ text, value, count }) => [text, value, count]),
          `${id} ${road}`,
        ).toEqual([
          ['infinity', '"infinity"', 1],
          ['+202401', '"+202401"', 1],
          ['10000', '"10000"', 1],
          ['9999', '"9999"', 1],
          ['0079', '"79"', 1],
          ['0014', '"14"', 1],
          ['44 BC', '"44 BC"', 2],
          ['100 BC', '"100 BC"', 1],
          ['-infinity', '"-infinity"', 1],
          [null, 'null', 1],
        ])
        for (const { text, count } of listed) {
          const only = withChoice(emptyView, id, kind, editedChoice(none, text, 'only'))
          const without = withChoice(emptyView, id, kind, editedChoice(none, text, 'exclude'))
          expect(readFacet(only.where, id, kind), `${id} ${text}`).toEqual({ included: [text], excluded: [] })
          expect(await table.found(only), `${id} ${text}`).toBe(count)
          expect(await table.found(without), `without ${id} ${text}`).toBe(days.length - (count ?? 0))
        }
      }
    }
  })
})
