import { expect, test } from 'vitest'
import '../../query/operators/all.ts'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import { wholeTable, type Condition, type Query } from '../../query/query.ts'
import { planOf, surePlan } from './plan.ts'

let servers = 0

/** A client of a server of its own, and the actions that it is asked for. */
function server() {
  const asked: string[] = []
  const baseUrl = `http://plan${(servers += 1)}`
  const handler = (request: Request) => {
    asked.push(new URL(request.url).pathname.split('/').at(-1) ?? '')
    return Promise.resolve(
      Response.json({ success: true, result: { fields: [{ id: 'a', type: 'text' }], records: [{ a: 'x' }] } }),
    )
  }
  const connection = { baseUrl, prefix: '/a', tokenHeader: 'Authorization', token: null }
  return { client: createActionClient(handler, connection, { origin: baseUrl }), asked }
}

const on = (op: string, ...values: string[]): Condition => ({ id: '', field: 'a', op, values })
const where = (...all: Condition[]): Query => ({ ...wholeTable('r'), where: { all } })
const first = { offset: 0, limit: 5 }

test('what neither filters nor SQL can ask has no plan', () => {
  const { client } = server()
  client.profile.learn('asked', { sql: 'off', rangeFilters: 'no' })
  expect(planOf(client, where(on('contains', 'x')))).toBe(null)
  expect(() => surePlan(client, where(on('contains', 'x')))).toThrow('neither by filters nor by SQL')
  expect(planOf(client, where(on('is', 'x')))?.route).toBe('filters')
})

test('its pages and its count take one route, whatever is learned of the server after it was made', async () => {
  const { client, asked } = server()
  client.profile.learn('asked', { sql: 'off', rangeFilters: 'no' })
  // Two values of one column: SQL joins them for sure.
  const query = where(on('is', 'x'), on('is', 'y'))
  const plan = surePlan(client, query)
  client.profile.learn('asked', { sql: 'on' })
  expect([plan.route, surePlan(client, query).route]).toEqual(['filters', 'sql'])
  await plan.page(first).ask({})
  await plan.count({})
  expect(asked).toEqual(['datastore_search', 'datastore_search'])
})

test('other columns, another order and another limit are asked for by the same route', () => {
  const { client } = server()
  client.profile.learn('asked', { sql: 'on', rangeFilters: 'no' })
  const plan = surePlan(client, where(on('contains', 'x')))
  const shown = { columns: ['a'], sort: [{ field: 'a', descending: true }], limit: 3 }
  const other = plan.as(shown)
  expect([other.route, other.query]).toEqual([plan.route, { ...plan.query, ...shown }])
  expect(other.page(first).key).not.toEqual(plan.page(first).key)
})
