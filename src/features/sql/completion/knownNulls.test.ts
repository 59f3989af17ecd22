import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryText } from '../../../query/queryLink.ts'
import { wholeTable } from '../../../query/query.ts'
import { explanationOf } from './explanation.ts'
import { knownNulls } from './knownNulls.ts'

const FIELD = { table: 't', field: 'depth', type: 'numeric' }
const COLUMN = {
  kind: 'column',
  name: 'depth',
  type: 'numeric',
  label: null,
  note: null,
  table: 'Wells',
  origin: { table: 't', field: 'depth' },
  values: [],
} as const

/** A cache in which that was counted of the field, in the records of that query. */
function counted(data: object, of = queryText(wholeTable('t'))): QueryClient {
  const cache = new QueryClient()
  cache.setQueryData(['i', 'distribution', 't', 'numeric depth', of, 'me', null], data)
  return cache
}

test.each([
  ['no record has null', { nulls: 0, records: 9 }, 'No empty values'],
  ['some have', { nulls: 1400, records: 8000 }, '18% null (1,400 of 8,000)'],
  ['hardly any has', { nulls: 1, records: 8000 }, 'less than 1% null (1 of 8,000)'],
  ['nearly all have', { nulls: 7999, records: 8000 }, 'more than 99% null (7,999 of 8,000)'],
])('where %s, that is said of a column', (_, data, words) => {
  const cache = counted({ ...data, coverage: { kind: 'all' } })
  const said = explanationOf(COLUMN, { recordsOf: () => null, nullsOf: (field) => knownNulls(cache, 'i', field) })
  expect(said.lines).toEqual(['of Wells', words])
})

test('nothing is said by a sample, of some records only, or of another field', () => {
  const data = { nulls: 1, records: 9, coverage: { kind: 'all' } }
  expect(knownNulls(counted({ ...data, coverage: { kind: 'sample', of: 9, total: 90 } }), 'i', FIELD)).toBeNull()
  expect(knownNulls(counted(data, 'another query'), 'i', FIELD)).toBeNull()
  expect(knownNulls(counted(data), 'i', { ...FIELD, field: 'dept' })).toBeNull()
  expect(knownNulls(counted(data), 'i', FIELD)).toMatchObject({ nulls: 1, records: 9 })
})
