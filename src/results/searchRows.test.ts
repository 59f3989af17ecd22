import type { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { surePlan } from './plan/plan.ts'
import { wholeTable } from '../query/query.ts'
import { createActionClient } from '../instances/client/createActionClient.ts'
import { emptyProfile } from '../instances/profile/profile.ts'
import { createQueryClient } from './queries.ts'
import { wholeRow } from '../rows/rowSource.ts'
import { createSearchRows } from './searchRows.ts'
import { never, refusal, tableHandler, type TableBehaviour } from '../../e2e/support/tableHandler.ts'

const all = wholeTable('r')
const downwards = [{ field: '_id', descending: true }]

/** Generous, as other work may share the machine. */
const PATIENCE = { timeout: 30_000, interval: 5 }

const running: (() => void)[] = []
afterEach(() => {
  for (const stop of running.splice(0)) stop()
})

/** A search as these tests look at it: its result with whole rows, and what of it is in view. */
function searching(cache: QueryClient) {
  const rows = createSearchRows(cache)
  return {
    ...rows,
    subscribe: rows.result.subscribe,
    snapshot: () => ({
      ...rows.result.get(),
      row: (index: number) => wholeRow(rows, index),
      setRange: (start: number, end: number) => rows.want({ start, end }, [0, 1]),
      setTotal: rows.setTotal,
      reload: rows.reload,
    }),
  }
}

type Records = ReturnType<ReturnType<typeof searching>['snapshot']>

let servers = 0

/** A source that somebody listens to, on a server of one table of which nothing is known yet. */
function listening(behaviour: TableBehaviour, baseUrl = `http://rows${(servers += 1)}`) {
  const server = tableHandler(behaviour)
  const connection = { baseUrl, prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(server.handler, connection, { origin: baseUrl })
  const cache = createQueryClient()
  const source = searching(cache)
  const seen: Records[] = []
  const stop = source.subscribe(() => seen.push(source.snapshot()))
  running.push(stop, () => cache.clear())
  const until = (check: (records: Records) => boolean) =>
    vi.waitFor(() => {
      if (!check(source.snapshot())) throw new Error(`still ${JSON.stringify(source.snapshot())}`)
      return source.snapshot()
    }, PATIENCE)
  const ready = () => until((records) => records.status === 'ready' && !records.fetching && !records.stale)
  return { ...server, client, cache, source, seen, stop, until, ready }
}

describe('loading', () => {
  test('shows nothing and asks for nothing without a query', () => {
    const { source, asked } = listening({ rows: 10 })
    source.show('i', null)
    expect(source.snapshot()).toMatchObject({ status: 'loading', rowCount: 0, fetching: false })
    expect(asked).toEqual([])
  })

  test('the first page alone, without offset, and only it asks for the total', async () => {
    const { source, client, asked, ready } = listening({ rows: 10_000 })
    source.show('i', surePlan(client, all))
    source.snapshot().setRange(0, 30)
    const records = await ready()
    expect(records).toMatchObject({ rowCount: 10_000, rowCountIsKnown: true, total: 10_000, totalIsEstimate: false })
    expect(records.milliseconds).toBeGreaterThanOrEqual(0)
    expect(records.fields.map((field) => field.id)).toEqual(['_id', 'name'])
    expect(records.row(0)).toEqual(['1', '"record 1"'])
    expect(records.row(199)?.[0]).toBe('200')
    expect(records.row(200)).toBeUndefined()
    expect(records.row(-1)).toBeUndefined()
    records.setRange(180, 210)
    expect((await until200(source))[0]).toBe('201')
    expect(asked).toEqual([
      { resource_id: 'r', limit: 200 },
      { resource_id: 'r', limit: 200, offset: 200, include_total: false },
    ])
  })

  test('a limit up to 1000 is exactly one request', async () => {
    const { source, client, asked, ready } = listening({ rows: 10_000 })
    source.show('i', surePlan(client, { ...all, limit: 750 }))
    source.snapshot().setRange(0, 30)
    expect(await ready()).toMatchObject({ rowCount: 750, rowCountIsKnown: true, total: 10_000 })
    source.snapshot().setRange(700, 750)
    expect(source.snapshot().row(749)?.[0]).toBe('750')
    expect(source.snapshot().row(750)).toBeUndefined()
    expect(asked).toEqual([{ resource_id: 'r', limit: 750 }])
  })

  test('the last page of a large limit asks for no more than is left', async () => {
    const { source, client, asked, until, ready } = listening({ rows: 10_000 })
    source.show('i', surePlan(client, { ...all, limit: 1100 }))
    await ready()
    source.snapshot().setRange(1090, 1100)
    await until((records) => records.row(1099) !== undefined)
    expect(source.snapshot().rowCount).toBe(1100)
    expect(asked.at(-1)).toMatchObject({ offset: 1000, limit: 100 })
  })

  test('any row of a million is reached by one request for its page', async () => {
    const { source, client, asked, until, ready } = listening({ rows: 1_100_000 })
    source.show('i', surePlan(client, all))
    source.snapshot().setRange(0, 30)
    await ready()
    source.snapshot().setRange(1_099_970, 1_100_000)
    await until((records) => records.row(1_099_999)?.[0] === '1100000')
    expect(asked).toHaveLength(2)
  })

  test('a server that gives fewer rows than asked is read page by page of its size', async () => {
    const { source, client, asked, until, ready } = listening({ rows: 95, cap: 10 })
    source.show('i', surePlan(client, all))
    expect((await ready()).rowCount).toBe(95)
    source.snapshot().setRange(0, 95)
    await until((records) =>
      Array.from({ length: 95 }, (_, place) => records.row(place)?.[0]).every((id, at) => id === `${at + 1}`),
    )
    expect(asked).toHaveLength(10)
  })
})

describe('without a total', () => {
  test('the list grows as one reads on, and ends with the page that is not full', async () => {
    const { source, client, until, ready } = listening({ rows: 650, omits: ['total', 'limit'] })
    source.show('i', surePlan(client, all))
    expect(await ready()).toMatchObject({ rowCount: 400, rowCountIsKnown: false, total: null })
    source.snapshot().setRange(250, 300)
    await until((records) => records.row(299) !== undefined)
    expect(source.snapshot()).toMatchObject({ rowCount: 600, rowCountIsKnown: false })
    source.snapshot().setRange(570, 600)
    await until((records) => records.rowCountIsKnown)
    expect(source.snapshot()).toMatchObject({ rowCount: 650, total: null })
    expect(source.snapshot().row(649)?.[0]).toBe('650')
  })

  test('a cap that the server does not report ends nothing', async () => {
    const { source, client, until, ready } = listening({ rows: 25, cap: 10, omits: ['total', 'limit', 'fields'] })
    source.show('i', surePlan(client, { ...all, limit: 50 }))
    source.snapshot().setRange(0, 30)
    client.profile.learn('asked', emptyProfile())
    await until(({ rowCountIsKnown }) => rowCountIsKnown)
    expect(await ready()).toMatchObject({ rowCount: 25, cut: null })
    expect(source.snapshot().row(24)?.[0]).toBe('25')
  })

  test('a result of whole pages ends with an empty one', async () => {
    const { source, client, until, ready } = listening({ rows: 400, omits: ['total'] })
    source.show('i', surePlan(client, all))
    await ready()
    source.snapshot().setRange(390, 400)
    await until((records) => records.row(399) !== undefined)
    source.snapshot().setRange(500, 600)
    await until((records) => records.rowCountIsKnown)
    expect(source.snapshot().rowCount).toBe(400)
  })
})

describe('an estimated total', () => {
  test('is no end: the list goes on past it, and ends where the rows end', async () => {
    const { source, client, until, ready } = listening({ rows: 650, instead: estimating(500) })
    source.show('i', surePlan(client, all))
    expect(await ready()).toMatchObject({ rowCount: 500, rowCountIsKnown: false, total: 500, totalIsEstimate: true })
    source.snapshot().setRange(470, 500)
    await until(({ row }) => row(499) !== undefined)
    source.snapshot().setRange(620, 650)
    await until(({ rowCountIsKnown }) => rowCountIsKnown)
    expect(source.snapshot()).toMatchObject({
      rowCount: 650,
      total: 650,
      totalIsEstimate: false,
      changed: false,
    })
  })

  test('gives way to a count, and to the end of the rows', async () => {
    const { source, client, until, ready } = listening({ rows: 650, instead: estimating(2000) })
    source.show('i', surePlan(client, all))
    await ready()
    source.snapshot().setRange(1970, 2000)
    await until(({ rowCount, fetching }) => rowCount < 2000 && !fetching)
    expect(source.snapshot()).toMatchObject({ rowCountIsKnown: false })
    source.snapshot().setTotal(650)
    expect(source.snapshot()).toMatchObject({
      rowCount: 650,
      rowCountIsKnown: true,
      total: 650,
      totalIsEstimate: false,
      changed: false,
    })
  })
})

describe('a server that ignores offset', () => {
  test.each([{}, { omits: ['total'] as const }])('is noticed at the second page (%o)', async (behaviour) => {
    const { source, client, until, ready } = listening({ rows: 450, ignoresOffset: true, ...behaviour })
    source.show('i', surePlan(client, all))
    await ready()
    source.snapshot().setRange(190, 210)
    const records = await until(({ cut }) => cut !== null)
    expect(records).toMatchObject({ status: 'ready', rowCount: 200, rowCountIsKnown: true, failedPage: null })
    expect([records.cut, records.changed]).toEqual([{ at: 200, cause: 'offset' }, false])
    expect(records.row(199)?.[0]).toBe('200')
  })

  test('when it has learned better, trying again goes on', async () => {
    const { source, client, until, ready, behaviour } = listening({ rows: 450, ignoresOffset: true })
    source.show('i', surePlan(client, all))
    await ready()
    source.snapshot().setRange(190, 210)
    const cut = await until((records) => records.cut !== null)
    behaviour.ignoresOffset = false
    cut.reload()
    await until((records) => records.rowCount === 450)
    source.snapshot().setRange(190, 211)
    await until((records) => records.row(209)?.[0] === '210')
    expect(source.snapshot()).toMatchObject({ cut: null, rowCount: 450 })
  })
})

describe('a server that gives fewer records than asked for, and says nothing', () => {
  const silent = { omits: ['total', 'limit'] as const }

  test('is asked for the next record: if there is none, the result is whole, however round its length', async () => {
    const { source, client, until, asked } = listening({ rows: 40, ...silent })
    client.profile.learn('asked', emptyProfile())
    source.show('i', surePlan(client, all))
    expect(await until(({ proof }) => proof === 'shown')).toMatchObject({
      rowCount: 40,
      rowCountIsKnown: true,
      cut: null,
    })
    expect(asked).toEqual([
      { resource_id: 'r', limit: 200 },
      { resource_id: 'r', limit: 40, offset: 40, include_total: false },
    ])
  })

  test('is asked for nothing more if it has given more in one answer before', async () => {
    const { source, client, until, asked } = listening({ rows: 40, ...silent })
    client.profile.learn('noticed', { searchGave: 200 })
    source.show('i', surePlan(client, all))
    await until(({ proof }) => proof === 'shown')
    expect(asked).toHaveLength(1)
  })

  test('is not called complete, nor cut, if it ignores offset', async () => {
    const { source, client, until } = listening({ rows: 40, ignoresOffset: true, ...silent })
    client.profile.learn('asked', emptyProfile())
    source.show('i', surePlan(client, all))
    expect(await until(({ proof }) => proof === 'none')).toMatchObject({
      rowCount: 40,
      rowCountIsKnown: true,
      cut: null,
    })
  })

  test('is not called complete before all has come, if its total promises more', async () => {
    const { source, client, until } = listening({ rows: 142, cap: 100, omits: ['limit'] })
    source.show('i', surePlan(client, all))
    source.snapshot().setRange(0, 30)
    expect(await until(({ status }) => status === 'ready')).toMatchObject({ rowCount: 142, proof: 'open', met: 100 })
    source.snapshot().setRange(100, 142)
    expect(await until(({ proof }) => proof === 'shown')).toMatchObject({ rowCount: 142, met: 142 })
  })

  test('is believed once it has said what it is', async () => {
    const { source, client, until, ready } = listening({ rows: 3000 })
    source.show('i', surePlan(client, all))
    expect((await ready()).proof).toBe('open')
    client.profile.learn('noticed', { service: 'CKAN 2.11.6' })
    await until(({ proof }) => proof === 'shown')
  })
})

describe('best matches first', () => {
  const words = { ...all, search: 'heron' }

  test('hold for one page: the result ends with it and says so', async () => {
    const { source, client, asked, ready } = listening({ rows: 9000 })
    source.show('i', surePlan(client, words))
    source.snapshot().setRange(0, 400)
    const records = await ready()
    expect(records).toMatchObject({ rowCount: 200, rowCountIsKnown: true, total: 9000 })
    expect(records.cut).toEqual({ at: 200, cause: 'bestMatches' })
    expect(asked).toEqual([{ resource_id: 'r', q: 'heron', limit: 200 }])
  })

  test.each([
    { ...words, limit: 750 },
    { ...words, sort: [{ field: '_id', descending: false }] },
    { ...all, search: '\\' },
  ])('are no limit to one request, to a sort, to a search for nothing: %o', async (query) => {
    const { source, client, ready } = listening({ rows: 9000 })
    source.show('i', surePlan(client, query))
    expect(await ready()).toMatchObject({ rowCount: query.limit ?? 9000, cut: null })
  })
})

describe('a table that changes between two pages', () => {
  test('is noticed by a record on both pages, and complete again after reading it again', async () => {
    const { source, client, ready, until, behaviour } = listening({ rows: 1000 })
    source.show('i', surePlan(client, { ...all, sort: downwards }))
    await ready()
    behaviour.rows = 1001
    source.snapshot().setRange(210, 230)
    const records = await until(({ repeated }) => repeated)
    expect([records.row(0)?.[0], records.row(199)?.[0], records.row(200)?.[0]]).toEqual(['1000', '801', '801'])
    records.reload()
    await until(({ rowCount, fetching }) => rowCount === 1001 && !fetching)
    expect(source.snapshot()).toMatchObject({ changed: false, repeated: false })
  })

  test('is noticed by a page that ends early, and by another total', async () => {
    const short = listening({ rows: 1000 })
    short.source.show('i', surePlan(short.client, all))
    await short.ready()
    short.behaviour.rows = 390
    short.source.snapshot().setRange(210, 230)
    expect(await short.until(({ changed }) => changed)).toMatchObject({ rowCount: 390 })
    const other = listening({
      rows: 1000,
      instead: ({ offset }) =>
        offset === undefined
          ? undefined
          : Response.json({ success: true, result: { total: 1001, records: ids(200, Number(offset) + 1) } }),
    })
    other.source.show('i', surePlan(other.client, all))
    await other.ready()
    other.source.snapshot().setRange(210, 230)
    await other.until(({ changed }) => changed)
  })
})

test('a member that only a later page has becomes a field, and its values stand under it', async () => {
  const { source, client, ready, until } = listening({
    rows: 0,
    instead: ({ offset }) =>
      Response.json({
        success: true,
        records: offset === undefined ? ids(200, 1) : [{ note: 'late', _id: 201 }, ...ids(9, 202)],
      }),
  })
  source.show('i', surePlan(client, all))
  await ready()
  source.snapshot().setRange(190, 210)
  const records = await until(({ row }) => row(200) !== undefined)
  expect(records.fields.map(({ id }) => id)).toEqual(['_id', 'note'])
  expect([records.row(0), records.row(200), records.row(201)]).toEqual([
    ['1', undefined],
    ['201', '"late"'],
    ['202', undefined],
  ])
})

describe('failures', () => {
  test('of the first page: the error, no rows; asking again mends it', async () => {
    const { source, client, until, ready, behaviour, asked } = listening({
      rows: 10,
      instead: () => refusal(404, { __type: 'Not Found Error', message: 'Not found: r' }),
    })
    source.show('i', surePlan(client, all))
    const records = await until(({ status }) => status === 'failed')
    expect(records).toMatchObject({ rowCount: 0, stale: false, error: { message: 'Not found: r' } })
    expect(asked).toHaveLength(1)
    delete behaviour.instead
    records.reload()
    expect(await ready()).toMatchObject({ rowCount: 10, error: null })
  })

  test('of a later page: the rest stays, and it can be tried again', async () => {
    const { source, client, until, ready, behaviour } = listening({ rows: 1000 })
    source.show('i', surePlan(client, all))
    await ready()
    behaviour.instead = () => refusal(500, { __type: 'Internal Server Error', message: 'broken' })
    source.snapshot().setRange(400, 420)
    const records = await until(({ failedPage }) => failedPage !== null)
    expect(records).toMatchObject({
      status: 'ready',
      error: null,
      rowCount: 1000,
      failedPage: { error: { message: 'broken' } },
    })
    expect(records.row(0)).toBeDefined()
    delete behaviour.instead
    records.failedPage?.retry()
    await until(({ failedPage, row }) => failedPage === null && row(419) !== undefined)
  })

  test('of the network are tried again by themselves, refusals are not', async () => {
    let failures = 0
    const { source, client, ready, asked } = listening({
      rows: 10,
      instead: () => {
        failures += 1
        return failures === 1 ? Promise.reject(new TypeError('Failed to fetch')) : undefined
      },
    })
    source.show('i', surePlan(client, all))
    await ready()
    expect(asked).toHaveLength(2)
  })
})

describe('another query', () => {
  test('of the same table: the old rows stay, marked stale, until the new ones are here', async () => {
    const { source, client, ready, seen } = listening({ rows: 1000 })
    source.show('i', surePlan(client, all))
    await ready()
    source.show('i', surePlan(client, { ...all, sort: downwards }))
    expect(source.snapshot()).toMatchObject({ status: 'ready', stale: true, fetching: true, rowCount: 1000 })
    expect(source.snapshot().row(0)?.[0]).toBe('1')
    const records = await ready()
    expect(records.row(0)?.[0]).toBe('1000')
    expect(seen.some(({ status }) => status === 'failed')).toBe(false)
  })

  test('that fails: the old rows stay beside the error', async () => {
    const { source, client, ready, until, behaviour } = listening({ rows: 1000 })
    source.show('i', surePlan(client, all))
    await ready()
    behaviour.instead = () => refusal(409, { __type: 'Validation Error', filters: ['bad'] })
    source.show('i', surePlan(client, { ...all, search: 'x' }))
    const records = await until(({ status }) => status === 'failed')
    expect(records).toMatchObject({ stale: true, rowCount: 1000, error: { message: 'filters: bad' } })
    expect(records.row(0)?.[0]).toBe('1')
  })

  test('of another table: nothing of the old one is left', async () => {
    const { source, client, ready } = listening({ rows: 1000 })
    source.show('i', surePlan(client, all))
    await ready()
    source.show('i', surePlan(client, { ...all, resource: 'other' }))
    expect(source.snapshot()).toMatchObject({ status: 'loading', stale: false, rowCount: 0, fields: [] })
    expect(source.snapshot().row(0)).toBeUndefined()
  })

  test('the same query again changes nothing and asks for nothing', async () => {
    const { source, client, ready, asked } = listening({ rows: 10 })
    source.show('i', surePlan(client, all))
    await ready()
    const before = source.result.get()
    source.show('i', surePlan(client, { ...all, where: { all: [] } }))
    expect(source.result.get()).toBe(before)
    expect(asked).toHaveLength(1)
  })
})

describe('requests that nobody waits for any more', () => {
  test('pages that were scrolled past are cancelled', async () => {
    const { source, client, ready, until, behaviour, aborted } = listening({ rows: 100_000 })
    source.show('i', surePlan(client, all))
    source.snapshot().setRange(0, 30)
    await ready()
    behaviour.instead = (params) => (params['offset'] === 50_000 ? never : undefined)
    source.snapshot().setRange(50_070, 50_090)
    await until(({ fetching }) => fetching)
    source.snapshot().setRange(90_070, 90_090)
    await until(({ row, fetching }) => row(90_080)?.[0] === '90081' && !fetching)
    expect(aborted.map((params) => params['offset'])).toContain(50_000)
  })

  test('the query before is cancelled', async () => {
    const { source, client, ready, aborted, asked, behaviour } = listening({ rows: 10 })
    behaviour.instead = (params) => (params['q'] === 'slow' ? never : undefined)
    source.show('i', surePlan(client, { ...all, search: 'slow' }))
    await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENCE)
    source.show('i', surePlan(client, all))
    await ready()
    expect(aborted.map((params) => params['q'])).toEqual(['slow'])
  })

  test('when nobody listens any more everything is cancelled; a new listener starts again', async () => {
    const { source, client, stop, aborted, asked, behaviour } = listening({ rows: 10, instead: () => never })
    source.show('i', surePlan(client, all))
    await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENCE)
    stop()
    expect(aborted).toHaveLength(1)
    delete behaviour.instead
    running.push(source.subscribe(() => undefined))
    await vi.waitFor(() => expect(source.snapshot()).toMatchObject({ status: 'ready', rowCount: 10 }), PATIENCE)
  })

  test('while the scrollbar is dragged only the place where it rests is asked for', async () => {
    const { source, client, ready, until, asked } = listening({ rows: 1_000_000 })
    source.show('i', surePlan(client, all))
    source.snapshot().setRange(0, 30)
    await ready()
    for (let start = 10_000; start <= 500_000; start += 10_000) source.snapshot().setRange(start + 70, start + 100)
    await until(({ row }) => row(500_080) !== undefined)
    expect(asked.map((params) => params['offset'])).toEqual([undefined, 500_000])
  })
})

describe('asking again', () => {
  test('takes new rows and a new total, and keeps the old ones until then', async () => {
    const { source, client, ready, until, behaviour, asked } = listening({ rows: 500 })
    source.show('i', surePlan(client, all))
    await ready()
    source.snapshot().setRange(300, 320)
    await until(({ row }) => row(310) !== undefined)
    behaviour.rows = 900
    source.snapshot().reload()
    expect(source.snapshot()).toMatchObject({ status: 'ready', rowCount: 500, fetching: true })
    await until(({ rowCount, fetching }) => rowCount === 900 && !fetching)
    expect(asked).toHaveLength(4)
  })

  test('a server that gives larger pages than before is read by those', async () => {
    const { source, client, until, behaviour } = listening({ rows: 3000, cap: 10, estimates: true })
    source.show('i', surePlan(client, all))
    await until(({ rowCount }) => rowCount === 3000)
    source.snapshot().setRange(0, 150)
    await until(({ row, fetching }) => row(149) !== undefined && !fetching)
    behaviour.cap = undefined
    source.snapshot().reload()
    const records = await until(({ row, fetching }) => row(205) !== undefined && !fetching)
    expect(records.row(205)?.[0]).toBe('206')
    expect(records.rowCount).toBe(3000)
  })

  test('a table that became shorter ends where its rows end', async () => {
    const { source, client, ready, until, behaviour } = listening({ rows: 500 })
    source.show('i', surePlan(client, all))
    await ready()
    behaviour.rows = 410
    source.snapshot().setRange(400, 420)
    const records = await until(({ rowCount }) => rowCount === 410)
    expect(records.rowCountIsKnown).toBe(true)
  })
})

test('the last page counts again, so that records added meanwhile are noticed', async () => {
  const { source, client, behaviour, ready, until } = listening({ rows: 1000 }, 'http://grows')
  source.show('i', surePlan(client, all))
  await ready()
  behaviour.rows = 1001
  source.snapshot().setRange(300, 320)
  expect((await until((records) => records.row(310) !== undefined)).changed).toBe(false)
  source.snapshot().setRange(980, 1000)
  expect((await until((records) => records.row(990) !== undefined)).changed).toBe(true)
})

describe('a server that refuses parameters beyond the interface', () => {
  const instead = ({ sort, offset }: Record<string, unknown>) =>
    sort === undefined && offset === undefined ? undefined : refusal(400, { message: 'Bad request' })

  test('shows its rows in its own order, and says that this is not the one that was asked for', async () => {
    const { source, client, ready } = listening({ rows: 1000, instead }, 'http://least')
    source.show('i', surePlan(client, { ...all, sort: downwards }))
    const records = await ready()
    expect(records.row(0)?.[0]).toBe('1')
    expect(records).toMatchObject({ unsorted: true, status: 'ready' })
    source.show('i', surePlan(client, all))
    expect((await ready()).unsorted).toBe(false)
  })

  test('is cut at the first page, and is not asked for another once that is known', async () => {
    const { source, client, asked, ready, until } = listening({ rows: 1000, instead }, 'http://one-page')
    source.show('i', surePlan(client, all))
    await ready()
    source.snapshot().setRange(180, 230)
    const { rowCount, cut } = await until((records) => records.cut !== null)
    expect({ rowCount, cut }).toEqual({ rowCount: 200, cut: { at: 200, cause: 'offsetRefused' } })
    const before = asked.length
    source.show('i', surePlan(client, { ...all, where: { id: '1', field: 'name', op: 'is', values: ['a'] } }))
    expect((await ready()).cut).toEqual({ at: 200, cause: 'offsetRefused' })
    source.snapshot().setRange(180, 200)
    await ready()
    expect(asked.slice(before)).toEqual([expect.not.objectContaining({ offset: expect.anything() })])
  })

  test('gives best matches as one page, whatever sort was asked for', async () => {
    const { source, client, ready } = listening({ rows: 1000, instead }, 'http://best')
    source.show('i', surePlan(client, { ...all, search: 'x', sort: downwards }))
    expect((await ready()).cut).toEqual({ at: 200, cause: 'bestMatches' })
  })
})

async function until200(source: { snapshot: () => Records }) {
  return vi.waitFor(() => {
    const row = source.snapshot().row(200)
    if (row === undefined) throw new Error('not here yet')
    return row
  }, PATIENCE)
}

function ids(count: number, from: number): { _id: number }[] {
  return Array.from({ length: count }, (_, place) => ({ _id: from + place }))
}

/** Answers of a table of 650 records whose first page estimates how many there are. */
function estimating(total: number): NonNullable<TableBehaviour['instead']> {
  return ({ offset, limit }) => {
    const from = Number(offset ?? 0)
    const records = ids(Math.max(0, Math.min(Number(limit), 650 - from)), from + 1)
    const told = offset === undefined ? { total, total_was_estimated: true } : {}
    return Response.json({ success: true, result: { records, limit, ...told } })
  }
}

describe('rows that are read for a copy', () => {
  test('need not be shown, come in order, and are whole in spite of short answers', async () => {
    const { source, client, asked, ready } = listening({ rows: 12_000, cap: 3_000 })
    source.show('one', surePlan(client, all))
    await ready()
    const came: string[] = []
    const starts: number[] = []
    const onRows = (start: number, rows: readonly (readonly unknown[])[]) => {
      starts.push(start)
      came.push(...rows.map((row) => row.join('=')))
    }
    await source.read?.({ start: 1_000, end: 9_500 }, [1, 0], { signal: new AbortController().signal, onRows })
    expect(starts).toEqual([1_000, 4_000, 7_000])
    expect(came).toHaveLength(8_500)
    expect([came[0], came.at(-1)]).toEqual(['"record 1001"=1001', '"record 9500"=9500'])
    expect(asked.at(-1)).toMatchObject({ fields: ['name', '_id'] })
  })

  test('that can’t be had are an error, after those that could', async () => {
    const fails = (params: Record<string, unknown>) =>
      Number(params['offset'] ?? 0) >= 6_000 ? refusal(500, { message: 'gone' }) : undefined
    const { source, client, ready } = listening({ rows: 12_000, instead: fails })
    source.show('one', surePlan(client, all))
    await ready()
    let end = 0
    const onRows = (start: number, rows: readonly unknown[]) => {
      end = start + rows.length
    }
    const read = source.read?.({ start: 1_000, end: 12_000 }, [0], { signal: new AbortController().signal, onRows })
    await expect(read).rejects.toThrow()
    expect(end).toBe(6_000)
  })
})
