import { describe, expect, test } from 'vitest'
import { searchParams, sortKey, type QuerySpec } from './querySpec.ts'

const plain: QuerySpec = { resource: 'r', search: '', filters: [], sort: [], limit: null }

describe('searchParams', () => {
  test('of the first page: what the interface names and nothing else', () => {
    const spec: QuerySpec = {
      ...plain,
      search: 'river',
      filters: [
        { field: 'subject', values: ['watershed', 'survey'] },
        { field: 'stage', values: ['active'] },
      ],
    }
    expect(JSON.stringify(searchParams(spec, { offset: 0, limit: 500 }))).toBe(
      '{"resource_id":"r","q":"river","filters":{"subject":["watershed","survey"],"stage":"active"},"limit":500}',
    )
    expect(searchParams(plain, { offset: 0, limit: 10 })).toEqual({ resource_id: 'r', limit: 10 })
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
    expect(searchParams({ ...plain, search }, { offset: 0, limit: 1 })['q']).toBe(q)
  })

  test('every sort ends with _id, once', () => {
    const sorted = (...sort: { field: string; descending: boolean }[]) =>
      searchParams({ ...plain, sort }, { offset: 0, limit: 1 })['sort']
    expect(sorted({ field: 'area', descending: true })).toEqual(['area desc nulls last', '_id asc'])
    expect(sorted({ field: '_id', descending: true })).toEqual(['_id desc'])
  })

  test('two filters on one field allow what both allow', () => {
    const filters = [
      { field: 'a', values: ['1', '2', '3'] },
      { field: 'a', values: ['3', '2'] },
    ]
    expect(searchParams({ ...plain, filters }, { offset: 0, limit: 1 })['filters']).toEqual({ a: ['2', '3'] })
  })

  test('a filter on no value matches nothing, one on a field called __proto__ is sent', () => {
    const filters = [
      { field: 'a', values: [] },
      { field: '__proto__', values: ['x'] },
    ]
    expect(JSON.stringify(searchParams({ ...plain, filters }, { offset: 0, limit: 1 })['filters'])).toBe(
      '{"a":[],"__proto__":"x"}',
    )
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
