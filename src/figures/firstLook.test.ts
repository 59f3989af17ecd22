import { afterAll, beforeAll, expect, test } from 'vitest'
import { forcedClient, openServed, type Served } from '../../e2e/support/everyType.ts'
import { openPglite } from '../../e2e/support/testDatabases.ts'
import type { ActionClient } from '../instances/client/actionClient.ts'
import { wholeTable, type Query } from '../query/query.ts'
import { answerOfRows } from '../results/answer.ts'
import { figuresOf } from './figuresOf.ts'

const RESOURCE = '0dd00000-0000-4000-8000-00000000100c'
const RECORDS = 10_000
const FIELDS = [
  { id: 'at', type: 'int4' },
  { id: 'kind', type: 'text' },
  { id: 'code', type: 'text' },
  { id: 'story', type: 'text' },
]
const record = (at: number) => ({ at, kind: `kind ${at % 5}`, code: `code ${at}`, story: 'long '.repeat(60) })

let served: Served
let client: ActionClient

beforeAll(async () => {
  served = await openServed(openPglite)
  const records = Array.from({ length: RECORDS }, (_, at) => record(at))
  await served.create({ resource_id: RESOURCE, fields: FIELDS, records })
  client = forcedClient(served.handler, `http://look.${served.name}`, 'sql', true)
})
afterAll(() => served.drop())

/** A first look at a field, where the server said that so many records match. */
function lookAt(id: string, total: number | null, change: Partial<Query> = {}) {
  const shown = Array.from({ length: 50 }, (_, at) => Object.values(record(at)).map((cell) => JSON.stringify(cell)))
  const query = { ...wholeTable(RESOURCE), ...change }
  const answer = answerOfRows(query, { fields: FIELDS, rows: shown }, total)
  const figures = figuresOf({ client, query, fields: FIELDS, answer })
  return figures.firstLook?.({ id, type: id === 'at' ? 'int4' : 'text' })
}

test('a first look is drawn from records all over the table, and says of how many', async () => {
  const look = await lookAt('at', 5_000_000)
  expect(look).toMatchObject({ records: 2000, nulls: 0, coverage: { kind: 'sample', of: 2000, total: 5_000_000 } })
  if (look?.shape.kind !== 'bars') throw new Error('There are no bars')
  const { counts, from, to } = look.shape.bars
  expect([Number(from), Number(to)]).toEqual([0, RECORDS])
  const even = 2000 / counts.length
  for (const count of counts) expect(Math.abs(count - even)).toBeLessThan(even * 0.1)
})

test('records that come round are found in their shares; how many values there are is not guessed', async () => {
  const look = await lookAt('kind', null)
  if (look?.shape.kind !== 'values') throw new Error('There are no values')
  expect(look.shape.distinct).toBeNull()
  expect(look.shape.values.map(({ value }) => value).toSorted()).toEqual([0, 1, 2, 3, 4].map((at) => `"kind ${at}"`))
  for (const { count } of look.shape.values) expect(Math.abs(count - 400)).toBeLessThan(40)
  expect(await lookAt('code', null)).toBeNull()
})

test('a look obeys the filters', async () => {
  const below = { id: 'c', field: 'at', op: 'lessThan', values: ['5000'] }
  const look = await lookAt('at', null, { where: { all: [below] } })
  expect(look).toMatchObject({ records: 1000, shape: { bars: { from: '0', to: '5000' } } })
})

test('there is none where records are few or long, or where a filter leaves few of the sample', async () => {
  expect(await lookAt('at', 100_000)).toBeNull()
  expect(await lookAt('story', null)).toBeNull()
  expect(
    await lookAt('at', null, { where: { all: [{ id: 'c', field: 'at', op: 'lessThan', values: ['500'] }] } }),
  ).toBeNull()
})

test('a server without SQL is not asked', async () => {
  client.profile.learn('asked', { sql: 'off' })
  expect(await lookAt('at', null)).toBeNull()
  client.profile.learn('asked', { sql: 'on' })
})
