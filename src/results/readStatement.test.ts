import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ActionClient } from '../instances/client/actionClient.ts'
import { createActionClient } from '../instances/client/createActionClient.ts'
import { countStatement, readStatement } from './readStatement.ts'
import { ownStatement } from '../query/statementPages.ts'
import { sqlHandler } from '../../e2e/support/sqlHandler.ts'

const CAP = 10
let server: Awaited<ReturnType<typeof sqlHandler>>
let client: ActionClient

beforeAll(async () => {
  server = await sqlHandler(
    `CREATE TABLE birds AS
     SELECT n AS _id, 'bird ' || (n % 4) AS kind, ('{"n": ' || (n % 3) || '}')::json AS extra FROM generate_series(1, 47) AS n`,
    CAP,
  )
  const connection = { baseUrl: 'http://s', prefix: '/a', tokenHeader: 'Authorization', token: null }
  client = createActionClient(server.handler, connection, { origin: 'http://s' })
})
afterAll(() => server.database.close())

async function whole(statement: string) {
  const { answer } = await client.sql(statement)
  expect(answer).toMatchObject({ truncated: true })
  expect(answer.rows).toHaveLength(CAP)
  const progress: [number, number | null][] = []
  server.asked.length = 0
  const read = await readStatement(client, ownStatement(statement), answer, {
    signal: new AbortController().signal,
    onProgress: (done, total) => progress.push([done, total]),
  })
  return { ...read, progress }
}

describe('all rows of a statement past the cap of one answer', () => {
  test('come by _id if it is unique, with what follows the statement left out', async () => {
    const { answer, total, cut, progress } = await whole('SELECT * FROM birds -- all of them')
    expect([total, cut, answer.truncated]).toEqual([47, null, false])
    expect(answer.rows.map(([id]) => Number(id))).toEqual(Array.from({ length: 47 }, (_, place) => place + 1))
    expect(progress).toEqual([0, 10, 20, 30, 40, 47].map((done) => [done, 47]))
    expect(server.asked.filter((sql) => sql.includes('OFFSET'))).toEqual([])
  })

  test('are in the order of the statement', async () => {
    const { answer } = await whole('SELECT * FROM birds ORDER BY kind DESC, _id DESC')
    expect(answer.fields.map(({ id }) => id)).toEqual(['_id', 'kind', 'extra'])
    const truth = await server.database.query<{ _id: number }>('SELECT _id FROM birds ORDER BY kind DESC, _id DESC')
    expect(answer.rows.map(([id]) => Number(id))).toEqual(truth.rows.map(({ _id }) => _id))
  })

  test('come in an order over all columns if there is no _id or it is not unique, equal rows each once', async () => {
    const none = await whole('SELECT kind, extra FROM birds')
    const kinds = none.answer.rows.map((row) => row.join())
    const truth = await server.database.query<{ row: string }>(
      `SELECT '"' || kind || '",' || replace(extra::text, ' ', '') AS row FROM birds`,
    )
    expect(kinds.toSorted()).toEqual(truth.rows.map(({ row }) => row).toSorted())
    const twice = await whole('SELECT b._id, c.n FROM birds b CROSS JOIN (VALUES (1), (2)) AS c(n)')
    expect(new Set(twice.answer.rows.map((row) => row.join())).size).toBe(94)
    expect(server.asked.filter((sql) => sql.includes('OFFSET'))).toHaveLength(9)
  })

  test('come also if columns share a name, which no order could tell apart by name', async () => {
    const { answer } = await whole('SELECT a._id AS x, b._id AS x FROM birds a, birds b WHERE b._id < 3')
    expect(answer.rows).toHaveLength(94)
  })

  test('can be counted alone', async () => {
    expect(await countStatement(client, 'SELECT * FROM birds;', new AbortController().signal)).toBe(47)
  })

  test('fails if rows go while it reads', async () => {
    const statement = `SELECT * FROM birds WHERE _id <= 25`
    const { answer } = await client.sql(statement)
    const signal = new AbortController().signal
    const onProgress = (done: number) => {
      if (done === 10) void server.database.exec('DELETE FROM birds WHERE _id = 15')
    }
    await expect(readStatement(client, ownStatement(statement), answer, { signal, onProgress })).rejects.toMatchObject({
      problem: { code: 'tableChanged', before: 25, after: 24 },
    })
  })
})
