import { expect, test } from 'vitest'
import { surePlan } from '../../results/plan/plan.ts'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import { wholeTable } from '../../query/query.ts'
import { NO_RESULT } from '../../results/searchResult.ts'
import { localRows } from '../../rows/localRows.ts'
import { choiceOf, contentWords, expectedRows, rowsShown } from './exportContent.ts'
import { countOf, shownByLimit, type ExportSource } from './exportSource.ts'

const asked = { instance: 'here', table: 't', hasToken: false }
const connection = { baseUrl: 'http://s', prefix: '/a', tokenHeader: 'Authorization', token: null }
const client = createActionClient(() => Promise.reject(new Error('not asked')), connection, { origin: 'http://s' })

type Search = Extract<ExportSource, { kind: 'search' }>

/** A search whose first rows are here. */
function search(total: number | null, totalIsEstimate: boolean, limit: number | null, here = 0, words = ''): Search {
  const query = { ...wholeTable('r'), limit, search: words }
  const rows = localRows({
    fields: [{ id: 'n', type: 'int' }],
    rows: Array.from({ length: here }, (_, at) => [`${at}`]),
  })
  const rowCount = Math.min(total ?? Infinity, limit ?? Infinity)
  const records = { ...NO_RESULT, total, limit, rowCount, rowCountIsKnown: true, rows }
  const shown = shownByLimit({ ...records, setTotal: () => undefined, reload: () => undefined })
  return {
    kind: 'search',
    plan: surePlan(client, query),
    columns: null,
    asked,
    total,
    totalIsEstimate,
    shown,
    isUnsorted: false,
    cut: null,
  }
}

function rows(count: number, cutAt: number | null): ExportSource {
  const made = Array.from({ length: count }, () => [])
  return {
    kind: 'rows',
    fields: [],
    rows: made,
    cutAt,
    isProven: true,
    isAtLimit: false,
    lost: null,
    getAll: null,
    asked,
  }
}

test.each([
  [40_000, false, null, 'All 40,000 matching records.'],
  [40_000, true, null, 'All matching records, about 40,000.'],
  [null, false, null, 'All matching records.'],
  [200, false, 300, 'All 200 matching records.'],
  [40_000, false, 300, 'The 300 records that the limit lets through.'],
] as const)(
  'of %s records (estimated: %s) and with limit %s, a file holds what is shown',
  (total, isEstimate, limit, words) => {
    expect(contentWords(search(total, isEstimate, limit), false)).toBe(words)
  },
)

test('all of it can be had instead', () => {
  const source = search(40_000, false, 300)
  expect(contentWords(source, true)).toBe('All 40,000 matching records.')
  expect([expectedRows(source, false), expectedRows(source, true)]).toEqual([300, 40_000])
  expect(choiceOf(source)).toEqual({
    sentence: 'The limit shows 300 of 40,000 matching records.',
    these: 'Export these 300',
    all: 'Export all 40,000',
    usual: 'these',
  })
  expect(choiceOf(search(null, false, 300))).toMatchObject({
    sentence: 'The limit shows 300 of the matching records.',
    all: 'Export all',
  })
  expect(choiceOf(search(40_000, false, null))).toBeNull()
  expect(choiceOf(search(200, false, 300))).toBeNull()
})

test('the rows shown are those that are here; best matches that are not here do not come again in their order', () => {
  expect(rowsShown(search(40, false, 3, 3))).toEqual([['0'], ['1'], ['2']])
  expect(rowsShown(search(40, false, 3, 2))).toBeNull()
  expect(choiceOf(search(40, false, 3, 2, 'water'))?.these).toBeNull()
  expect(choiceOf(search(40, false, 3, 3, 'water'))?.these).toBe('Export these 3')
})

test('the button says how many records the file will have, and shows it of a cut answer', () => {
  expect(countOf(search(40_000, true, null))).toEqual({ described: 'about 40,000 records' })
  expect(countOf(search(40_000, false, 300))).toEqual({ described: '300 of 40,000 matching records' })
  expect(countOf(search(null, false, 300))).toEqual({ described: '300 of the matching records' })
  expect(countOf(search(null, false, null))).toEqual({ described: 'all matching records' })
  expect(countOf(rows(1, null))).toEqual({ described: '1 record' })
  expect(countOf(rows(10, 10))).toEqual({ shown: '10, cut', described: '10 records, cut' })
})

test('how many rows of a cut answer there are is known once they are loaded', () => {
  expect(expectedRows(rows(10, 10), false)).toBe(10)
  expect(expectedRows(rows(10, 10), true)).toBeNull()
})
