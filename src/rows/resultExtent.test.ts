import { expect, test } from 'vitest'
import type { SqlAnswer } from '../protocol/answers.ts'
import { extentOfAnswer } from './resultExtent.ts'

function cutOf(rows: number, { sql = 'SELECT 1', rowCap = null as number | null, truncated = false } = {}) {
  const answer: SqlAnswer = { fields: [], rows: Array.from({ length: rows }, () => []), truncated, lost: [] }
  return extentOfAnswer(sql, answer, 1, rowCap).cut
}

test('what the server says of a cut holds', () => {
  expect(cutOf(7, { truncated: true })).toEqual({ at: 7, cause: 'serverCap' })
})

test('a whole thousand of rows may be a cut, if nobody knows the cap of the server', () => {
  expect(cutOf(3000)).toEqual({ at: 3000, cause: 'maybeCap' })
  expect(cutOf(3001)).toBeNull()
  expect(cutOf(3000, { sql: 'SELECT * FROM "t" LIMIT 3000' })).toBeNull()
})

test('a cap that is known takes the place of the guess', () => {
  expect(cutOf(3000, { rowCap: 32_000 })).toBeNull()
  expect(cutOf(50, { rowCap: 50 })).toEqual({ at: 50, cause: 'maybeCap' })
  expect(cutOf(50, { rowCap: 50, sql: 'SELECT 1 LIMIT 50' })).toBeNull()
})
