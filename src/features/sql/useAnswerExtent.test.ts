import { expect, test } from 'vitest'
import { wholeCount } from './useAnswerExtent.ts'

test('a statement has a number of rows where its answer shows that it is whole', () => {
  const answer = { fields: [], rows: [[], []], truncated: false, lost: [] }
  const good = { sql: 'SELECT 1', answer, milliseconds: 5, at: 1 }
  const told = { service: 'CKAN 2.11', rowCap: 32_000, sqlGave: null }
  expect(wholeCount(good, told)).toBe(2)
  expect(wholeCount({ ...good, answer: { ...answer, truncated: true } }, told)).toBeNull()
  expect(wholeCount(good, { ...told, service: null })).toBeNull()
  expect(wholeCount({ ...good, sql: 'SELECT 1 LIMIT 2' }, { ...told, service: null })).toBe(2)
  expect(wholeCount(null, told)).toBeNull()
})
