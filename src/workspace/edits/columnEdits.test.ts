import { describe, expect, it } from 'vitest'
import { shownColumns } from '../../query/columns.ts'
import { withColumn, withColumns, withDistinct } from './columnEdits.ts'
import { decodeView, emptyView, encodeView } from '../view.ts'
import { queryOf } from './viewEdits.ts'

const fields = [
  { id: '_id', type: 'int4' },
  { id: 'title', type: 'text' },
  { id: 'area', type: 'numeric' },
  { id: 'extent', type: 'json' },
]

describe('the columns of a view', () => {
  it('are all, until one is left out; it comes back to its place', () => {
    expect(shownColumns(emptyView, fields)).toEqual(['_id', 'title', 'area', 'extent'])
    const without = withColumn(emptyView, fields, 'title', false)
    expect(without.columns).toEqual(['_id', 'area', 'extent'])
    expect(withColumn(without, fields, 'title', true)).toEqual(emptyView)
    expect(withColumn(without, fields, 'title', false)).toBe(without)
  })

  it('are never none', () => {
    const one = withColumns(emptyView, fields, ['area'])
    expect(withColumn(one, fields, 'area', false)).toBe(one)
    expect(shownColumns({ ...emptyView, columns: [] }, fields)).toHaveLength(4)
    expect(queryOf({ ...emptyView, columns: [] }, 't').columns).toBe(null)
  })

  it('keep an order of their own, and names that the table does not have', () => {
    const own = { ...emptyView, columns: ['gone', 'area', '_id'] }
    expect(withColumn(own, fields, 'title', true).columns).toEqual(['gone', 'title', 'area', '_id'])
    expect(withColumn(own, fields, 'gone', false).columns).toEqual(['area', '_id'])
    expect(withColumns(emptyView, fields, ['area', 'title', '_id', 'extent']).columns).not.toBe(null)
  })

  it('are in the link', () => {
    const view = { ...emptyView, resource: 't', columns: ['area', 'a "b", c'], distinct: true } as const
    expect(decodeView(encodeView(view))).toEqual(view)
  })
})

describe('alike records once', () => {
  it('begins without _id and JSON, and leaves out keys of the sort that are not shown', () => {
    const sort = [
      { field: '_id', descending: false },
      { field: 'area', descending: true },
    ]
    const view = withDistinct({ ...emptyView, sort }, fields, true)
    expect(view).toMatchObject({ distinct: true, columns: ['title', 'area'], sort: [sort[1]] })
    expect(withColumn(view, fields, 'area', false).sort).toEqual([])
    expect(withDistinct(view, fields, false)).toEqual({ ...emptyView, columns: ['title', 'area'], sort: [sort[1]] })
  })

  it('is left as it is where nothing else is shown', () => {
    const ids = { ...emptyView, columns: ['_id'] }
    expect(withDistinct(ids, fields, true)).toBe(ids)
    expect(shownColumns({ ...emptyView, distinct: true }, fields)).toEqual(['title', 'area', 'extent'])
  })
})
