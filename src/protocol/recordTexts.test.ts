import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { decodeSearch, rowsIn, valueIn, withoutRank } from './answers.ts'
import { createRecordTexts } from './recordTexts.ts'
import { eachMember, jsonMembers } from './jsonText.ts'

// Test files share their modules. This one loads fresh copies that count calls, and drops them afterwards.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())
vi.mock('./jsonText.ts', async (original) => {
  const real = await original<typeof import('./jsonText.ts')>()
  return { ...real, eachMember: vi.fn(real.eachMember), jsonMembers: vi.fn(real.jsonMembers) }
})

const fields = [
  { id: '_id', type: 'int' },
  { id: 'a "b"', type: 'text' },
  { id: 'ü', type: 'numeric' },
]

describe('single values', () => {
  test('are those of the record, digit by digit; a missing one is undefined', () => {
    const { value } = createRecordTexts(['{"_id": 1, "a \\"b\\"": "x", "ü": 1.50}', '{"_id":2}'], fields)
    expect([value(0, 0), value(0, 1), value(0, 2)]).toEqual(['1', '"x"', '1.50'])
    expect([value(1, 0), value(1, 1), value(2, 0), value(0, 3), value(0, -1)]).toEqual(['2', ...Array(4)])
  })

  test('are found in any order, however the names are written; of a repeated member the last counts', () => {
    const { value } = createRecordTexts(['{"\\u00fc": 7, "other": {"_id": 9}, "_id": 1, "_id": 2}'], fields)
    expect([value(0, 0), value(0, 1), value(0, 2)]).toEqual(['2', undefined, '7'])
  })

  test('a key is found by its name', () => {
    const { key } = createRecordTexts(['{"_id": 12, "ü": [1, {"_id": 3}]}', '{}'], fields)
    expect([key(0, '_id'), key(0, 'ü'), key(1, '_id'), key(2, '_id')]).toEqual(['12', '[1, {"_id": 3}]', ...Array(2)])
  })
})

describe('a page', () => {
  const wide = Array.from({ length: 500 }, (_, at) => ({ id: `c${at}`, type: 'int' }))
  const records = Array.from({ length: 200 }, (_, row) => Object.fromEntries(wide.map(({ id }, at) => [id, row * at])))
  const text = JSON.stringify({ fields: wide, records, total: 200 })
  beforeEach(() => {
    vi.mocked(eachMember).mockClear()
    vi.mocked(jsonMembers).mockClear()
  })

  test('looks only into the records that are asked for', () => {
    const page = decodeSearch(text)
    expect(rowsIn(page)).toBe(200)
    expect(vi.mocked(jsonMembers).mock.calls.filter(([object]) => object.startsWith('{"c0"'))).toEqual([])
    for (const column of [0, 1, 2, 499]) for (const row of [3, 4]) valueIn(page, row, column)
    expect(valueIn(page, 4, 499)).toBe('1996')
    expect(vi.mocked(eachMember)).toHaveBeenCalledTimes(2)
    expect(page.rows[4]).toHaveLength(500)
  })

  test('gives the same values one by one and as whole rows', () => {
    const page = decodeSearch(text)
    expect(wide.map((_, at) => valueIn(page, 7, at))).toEqual(page.rows[7])
  })

  test('of a search is without its rank, and not read for that', () => {
    const ranked = decodeSearch(
      '{"records": [{"a": 1, "rank": 0.5}], "fields": [{"id": "a", "type": "int"}, {"id": "rank", "type": "float"}]}',
    )
    vi.mocked(jsonMembers).mockClear()
    const page = withoutRank(ranked)
    expect([page.fields.length, valueIn(page, 0, 0), valueIn(page, 0, 1)]).toEqual([1, '1', undefined])
    expect(vi.mocked(jsonMembers)).not.toHaveBeenCalled()
  })
})
