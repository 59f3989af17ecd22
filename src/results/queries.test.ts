import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createActionClient } from '../instances/client/createActionClient.ts'
import { createQueryClient, searchPageQuery, subscribeToAnswers, tablesQuery } from './queries.ts'
import { surePlan } from './plan/plan.ts'
import { wholeTable } from '../query/query.ts'
import { valuesQuery } from './offeredValues.ts'
import { forgetAnswers, sqlRunsOf } from './sqlRuns.ts'
import { never, tableHandler } from '../../e2e/support/tableHandler.ts'

const { handler, asked, aborted, behaviour } = tableHandler({ rows: 3 })
const clientOf = (token: string | null) =>
  createActionClient(
    handler,
    { baseUrl: 'http://s', prefix: '/a', tokenHeader: 'Authorization', token },
    { origin: 'http://s' },
  )
const query = wholeTable('r')

test('answers to one token are never shown to another, and no key holds a token', () => {
  const keysOf = (token: string | null) => {
    const client = clientOf(token)
    return [
      tablesQuery('i', client),
      searchPageQuery('i', surePlan(client, query), { offset: 0, limit: 5 }),
      valuesQuery('i', client, { query, fields: [] }, 'f', ''),
      valuesQuery('i', client, { query, fields: [] }, 'f', 'x'),
    ].map((query) => JSON.stringify(query.queryKey))
  }
  const keys = [...keysOf(null), ...keysOf('canary'), ...keysOf('other')]
  expect(new Set(keys).size).toBe(12)
  expect(keysOf('canary')).toEqual(keysOf('canary'))
  expect(keys.join('')).not.toContain('canary')
})

test('an instance that is forgotten leaves no answer and no running request, another keeps its own', async () => {
  const cache = createQueryClient()
  const client = clientOf(null)
  const gone = searchPageQuery('gone', surePlan(client, query), { offset: 0, limit: 5 })
  await cache.fetchQuery(gone)
  await cache.fetchQuery(searchPageQuery('kept', surePlan(client, query), { offset: 0, limit: 5 }))
  behaviour.instead = () => never
  const running = cache
    .fetchQuery(searchPageQuery('gone', surePlan(client, query), { offset: 5, limit: 5 }))
    .catch((error: unknown) => error)
  const statement = { instanceId: 'gone', client, sql: 'SELECT 1' }
  const other = { ...statement, instanceId: 'kept' }
  const runs = sqlRunsOf(cache)
  runs.start(statement)
  runs.start(other)
  await expect.poll(() => asked.length).toBe(5)
  forgetAnswers(cache, 'gone')
  await running
  await expect.poll(() => aborted).toHaveLength(2)
  expect(cache.getQueryCache().findAll({ queryKey: ['gone'] })).toEqual([])
  expect(cache.getQueryCache().findAll({ queryKey: ['kept'] })).toHaveLength(1)
  expect(runs.get(statement)).toBeNull()
  expect(runs.get(other)?.statements[0]?.run?.state.get().kind).toBe('running')
  behaviour.instead = () => undefined
  cache.clear()
})

test('who follows the answers hears once of many, and nothing of who looks at them', async () => {
  const cache = createQueryClient()
  const changed = vi.fn<() => void>()
  const leave = subscribeToAnswers(cache.getQueryCache(), changed)
  for (let at = 0; at < 20; at += 1) cache.setQueryData(['i', at], at)
  expect(changed).not.toHaveBeenCalled()
  await Promise.resolve()
  expect(changed).toHaveBeenCalledOnce()
  const unsubscribe = new QueryObserver(cache, { queryKey: ['i', 1], staleTime: Infinity }).subscribe(() => undefined)
  unsubscribe()
  await Promise.resolve()
  expect(changed).toHaveBeenCalledOnce()
  cache.removeQueries({ queryKey: ['i', 1] })
  leave()
  await Promise.resolve()
  expect(changed).toHaveBeenCalledOnce()
  cache.clear()
})
