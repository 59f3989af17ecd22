import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatedServer, generatedServers } from '../../e2e/support/generatedServer.ts'
import { generatedRuns } from '../../e2e/support/longForm.ts'
import { memoryCopies } from '../../e2e/support/memoryCopies.ts'
import { createActionClient } from '../instances/client/createActionClient.ts'
import type { Connection } from '../instances/transport/connection.ts'
import { requestOf } from '../instances/transport/requestEncoding.ts'
import { wholeAnswer } from '../instances/transport/wholeAnswer.ts'
import type { Handler } from '../protocol/handler.ts'
import { wholeTable } from '../query/query.ts'
import { provideCopies } from './copiesEngine.ts'
import type { KnownCopy } from './knownCopy.ts'
import { pullTable, type PullTask } from './pullTable.ts'

const copy: KnownCopy = {
  id: 'c',
  place: '["https://data.example","/a"]',
  resource: 'r',
  title: 'R',
  narrowed: [],
  begun: 1,
  at: 1,
  records: 0,
  total: null,
  isComplete: false,
  fields: 2,
  asText: [],
  bytes: 0,
  withToken: false,
  halt: null,
  refresh: null,
  since: null,
  words: false,
}

let servings = 0

/** A server of numbered records, which keeps to the interface; `change` changes what it has. */
function numberedServer(count: number, { ranges = true, step = 1, cap = 32_000 } = {}) {
  let records = Array.from({ length: count }, (_, at) => ({ _id: 1 + at * step, name: `record ${at}` }))
  let asked = 0
  let most = 0
  let open = 0
  const before: (() => void)[] = []
  const handler: Handler = async (request) => {
    asked += 1
    before[asked]?.()
    open += 1
    most = Math.max(most, open)
    const text = request.method === 'GET' ? null : await request.text()
    const given: Record<string, unknown> =
      text === null
        ? Object.fromEntries(
            [...new URL(request.url).searchParams].map(([name, value]) => [
              name,
              name === 'filters' ? JSON.parse(value) : value,
            ]),
          )
        : Object.fromEntries(new URLSearchParams(text))
    await new Promise((resolve) => setTimeout(resolve, 0))
    open -= 1
    const { gt = -Infinity, lte = Infinity } = Object(Object(given['filters'])['_id'])
    const found = records.filter(({ _id }) => _id > gt && _id <= lte)
    if (String(given['sort']).includes('desc')) found.reverse()
    const limit = Math.min(Number(given['limit']), cap)
    const offset = Number(given['offset'] ?? 0)
    return Response.json({
      success: true,
      result: {
        fields: [
          { id: '_id', type: 'int' },
          { id: 'name', type: 'text' },
        ],
        records: found.slice(offset, offset + limit),
        total: found.length,
        limit,
        records_format: 'objects',
      },
    })
  }
  const baseUrl = `http://numbered${(servings += 1)}`
  const connection = { baseUrl, prefix: '/a', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(handler, connection, { origin: 'http://page' })
  client.profile.learn('asked', { rangeFilters: ranges ? 'yes' : 'no', service: 'CKAN 2.12' })
  return {
    client,
    askWhole: wholeBy(handler, connection),
    asked: () => asked,
    most: () => most,
    all: () => records.map((record) => JSON.stringify(record)),
    change: (work: (now: typeof records) => typeof records) => {
      records = work(records)
    },
    /** Does something right before an answer. */
    at: (request: number, work: () => void) => {
      before[request] = work
    },
  }
}

/** Asks in the way of the page for pages that are not looked at. */
function wholeBy(handler: Handler, connection: Connection): NonNullable<PullTask['askWhole']> {
  return (params, signal) =>
    wholeAnswer(handler, {
      to: connection.baseUrl,
      make: (heard) => requestOf(connection, { origin: 'http://page' }, 'datastore_search', params, heard),
      signal,
    })
}

function task({ client, askWhole }: Pick<PullTask, 'client' | 'askWhole'>, more: Partial<PullTask> = {}): PullTask {
  const signal = new AbortController().signal
  return {
    id: 'c',
    client,
    askWhole,
    query: wholeTable('r'),
    signal,
    copy: () => copy,
    goesOn: false,
    words: false,
    onProgress: () => undefined,
    ...more,
  }
}

function freshCopies() {
  const memory = memoryCopies()
  provideCopies({ handler: memory.handler, status: () => ({ phase: 'idle' }) }, { origin: 'http://page' })
  return memory
}

test.each([
  ['stretches of _id', 50_000, {}],
  ['_id greater than the last one', 9000, { step: 7 }],
  ['offset', 9000, { ranges: false }],
  ['a server that caps its answers', 9000, { cap: 700 }],
  ['offset at a server that caps its answers', 9000, { cap: 700, ranges: false }],
])('every record comes once and in order: %s', async (_, count, how) => {
  for (const isWhole of [true, false]) {
    const memory = freshCopies()
    const server = numberedServer(count, how)
    expect(await pullTable(task(isWhole ? server : { ...server, askWhole: null }))).toBe('complete')
    expect(memory.texts('c')).toEqual(server.all())
    // One that was given up may still be on its way.
    expect(server.most()).toBeLessThanOrEqual('cap' in how ? 4 : 2)
    const isByAnswers = isWhole && !('step' in how)
    expect(memory.answers() > 0).toBe(isByAnswers)
  }
})

test('goes on where it was left, after the last page that was stored', async () => {
  const memory = freshCopies()
  const server = numberedServer(40_000)
  const leave = new AbortController()
  const left = pullTable(
    task(server, {
      signal: leave.signal,
      onProgress: ({ records }) => records > 10_000 && leave.abort(),
    }),
  )
  await expect(left).rejects.toThrow()
  const before = memory.texts('c').length
  expect(before).toBeGreaterThan(10_000)
  const asked = server.asked()
  expect(await pullTable(task(server, { goesOn: true }))).toBe('complete')
  expect(memory.texts('c')).toEqual(server.all())
  expect(server.asked() - asked).toBeLessThan(asked + 6)
})

test('an answer that fails is asked for again, and those after it are taken as they come again', async () => {
  const memory = freshCopies()
  const server = numberedServer(100_000)
  server.at(6, () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await pullTable(task(server))).toBe('complete')
  expect(memory.texts('c')).toEqual(server.all())
  expect(memory.answers()).toBeGreaterThan(4)
})

test('a table that was replaced is noticed when it goes on, and under way; nothing is called complete', async () => {
  for (const request of [0, 5]) {
    const memory = freshCopies()
    const server = numberedServer(40_000)
    const leave = new AbortController()
    if (request > 0) server.at(request, () => server.change((now) => now.map((each) => ({ ...each, name: 'other' }))))
    else {
      const left = task(server, { signal: leave.signal, onProgress: (now) => now.records > 0 && leave.abort() })
      await expect(pullTable(left)).rejects.toThrow()
      server.change((now) => now.map((each) => ({ ...each, name: 'other' })))
    }
    expect(await pullTable(task(server, { goesOn: request === 0 }))).toBe('replaced')
    expect(memory.texts('c').length).toBeGreaterThan(0)
  }
})

test('what is added at the end meanwhile comes too; what is removed meanwhile is noticed', async () => {
  const memory = freshCopies()
  const growing = numberedServer(20_000)
  growing.at(5, () => growing.change((now) => [...now, { _id: 20_001, name: 'late' }, { _id: 29_001, name: 'later' }]))
  expect(await pullTable(task(growing))).toBe('complete')
  expect(memory.texts('c')).toEqual(growing.all())
  const shrinking = numberedServer(20_000)
  shrinking.at(6, () => shrinking.change((now) => now.filter(({ _id }) => _id !== 1500)))
  freshCopies()
  expect(await pullTable(task(shrinking))).toBe('replaced')
})

test('what was stored and is gone, or can not be read, is lost; nothing is begun by itself', async () => {
  const memory = freshCopies()
  const server = numberedServer(10)
  expect(await pullTable(task(server, { goesOn: true }))).toBe('lost')
  memory.tables.set('c', { last: null, texts: ['{}'], state: '{"place":' })
  expect(await pullTable(task(server, { goesOn: true }))).toBe('lost')
})

test('on servers of every kind a copy ends, and is called complete only if it is', async () => {
  let complete = 0
  await fc.assert(
    fc.asyncProperty(generatedServers, fc.boolean(), async (server, isWhole) => {
      const memory = freshCopies()
      const { handler, asked } = generatedServer(server)
      const baseUrl = `http://odd${(servings += 1)}`
      const connection = { baseUrl, prefix: '/a', tokenHeader: 'Authorization', token: null }
      const client = createActionClient(handler, connection, { origin: baseUrl })
      const askWhole = isWhole ? wholeBy(handler, connection) : null
      const end = await pullTable(task({ client, askWhole })).catch(() => 'refused')
      expect(asked()).toBeLessThan(6 * server.rows + 150)
      if (end !== 'complete') return
      complete += 1
      const found = memory.texts('c')
      expect(new Set(found).size).toBe(found.length)
      expect(found).toHaveLength(server.rows)
    }),
    { numRuns: generatedRuns(300) },
  )
  expect(complete).toBeGreaterThan(10)
})
