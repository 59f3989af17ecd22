import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyRow, forcedClient, openServed, type Served } from '../../e2e/support/everyType.ts'
import { openPglite } from '../../e2e/support/testDatabases.ts'
import { viewedToday } from '../../e2e/support/viewedAt.ts'
import { columnsOfRows } from '../columnar/columnsOfRows.ts'
import { canTell, maskOf } from '../columnar/mask.ts'
import type { Where } from '../query/query.ts'

const RESOURCE = '7e57ab1e-0000-4000-8000-00000000d415'
const FIELDS = [
  { id: '_id', type: 'int4' },
  { id: 'ts', type: 'timestamp' },
  { id: 'tz', type: 'timestamptz' },
  { id: 'd', type: 'date' },
]

let served: Served

beforeAll(async () => {
  served = await openServed(openPglite)
  // Each hour of three months, to a quarter of a second.
  const hours = Array.from({ length: 24 * 91 }, (_, hour) =>
    new Date(Date.UTC(2019, 11, 15, hour, hour % 60, hour % 60, (hour % 4) * 250)).toISOString(),
  )
  const records = [...hours.map((tz) => ({ ts: tz.slice(0, -1), tz, d: tz.slice(0, 10) })), { ts: null }]
  await served.create({ resource_id: RESOURCE, fields: FIELDS.slice(1), records })
})
afterAll(() => served.drop())

const DAY = `>= '2020-01-31' and f < '2020-02-01'`

/** What people write, and what they mean by it. */
const MEANT: readonly (readonly [op: string, values: readonly string[], sql: string])[] = [
  ['atMost', ['2020-01-31'], `f < '2020-02-01'`],
  ['greaterThan', ['2020-01-31'], `f >= '2020-02-01'`],
  ['atLeast', ['2020-01-31'], `f >= '2020-01-31'`],
  ['lessThan', ['2020-01-31'], `f < '2020-01-31'`],
  ['between', ['2020-01-01', '2020-01-31'], `f >= '2020-01-01' and f < '2020-02-01'`],
  ['outside', ['2020-01-01', '2020-01-31'], `f < '2020-01-01' or f >= '2020-02-01'`],
  ['is', ['2020-01-31'], `f ${DAY}`],
  ['isNot', ['2020-01-31'], `(f ${DAY}) is not true`],
  ['isAnyOf', ['2020-01-31', '2020-02-29'], `f ${DAY} or (f >= '2020-02-29' and f < '2020-03-01')`],
  ['isNoneOf', ['2020-01-31', 'infinity'], `(f ${DAY}) is not true`],
  ['isIn', ['2020-01-31'], `f ${DAY}`],
  ['atMost', ['2020-01'], `f < '2020-02-01'`],
]

/** The same of seconds, as a server shows times. */
const SECONDS: typeof MEANT = [
  ['is', ['2020-01-31T05:53:53'], `date_trunc('second', f) = '2020-01-31 05:53:53'`],
  ['atMost', ['2020-01-31T05:53:53'], `date_trunc('second', f) <= '2020-01-31 05:53:53'`],
  ['greaterThan', ['2020-01-31T05:53'], `date_trunc('minute', f) > '2020-01-31 05:53'`],
]

test.each([
  ...['ts', 'tz', 'd'].flatMap((field) => MEANT.map((line) => [field, ...line] as const)),
  ...['ts', 'tz'].flatMap((field) => SECONDS.map((line) => [field, ...line] as const)),
])('%s %s %j is %s, on every road', async (field, op, values, sql) => {
  const text = `select _id from datastore."${RESOURCE}" where ${sql.replaceAll(/\bf\b/g, field)} order by _id`
  const ids = (await served.database.query({ text, values: [] })).rows.map(([id]) => id)
  expect(ids.length).toBeGreaterThan(0)
  const condition = { id: '', field, op, values }
  expect(await idsBy('sql', condition)).toEqual(ids)
  if (!op.startsWith('isNo')) expect(await idsBy('ranges', condition)).toEqual(ids)
  const query = viewedToday(RESOURCE, condition, FIELDS)
  const { answer } = await client('sql').sql(`SELECT _id, ts, tz, d FROM "${RESOURCE}" ORDER BY _id`)
  const mask = canTell(query.where, FIELDS) ? maskOf(columnsOfRows(FIELDS, answer.rows), query.where) : null
  const found = [...(mask?.flags.keys() ?? [])].filter((record) => mask?.flags[record] === 1)
  expect(found.map((record) => String(record + 1))).toEqual(ids)
})

function client(way: 'ranges' | 'sql') {
  return forcedClient(served.handler, `http://days.${served.name}.${way}`, way, true)
}

async function idsBy(way: 'ranges' | 'sql', where: Where) {
  const forcing = way === 'sql' ? [{ id: '', field: '_id', op: 'isNotNull', values: [] }] : []
  const rows = await everyRow(client(way), viewedToday(RESOURCE, { all: [...forcing, where] }, FIELDS))
  return rows.map(([id]) => id)
}
