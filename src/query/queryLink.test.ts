import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { queryBodies, withoutIds } from '../../e2e/support/generatedQueries.ts'
import { wholeTable, type Where } from './query.ts'
import { linkOfQuery, queryOfLink, queryText } from './queryLink.ts'
import { conditionsOf, mapConditions } from './where.ts'

describe('the link of a query', () => {
  test('gives the same query back', () => {
    fc.assert(
      fc.property(queryBodies, (query) => {
        const back = queryOfLink(linkOfQuery(query))
        expect(withoutIds(back)).toEqual(query)
        const ids = conditionsOf(back.where).map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 1000 },
    )
  })

  test('has conditions that must all hold as parameters of their own, and the rest as JSON', () => {
    const a = { id: '1', field: 'a', op: 'is', values: ['x'] }
    const b = { id: '2', field: 'b', op: 'isAnyOf', values: ['y', 'z'] }
    const where = { all: [a, { any: [a, { all: [b] }] }, b, { ...a, off: true as const }] }
    expect(linkOfQuery({ ...wholeTable('r'), where, columns: ['c'] })).toEqual([
      ['filter', '["a","x"]'],
      ['where', '{"any":[["filter","a","x"],{"all":[["filter","b","y","z"]]}]}'],
      ['filter', '["b","y","z"]'],
      ['where', '{"off":["filter","a","x"]}'],
      ['columns', '["c"]'],
    ])
  })

  test('has a tree without an `all` on top as its only part', () => {
    const any = { any: [{ id: '', field: 'a', op: 'is', values: ['x'] }] }
    const [pair] = linkOfQuery({ ...wholeTable('r'), where: any })
    expect(withoutIds(queryOfLink(pair === undefined ? [] : [pair])).where).toEqual({ all: [any] })
  })

  test('leaves out a group as a whole if a part of it is unknown or damaged', () => {
    const where = (text: string) => withoutIds(queryOfLink([['where', text]])).where
    const none = { all: [] }
    expect(where('{"any":[["filter","a","x"],["soundsLike","b","y"]]}')).toEqual(none)
    for (const text of ['', '1', '[]', '["filter"]', '{"any":1}', '{"off":{}}', '{"all":[null]}', '{'])
      expect(where(text)).toEqual(none)
    expect(where(`${'{"any":['.repeat(5000)}${']}'.repeat(5000)}`)).toEqual(none)
  })
})

test('the text of a query does not depend on the ids of its conditions', () => {
  fc.assert(
    fc.property(queryBodies, fc.func(fc.string()), (query, idOf) => {
      const where: Where = mapConditions(query.where, (each) => ({ ...each, id: idOf(each) })) ?? query.where
      expect(queryText({ resource: 'r', ...query, where })).toBe(queryText({ resource: 'r', ...query }))
    }),
  )
})
