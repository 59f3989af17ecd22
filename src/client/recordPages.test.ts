import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { QuerySpec } from '../protocol/querySpec.ts'
import { createActionClient } from './actionClient.ts'
import { exactCount } from './exactCount.ts'
import { readRecords } from './recordPages.ts'
import { sqlHandler } from './sqlHandler.ts'
import { refusal, tableHandler, type TableBehaviour } from './tableHandler.ts'

const all: QuerySpec = { resource: 'r', search: '', filters: [], sort: [], limit: null }

function reading(behaviour: TableBehaviour, baseUrl = 'http://s') {
  const server = tableHandler({ hasNoSql: true, ...behaviour })
  const connection = { baseUrl, prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(server.handler, connection, { origin: 'http://s' })
  const progress: number[] = []
  const options = { signal: new AbortController().signal, onProgress: (done: number) => progress.push(done) }
  return {
    ...server,
    progress,
    read: (spec: QuerySpec) => readRecords(client, spec, options),
    count: (spec: QuerySpec) => exactCount(client, spec, options),
  }
}

describe('all records of a server that passes over offset', () => {
  test.each([{}, { omits: ['total'] as const }])('come by ranges of _id where it takes them (%o)', async (manners) => {
    const { read, asked } = reading({ rows: 95, cap: 10, ignoresOffset: true, takesRanges: true, ...manners })
    const { rows, cut } = await read({ ...all, search: 'x' })
    expect(rows.map(([id]) => Number(id))).toEqual(Array.from({ length: 95 }, (_, place) => place + 1))
    expect(cut).toBeNull()
    expect(asked[2]).toMatchObject({ q: 'x', filters: { _id: { gt: 10 } }, sort: ['_id asc'] })
  })

  test('do not come by ranges where the first page is not the first by _id', async () => {
    const instead = ({ sort, filters, sql }: Record<string, unknown>) =>
      sort === undefined && filters === undefined && sql === undefined
        ? Response.json({ success: true, records: Array.from({ length: 10 }, (_, place) => ({ _id: 51 + place })) })
        : undefined
    const { read } = reading({ rows: 95, cap: 10, takesRanges: true, instead })
    await expect(read(all)).rejects.toThrow('gives the same records again')
  })

  test('come so where it refuses offset, too', async () => {
    const instead = ({ offset }: Record<string, unknown>) =>
      offset === undefined ? undefined : refusal(409, { __type: 'Validation Error', __extras: ['invalid "offset"'] })
    const { read } = reading({ rows: 25, cap: 10, takesRanges: true, instead })
    expect((await read(all)).rows).toHaveLength(25)
  })

  test('cannot be had where it takes neither ranges nor SQL', async () => {
    const { read } = reading({ rows: 95, cap: 10, ignoresOffset: true })
    await expect(read(all)).rejects.toThrow('gives the same records again')
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

  test('is read where the server counts nothing and has no SQL', async () => {
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

  test('all records come in the order of their sort where offset and ranges are passed over', async () => {
    const { read } = reading({ rows: 95, cap: 10, ignoresOffset: true, instead })
    const { rows } = await read({ ...all, sort: [{ field: '_id', descending: true }] })
    expect(rows.map(([id]) => Number(id))).toEqual(Array.from({ length: 95 }, (_, place) => 95 - place))
  })

  test('the count is asked for with the same conditions where the server tells none', async () => {
    const { count, asked } = reading({ rows: 95, omits: ['total'], instead })
    const filters = [{ field: 'name', values: ['record 7', 'record 8', 'a:b\\'] }]
    expect(await count({ ...all, filters })).toBe(2)
    expect(asked).toHaveLength(2)
  })
})

describe('all records of a server that refuses parameters beyond the interface', () => {
  const refusing =
    (...names: readonly string[]) =>
    (params: Record<string, unknown>) =>
      names.some((name) => params[name] !== undefined) ? refusal(400, { message: 'Bad request' }) : undefined

  test('come as far as one page holds them, and no further without a word', async () => {
    const instead = refusing('offset', 'sort', 'include_total')
    const { read, behaviour } = reading({ rows: 10, cap: 10, instead }, 'http://least')
    expect((await read(all)).rows).toHaveLength(10)
    behaviour.rows = 95
    await expect(read(all)).rejects.toThrow('refuses to be asked for further pages')
  })

  test('that match a search are not put together from pages in no order', async () => {
    const { read } = reading({ rows: 95, cap: 10, instead: refusing('sort') }, 'http://unsorted')
    await expect(read({ ...all, search: 'x' })).rejects.toThrow('does not sort')
    expect((await read(all)).rows).toHaveLength(95)
  })
})
