import { expect, test } from 'vitest'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import { countTogether } from './countTables.ts'

let servers = 0

function serverOf(answer: (params: Record<string, string>) => Response) {
  const asked: Record<string, string>[] = []
  servers += 1
  const connection = { baseUrl: `http://c${servers}`, prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(
    (request) => {
      const params = Object.fromEntries(new URL(request.url).searchParams)
      asked.push(params)
      return Promise.resolve(answer(params))
    },
    connection,
    { origin: 'http://page' },
  )
  return { client, asked }
}

test('tables that are asked for together are counted by one statement', async () => {
  const fields = ['table', 'records'].map((id) => ({ id, type: 'text' }))
  const records = [
    { table: 'a', records: 7 },
    { table: "b'", records: 1204 },
  ]
  const { client, asked } = serverOf(() => Response.json({ success: true, result: { fields, records } }))
  const counts = ['a', "b'", 'c'].map((table) => countTogether(client, table))
  expect(await Promise.all(counts)).toEqual([7, 1204, null])
  expect(asked).toEqual([
    {
      sql: `SELECT 'a' AS "table", count(*) AS "records" FROM "a" UNION ALL SELECT 'b''' AS "table", count(*) AS "records" FROM "b'" UNION ALL SELECT 'c' AS "table", count(*) AS "records" FROM "c"`,
    },
  ])
})

test('one alone is counted by a search without records; an estimate is no count', async () => {
  const exact = serverOf(() => Response.json({ success: true, result: { records: [], total: 7 } }))
  expect(await countTogether(exact.client, 'a')).toBe(7)
  expect(exact.asked).toEqual([{ resource_id: 'a', limit: '0' }])
  const about = serverOf(() =>
    Response.json({ success: true, result: { records: [], total: 7, total_was_estimated: true } }),
  )
  expect(await countTogether(about.client, 'a')).toBeNull()
})

test('a refusal leaves the tables without a count', async () => {
  const { client, asked } = serverOf(() => Response.json({ success: false, error: {} }, { status: 403 }))
  expect(await Promise.all([countTogether(client, 'a'), countTogether(client, 'b')])).toEqual([null, null])
  expect(asked).toHaveLength(1)
})
