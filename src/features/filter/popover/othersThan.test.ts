import { expect, test } from 'vitest'
import type { Condition, Where } from '../../../query/query.ts'
import { emptyView, type View } from '../../../workspace/view.ts'
import { othersThan } from './othersThan.ts'

const is = (field: string, value: string): Condition => ({ id: field, field, op: 'is', values: [value] })
const FIELDS = ['a', 'b', 'c'].map((id) => ({ id, type: 'text' }))
const either: Where = { any: [is('b', '1'), is('c', '2')] }
const view: View = { ...emptyView, where: { all: [is('a', 'x'), either] }, search: 'word', limit: 5 }
const whereOf = (path: readonly number[] | null) => othersThan(view, path, 't', FIELDS).where

test('values are offered of the records that meet the other filters', () => {
  expect(whereOf([0])).toEqual({ all: [either] })
  expect(whereOf([])).toEqual(view.where)
  expect(othersThan(view, [0], 't', FIELDS)).toMatchObject({ search: 'word', limit: null })
})

test('in a group that one of its conditions is enough for, the others of the group leave nothing out', () => {
  expect(whereOf([1, 0])).toEqual({ all: [is('a', 'x')] })
})
