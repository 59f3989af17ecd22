import { expect, test } from 'vitest'
import { operator } from './isAnyOf.ts'

const condition = { id: '1', field: 'stage', op: 'isAnyOf', values: ['active', 'a:b'] }

test('is any of: a list in the sentence, in datastore_search and in SQL', () => {
  expect(operator.words.sentence('stage', 'active, closed')).toBe('stage is any of active, closed')
  expect(operator.toSearch(condition)).toEqual({ anyOf: ['active', 'a:b'] })
  expect(operator.toSql(condition)).toBe(String.raw`"stage" IN ('active', E'a\x3ab')`)
})

test('is any of: one value is an equality, none matches nothing', () => {
  expect(operator.toSql({ ...condition, values: ['x'] })).toBe(`"stage" = 'x'`)
  expect(operator.toSql({ ...condition, values: [] })).toBe('FALSE')
})
