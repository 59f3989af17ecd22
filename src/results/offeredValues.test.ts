import { describe, expect, test } from 'vitest'
import { createActionClient } from '../instances/client/createActionClient.ts'
import { NetworkError } from '../instances/transport/networkError.ts'
import { wholeTable } from '../query/query.ts'
import { prefixQuery, valuesQuery } from './offeredValues.ts'
import { createQueryClient } from './queries.ts'
import { refusal, tableHandler, type TableBehaviour } from '../../e2e/support/tableHandler.ts'

interface Played extends Partial<TableBehaviour> {
  /** The server says what it is, so its totals hold. */
  readonly isTold?: boolean
  /** It cuts at the limit before it looks for different values, as CKAN does up to 2.11. */
  readonly cutsFirst?: boolean
  /** The most rows of an answer to a statement; null where there is no SQL. */
  readonly sqlCap?: number | null
}

let servers = 0

const FROM = { query: wholeTable('r'), fields: [{ id: 'subject', type: 'text' }] }

/** A table whose field `subject` has these values, in the order that the server sorts them. */
function subjects(values: readonly (string | null)[], { isTold, cutsFirst, sqlCap = null, ...more }: Played = {}) {
  const different = [...new Set(values)]
  const server = tableHandler({
    rows: 0,
    instead: (params) => {
      if ('sql' in params) return bySql(String(params['sql']))
      const { q } = params
      const word = typeof q === 'object' && q !== null && 'subject' in q ? String(q.subject).replace(/:\*.*/, '') : ''
      const matches = (value: string | null) => value?.startsWith(word) ?? word === ''
      const limit = Number(params['limit'])
      const found = cutsFirst
        ? [...new Set(values.filter(matches).slice(0, limit))]
        : different.filter(matches).slice(0, limit)
      const total = params['include_total'] === false ? {} : { total: different.filter(matches).length }
      return answered(found, total)
    },
    ...more,
  })
  const bySql = (sql: string): Response => {
    const part = /strpos\(.*, '(.*)'\) > 0/.exec(sql)?.[1] ?? ''
    const [limit = 0] = [...sql.matchAll(/LIMIT (\d+)/g)].map(([, digits]) => Number(digits)).toReversed()
    const offset = Number(/OFFSET (\d+)/.exec(sql)?.[1] ?? 0)
    const found = different.filter((value) => value?.toLowerCase().includes(part))
    const given = found.slice(offset, offset + Math.min(limit, sqlCap ?? 0))
    const fields = [
      { id: 'subject', type: 'text' },
      { id: 'number of records', type: 'int8' },
    ]
    const counted = given.map((subject) => ({ subject, 'number of records': count(subject) }))
    return Response.json({ success: true, result: { fields, records: counted } })
  }
  const count = (value: string | null) => values.filter((each) => each === value).length
  servers += 1
  const connection = { baseUrl: `http://s${servers}`, prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(server.handler, connection, { origin: `http://s${servers}` })
  const service = isTold === true ? 'CKAN' : null
  client.profile.learn('asked', { service, sql: sqlCap === null ? 'off' : 'on' })
  const cache = createQueryClient()
  cache.setDefaultOptions({ queries: { ...cache.getDefaultOptions().queries, retry: false } })
  const offered = async (contains: string) => {
    const found = await cache.fetchQuery(valuesQuery('i', client, FROM, 'subject', contains))
    return { values: found.values, others: found.others }
  }
  const counts = async (contains: string) =>
    (await cache.fetchQuery(valuesQuery('i', client, FROM, 'subject', contains))).counts ?? new Map<string, number>()
  return { ...server, offered, counts }
}

function answered(subject: readonly (string | null)[], rest: object): Response {
  const fields = [{ id: 'subject', type: 'text' }]
  return Response.json({
    success: true,
    result: { fields, records: subject.map((each) => ({ subject: each })), ...rest },
  })
}

const names = (count: number, times = 1) =>
  Array.from({ length: count * times }, (_, at) => `name ${String(Math.floor(at / times)).padStart(3, '0')}`)

describe('values offered from the data', () => {
  test('are the different ones, the empty text among them, without null', async () => {
    const { offered, asked } = subjects(['', 'survey', 'survey', 'watershed', null], { isTold: true })
    expect(await offered('')).toEqual({ values: ['', 'survey', 'watershed'], others: 'none' })
    const params = { resource_id: 'r', fields: ['subject'], distinct: true, sort: ['subject asc'], limit: 200 }
    expect(asked).toEqual([params])
  })

  test('are narrowed down here when all are known', async () => {
    const { offered, asked } = subjects(['Survey', 'watershed'], { isTold: true })
    expect(await offered('SHED')).toEqual({ values: ['watershed'], others: 'none' })
    expect(await offered(' sur ')).toEqual({ values: ['Survey'], others: 'none' })
    expect(asked).toHaveLength(1)
  })

  test('are asked for by the beginnings of words when there are too many', async () => {
    const { offered, asked } = subjects(names(500).concat('zebra'), { isTold: true })
    expect((await offered('')).others).toBe('some')
    expect(await offered('zeb')).toEqual({ values: ['zebra'], others: 'some' })
    expect(asked).toHaveLength(2)
    expect(asked[1]).toMatchObject({ q: { subject: 'zeb:*' }, plain: false, distinct: true, limit: 200 })
    expect(await offered('&|')).toEqual({ values: [], others: 'some' })
    expect(asked).toHaveLength(2)
  })

  test('are those of more records, where the server cuts before it looks for different ones', async () => {
    const { offered, asked } = subjects(names(4, 300), { isTold: true, cutsFirst: true })
    expect(await offered('')).toEqual({ values: names(4), others: 'none' })
    expect(asked.map(({ limit }) => limit)).toEqual([200, 32_000])
  })

  test('are searched in as many records, if those are not all', async () => {
    const { offered, asked } = subjects(names(40, 1000), { isTold: true, cutsFirst: true })
    expect(await offered('')).toEqual({ values: names(32), others: 'some' })
    expect(await offered('name')).toMatchObject({ others: 'some' })
    expect(asked.at(-1)).toMatchObject({ q: { subject: 'name:*' }, limit: 32_000 })
  })

  test('are asked for by SQL, where there is SQL, and found by it in the middle of words', async () => {
    const { offered, counts, asked } = subjects(names(4, 300), { isTold: true, cutsFirst: true, sqlCap: 32_000 })
    expect(await offered('')).toEqual({ values: names(4), others: 'none' })
    expect(asked.at(-1)).toEqual({
      sql: 'SELECT "subject", count(*) AS "number of records" FROM "r" WHERE "subject" IS NOT NULL GROUP BY "subject" ORDER BY count(*) DESC, "subject" LIMIT 201',
    })
    expect((await counts('')).get('name 003')).toBe(300)
    const many = subjects(names(400, 300), { isTold: true, cutsFirst: true, sqlCap: 32_000 })
    expect((await many.offered('')).others).toBe('some')
    expect(await many.offered('E 399')).toEqual({ values: ['name 399'], others: 'none' })
    expect(many.asked.at(-1)?.['sql']).toContain(`AND strpos(lower("subject"::text), 'e 399') > 0 GROUP BY`)
  })

  test('are not called all on the word of a total that may be the length of the answer', async () => {
    const { offered } = subjects(['survey', 'watershed'])
    expect(await offered('')).toEqual({ values: ['survey', 'watershed'], others: 'unknown' })
  })

  test('are asked on for, if nothing shows that an answer to SQL was not cut', async () => {
    const whole = subjects(['survey', 'watershed'], { sqlCap: 500 })
    expect(await whole.offered('')).toEqual({ values: ['survey', 'watershed'], others: 'none' })
    expect(whole.asked.at(-1)?.['sql']).toMatch(/^SELECT \* FROM \([^]*\) AS answer LIMIT 1 OFFSET 2$/)
    const cut = subjects(names(60), { sqlCap: 50 })
    expect(await cut.offered('')).toEqual({ values: names(50), others: 'some' })
  })

  test("come from a first page if the server doesn't know distinct, and are all if that page held all", async () => {
    const page = ['b', 'a', 'b', null]
    const records = page.map((subject) => ({ subject }))
    const refused = (told: object): Played => ({
      instead: (params) =>
        params['distinct'] === undefined
          ? Response.json({ records, ...told })
          : refusal(409, { __type: 'Validation Error', __extras: ['invalid value "distinct"'] }),
    })
    expect(await subjects(page, refused({})).offered('')).toEqual({ values: ['a', 'b'], others: 'unknown' })
    const told = subjects(page, { ...refused({ total: 4 }), isTold: true })
    expect(await told.offered('')).toEqual({ values: ['a', 'b'], others: 'none' })
  })

  test('come from a first page if the server ignores distinct, too', async () => {
    const records = ['b', 'a', 'b'].map((subject) => ({ subject }))
    const { offered } = subjects([], { instead: () => Response.json({ records }) })
    expect(await offered('')).toEqual({ values: ['a', 'b'], others: 'unknown' })
  })

  test('fail with the network', async () => {
    const { offered } = subjects([], { instead: () => Promise.reject(new TypeError('Failed to fetch')) })
    await expect(offered('')).rejects.toBeInstanceOf(NetworkError)
  })
})

test.each([
  ['water', 'water:*'],
  ['long term', 'long:* & term:*'],
  ["it's & (all) | !x:y\\", 'it:* & s:* & all:* & x:* & y:*'],
  ['Straße 7', 'Straße:* & 7:*'],
  [' :*& ', null],
])('prefixQuery of %j', (typed, query) => {
  expect(prefixQuery(typed)).toBe(query)
})
