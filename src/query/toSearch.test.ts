import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flatWheres } from '../../e2e/support/generatedQueries.ts'
import { knownQueries, knownQuery } from '../../e2e/support/knownQueries.ts'
import { wholeTable, type Condition, type Where } from './query.ts'
import { unsaidBySearch } from './searchFilters.ts'
import { searchParams, sortKey, withoutNullsLast } from './toSearch.ts'
import { conditionsOf } from './where.ts'

const plain = wholeTable('r')
const first = { offset: 0, limit: 10 }
const is = (field: string, ...values: string[]): Condition => ({ id: '', field, op: 'isAnyOf', values })

describe('for CKAN that refuses a place for nulls', () => {
  test('the sort goes without it', () => {
    const sort = [
      sortKey({ field: 'a', descending: false, nullsFirst: true }),
      sortKey({ field: 'b', descending: true }),
    ]
    expect(sort).toEqual(['a asc nulls first', 'b desc nulls last'])
    expect(withoutNullsLast({ limit: 1, sort })).toEqual({ limit: 1, sort: ['a asc', 'b desc'] })
    expect(withoutNullsLast({ sort: ['"x nulls first" asc', '_id desc'] })).toBe(null)
  })
})

describe('searchParams', () => {
  test('of records of which alike ones count as one: sorted by what is shown', () => {
    const sort = ['a', 'b'].map((field) => ({ field, descending: false }))
    const asked = { ...plain, distinct: true, columns: ['b', 'c'] } as const
    expect(searchParams({ ...asked, sort }, first)).toMatchObject({ distinct: true, sort: ['b asc', 'c asc'] })
    expect(searchParams({ ...asked, sort: sort.slice(0, 1) }, first)['sort']).toEqual(['b asc', 'c asc'])
  })

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

  test('are not said for an `any` by equality, which is named instead', () => {
    const any = { any: [is('a', '1'), is('b', '2')] }
    expect(unsaidBySearch({ all: [is('c', '3'), any] }, 'equality')).toEqual([any])
    expect(unsaidBySearch({ any: [is('a', '1')] }, 'equality')).toEqual([])
    const contains = { all: [{ ...is('a', 'x'), op: 'contains' }] }
    expect(unsaidBySearch(contains, 'ranges')).toEqual(contains.all)
    expect(() => searchParams({ ...plain, where: contains }, first)).toThrow('cannot say')
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

describe('ranges and groups, as CKAN has them from 2.12 on', () => {
  const filters = (...all: Where[]) => {
    expect(unsaidBySearch({ all }, 'ranges')).toEqual([])
    return JSON.stringify(searchParams({ ...plain, where: { all } }, first)['filters'])
  }
  const on = (field: string, op: string, ...values: string[]): Condition => ({ id: '', field, op, values })

  test('a range beside a value', () => {
    expect(filters(is('stage', 'active'), on('area', 'greaterThan', '100'))).toBe(
      '{"stage":"active","area":{"gt":"100"}}',
    )
    expect(filters(on('area', 'between', '1', '2'))).toBe('{"area":{"gte":"1","lte":"2"}}')
    expect(filters(on('area', 'outside', '1', '2'))).toBe('{"area":[{"lt":"1"},{"gt":"2"}]}')
    expect(filters(on('at', 'isIn', '2019', '2021-03'))).toBe(
      '{"at":[{"gte":"2019-01-01","lt":"2020-01-01"},{"gte":"2021-03-01","lt":"2021-04-01"}]}',
    )
  })

  test('two conditions on one field, and groups', () => {
    expect(filters(on('a', 'greaterThan', '1'), on('a', 'lessThan', '9'))).toBe(
      '{"$and":[{"a":{"gt":"1"}},{"a":{"lt":"9"}}]}',
    )
    expect(filters(is('c', '3'), { any: [is('a', '1'), { all: [is('b', '2'), is('d', '4')] }] })).toBe(
      '{"c":"3","$or":[{"a":"1"},{"b":"2","d":"4"}]}',
    )
    expect(filters(is('$x', '1'), { any: [is('a', '1'), is('b', '2')] })).toBe(
      '{"$$x":"1","$or":[{"a":"1"},{"b":"2"}]}',
    )
  })

  test('not what is inverted, and not more than CKAN takes', () => {
    const not = { any: [is('a', '1'), is('b', '2')], not: true as const }
    expect(unsaidBySearch(not, 'ranges')).toEqual([not])
    const some = (length: number) => ({ any: Array.from({ length }, (_, at) => is('a', String(at))) })
    expect(unsaidBySearch(some(98), 'ranges')).toEqual([])
    expect(unsaidBySearch(some(99), 'ranges')).toEqual([some(99)])
    const periods = (length: number) => on('at', 'isIn', ...Array.from({ length }, (_, at) => String(1900 + at)))
    expect(unsaidBySearch(periods(32), 'ranges')).toEqual([])
    expect(unsaidBySearch(periods(33), 'ranges')).toEqual([periods(33)])
    const long = is('a', ...Array.from({ length: 10_000 }, (_, at) => String(at)))
    expect(unsaidBySearch({ all: [long, on('b', 'atLeast', '1')] }, 'ranges')).toEqual([])
  })

  test('names with a dollar are escaped where they could be taken for groups', () => {
    expect(searchParams({ ...plain, where: is('$x', '1') }, first)['filters']).toEqual({ $x: '1' })
    expect(searchParams({ ...plain, where: is('$x', '1') }, first, true, 'ranges')['filters']).toEqual({ $$x: '1' })
  })

  test('several arrays are said one by one, as a list of them is one array to most servers', () => {
    const arrays = is('tags', '{a}', '{a,b}')
    expect(unsaidBySearch(arrays, 'equality')).toEqual([arrays])
    expect(filters(arrays)).toBe('{"tags":[{"eq":"{a}"},{"eq":"{a,b}"}]}')
  })
})

test('nulls come first or last', () => {
  expect(sortKey({ field: 'a', descending: false, nullsFirst: true })).toBe('a asc nulls first')
  expect(sortKey({ field: 'a', descending: true, nullsFirst: true })).toBe('a desc')
  expect(sortKey({ field: 'a', descending: true })).toBe('a desc nulls last')
})
