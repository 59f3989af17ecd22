import { expect, test } from 'vitest'
import type { Asker, RawReply } from '../../transport/asker.ts'
import { askRangeFilters } from './rangeFilters.ts'

const table = { resource: 'r', field: '_id', none: '-1', least: 0 }

function asking(reply: RawReply | null): Asker {
  return Object.assign(() => Promise.resolve(reply), { answered: () => 1, lost: () => null })
}

function replied(status: number, body: unknown): RawReply {
  return { status, body: JSON.stringify(body), tokenSaid: null }
}

const refused = (status: number, type: string) => replied(status, { success: false, error: { __type: type } })

test.each([
  ['an answer without the records that the filter excludes', replied(200, { records: [] }), 'yes'],
  ['a record that the filter excludes', replied(200, { records: [{ _id: 1 }] }), 'no'],
  ['a refusal of the filter', refused(409, 'Validation Error'), 'no'],
  ['a refusal of the person', refused(403, 'Authorization Error'), 'unknown'],
  ['a server in trouble', replied(503, '<html>'), 'unknown'],
  ['no answer', null, 'unknown'],
])('%s', async (_title, reply, rangeFilters) => {
  expect(await askRangeFilters({ ask: asking(reply), table, isTold: true, service: null })).toEqual({ rangeFilters })
})

test('is not asked of CKAN before 2.12, which has none', async () => {
  const of = (service: string) => ({ ask: asking(replied(200, { records: [] })), table, isTold: true, service })
  expect(await askRangeFilters(of('CKAN 2.11.6'))).toEqual({ rangeFilters: 'no' })
  expect(await askRangeFilters(of('CKAN 2.12.0'))).toEqual({ rangeFilters: 'yes' })
})

test('is not asked without a table, nor of a server that does not say what it is', async () => {
  const ask = asking(replied(200, { records: [] }))
  expect(await askRangeFilters({ ask, table: null, isTold: true, service: null })).toEqual({ rangeFilters: 'unknown' })
  expect(await askRangeFilters({ ask, table, isTold: false, service: null })).toEqual({ rangeFilters: 'unknown' })
})
