import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { operatorOf } from '../../query/operators/registry.ts'
import { everyRow, forcedClient, openServed, type Served } from '../../../e2e/support/everyType.ts'
import { isLong } from '../../../e2e/support/longForm.ts'
import { openPglite, openPostgres, postgresUrl } from '../../../e2e/support/testDatabases.ts'
import { viewedToday } from '../../../e2e/support/viewedAt.ts'

/** In short only the engine that is always there: `operators.test.ts` has both. */
const engines = [
  ['PGlite', openPglite] as const,
  ...(postgresUrl === null || !isLong ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '')] as const]),
]

/** Places and moments at which it is another day than in UTC, or clocks change. */
const MOMENTS = [
  ['Pacific/Pago_Pago', '2026-11-23T10:30:00Z'],
  ['Pacific/Tongatapu', '2026-11-23T12:30:00Z'],
  // Clocks went forward, and back, some hours before.
  ['Europe/London', '2026-03-29T12:00:00Z'],
  ['Europe/London', '2026-10-25T23:30:00Z'],
  // They went forward at midnight: that day began at 1.
  ['America/Sao_Paulo', '2018-11-04T12:00:00Z'],
  // By half an hour.
  ['Australia/Lord_Howe', '2026-10-04T02:00:00Z'],
] as const

/** In short each moment has every so many-th period. */
const SHARE = 5

const FIELDS = [
  { id: 'tz', type: 'timestamptz' },
  { id: 'ts', type: 'timestamp' },
  { id: 'd', type: 'date' },
]

const RESOURCE = '7e57ab1e-0000-4000-8000-0000000da7e5'
const HOUR = 3_600_000

/** Half hours around now, and hours around the first of each month of three years, and nulls. */
function records(): readonly object[] {
  const instants = new Set<number>()
  for (const [, now] of MOMENTS) {
    const at = Date.parse(now)
    for (let half = -60; half <= 60; half += 1) instants.add(at + (half * HOUR) / 2)
    for (const day of [-31, -30, -29, -15, -14, -13, -7, -6, 0, 1])
      for (const hour of [-14, -13, -11, -1, 0, 1, 10, 11, 12]) instants.add(midnightUtc(at, 0, day) + hour * HOUR)
    for (let month = -26; month <= 3; month += 1)
      for (const hour of [-13, -11, -1, 0, 3, 11]) instants.add(midnightUtc(at, month) + hour * HOUR)
  }
  const texts = [...instants].map((instant) => new Date(instant).toISOString())
  return [
    ...texts.map((text) => ({ tz: text, ts: text.slice(0, -1), d: text.slice(0, 10) })),
    { tz: null, ts: null, d: null },
  ]
}

/** The first of a month, or that day beside the one of `at`, at midnight in UTC. */
function midnightUtc(at: number, months: number, days?: number): number {
  const date = new Date(at)
  const day = days === undefined ? 1 : date.getUTCDate() + days
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, day)
}

/** From when until when, in PostgreSQL's words; `today` stands for that day. */
const PERIODS: readonly (readonly [op: string, not: string, values: readonly string[], from: string, until: string])[] =
  [
    ['inLast', 'notInLast', ['0', 'days'], 'today', 'today + 1'],
    ['inLast', 'notInLast', ['30', 'days'], 'today - 29', 'today + 1'],
    ['inLast', 'notInLast', ['2', 'weeks'], 'today - 13', 'today + 1'],
    ['inLast', 'notInLast', ['9', 'months'], `today - interval '9 months' + interval '1 day'`, 'today + 1'],
    ['inLast', 'notInLast', ['2', 'years'], `today - interval '2 years' + interval '1 day'`, 'today + 1'],
    ['inLast', 'notInLast', ['3000', 'years'], `date '0001-01-01'`, 'today + 1'],
    ['isDuring', 'isNotDuring', ['today'], 'today', 'today + 1'],
    ['isDuring', 'isNotDuring', ['yesterday'], 'today - 1', 'today'],
    [
      'isDuring',
      'isNotDuring',
      ['this week'],
      `date_trunc('week', today)`,
      `date_trunc('week', today) + interval '7 days'`,
    ],
    [
      'isDuring',
      'isNotDuring',
      ['last week'],
      `date_trunc('week', today) - interval '7 days'`,
      `date_trunc('week', today)`,
    ],
    ...['month', 'quarter', 'year'].flatMap((unit) => {
      const length = unit === 'quarter' ? `interval '3 months'` : `interval '1 ${unit}'`
      const start = `date_trunc('${unit}', today::timestamp)`
      return [
        ['isDuring', 'isNotDuring', [`this ${unit}`], start, `${start} + ${length}`] as const,
        ['isDuring', 'isNotDuring', [`last ${unit}`], `${start} - ${length}`, start] as const,
      ]
    }),
  ]

describe.each(engines)('on %s', (_, open) => {
  let served: Served

  beforeAll(async () => {
    served = await openServed(open)
    await served.create({ resource_id: RESOURCE, fields: FIELDS, records: records() })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  afterAll(() => served.drop())

  test.each(MOMENTS)('days and periods in %s at %s are those of the calendar there', async (zone, now) => {
    const moment = MOMENTS.findIndex((each) => each[0] === zone && each[1] === now)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
    const today = `((timestamptz '${now}' at time zone '${zone}')::date)`
    const columns = [
      ['tz', `(tz at time zone '${zone}')`],
      ['ts', 'ts'],
      ['d', 'd'],
    ] as const
    for (const [field, local] of columns) {
      for (const [op, not, values, from, until] of PERIODS.filter(
        (_each, at) => isLong || at % SHARE === moment % SHARE,
      )) {
        const inside = `(${local} >= ${from} and ${local} < ${until})`.replaceAll(/\btoday\b/g, today)
        const [ids, others] = await Promise.all([idsWhere(inside), idsWhere(`${inside} is not true`)])
        expect(ids.length * others.length).toBeGreaterThan(0)
        const asked = (id: string) => ({ id: '', field, op: id, values: [...values, zone] })
        const got = await Promise.all([idsBy('ranges', asked(op)), idsBy('sql', asked(op)), idsBy('sql', asked(not))])
        expect(got, `${field} ${values.join(' ')}`).toEqual([ids, ids, others])
        const { type } = FIELDS.find(({ id }) => id === field) ?? { type: '' }
        const written = (id: string) =>
          operatorOf(id).toSql(asked(id), type).replaceAll('now()', `timestamptz '${now}'`)
        const bySql = await Promise.all([idsWhere(written(op)), idsWhere(written(not))])
        expect(bySql, written(op)).toEqual([ids, others])
      }
    }
  })

  async function idsWhere(condition: string) {
    const text = `select _id from datastore."${RESOURCE}" where ${condition} order by _id`
    return (await served.database.query({ text, values: [] })).rows.map(([id]) => id)
  }

  async function idsBy(way: 'ranges' | 'sql', condition: { id: string; field: string; op: string; values: string[] }) {
    const forcing = way === 'sql' ? [{ id: '', field: '_id', op: 'isNotNull', values: [] }] : []
    const client = forcedClient(served.handler, `http://dates.${served.name}.${way}`, way, true)
    const rows = await everyRow(client, viewedToday(RESOURCE, { all: [...forcing, condition] }, FIELDS))
    return rows.map(([id]) => id)
  }
})
