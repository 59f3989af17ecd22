import { afterEach, expect, test, vi } from 'vitest'
import { createActionClient } from '../instances/client/createActionClient.ts'
import { never, tableHandler } from '../../e2e/support/tableHandler.ts'
import { createSqlRuns } from './sqlRuns.ts'

const { handler, asked, aborted, behaviour } = tableHandler({ rows: 3 })
const connection = { baseUrl: 'http://s', prefix: '/a', tokenHeader: 'Authorization' }
const clientOf = (token: string | null) => createActionClient(handler, { ...connection, token }, { origin: 'http://s' })
const place = { instanceId: 'i', client: clientOf(null), sql: 'SELECT 1' }

afterEach(() => {
  asked.length = 0
  aborted.length = 0
  behaviour.instead = () => undefined
  vi.useRealTimers()
})

const stateOf = (runs: ReturnType<typeof createSqlRuns>, at = place) => runs.get(at)?.run.state.get().kind

test('a statement that is shown runs once, and runs again only when it is started', async () => {
  const runs = createSqlRuns()
  const leave = runs.show(place)
  await expect.poll(() => runs.get(place)?.last?.sql).toBe('SELECT 1')
  leave()
  runs.show(place)
  expect(asked).toHaveLength(1)
  const first = runs.get(place)?.last
  runs.start(place)
  expect(runs.get(place)).toMatchObject({ last: first })
  await expect.poll(() => runs.get(place)?.run.state.get().kind).toBe('done')
  expect(asked).toHaveLength(2)
})

test('nothing runs without a statement, and an answer belongs to its token', async () => {
  const runs = createSqlRuns()
  runs.show({ ...place, sql: '' })
  expect(runs.get({ ...place, sql: '' })).toBeNull()
  runs.start(place)
  expect(runs.get({ ...place, client: clientOf('canary') })).toBeNull()
  await expect.poll(() => stateOf(runs)).toBe('done')
})

test('a run that nobody looks at is stopped, says so, and does not begin again by itself', async () => {
  behaviour.instead = () => never
  const runs = createSqlRuns()
  const leave = runs.show(place)
  await expect.poll(() => asked.length).toBe(1)
  leave()
  // Drawn again at once: still the same run.
  const again = runs.show(place)
  await Promise.resolve()
  expect(stateOf(runs)).toBe('running')
  again()
  await Promise.resolve()
  expect(stateOf(runs)).toBe('stopped')
  expect(aborted).toHaveLength(1)
  runs.show(place)
  expect(stateOf(runs)).toBe('stopped')
  expect(asked).toHaveLength(1)
})

test('after a minute out of sight an answer is forgotten, a stop is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const runs = createSqlRuns()
  const leave = runs.show(place)
  await expect.poll(() => stateOf(runs)).toBe('done')
  behaviour.instead = () => never
  const slow = { ...place, sql: 'SELECT 2' }
  const leaveSlow = runs.show(slow)
  leave()
  leaveSlow()
  await Promise.resolve()
  vi.advanceTimersByTime(60_000)
  expect(runs.get(place)).toBeNull()
  expect(stateOf(runs, slow)).toBe('stopped')
})
