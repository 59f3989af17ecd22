import { expect, test } from 'vitest'
import { ActionError } from '../../../protocol/envelope.ts'
import { decodeView } from '../../../workspace/view.ts'
import { isSortRefused, unknownSorts, withKnownSort } from './knownSort.ts'

const FIELDS = ['_id', 'surname', 'n'].map((id) => ({ id, type: 'text' }))

test('a link that ends in the full stop of its sentence sorts without the column that is not there', () => {
  const view = decodeView('v=1&table=people&sort=surname&sort=-n.')
  expect(unknownSorts(view, FIELDS)).toEqual(['n.'])
  expect(withKnownSort(view, FIELDS).sort).toEqual([{ field: 'surname', descending: false }])
  expect(unknownSorts(view, null)).toEqual([])
  expect(unknownSorts(view, [])).toEqual([])
  expect(withKnownSort(view, null)).toBe(view)
  const good = decodeView('v=1&table=people&sort=-n')
  expect(withKnownSort(good, FIELDS)).toBe(good)
})

test('only a refusal of the sort makes the page look for the columns', () => {
  const view = decodeView('v=1&table=people&sort=-n.')
  const refusal = (fields: Record<string, readonly string[]>, message = '') =>
    new ActionError({ kind: 'validation', status: 409, type: 'Validation Error', message, fields })
  expect(isSortRefused(refusal({ sort: ['invalid value "n."'] }), view)).toBe(true)
  expect(isSortRefused(refusal({}, 'column "n." does not exist'), view)).toBe(true)
  expect(isSortRefused(refusal({ filters: ['x'] }), view)).toBe(false)
  expect(isSortRefused(refusal({ sort: ['x'] }), { sort: [] })).toBe(false)
  expect(isSortRefused(new Error('sort'), view)).toBe(false)
})
