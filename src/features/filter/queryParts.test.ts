import { expect, test } from 'vitest'
import { queryOfLink } from '../../query/queryLink.ts'
import { queryParts } from './queryParts.ts'

test('a query in words, part by part', () => {
  const kindOf = () => 'text' as const
  expect(queryParts(queryOfLink([]), kindOf)).toEqual([])
  const query = queryOfLink([
    ['q', 'water'],
    ['filter', '["stage","active","draft"]'],
    ['filter', '["lead","Ann"]'],
    ['sort', '-title'],
    ['sort', '_id'],
    ['limit', '2500'],
  ])
  expect(queryParts(query, kindOf)).toEqual([
    'matching “water”',
    'where stage is any of active, draft and lead is Ann',
    'sorted by title (Z to A), then _id (A to Z)',
    'limit 2,500',
  ])
})
