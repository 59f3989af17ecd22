import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flatWheres } from '../../e2e/support/generatedQueries.ts'
import { knownQueries, knownQuery } from '../../e2e/support/knownQueries.ts'
import { wholeTable, type Condition } from './query.ts'
import { beginningsOf, searchParams, sortKey, unsaidBySearch } from './toSearch.ts'
import { conditionsOf } from './where.ts'

const plain = wholeTable('r')
const first = { offset: 0, limit: 10 }
const is = (field: string, ...values: string[]): Condition => ({ id: '', field, op: 'isAnyOf', values })

describe('searchParams', () => {
  test.each(knownQueries)('$link', (known) => {
    const query = knownQuery(known)
    expect(JSON.stringify(searchParams(query, { offset: 0, limit: 200 }))).toBe(known.first)
    expect(JSON.stringify(searchParams(query, { offset: 200, limit: 200 }))).toBe(known.later)
  })

  test('of the first page: nothing that is not needed', () => {
    expect(searchParams(plain, first)).toEqual({ resource_id: 'r', limit: 10 })
    expect(searchParams({ ...plain, columns: ['a', 'b,c'] }, first)).toEqual({
      resource_id: 'r',
      fields: ['a', 'b,c'],
      limit: 10,
    })
  })

  test('of later pages: the offset, and no second count', () => {
    expect(searchParams(plain, { offset: 200, limit: 200 })).toEqual({
      resource_id: 'r',
      limit: 200,
      offset: 200,
      include_total: false,
    })
    expect(searchParams(plain, { offset: 200, limit: 200 }, true)).not.toHaveProperty('include_total')
  })

  test.each([
    ['  ', undefined],
    [' river loch ', 'river loch'],
    [':noon at :x', 'noon at  x'],
    ['10:20 a:b x::text https://x.example/y:z', '10:20 a:b x::text https://x.example/y:z'],
    ["it\\'s a\\b c\\", "it 's a\\b c"],
    ['\\', undefined],
  ])('%j is searched as %j', (search, q) => {
    expect(searchParams({ ...plain, search }, first)['q']).toBe(q)
  })

  test('every sort ends with _id, once', () => {
    const sorted = (...sort: { field: string; descending: boolean }[]) =>
      searchParams({ ...plain, sort }, first)['sort']
    expect(sorted({ field: 'area', descending: true })).toEqual(['area desc nulls last', '_id asc'])
    expect(sorted({ field: '_id', descending: true })).toEqual(['_id desc'])
  })
})

describe('the conditions of datastore_search', () => {
  test('allow, for every field, the values that all conditions on it allow', () => {
    fc.assert(
      fc.property(flatWheres, (where) => {
        const expected = new Map<string, readonly string[]>()
        for (const { field, values } of conditionsOf(where)) {
          expected.set(field, expected.get(field)?.filter((value) => values.includes(value)) ?? values)
        }
        const filters = Object(searchParams({ ...plain, where }, first)['filters'] ?? {})
        expect(new Map(Object.entries(filters).map(([field, value]) => [field, [value].flat()]))).toEqual(expected)
      }),
    )
  })

  test('leave out what is off, and groups without conditions', () => {
    const where = { all: [{ ...is('a', '1'), off: true as const }, { any: [] }, { all: [is('b', '2')] }] }
    expect(searchParams({ ...plain, where }, first)['filters']).toEqual({ b: '2' })
    expect(searchParams({ ...plain, where: { any: [] } }, first)).not.toHaveProperty('filters')
  })

  test('are not said for an `any`, which is named instead', () => {
    const any = { any: [is('a', '1'), is('b', '2')] }
    expect(unsaidBySearch({ all: [is('c', '3'), any] })).toEqual([any])
    expect(unsaidBySearch({ any: [is('a', '1')] })).toEqual([])
    expect(() => searchParams({ ...plain, where: any }, first)).toThrow('cannot say')
  })
})

test.each([
  ['area', 'area asc'],
  ['a b', '"a b" asc'],
  ['desc', '"desc" asc'],
  ['größe', '"größe" asc'],
  ['a,b', '"a,b" asc'],
])('sortKey of %s', (field, key) => {
  expect(sortKey({ field, descending: false })).toBe(key)
})

test.each([
  ['sedim*', 'sedim:*'],
  ['sedim* river', 'sedim:* & river'],
  ['long-term* (x | y)', 'long & term:* & x & y'],
])('words that end in a star are asked for by their beginnings: %s', (search, q) => {
  expect(searchParams({ ...plain, search }, first)).toEqual({ resource_id: 'r', q, plain: false, limit: 10 })
})

test.each([
  ['sedim', 'sedim*'],
  ['sedim, "river"', 'sedim* river*'],
  ['sedim*', null],
  [' \\ ', null],
  ['!?', null],
])('the beginnings of %s', (search, wider) => {
  expect(beginningsOf(search)).toBe(wider)
})
