import { Table2 } from 'lucide-react'
import { expect, test } from 'vitest'
import { emptyView } from '../../workspace/view.ts'
import { viewOf } from './jumpTo.ts'

const place = { base: 'http://x', prefix: null }
const view = { ...emptyView, ...place, resource: 't', search: 'salt', columns: ['a'] }
const from = { view, place, current: 't', instanceId: 'i' }
const look = { id: 'x', title: 'x', where: '', icon: Table2 }

test('another table opens as it is; the one that is shown stays as it is asked', () => {
  expect(viewOf({ ...look, kind: 'tables', resource: 'u' }, from)).toEqual({ ...emptyView, ...place, resource: 'u' })
  expect(viewOf({ ...look, kind: 'tables', resource: 't' }, from)).toBe(view)
})

test('a field of the table that is shown keeps the query, and is shown if it was left out', () => {
  const field = (name: string) => viewOf({ ...look, kind: 'fields', resource: 't', field: name }, from)
  expect(field('a')).toEqual(view)
  expect(field('b')).toEqual({ ...view, columns: ['a', 'b'] })
  const sql = { ...from, view: { ...view, mode: 'sql' as const, columns: null } }
  expect(viewOf({ ...look, kind: 'fields', resource: 't', field: 'b' }, sql)).toMatchObject({
    mode: 'filter',
    columns: null,
  })
})

test('a query opens at the instance that is shown', () => {
  expect(viewOf({ ...look, kind: 'kept', link: 'v=1&table=u&q=mud' }, from)).toEqual({
    ...emptyView,
    ...place,
    resource: 'u',
    search: 'mud',
  })
})
