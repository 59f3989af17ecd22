import { expect, it } from 'vitest'
import { nextSort } from './nextSort.ts'

const up = (field: string) => ({ field, descending: false })
const down = (field: string) => ({ field, descending: true })

it('turns ascending, descending, none', () => {
  expect(nextSort([], 'a', false)).toEqual([up('a')])
  expect(nextSort([up('a')], 'a', false)).toEqual([down('a')])
  expect(nextSort([down('a')], 'a', false)).toEqual([])
})

it('keeps nulls where they are', () => {
  expect(nextSort([{ ...up('a'), nullsFirst: true }], 'a', false)).toEqual([{ ...down('a'), nullsFirst: true }])
})

it('forgets the other keys, unless it is asked to add', () => {
  expect(nextSort([up('a'), up('b')], 'c', false)).toEqual([up('c')])
  expect(nextSort([up('a'), up('b')], 'b', false)).toEqual([down('b')])
  expect(nextSort([up('a')], 'b', true)).toEqual([up('a'), up('b')])
  expect(nextSort([up('a'), up('b')], 'a', true)).toEqual([down('a'), up('b')])
  expect(nextSort([down('a'), up('b')], 'a', true)).toEqual([up('b')])
})
