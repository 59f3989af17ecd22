import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalQuery } from '../../../e2e/support/normalQuery.ts'
import { sayableQueries } from '../../../e2e/support/sayableQueries.ts'
import type { Query } from '../../query/query.ts'
import { unsaidBySearch } from '../../query/searchFilters.ts'
import { callOf, requestJson, ROWS_AT_ONCE } from '../call.ts'
import { parametersOfAddress, parametersOfJson, queryOfParameters } from './queryOfJson.ts'

const read = async (text: string) => {
  const given = parametersOfJson(text) ?? parametersOfAddress(text)
  return given === null ? null : queryOfParameters(given)
}

const queryIn = async (text: string): Promise<Query> => {
  const found = await read(text)
  if (found?.fits !== true) throw new Error(`${text}: ${JSON.stringify(found)}`)
  return found.query
}

const whereIn = async (filters: unknown) =>
  JSON.stringify((await queryIn(JSON.stringify({ resource_id: 'r', filters }))).where, (name, value) =>
    name === 'id' ? undefined : value,
  )

test('a query printed as JSON comes back from it, where the API can say it', async () => {
  let said = 0
  await fc.assert(
    fc.asyncProperty(sayableQueries, async ({ query, fields }) => {
      // A sort by rank is not said once `_id` has to be named, and a limit of all rows is none.
      fc.pre(unsaidBySearch(query.where, 'ranges').length === 0 && query.limit !== ROWS_AT_ONCE)
      said += 1
      const call = callOf(query, fields, 'ranges')
      const names = fields.map(({ id }) => id)
      const back = await queryIn(requestJson(call, query.limit))
      expect(JSON.parse(requestJson(callOf(back, fields, 'ranges'), back.limit))).toEqual(
        JSON.parse(requestJson(call, query.limit)),
      )
      if (query.search === '' || query.sort.length > 0) expect(normalJson(back, names)).toBe(normalJson(query, names))
    }),
    { numRuns: 1000 },
  )
  expect(said).toBe(1000)
})

/** Filters hold each name once: conditions on one field are joined, so only the request itself compares these. */
function normalJson(query: Query, names: readonly string[]): string {
  return normalQuery({ ...query, where: { all: [] } }, names)
}

describe('JSON that people write', () => {
  test('values, lists and ranges', async () => {
    expect(await whereIn({ a: 1, b: ['x', true], c: [] })).toBe(
      '{"all":[{"field":"a","op":"is","values":["1"]},{"field":"b","op":"isAnyOf","values":["x","true"]},{"field":"c","op":"isAnyOf","values":[]}]}',
    )
    expect(await whereIn({ a: { gte: 1, lte: 5 }, b: { gt: '2' }, $$c: { eq: 7 } })).toBe(
      '{"all":[{"field":"a","op":"between","values":["1","5"]},{"field":"b","op":"greaterThan","values":["2"]},{"field":"$c","op":"is","values":["7"]}]}',
    )
    expect(await whereIn({ d: { gte: '2019-01-01', lt: '2020-01-01' }, e: [{ lt: 1 }, { gt: 3 }] })).toBe(
      '{"all":[{"field":"d","op":"isIn","values":["2019"]},{"field":"e","op":"outside","values":["1","3"]}]}',
    )
    expect(await whereIn({ $or: [{ a: 1 }, { b: 2, c: 3 }] })).toBe(
      '{"all":[{"any":[{"field":"a","op":"is","values":["1"]},{"all":[{"field":"b","op":"is","values":["2"]},{"field":"c","op":"is","values":["3"]}]}]}]}',
    )
  })

  test('digits are kept', async () => {
    const query = await queryIn('{"resource_id": "r", "filters": {"a": 9007199254740993, "b": 1.50}}')
    expect(JSON.stringify(query.where)).toContain('"9007199254740993"')
    expect(JSON.stringify(query.where)).toContain('"1.50"')
  })

  test('sort, fields and limit, as text or as lists, and an address', async () => {
    const text = { resource_id: 'r', sort: 'a desc, "b, c" asc nulls first', fields: 'a, "b, c"', limit: '5' }
    const wanted = {
      columns: ['a', 'b, c'],
      sort: [
        { field: 'a', descending: true, nullsFirst: true },
        { field: 'b, c', descending: false, nullsFirst: true },
      ],
      limit: 5,
    }
    expect(await queryIn(JSON.stringify(text))).toMatchObject(wanted)
    const address = `https://x.org/api/3/action/datastore_search?${new URLSearchParams(text).toString()}`
    expect(await queryIn(address)).toMatchObject(wanted)
    expect(await queryIn('{"resource_id": "r"}')).toMatchObject({ limit: 100 })
  })

  test.each([
    ['{"filters": {}}', 'noResource'],
    ['{"resource_id": "r", "offset": 10}', 'offset'],
    ['{"resource_id": "r", "language": "german"}', 'parameter'],
    ['{"resource_id": "r", "q": {"a": "x"}}', 'words'],
    ['{"resource_id": "r", "filters": {"a": null}}', 'null'],
    ['{"resource_id": "r", "filters": {"a": {"like": "x"}}}', 'filter'],
    ['{"resource_id": "r", "filters": {"$not": {}}}', 'filter'],
    ['{"resource_id": "r", "filters": "x"}', 'json'],
    ['{"resource_id": "r", "limit": "many"}', 'limit'],
  ])('%s', async (text, code) => {
    const found = await read(text)
    expect(found?.fits === false ? found.misfit.code : found).toBe(code)
  })

  test('other texts are no JSON of a request', async () => {
    for (const text of ['', 'select 1', '[]', '{', 'https://x.org/']) expect(await read(text)).toBeNull()
  })
})
