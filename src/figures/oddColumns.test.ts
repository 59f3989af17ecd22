import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActionClient } from '../instances/client/actionClient.ts'
import { forcedClient, openServed, type Served } from '../../e2e/support/everyType.ts'
import { openPglite, openPostgres, postgresUrl } from '../../e2e/support/testDatabases.ts'
import type { Field } from '../protocol/field.ts'
import { wholeTable } from '../query/query.ts'
import type { Figures } from '../summary/figures.ts'
import { figuresOf } from './figuresOf.ts'

const RESOURCE = '0dd00000-0000-4000-8000-000000000001'
const RECORDS = 3000

/** Columns that break histograms, with a value for each record. */
const COLUMNS: Readonly<Record<string, readonly [type: string, value: (at: number) => unknown]>> = {
  constant: ['int4', () => 7],
  constantText: ['text', () => 'same'],
  constantDecimal: ['numeric', () => '0.50'],
  nearlyConstant: ['float8', (at) => (at === 5 ? 1e20 : 1)],
  allNull: ['float8', () => null],
  allNullText: ['text', () => null],
  oneValue: ['numeric', (at) => (at === 9 ? '42' : null)],
  allDistinct: ['text', (at) => `title ${at}`],
  nearlyDistinct: ['text', (at) => `title ${Math.max(at, 4)}`],
  infinite: ['float8', (at) => ['Infinity', '-Infinity', 'NaN'][at % 3]],
  partlyInfinite: ['float8', (at) => (at % 2 === 0 ? 'Infinity' : at)],
  budget: ['numeric', (at) => (at < 3 ? '700000000000000000000' : String(1000 + (at % 50) * 100))],
  skewed: ['int4', (at) => Math.round(Math.exp((at / RECORDS) * 21))],
  even: ['int4', (at) => at + 1],
  lean: ['int4', (at) => (at % 100 === 0 ? 100_000 : 1 + (at % 9))],
  widest: ['float8', (at) => (at === 0 ? 1e149 : 10 ** -(at % 300))],
  endless: ['timestamp', (at) => (at % 2 === 0 ? 'infinity' : `2020-01-${String(1 + (at % 28)).padStart(2, '0')}`)],
  code: ['text', (at) => `AB-${String(at % 700).padStart(3, '0')}`],
}

const engines = [
  ['PGlite', openPglite] as const,
  ...(postgresUrl === null ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '')] as const]),
]

describe.each(engines)('odd columns on %s', (_, open) => {
  let served: Served
  let figures: Figures
  const sent: string[] = []

  beforeAll(async () => {
    served = await openServed(open)
    const fields = Object.entries(COLUMNS).map(([id, [type]]) => ({ id, type }))
    const records = Array.from({ length: RECORDS }, (__, at) =>
      Object.fromEntries(Object.entries(COLUMNS).map(([id, [, value]]) => [id, value(at)])),
    )
    await served.create({ resource_id: RESOURCE, fields, records })
    const own = forcedClient(served.handler, `http://odd.${served.name}`, 'sql', true)
    const client: ActionClient = {
      ...own,
      sql: (sql, options) => {
        sent.push(sql)
        return own.sql(sql, options)
      },
    }
    figures = figuresOf({
      client,
      query: wholeTable(RESOURCE),
      fields,
      answer: null,
    })
  })
  afterAll(() => served.drop())

  const field = (id: string): Field => ({ id, type: COLUMNS[id]?.[0] ?? 'text' })
  const told = async (id: string) => {
    const { shape, nulls } = await figures.distribution(field(id))
    return [nulls, shape] as const
  }
  const bars = (more: object) => ({ kind: 'bars', bars: { isLog: false, beside: 0, ...more } })

  test('infinity among floats takes no statement more', async () => {
    sent.length = 0
    await Promise.all([told('partlyInfinite'), told('even')])
    expect(sent).toHaveLength(2)
  })

  test('are drawn as far as they can be', async () => {
    expect(await told('constant')).toEqual([0, bars({ from: '7', to: '8', counts: [3000] })])
    expect(await told('constantDecimal')).toEqual([0, bars({ from: '0.5', to: '0.5', counts: [3000] })])
    const same = [{ value: '"same"', count: 3000 }]
    expect(await told('constantText')).toEqual([0, { kind: 'values', values: same, others: 0, distinct: 1 }])
    expect(await told('allNull')).toEqual([3000, { kind: 'nothing' }])
    expect(await told('allNullText')).toEqual([3000, { kind: 'nothing' }])
    expect(await told('oneValue')).toEqual([2999, bars({ from: '42', to: '42', counts: [1] })])
    expect(await told('allDistinct')).toEqual([0, { kind: 'allDistinct', distinct: 3000 }])
    expect(await told('nearlyDistinct')).toEqual([0, { kind: 'values', values: [], others: 3000, distinct: 2996 }])
    const [, infinite] = await told('infinite')
    expect(infinite).toMatchObject({ kind: 'values', others: 0, distinct: 3 })
    expect(await told('partlyInfinite')).toMatchObject([0, { kind: 'bars', bars: { beside: 1500 } }])
    expect(await told('endless')).toMatchObject([0, { kind: 'bars', bars: { beside: 1500 } }])
    const [, nearly] = await told('nearlyConstant')
    expect(nearly).toMatchObject({ kind: 'bars', bars: { isLog: true, from: '1', beside: 0 } })
    expect(await told('skewed')).toMatchObject([0, { kind: 'bars', bars: { isLog: true, from: '1', beside: 0 } }])
    expect(await told('even')).toMatchObject([0, { kind: 'bars', bars: { isLog: false, from: '0' } }])
    expect(await told('lean')).toMatchObject([0, { kind: 'bars', bars: { isLog: true, from: '1', to: '1000000' } }])
  })

  test('many columns of one moment each have their own bars, however many steps these have', async () => {
    const all = await Promise.all(Object.keys(COLUMNS).map(async (id) => [id, await told(id)] as const))
    const alone = new Map<string, unknown>()
    for (const id of Object.keys(COLUMNS)) alone.set(id, await told(id))
    for (const [id, together] of all) expect(together, id).toEqual(alone.get(id))
    const [, widest] = await told('widest')
    expect(widest).toMatchObject({ kind: 'bars', bars: { isLog: true, beside: 0 } })
    if (widest.kind !== 'bars') return
    expect(widest.bars.counts.length).toBeGreaterThan(400)
    expect(widest.bars.counts.reduce((sum, count) => sum + count, 0)).toBe(3000)
  })

  test('a few absurd values are named, and the mean without them', async () => {
    const profile = await figures.profile(field('budget'))
    expect(profile.missing).toEqual([])
    expect(profile.farOut).toMatchObject({ below: null, count: 3 })
    expect(Number(profile.mean)).toBeGreaterThan(1e17)
    expect(Number(profile.farOut?.meanWithout)).toBeCloseTo(3452.352, 2)
    expect(Number(profile.median)).toBeLessThan(10_000)
  })

  test('the patterns of codes are counted', async () => {
    expect((await figures.profile(field('code'))).patterns).toEqual([{ pattern: 'AA-999', count: 3000 }])
  })

  test('every profile is whole', async () => {
    for (const id of Object.keys(COLUMNS)) {
      expect((await figures.profile(field(id))).missing, id).toEqual([])
    }
  })
})
