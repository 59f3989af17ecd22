import { describe, expect, test } from 'vitest'
import type { Condition } from './query.ts'
import { keepIds } from './keepIds.ts'
import { activeWhere, conditionsOf, newConditionId } from './where.ts'

const is = (id: string, field: string, value: string): Condition => ({ id, field, op: 'is', values: [value] })
const [a, b, c] = [is('1', 'a', 'x'), is('2', 'a', 'y'), is('3', 'b', 'x')]

test('activeWhere leaves out what has no effect', () => {
  const off = { ...c, off: true as const }
  expect(activeWhere({ all: [off, { any: [off] }] })).toBeNull()
  expect(activeWhere({ all: [a, { all: [b, off] }, { any: [c, { all: [] }] }] })).toEqual({ all: [a, b, c] })
  expect(activeWhere({ any: [{ any: [a, b] }, c] })).toEqual({ any: [{ any: [a, b] }, c] })
  const not = { all: [a, b], not: true as const }
  expect(activeWhere({ all: [c, not, { any: [a], off: true }] })).toEqual({ all: [c, not] })
  expect(activeWhere({ all: [{ any: [a, off], not: true }] })).toEqual({ any: [a], not: true })
})

test('no two conditions have the same id', () => {
  expect(newConditionId()).not.toBe(newConditionId())
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
