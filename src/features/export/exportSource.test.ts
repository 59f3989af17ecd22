import { expect, test } from 'vitest'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import { wholeTable } from '../../query/query.ts'
import { contentWords, countOf, expectedRows, type ExportSource } from './exportSource.ts'

const asked = { instance: 'here', table: 't', hasToken: false }
const connection = { baseUrl: 'http://s', prefix: '/a', tokenHeader: 'Authorization', token: null }
const client = createActionClient(() => Promise.reject(new Error('not asked')), connection, { origin: 'http://s' })

function search(total: number | null, totalIsEstimate: boolean, limit: number | null): ExportSource {
  const query = { ...wholeTable('r'), limit }
  return { kind: 'search', client, query, asked, total, totalIsEstimate, isUnsorted: false, cut: null }
}

function rows(count: number, cutAt: number | null): ExportSource {
  const made = Array.from({ length: count }, () => [])
  return { kind: 'rows', fields: [], rows: made, cutAt, isProven: true, lost: null, getAll: null, asked }
}

test.each([
  [40_000, false, 300, 'All 40,000 matching records, not just the 300 shown.'],
  [40_000, true, 300, 'All matching records, about 40,000, not just the 300 shown.'],
  [null, false, 300, 'All matching records, not just the 300 shown.'],
  [40_000, false, null, 'All 40,000 matching records.'],
  [200, false, 300, 'All 200 matching records.'],
] as const)('a file has all %s records (estimated: %s), even if the limit is %s', (total, isEstimate, limit, words) => {
  expect(contentWords(search(total, isEstimate, limit), false)).toBe(words)
})

test('the button shows how many records the file will have', () => {
  expect(countOf(search(40_000, true, null))).toEqual({ shown: 'about 40,000', described: 'about 40,000 records' })
  expect(countOf(search(40_000, false, 300)).shown).toBe('40,000')
  expect(countOf(search(null, false, null))).toEqual({ shown: undefined, described: 'all matching records' })
  expect(countOf(rows(1, null))).toEqual({ shown: '1', described: '1 record' })
  expect(countOf(rows(10, 10))).toEqual({ shown: '10, cut', described: '10 records, cut' })
})

test('how many rows of a cut answer there are is known once they are loaded', () => {
  expect(expectedRows(rows(10, 10), false)).toBe(10)
  expect(expectedRows(rows(10, 10), true)).toBeNull()
})
