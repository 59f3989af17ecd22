import { afterEach, expect, test, vi } from 'vitest'
import { createActionClient } from '../instances/client/createActionClient.ts'
import { never, tableHandler } from '../../e2e/support/tableHandler.ts'
import { endedRuns, forgetEndedRuns, onRunEnded, type RunRecord } from './endedRuns.ts'
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

const lastOf = (runs: ReturnType<typeof createSqlRuns>) => runs.get(place)?.statements[0]?.last
const stateOf = (runs: ReturnType<typeof createSqlRuns>, at = place) =>
  runs.get(at)?.statements[0]?.run?.state.get().kind

test('a statement that is shown runs once, and runs again only when it is started', async () => {
  const runs = createSqlRuns()
  const leave = runs.show(place)
  await expect.poll(() => lastOf(runs)?.sql).toBe('SELECT 1')
  leave()
  runs.show(place)
  expect(asked).toHaveLength(1)
  const first = lastOf(runs)
  runs.start(place)
  expect(lastOf(runs)).toBe(first)
  await expect.poll(() => stateOf(runs)).toBe('done')
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

const three = ['SELECT 1', 'SELECT 2', 'SELECT 3'].map((text) => ({ text, sql: text }))
const several = { ...place, sql: 'SELECT 1; SELECT 2; SELECT 3', statements: three }
const kindsOf = (runs: ReturnType<typeof createSqlRuns>) =>
  runs.get(several)?.statements.map(({ run }) => run?.state.get().kind ?? 'not sent')

test('statements of one text are sent one after the other, and one that fails keeps none from its answer', async () => {
  const runs = createSqlRuns()
  let answer: (response: Response) => void = () => undefined
  behaviour.instead = () => new Promise<Response>((resolve) => (answer = resolve))
  runs.start(several)
  await expect.poll(() => asked).toHaveLength(1)
  expect(kindsOf(runs)).toEqual(['running', 'not sent', 'not sent'])
  behaviour.instead = () => undefined
  answer(Response.json({ success: false, error: { __type: 'Validation Error', query: ['no'] } }, { status: 409 }))
  await expect.poll(() => kindsOf(runs)).toEqual(['failed', 'done', 'done'])
  expect(asked).toHaveLength(3)
})

test('a stop keeps the rest from being sent', async () => {
  const runs = createSqlRuns()
  behaviour.instead = () => never
  runs.start(several)
  await expect.poll(() => asked).toHaveLength(1)
  runs.get(several)?.stop()
  expect(kindsOf(runs)).toEqual(['stopped', 'not sent', 'not sent'])
  expect(asked).toHaveLength(1)
})

test('each run ends as a record of its own, also of the same text', async () => {
  const ended: RunRecord[] = []
  const leave = onRunEnded((run) => ended.push(run))
  const runs = createSqlRuns()
  const values = { ...place, sheetId: 'sheet', parameters: { x: '1' } }
  runs.start({ ...values, statements: [{ text: 'SELECT {{x}}', sql: "SELECT '1'" }] })
  await expect.poll(() => ended).toHaveLength(1)
  runs.start({ ...values, statements: [{ text: 'SELECT {{x}}', sql: "SELECT '1'" }] })
  await expect.poll(() => ended).toHaveLength(2)
  leave()
  expect(ended[0]).toMatchObject({
    sheetId: 'sheet',
    instanceId: 'i',
    text: 'SELECT {{x}}',
    parameters: { x: '1' },
    outcome: 'rows',
    rows: 3,
    message: null,
  })
  expect(ended[0]?.id).not.toBe(ended[1]?.id)
  expect(endedRuns().slice(-2)).toEqual(ended)
  forgetEndedRuns('i')
  expect(endedRuns()).toEqual([])
})
