import { expect, test } from 'vitest'
import type { Condition } from '../../query.ts'
import { operatorOf } from '../registry.ts'

const condition = (op: string, ...values: string[]): Condition => ({ id: '1', field: 'depth m', op, values })
const sql = (each: Condition) => operatorOf(each.op).toSql(each, 'numeric')

test('is: one value in the sentence, in datastore_search and in SQL; none matches nothing', () => {
  const { words, toSearch } = operatorOf('is')
  expect(words.sentence('stage', ['active'])).toBe('stage is active')
  expect(toSearch(condition('is', "it's"))).toEqual({ anyOf: ["it's"] })
  expect(sql(condition('is', "it's"))).toBe(`"depth m" = 'it''s'`)
  expect(toSearch(condition('is'))).toEqual({ anyOf: [] })
  expect(sql(condition('is'))).toBe('FALSE')
})

test('is any of: a list; one value is an equality, none matches nothing', () => {
  const { words, toSearch } = operatorOf('isAnyOf')
  expect(words.sentence('stage', ['active', 'closed'])).toBe('stage is any of active, closed')
  expect(toSearch(condition('isAnyOf', 'active', 'a:b'))).toEqual({ anyOf: ['active', 'a:b'] })
  expect(sql(condition('isAnyOf', 'active', 'a:b'))).toBe(String.raw`"depth m" IN ('active', E'a\x3ab')`)
  expect(sql(condition('isAnyOf', 'x'))).toBe(`"depth m" = 'x'`)
  expect(sql(condition('isAnyOf'))).toBe('FALSE')
})

test('is not and is none of keep null, unless they are without it', () => {
  expect(sql(condition('isNot', 'x'))).toBe(`"depth m" IS DISTINCT FROM 'x'`)
  expect(sql({ ...condition('isNot', 'x'), withoutNull: true })).toBe(`"depth m" <> 'x'`)
  expect(sql(condition('isNoneOf', 'x', 'y'))).toBe(`("depth m" NOT IN ('x', 'y') OR "depth m" IS NULL)`)
  expect(sql({ ...condition('isNoneOf', 'x', 'y'), withoutNull: true })).toBe(`"depth m" NOT IN ('x', 'y')`)
  expect(sql(condition('isNoneOf'))).toBe('TRUE')
})
