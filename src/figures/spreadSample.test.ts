import { expect, test } from 'vitest'
import type { ActionClient } from '../instances/client/actionClient.ts'
import { createActionClient } from '../instances/client/createActionClient.ts'
import type { Handler } from '../protocol/handler.ts'
import { wholeTable } from '../query/query.ts'
import { answerOfRows, type Answer } from '../results/answer.ts'
import { figuresOf } from './figuresOf.ts'

const FIELDS = [
  { id: '_id', type: 'int4' },
  { id: 'day', type: 'date' },
  { id: 'n', type: 'int4' },
  { id: 'kind', type: 'text' },
]
const DAY_MS = 86_400_000

/** Records from 2009 to 2024 by `_id`, but the earliest day is at the end; made when they are asked for. */
function recordAt(at: number, total: number) {
  const day = at === total - 1 ? '1990-01-01' : dayAt(at / total)
  return { _id: at + 1, day, n: at % 7 === 6 ? null : at, kind: at < 3000 ? 'early' : 'late' }
}

function dayAt(share: number): string {
  const [from, to] = [Date.UTC(2009, 0, 1), Date.UTC(2024, 11, 31)]
  return new Date(from + Math.floor((share * (to - from)) / DAY_MS) * DAY_MS).toISOString().slice(0, 10)
}

interface Behaviour {
  readonly total: number
  readonly ignores?: 'offset' | 'sort'
  readonly refuses?: 'offset' | 'sort'
  /** It takes no lists of `_id`s. */
  readonly findsIds?: false
  /** Of so many `_id`s one is left. */
  readonly gaps?: number
}

let servers = 0

/** A server without SQL, and what it is asked. */
function serverOf({ total, ignores, refuses, findsIds, gaps = 1 }: Behaviour) {
  const asked: Record<string, unknown>[] = []
  const handler: Handler = async (request) => {
    const params: Record<string, unknown> =
      request.method === 'GET'
        ? Object.fromEntries(new URL(request.url).searchParams)
        : JSON.parse(await request.text())
    asked.push(params)
    const cannot = [refuses, ...(findsIds === false ? ['filters'] : [])]
    const [refused] = ['offset', 'sort', 'filters'].filter(
      (name) => cannot.includes(name) && params[name] !== undefined,
    )
    if (refused !== undefined)
      return Response.json(
        { success: false, error: { __type: 'Validation Error', [refused]: ['not known'] } },
        { status: 409 },
      )
    const offset = ignores === 'offset' ? 0 : Number(params['offset'] ?? 0)
    const length = Math.max(0, Math.min(Number(params['limit']), total - offset))
    let records = Array.from({ length }, (_, at) => recordAt(offset + at, total))
    const sort = ignores === 'sort' ? '' : JSON.stringify(params['sort'] ?? '')
    const filters: unknown = typeof params['filters'] === 'string' ? JSON.parse(params['filters']) : params['filters']
    const ids = Object.values(filters ?? {})
      .flat()
      .map(Number)
    if (ids.length > 0) records = ids.filter((id) => id % gaps === 0).map((id) => recordAt(id - 1, total))
    if (sort.includes('_id desc') && !sort.includes(','))
      records = [{ ...recordAt(total - 1, total), _id: total * gaps }]
    if (sort.includes('day asc')) records = [recordAt(total - 1, total)]
    if (sort.includes('day desc')) records = [recordAt(total - 2, total)]
    if (sort.includes('n asc')) records = [recordAt(0, total)]
    if (sort.includes('n desc')) records = [recordAt(sort.includes('nulls last') ? total - 1 : 6, total)]
    return Response.json({ success: true, result: { fields: FIELDS, records, total, limit: Number(params['limit']) } })
  }
  servers += 1
  const connection = { baseUrl: `http://spread${servers}`, prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(handler, connection, { origin: connection.baseUrl })
  client.profile.learn('asked', { sql: 'off', rangeFilters: 'no', service: 'ckan' })
  return { client, asked, total }
}

function figures({ client, total }: { readonly client: ActionClient; readonly total: number }) {
  const rows = Array.from({ length: 200 }, (_, at) =>
    Object.values(recordAt(at, total)).map((each) => JSON.stringify(each)),
  )
  const query = wholeTable('t')
  const answer: Answer = answerOfRows(query, { fields: FIELDS, rows }, total)
  return figuresOf({ client, query, fields: FIELDS, answer })
}

const day = { id: 'day', type: 'date' }
const n = { id: 'n', type: 'int4' }

test('where nothing is shown, as beside a summary, it is asked how many there are', async () => {
  const { client, asked, total } = serverOf({ total: 48_211 })
  const of = figuresOf({ client, query: wholeTable('t'), fields: FIELDS, answer: null })
  expect((await of.distribution(n)).coverage).toEqual({ kind: 'sample', of: 2000, total })
  expect(asked.map(({ limit }) => Number(limit))).toEqual([0, 1, 1, 2000])
})

test('a sample is from all over the records, and its ends are those of all', async () => {
  const server = serverOf({ total: 48_211 })
  const profile = await figures(server).profile(day)
  expect(profile.coverage).toEqual({ kind: 'sample', of: 2000, total: 48_211 })
  expect([profile.min, profile.max, profile.isExtentOfAll]).toEqual(['"1990-01-01"', '"2024-12-30"', true])
  // Right is 2016-12-30; of the first 2,000 it would be a day of 2009.
  expect(profile.median).toMatch(/^"2016-12-(?:2\d|3)|^"2017-01-0/)
})

test('a column in the order of the table is drawn without gaps or heaps that it has not', async () => {
  const { shape } = await figures(serverOf({ total: 48_211 })).distribution(day)
  const counts = shape.kind === 'bars' ? shape.bars.counts : []
  // The last bar ends with the data, and the earliest day is far from all others.
  const inner = counts.slice(counts.findIndex((count) => count > 1) + 1, -1)
  expect(inner.length).toBeGreaterThan(10)
  const mean = inner.reduce((sum, count) => sum + count, 0) / inner.length
  for (const count of inner) expect(Math.abs(count / mean - 1)).toBeLessThan(0.05)
})

test.each([
  ['where few records are left of those numbered', { total: 48_211, gaps: 10 }],
  ['where a server can’t be asked for them by number', { total: 48_211, findsIds: false }],
] as const)('%s, a sample is of 20 stretches, which is said', async (_, behaviour) => {
  const { coverage } = await figures(serverOf(behaviour)).distribution(n)
  expect(coverage).toEqual({ kind: 'sample', of: 2000, total: 48_211, stretches: 20 })
})

test.each([
  [250_000, 20],
  [500_000, 10],
  [1_000_000, 5],
])('of %i records it is %i stretches: the further a server has to count, the fewer', async (total, stretches) => {
  const { coverage } = await figures(serverOf({ total, findsIds: false })).distribution(n)
  expect(coverage).toEqual({ kind: 'sample', of: 2000, total, stretches })
})

test('headers of one moment are of one sample, of three requests', async () => {
  const server = serverOf({ total: 48_211 })
  const of = figures(server)
  const told = await Promise.all(FIELDS.map((field) => of.distribution(field)))
  expect(told.map(({ coverage }) => coverage)).toEqual(FIELDS.map(() => ({ kind: 'sample', of: 2000, total: 48_211 })))
  expect(server.asked.map(({ limit }) => Number(limit))).toEqual([1, 1, 2000])
  // The profile of one of them needs no other.
  await of.profile(n)
  expect(server.asked.slice(3).map(({ sort }) => sort)).toEqual([
    ['n asc', '_id asc'],
    ['n desc nulls last', '_id asc'],
  ])
})

test.each([
  ['refuses offset', { total: 48_211, refuses: 'offset', findsIds: false }],
  ['ignores offset', { total: 48_211, ignores: 'offset', findsIds: false }],
  ['would have to count too far', { total: 1_000_000_000, findsIds: false }],
] as const)('where a server %s it is the first records, which is said', async (_, behaviour) => {
  const server = serverOf(behaviour)
  const { coverage, records } = await figures(server).distribution(n)
  expect([coverage, records]).toEqual([{ kind: 'sample', of: 2000, total: behaviour.total, isFirst: true }, 2000])
})

test.each(['ignores', 'refuses'] as const)('a server that %s sort says nothing of the ends', async (how) => {
  const profile = await figures(serverOf({ total: 48_211, [how]: 'sort' })).profile(day)
  expect(profile.isExtentOfAll).toBeUndefined()
  expect(profile.min).not.toBe('"1990-01-01"')
})

test('few records are read whole', async () => {
  const server = serverOf({ total: 1500 })
  const profile = await figures(server).profile(day)
  expect([profile.coverage, profile.min, server.asked.length]).toEqual([{ kind: 'all' }, '"1990-01-01"', 1])
})

test('while it is not known whether there is SQL, headers are of the rows that are shown', async () => {
  const server = serverOf({ total: 48_211 })
  server.client.profile.learn('asked', { sql: 'unknown' })
  const { coverage } = await figures(server).distribution(n)
  expect([coverage, server.asked]).toEqual([{ kind: 'sample', of: 200, total: 48_211, isFirst: true }, []])
})
