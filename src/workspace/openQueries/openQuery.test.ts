import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openQueryOf, storedQuery, type OpenQuery } from './openQuery.ts'

/** Conditions get new ids when a link is read. */
const ID = /"id":"c\d+",/g

const table: OpenQuery = {
  id: 'query:1',
  instanceId: 'this-browser',
  layout: { order: ['b', 'a'], hidden: ['c'], pinned: ['b'], widths: { a: 120 } },
  body: {
    kind: 'table',
    query: {
      resource: 'field_programmes',
      columns: null,
      where: { all: [{ id: 'c1', field: 'stage', op: 'is', values: ['active'] }] },
      search: 'salt',
      sort: [{ field: 'year', descending: true }],
      limit: 50,
    },
  },
}
const sql: OpenQuery = {
  id: 'query:2',
  instanceId: 'this-browser',
  layout: {},
  body: { kind: 'sql', text: 'SELECT 1', lastRun: { sql: 'SELECT 0', at: 1_790_000_000_000 } },
}

const summary: OpenQuery =
  table.body.kind === 'table'
    ? { ...table, body: { ...table.body, shown: { summary: 'by:stage,count', chart: 'bars' } } }
    : table

test.each([table, summary, sql])('an open query is the same when it comes back', (query) => {
  expect(JSON.stringify(openQueryOf(structuredClone(storedQuery(query, 7)))).replaceAll(ID, '')).toBe(
    JSON.stringify(query).replaceAll(ID, ''),
  )
})

test('what version 1 of the database kept is read for ever', () => {
  const layout = { order: ['b', 'a'], hidden: ['c'], pinned: ['b'], widths: { a: 120 } }
  const link = 'v=1&table=field_programmes&q=salt&filter=%5B%22stage%22,%22active%22%5D&sort=-year&limit=50'
  const kept = { id: 'query:1', instanceId: 'this-browser', changedAt: 7, layout, body: { kind: 'table', link } }
  expect(openQueryOf(kept)).toMatchObject({ ...table, body: { query: { where: { all: [{ field: 'stage' }] } } } })
  const body = { kind: 'sql', text: 'SELECT 1', lastRun: null }
  expect(openQueryOf({ id: 'q', instanceId: 'i', changedAt: 7, layout: {}, body })).toEqual({
    id: 'q',
    instanceId: 'i',
    layout: {},
    body,
  })
})

test('a damaged layout costs only itself, other damage only that query', () => {
  expect(openQueryOf({ ...storedQuery(sql, 1), layout: { order: 'b' } })).toEqual({ ...sql, layout: {} })
  expect(openQueryOf({ ...storedQuery(sql, 1), body: { kind: 'chart' } })).toBeNull()
  expect(openQueryOf({ ...storedQuery(table, 1), body: { kind: 'table', link: 'v=1' } })).toBeNull()
  fc.assert(fc.property(fc.anything(), (anything) => openQueryOf(anything) === null))
})
