import { expect, test } from 'vitest'
import { operator } from './is.ts'

const condition = { id: '1', field: 'depth m', op: 'is', values: ["it's"] }

test('is: one value in the sentence, in datastore_search and in SQL', () => {
  expect(operator.words.sentence('stage', 'active')).toBe('stage is active')
  expect(operator.toSearch(condition)).toEqual({ anyOf: ["it's"] })
  expect(operator.toSql(condition)).toBe(`"depth m" = 'it''s'`)
})

test('is: no value matches nothing', () => {
  const none = { ...condition, values: [] }
  expect(operator.toSearch(none)).toEqual({ anyOf: [] })
  expect(operator.toSql(none)).toBe('FALSE')
})
