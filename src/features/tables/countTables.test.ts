import { expect, test } from 'vitest'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import { inTurn } from '../../instances/client/turns.ts'
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

test('tables that come into view while others wait for their turn are counted by the same statement', async () => {
  const { client, asked } = serverOf(() => Response.json({ success: false, error: {} }, { status: 403 }))
  let end: () => void = () => undefined
  const busy = new Promise<void>((resolve) => (end = resolve))
  const figures = ['one', 'two'].map(() => inTurn(client.identity, () => busy, {}))
  const first = countTogether(client, 'a')
  await new Promise((resolve) => setTimeout(resolve, 80))
  const second = countTogether(client, 'b')
  end()
  await Promise.all([first, second, ...figures])
  expect(asked).toHaveLength(1)
  expect(asked[0]?.['sql']).toContain('FROM "b"')
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
