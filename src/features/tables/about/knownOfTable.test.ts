import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { dayWords } from '../../../words/figures.ts'
import { dayOfMoment, knownCount } from './knownOfTable.ts'

test('the number of records comes from an answer about all of them, asked by the same person', () => {
  const cache = new QueryClient()
  const answered = (params: object, identity: string, answer: object) =>
    cache.setQueryData(['i', 'datastore_search', params, identity], { answer })
  answered({ resource_id: 't', q: 'x' }, '1', { total: 1 })
  answered({ resource_id: 't', limit: 200 }, '2', { total: 2 })
  answered({ resource_id: 'u', limit: 200 }, '1', { total: 3 })
  answered({ resource_id: 't', limit: 200, offset: 200 }, '1', { total: null })
  expect(knownCount(cache, 'i', '1', 't')).toBeNull()
  answered({ resource_id: 't', limit: 200 }, '1', { total: 4000, totalIsEstimate: true })
  expect(knownCount(cache, 'i', '1', 't')).toEqual({ total: 4000, isEstimate: true })
  expect(knownCount(cache, 'i', '1', 'u')).toEqual({ total: 3, isEstimate: false })
})

test('a time without a zone is in UTC; what is no date stays as it is', () => {
  const inWords = (at: string) => dayWords(Date.parse(at))
  expect(inWords('2026-05-06T12:00:00Z')).toBe('6 May 2026')
  expect(dayOfMoment('2026-05-06T07:08:09.123456')).toBe(inWords('2026-05-06T07:08:09.123Z'))
  expect(dayOfMoment('2026-05-06T23:30:00-05:00')).toBe(inWords('2026-05-07T04:30:00Z'))
  expect(dayOfMoment('last spring')).toBe('last spring')
})
