import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createActionClient } from './actionClient.ts'
import {
  createQueryClient,
  forgetAnswers,
  rowCountQuery,
  searchPageQuery,
  sqlQuery,
  sqlStoppedQuery,
  tablesQuery,
  valuesQuery,
} from './queries.ts'
import { never, tableHandler } from './tableHandler.ts'

const { handler, asked, aborted, behaviour } = tableHandler({ rows: 3 })
const clientOf = (token: string | null) =>
  createActionClient(
    handler,
    { baseUrl: 'http://s', prefix: '/a', tokenHeader: 'Authorization', token },
    { origin: 'http://s' },
  )
const spec = { resource: 'r', search: '', filters: [], sort: [], limit: null }

test('answers to one token are never shown to another, and no key holds a token', () => {
  const keysOf = (token: string | null) => {
    const client = clientOf(token)
    return [
      tablesQuery('i', client),
      searchPageQuery('i', client, spec, { offset: 0, limit: 5 }),
      sqlQuery('i', client, 'SELECT 1'),
      valuesQuery('i', client, 'r', 'f', ''),
      valuesQuery('i', client, 'r', 'f', 'x'),
    ].map((query) => JSON.stringify(query.queryKey))
  }
  const keys = [...keysOf(null), ...keysOf('canary'), ...keysOf('other')]
  expect(new Set(keys).size).toBe(15)
  expect(keysOf('canary')).toEqual(keysOf('canary'))
  expect(keys.join('')).not.toContain('canary')
})

test('an instance that is forgotten leaves no answer and no running request, another keeps its own', async () => {
  const cache = createQueryClient()
  const client = clientOf(null)
  await cache.fetchQuery(sqlQuery('gone', client, 'SELECT 1'))
  await cache.fetchQuery(sqlQuery('kept', client, 'SELECT 1'))
  behaviour.instead = () => never
  const running = cache.fetchQuery(sqlQuery('gone', client, 'SELECT 2')).catch((error: unknown) => error)
  await expect.poll(() => asked.length).toBe(3)
  forgetAnswers(cache, 'gone')
  await running
  expect(aborted).toHaveLength(1)
  expect(cache.getQueryCache().findAll({ queryKey: ['gone'] })).toEqual([])
  expect(cache.getQueryCache().findAll({ queryKey: ['kept'] })).toHaveLength(1)
  cache.clear()
})

test('a statement whose run was given up says so until it is run again', async () => {
  const cache = createQueryClient()
  const client = clientOf(null)
  const query = sqlQuery('i', client, 'SELECT 3')
  const stopped = new QueryObserver(cache, sqlStoppedQuery('i', client, 'SELECT 3'))
  expect(stopped.getCurrentResult().data).toBeNull()
  behaviour.instead = () => never
  const leave = new QueryObserver(cache, query).subscribe(() => undefined)
  expect(cache.getQueryState(query.queryKey)?.fetchStatus).toBe('fetching')
  leave()
  expect(cache.getQueryData<number | null>(stopped.getCurrentQuery().queryKey)).toBeGreaterThanOrEqual(0)
  behaviour.instead = () => undefined
  await cache.fetchQuery(query)
  expect(cache.getQueryData(stopped.getCurrentQuery().queryKey)).toBeNull()
  cache.clear()
})

test('row counts are asked for two at a time, without a record', async () => {
  const waiting: (() => void)[] = []
  const server = tableHandler({ rows: 7 })
  const connection = { baseUrl: 'http://counts', prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(
    async (request) => {
      const answer = await server.handler(request)
      await new Promise<void>((resolve) => waiting.push(resolve))
      return answer
    },
    connection,
    { origin: 'http://counts' },
  )
  const cache = createQueryClient()
  const counts = ['a', 'b', 'c', 'd'].map((table) => cache.fetchQuery(rowCountQuery('i', client, table)))
  for (let answered = 0; answered < 4; answered += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one is answered after the other
    await expect.poll(() => waiting.length).toBe(Math.min(2, 4 - answered))
    waiting.shift()?.()
  }
  expect(await Promise.all(counts)).toEqual([7, 7, 7, 7])
  expect(server.asked.map(({ resource_id, limit }) => [resource_id, String(limit)])).toEqual(
    ['a', 'b', 'c', 'd'].map((table) => [table, '0']),
  )
})

test('an estimate is no row count', async () => {
  const { handler: estimating } = tableHandler({
    rows: 7,
    instead: () => Response.json({ success: true, result: { records: [], total: 7, total_was_estimated: true } }),
  })
  const connection = { baseUrl: 'http://about', prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(estimating, connection, { origin: 'http://about' })
  expect(await createQueryClient().fetchQuery(rowCountQuery('i', client, 'a'))).toBeNull()
})
