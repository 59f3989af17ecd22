import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeTable, type Query } from '../../query/query.ts'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import { surePlan } from '../plan/plan.ts'
import { exactCount } from './exactCount.ts'
import { readRecords } from './readRecords.ts'
import { sqlHandler } from '../../../e2e/support/sqlHandler.ts'
import { refusal, tableHandler, type TableBehaviour } from '../../../e2e/support/tableHandler.ts'

const all = wholeTable('r')

let servers = 0

/** A server of its own: what is known of one does not hold for another. */
function reading(behaviour: TableBehaviour, baseUrl = `http://pages${(servers += 1)}`) {
  const server = tableHandler({ hasNoSql: true, ...behaviour })
  const connection = { baseUrl, prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(server.handler, connection, { origin: baseUrl })
  const progress: number[] = []
  const options = { signal: new AbortController().signal, onProgress: (done: number) => progress.push(done) }
  return {
    ...server,
    progress,
    client,
    read: (query: Query) => readRecords(surePlan(client, query), options),
    count: (query: Query) => exactCount(surePlan(client, query), options),
  }
}

describe('all records of a server that ignores offset', () => {
  test.each([{}, { omits: ['total'] as const }])(
    'come by ranges of _id where it takes them (%o)',
    async (behaviour) => {
      const { read, asked } = reading({ rows: 95, cap: 10, ignoresOffset: true, takesRanges: true, ...behaviour })
      const { rows, cut } = await read({ ...all, search: 'x' })
      expect(rows.map(([id]) => Number(id))).toEqual(Array.from({ length: 95 }, (_, place) => place + 1))
      expect(cut).toBeNull()
      expect(asked[2]).toMatchObject({ q: 'x', filters: { _id: { gt: 10 } }, sort: ['_id asc'] })
    },
  )

  test('do not come by ranges if the first page is not the first by _id', async () => {
    const instead = ({ sort, filters, sql }: Record<string, unknown>) =>
      sort === undefined && filters === undefined && sql === undefined
        ? Response.json({ success: true, records: Array.from({ length: 10 }, (_, place) => ({ _id: 51 + place })) })
        : undefined
    const { read } = reading({ rows: 95, cap: 10, takesRanges: true, instead })
    const { rows, isProven } = await read(all)
    expect([rows.length, isProven]).toEqual([10, false])
  })

  test('come the same way if it refuses offset, too', async () => {
    const instead = ({ offset }: Record<string, unknown>) =>
      offset === undefined ? undefined : refusal(409, { __type: 'Validation Error', __extras: ['invalid "offset"'] })
    const { read } = reading({ rows: 25, cap: 10, takesRanges: true, instead })
    expect((await read(all)).rows).toHaveLength(25)
  })

  test("can't be read if it accepts neither ranges nor SQL", async () => {
    const { read } = reading({ rows: 95, cap: 10, ignoresOffset: true })
    await expect(read(all)).rejects.toMatchObject({ problem: { code: 'pagesRepeat' } })
  })

  test('do not come by ranges on a server that is known to have none', async () => {
    const { client, read, asked } = reading({ rows: 95, cap: 10, ignoresOffset: true }, 'http://no-ranges')
    client.profile.learn('asked', { rangeFilters: 'no' })
    await expect(read({ ...all, sort: [{ field: '_id', descending: false }] })).rejects.toMatchObject({
      problem: { code: 'pagesRepeat' },
    })
    expect(asked.some(({ filters }) => JSON.stringify(filters ?? null).includes('gt'))).toBe(false)
  })

  test('come by ranges at once on a server that is known to have them and to refuse offset', async () => {
    const instead = ({ offset }: Record<string, unknown>) =>
      offset === undefined ? undefined : refusal(409, { __type: 'Validation Error', __extras: ['invalid "offset"'] })
    const { client, read, asked } = reading({ rows: 25, cap: 10, takesRanges: true, instead }, 'http://ranges')
    client.profile.learn('noticed', { rangeFilters: 'yes', refuses: new Set(['offset']) })
    expect((await read({ ...all, sort: [{ field: '_id', descending: false }] })).rows).toHaveLength(25)
    expect(asked.filter(({ filters }) => filters === undefined)).toHaveLength(1)
  })

  test('and that ranges work is remembered', async () => {
    const { client, read } = reading({ rows: 25, cap: 10, ignoresOffset: true, takesRanges: true }, 'http://learns')
    await read(all)
    expect(client.profile.get().rangeFilters).toBe('yes')
  })

  test('are no more than the limit', async () => {
    const { read } = reading({ rows: 95, cap: 10, ignoresOffset: true, takesRanges: true })
    expect((await read({ ...all, limit: 33 })).rows).toHaveLength(33)
  })
})

describe('the exact count', () => {
  test('is asked for without records', async () => {
    const { count, asked } = reading({ rows: 48_213, estimates: true })
    expect(await count({ ...all, limit: 5 })).toBe(48_213)
    expect(asked).toEqual([{ resource_id: 'r', limit: 0 }])
  })

  test('is found by reading if the server counts nothing and has no SQL', async () => {
    const { count, progress } = reading({ rows: 25_000, omits: ['total'] })
    expect(await count(all)).toBe(25_000)
    expect(progress).toEqual([10_000, 20_000, 25_000])
  })
})

describe('by SQL', () => {
  let sql: Awaited<ReturnType<typeof sqlHandler>>
  beforeAll(async () => {
    sql = await sqlHandler(
      `CREATE TABLE r AS SELECT n AS _id, 'record ' || n AS name FROM generate_series(1, 95) AS n`,
      10,
    )
  })
  afterAll(() => sql.database.close())

  const instead = (params: Record<string, unknown>) =>
    'sql' in params ? sql.handler(new Request('http://s', { method: 'POST', body: JSON.stringify(params) })) : undefined

  test('all records come in the order of their sort if offset and ranges are ignored', async () => {
    const { read } = reading({ rows: 95, cap: 10, ignoresOffset: true, instead })
    const { rows } = await read({ ...all, sort: [{ field: '_id', descending: true }] })
    expect(rows.map(([id]) => Number(id))).toEqual(Array.from({ length: 95 }, (_, place) => 95 - place))
  })

  test('is counted with the same conditions if the server gives no total', async () => {
    const { count, asked } = reading({ rows: 95, omits: ['total'], instead })
    const where = { id: '1', field: 'name', op: 'isAnyOf', values: ['record 7', 'record 8', 'a:b\\'] }
    expect(await count({ ...all, where })).toBe(2)
    expect(asked).toHaveLength(2)
  })
})

describe('all records of a server that refuses parameters beyond the interface', () => {
  const refusing =
    (...names: readonly string[]) =>
    (params: Record<string, unknown>) =>
      names.some((name) => params[name] !== undefined) ? refusal(400, { message: 'Bad request' }) : undefined

  test('end with one page only if nothing says there are more', async () => {
    const instead = refusing('offset', 'sort', 'include_total')
    const { read, behaviour } = reading({ rows: 10, cap: 10, instead }, 'http://least')
    expect((await read(all)).rows).toHaveLength(10)
    behaviour.rows = 95
    await expect(read(all)).rejects.toMatchObject({ problem: { code: 'pagesRefused' } })
  })

  test('that match a search are not put together from pages in no order', async () => {
    const { read } = reading({ rows: 95, cap: 10, instead: refusing('sort') }, 'http://unsorted')
    await expect(read({ ...all, search: 'x' })).rejects.toMatchObject({ problem: { code: 'pagesUnordered' } })
    expect((await read(all)).rows).toHaveLength(95)
  })
})
