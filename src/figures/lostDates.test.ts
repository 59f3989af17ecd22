import { expect, test } from 'vitest'
import { forcedClient } from '../../e2e/support/everyType.ts'
import { wholeTable } from '../query/query.ts'
import { answerOfRows } from '../results/answer.ts'
import { mayLackDates } from './lostDates.ts'

const fields = [
  { id: 't', type: 'timestamp' },
  { id: 'd', type: 'date' },
]

function lacks(service: string, name: string, values: readonly string[]): boolean {
  const client = forcedClient(() => Promise.reject(new Error('Nobody is asked')), `http://${service}.lost`, 'sql', true)
  client.profile.learn('asked', { service })
  const query = wholeTable('r')
  const answer = answerOfRows(query, { fields, rows: values.map((value) => [value, value]) }, values.length)
  return mayLackDates({ client, query, fields }, answer, [name])
}

test('timestamps of CKAN that may be before Christ or infinite are asked for by SQL', () => {
  const ides = '"0044-03-15T00:00:00"'
  expect(lacks('CKAN 2.11.6', 't', ['"2019-01-01T00:00:00"', ides])).toBe(true)
  expect(lacks('CKAN 2.11.6', 't', ['"2019-01-01T00:00:00"', 'null'])).toBe(true)
  expect(lacks('CKAN 2.11.6', 't', ['"2019-01-01T00:00:00"'])).toBe(false)
  expect(lacks('CKAN 2.11.6', 'd', [ides, 'null'])).toBe(false)
  expect(lacks('Rowan', 't', [ides, 'null'])).toBe(false)
})
