import { expect, it } from 'vitest'
import type { Table } from '../catalog/catalog.ts'
import { trusted } from '../sql/statement.ts'
import { createSearchPlans, likenessOf, type Likeness, type SearchPlan } from './searchPlans.ts'

function like(params: Record<string, string>, address = 'http://x/api/3/action/datastore_search'): Likeness | null {
  return likenessOf(new URL(address), new Map(Object.entries(params)))
}

function table(number = 1): Table {
  return { id: 't', relation: trusted('t'), number, version: '1', columns: [], key: [], leading: [] }
}

function plan(values: readonly string[]): SearchPlan {
  return {
    asked: { text: 'select $1', values, prepare: true },
    registry: null,
    beforeFilters: '',
    beforeRecords: '',
    afterRecords: '',
    filters: '{}',
    filtered: [],
    includeTotal: true,
    byId: 'asc',
  }
}

it('takes searches as alike that differ by the values of filters alone', () => {
  const one = like({ resource_id: '"t"', filters: '{"a": 1, "b": "x"}' })
  const other = like({ resource_id: '"t"', filters: '{"a": 20, "b": "\\u0079"}' })
  expect(other).toEqual({ key: one?.key, filters: '{"a": 20, "b": "\\u0079"}', values: ['20', 'y'] })
  const different = [
    like({ resource_id: '"t"', filters: '{"a": "1", "b": "x"}' }),
    like({ resource_id: '"t"', filters: '{"b": 1, "a": "x"}' }),
    like({ resource_id: '"t"', filters: '{"a": 1}' }),
    like({ resource_id: '"u"', filters: '{"a": 1, "b": "x"}' }),
    like({ resource_id: '"t"', filters: '{"a": 1, "b": "x"}', q: '{"a": 1, "b": "x"}' }),
    like({ resource_id: '"t"', filters: '{"a": 1, "b": "x"}' }, 'http://x/en/api/3/action/datastore_search'),
    like({ resource_id: '"t"' }),
    like({ resource_id: '"t" 5 limit 1' }),
    like({ resource_id: '"t"', limit: '1' }),
  ]
  expect(new Set([one?.key, ...different.map((each) => each?.key)]).size).toBe(different.length + 1)
})

it.each([
  '{"a": null}',
  '{"a": 1.5}',
  '{"a": [1]}',
  '{"a": {"gt": 1}}',
  '{"$or": "x"}',
  '{"a": 1, "a": 2}',
  '[]',
  '"{}"',
])('leaves %s alone, whose statement may depend on more than its values', (filters) => {
  expect(like({ filters })).toBeNull()
})

it('gives a plan with the values of the search at hand, for the table that it was made for', () => {
  const plans = createSearchPlans()
  const mine = table()
  const [first, second] = [like({ filters: '{"a": 1}' }), like({ filters: '{"a": 2}' })]
  expect([plans.has(first), plans.find(first, mine)]).toEqual([false, null])
  plans.keep(first, mine, plan(['1', '90']))
  expect(plans.has(second)).toBe(true)
  expect(plans.find(second, mine)).toMatchObject({ filters: '{"a": 2}', asked: { values: ['2', '90'], prepare: true } })
  expect(plans.find(second, table())).toBeNull()
})

it('keeps no plan of which it is not certain which value is which', () => {
  const plans = createSearchPlans()
  const two = like({ filters: '{"a": 1, "b": 1}' })
  plans.keep(two, table(), plan(['1', '1']))
  plans.keep(two, table(), plan(['90', '1']))
  const one = like({ filters: '{"a": 1}' })
  plans.keep(one, table(), plan([]))
  plans.keep(one, table(0), plan(['1']))
  expect([plans.has(one), plans.has(two)]).toEqual([false, false])
})
