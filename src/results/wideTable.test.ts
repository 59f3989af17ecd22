import { afterEach, expect, test, vi } from 'vitest'
import { surePlan } from './plan/plan.ts'
import { createActionClient } from '../instances/client/createActionClient.ts'
import { wholeTable } from '../query/query.ts'
import { wholeRow } from '../rows/rowSource.ts'
import { createQueryClient } from './queries.ts'
import { createSearchRows } from './searchRows.ts'

const COLUMNS = 500
const NAMES = ['_id', ...Array.from({ length: COLUMNS }, (_, at) => `c${at + 1}`)]

/** What the server of a test does with `fields`. */
type Manner = 'takes fields' | 'ignores fields' | 'refuses fields'

/** Generous, as other work may share the machine. */
const PATIENCE = { timeout: 30_000, interval: 5 }

let servers = 0

const running: (() => void)[] = []
afterEach(() => {
  for (const stop of running.splice(0)) stop()
})

/** A search of a table of 1,000 records with 501 fields, of which the first is `_id`. */
async function wide(manner: Manner = 'takes fields', names = NAMES) {
  const asked: { offset: number; fields: readonly string[] }[] = []
  const server = { shift: 0 }
  const handler = async (request: Request): Promise<Response> => {
    // Many names make the question a form.
    const params =
      request.method === 'GET' ? new URL(request.url).searchParams : new URLSearchParams(await request.text())
    const [offset, fields] = [Number(params.get('offset') ?? 0), params.getAll('fields')]
    asked.push({ offset, fields })
    if (manner === 'refuses fields' && fields.length > 0)
      return Response.json(
        { success: false, error: { __type: 'Validation Error', fields: ['unknown'] } },
        { status: 409 },
      )
    const given =
      fields.length === 0 || manner === 'ignores fields' ? names : names.filter((name) => fields.includes(name))
    const limit = Number(params.get('limit'))
    const records = Array.from({ length: limit }, (_, row) => {
      const id = offset + row + 1 + server.shift
      return Object.fromEntries(given.map((name) => [name, name === '_id' ? id : `${name} of ${id}`]))
    })
    const named = given.map((id) => ({ id, type: id === '_id' ? 'int' : 'text' }))
    return Response.json({ success: true, result: { fields: named, records, limit, total: 1000 } })
  }
  // Another address each time: what is noticed of one server would be known of the next.
  servers += 1
  const baseUrl = `http://wide${servers}`
  const connection = { baseUrl, prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(handler, connection, { origin: 'http://page' })
  const cache = createQueryClient()
  const rows = createSearchRows(cache)
  running.push(
    rows.result.subscribe(() => undefined),
    () => cache.clear(),
  )
  rows.show('i', surePlan(client, wholeTable('r')))
  await vi.waitFor(() => expect(rows.result.get().status).toBe('ready'), PATIENCE)
  const here = (row: number, column: number) =>
    vi.waitFor(() => expect(rows.cell(row, column)).toBe(`"c${column} of ${row + 1}"`), PATIENCE)
  return { rows, asked, here, server, cache }
}

const places = (start: number, end: number) => Array.from({ length: end - start }, (_, at) => start + at)
const names = (start: number, end: number) => NAMES.slice(start, end)

test('the first page is asked for whole; later ones only for the columns in view and their neighbours', async () => {
  const { rows, asked, here } = await wide()
  expect(asked).toEqual([{ offset: 0, fields: [] }])
  rows.want({ start: 300, end: 330 }, places(0, 15))
  await here(310, 7)
  expect(asked.slice(1)).toEqual([{ offset: 200, fields: names(0, 20) }])
  expect(rows.cell(310, 20)).toBeUndefined()
  expect(rows.cell(10, 500)).toBe('"c500 of 11"')
})

test('columns that come near are fetched for the rows in view, and no column twice', async () => {
  const { rows, asked, here } = await wide()
  rows.want({ start: 300, end: 330 }, places(0, 15))
  await here(310, 7)
  rows.want({ start: 300, end: 330 }, places(5, 45))
  await here(310, 44)
  rows.want({ start: 300, end: 330 }, places(0, 15))
  await here(310, 7)
  rows.want({ start: 500, end: 530 }, places(230, 250))
  await here(510, 240)
  expect(asked.slice(1)).toEqual([
    { offset: 200, fields: names(0, 20) },
    { offset: 200, fields: ['_id', ...names(20, 60)] },
    { offset: 400, fields: ['_id', ...names(220, 260)] },
  ])
  expect(rows.result.get()).toMatchObject({ changed: false, cut: null, rowCount: 1000 })
})

test('a row that is only partly here is not whole', async () => {
  const { rows, here } = await wide()
  rows.want({ start: 300, end: 330 }, places(0, 15))
  await here(310, 7)
  expect(wholeRow(rows, 310)).toBeUndefined()
  expect(wholeRow(rows, 10)).toHaveLength(COLUMNS + 1)
})

test.each(['ignores fields', 'refuses fields'] as const)('a server that %s gives whole pages', async (manner) => {
  const { rows, asked, here } = await wide(manner)
  rows.want({ start: 300, end: 330 }, places(0, 15))
  await here(310, 400)
  expect(wholeRow(rows, 310)).toHaveLength(COLUMNS + 1)
  const before = asked.length
  rows.want({ start: 300, end: 330 }, places(400, 420))
  rows.want({ start: 310, end: 340 }, places(405, 425))
  await here(310, 410)
  expect(asked).toHaveLength(before)
  rows.want({ start: 500, end: 530 }, places(405, 425))
  await here(510, 7)
  expect(asked.slice(before)).toEqual([{ offset: 400, fields: [] }])
})

test('a table without _id is read whole: nothing would show that two answers belong together', async () => {
  const { rows, asked } = await wide('takes fields', NAMES.slice(1))
  rows.want({ start: 300, end: 330 }, places(0, 15))
  await vi.waitFor(() => expect(rows.cell(310, 0)).toBeDefined(), PATIENCE)
  expect(asked.slice(1)).toEqual([{ offset: 200, fields: [] }])
})

test('records that moved between two answers for one page are not mixed, and the change is noticed', async () => {
  const { rows, server, here } = await wide()
  rows.want({ start: 300, end: 330 }, places(0, 15))
  await here(310, 7)
  server.shift = 1
  rows.want({ start: 300, end: 330 }, places(5, 45))
  await vi.waitFor(() => expect(rows.result.get().changed).toBe(true), PATIENCE)
  expect([rows.cell(310, 0), rows.cell(310, 7), rows.cell(310, 44)]).toEqual(['311', '"c7 of 311"', '"c44 of 311"'])
})

test('only listeners to rows that changed are called', async () => {
  const { rows, here } = await wide()
  rows.want({ start: 0, end: 30 }, places(0, 15))
  const [first, second, third] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
  rows.subscribe({ start: 20, end: 21 }, first)
  rows.subscribe({ start: 310, end: 311 }, second)
  rows.subscribe({ start: 700, end: 701 }, third)
  const before = [20, 310, 700].map(rows.revision)
  rows.want({ start: 300, end: 330 }, places(0, 15))
  await here(310, 7)
  expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0])
  const after = [20, 310, 700].map(rows.revision)
  expect(after.map((revision, at) => revision !== before[at])).toEqual([false, true, false])
})
