import { describe, expect, test } from 'vitest'
import type { Condition } from './query.ts'
import { keepIds } from './keepIds.ts'
import { activeWhere, conditionsOf, newConditionId, withCondition, withoutCondition } from './where.ts'

const is = (id: string, field: string, value: string): Condition => ({ id, field, op: 'is', values: [value] })
const [a, b, c] = [is('1', 'a', 'x'), is('2', 'a', 'y'), is('3', 'b', 'x')]

describe('conditions are changed by their id', () => {
  test('in their place, at any depth, also with two on one field', () => {
    const changed = { ...b, values: ['z'] }
    expect(withCondition({ all: [a, { any: [b, c] }] }, changed)).toEqual({ all: [a, { any: [changed, c] }] })
    expect(withoutCondition({ all: [a, b] }, '1')).toEqual({ all: [b] })
    expect(withoutCondition(a, '1')).toEqual({ all: [] })
  })

  test('a new one is the last', () => {
    expect(withCondition({ all: [a] }, c)).toEqual({ all: [a, c] })
    expect(withCondition({ any: [a, b] }, c)).toEqual({ all: [{ any: [a, b] }, c] })
    expect(newConditionId()).not.toBe(newConditionId())
  })
})

test('activeWhere leaves out what has no effect', () => {
  const off = { ...c, off: true as const }
  expect(activeWhere({ all: [off, { any: [off] }] })).toBeNull()
  expect(activeWhere({ all: [a, { all: [b, off] }, { any: [c, { all: [] }] }] })).toEqual({ all: [a, b, c] })
  expect(activeWhere({ any: [{ any: [a, b] }, c] })).toEqual({ any: [{ any: [a, b] }, c] })
})

describe('ids that are kept', () => {
  const ids = (where: Parameters<typeof keepIds>[0], before: Parameters<typeof keepIds>[1]) =>
    conditionsOf(keepIds(where, before)).map(({ id }) => id)

  test('by equal conditions first, then by field', () => {
    const fresh = [is('7', 'a', 'y'), is('8', 'a', 'new'), is('9', 'new', 'x')]
    expect(ids({ all: fresh }, { all: [a, b, c] })).toEqual(['2', '1', '9'])
  })

  test('each only once', () => {
    expect(ids({ all: [is('8', 'a', 'x'), is('9', 'a', 'x')] }, { all: [a] })).toEqual(['1', '9'])
  })
})
