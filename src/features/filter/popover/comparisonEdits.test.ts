import { expect, it } from 'vitest'
import '../../../query/operators/all.ts'
import { newCondition } from '../../../query/newCondition.ts'
import { carriedOver, compared } from './comparisonEdits.ts'

it('takes no bound that is not given yet over as a value', () => {
  expect(carriedOver(['', ''], 'bounds', 'one', 'UTC')).toEqual([])
  expect(carriedOver(['', '20'], 'bounds', 'one', 'UTC')).toEqual(['20'])
  expect(carriedOver(['', 'active'], 'many', 'one', 'UTC')).toEqual([''])
  expect(carriedOver(['100'], 'one', 'bounds', 'UTC')).toEqual(['100', ''])
})

it('“is not empty text” leaves out null when it is chosen, and keeps what is said of null later and in links', () => {
  const notEmpty = { op: 'isNotEmpty', values: [] }
  const condition = { id: 'c', field: 'note', op: 'isAnyOf', values: ['x'] }
  expect(newCondition('note', notEmpty, 'c')).toEqual({ id: 'c', field: 'note', ...notEmpty, withoutNull: true })
  expect(compared(condition, notEmpty)).toEqual({ id: 'c', field: 'note', ...notEmpty, withoutNull: true })
  const withNull = { id: 'c', field: 'note', ...notEmpty }
  expect(compared(withNull, notEmpty)).toEqual(withNull)
  expect(compared(condition, { op: 'isNot', values: ['x'] })).toEqual({ ...condition, op: 'isNot' })
})
