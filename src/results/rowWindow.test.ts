import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sameRows, type SearchPage } from '../protocol/answers.ts'
import { firstWindow, layoutOf, pagesOf, pageWindow } from './rowWindow.ts'

/** The first answer of a server with these behaviour. */
function firstAnswer(
  limit: number | null,
  rows: number,
  behaviour: { cap: number; total: boolean; limit: boolean },
): SearchPage {
  const given = Math.min(firstWindow(limit).limit, behaviour.cap, rows)
  return {
    fields: [],
    rows: Array.from({ length: given }, (_, place) => [String(place)]),
    total: behaviour.total ? rows : null,
    totalIsEstimate: false,
    limit: behaviour.limit ? Math.min(firstWindow(limit).limit, behaviour.cap) : null,
  }
}

const TOLD = { isTold: true, gave: 0 }
const SILENT = { isTold: false, gave: 0 }

describe('layoutOf', () => {
  const ckan = { cap: 32_000, total: true, limit: true }
  test.each([
    // limit, rows, behaviour of the server, page size, rows of the result
    [null, 10_000, ckan, 200, 10_000],
    [null, 150, ckan, 200, 150],
    [null, 0, ckan, 200, 0],
    [500, 10_000, ckan, 500, 500],
    [1000, 400, ckan, 1000, 400],
    [5000, 10_000, ckan, 200, 5000],
    [0, 10_000, ckan, 1, 0],
    [null, 95, { ...ckan, cap: 10 }, 10, 95],
    [500, 10_000, { ...ckan, cap: 10 }, 10, 500],
    [500, 95, { cap: 10, total: true, limit: false }, 10, 95],
    [null, 10_000, { ...ckan, total: false }, 200, null],
    [null, 150, { ...ckan, total: false }, 200, 150],
    [null, 95, { cap: 10, total: false, limit: true }, 10, null],
    [500, 10_000, { ...ckan, total: false }, 500, 500],
  ])('limit %o, %i rows, server %o', (limit, rows, behaviour, pageSize, rowCount) => {
    expect(layoutOf(limit, firstAnswer(limit, rows, behaviour), TOLD)).toEqual({ pageSize, rowCount, limit })
  })
})

test('of a server that does not say what it is, a page that is not full ends a result only if another held more', () => {
  const silent = { cap: 40, total: false, limit: false }
  const first = firstAnswer(null, 95, silent)
  expect(layoutOf(null, first, SILENT)).toEqual({ pageSize: 40, rowCount: null, limit: null })
  expect(layoutOf(null, first, { ...SILENT, gave: 41 })).toEqual({ pageSize: 200, rowCount: 40, limit: null })
  expect(layoutOf(40, first, SILENT)).toEqual({ pageSize: 40, rowCount: 40, limit: 40 })
})

test('a total is no evidence if it is only the number of the records in the answer', () => {
  const first = { ...firstAnswer(null, 95, { cap: 40, total: false, limit: false }), total: 40 }
  expect(layoutOf(null, first, SILENT).rowCount).toBeNull()
  expect(layoutOf(null, { ...first, total: 95 }, SILENT)).toEqual({ pageSize: 40, rowCount: 95, limit: null })
})

test('a page with more records than were asked for is as long as it is', () => {
  const first = { ...firstAnswer(null, 200, { cap: 300, total: true, limit: false }), total: 600 }
  const longer = { ...first, rows: [...first.rows, ...first.rows.slice(0, 57)] }
  expect(layoutOf(null, longer, SILENT)).toEqual({ pageSize: 257, rowCount: 600, limit: null })
})

test('a limit up to 1000 is one request; all, and more, are pages of 200', () => {
  expect([null, 1, 200, 1000, 1001].map((limit) => firstWindow(limit).limit)).toEqual([200, 1, 200, 1000, 200])
})

test('the pages of a result hold each of its rows exactly once and none beyond', () => {
  const server = fc.record({ cap: fc.integer({ min: 1, max: 300 }), total: fc.constant(true), limit: fc.boolean() })
  fc.assert(
    fc.property(fc.option(fc.nat(2000)), fc.nat(3000), server, (limit, rows, behaviour) => {
      const layout = layoutOf(limit, firstAnswer(limit, rows, behaviour), TOLD)
      const rowCount = layout.rowCount ?? 0
      const places = pagesOf(layout, rowCount, 0, rowCount).flatMap((page) => {
        const window = pageWindow(layout, page)
        const length = Math.min(window.limit, behaviour.cap, Math.max(0, rows - window.offset))
        return Array.from({ length }, (_, place) => window.offset + place)
      })
      expect(places).toEqual(Array.from({ length: Math.min(rows, limit ?? Infinity) }, (_, place) => place))
    }),
  )
})

test('a visible range wants the pages that it touches, within the result', () => {
  const layout = { pageSize: 200, rowCount: 1000, limit: null }
  expect(pagesOf(layout, 1000, 0, 1)).toEqual([0])
  expect(pagesOf(layout, 1000, 199, 201)).toEqual([0, 1])
  expect(pagesOf(layout, 1000, -60, 900)).toEqual([0, 1, 2, 3, 4])
  expect(pagesOf(layout, 1000, 990, 2000)).toEqual([4])
  expect(pagesOf(layout, 1000, 5000, 6000)).toEqual([])
  expect(pagesOf(layout, 0, 0, 100)).toEqual([])
})

test('sameRows compares the source text of the values', () => {
  expect(sameRows([['1', '"a"']], [['1', '"a"']])).toBe(true)
  expect(sameRows([['1.0']], [['1']])).toBe(false)
  expect(sameRows([['1'], ['2']], [['1']])).toBe(true)
  expect(sameRows([['1', undefined]], [['1', 'null']])).toBe(false)
  expect(sameRows([], [])).toBe(false)
})
