import { describe, expect, it } from 'vitest'
import { emptyView } from '../state/view.ts'
import {
  readLimit,
  toggledValues,
  withFilterValues,
  withoutConditions,
  withoutSort,
  withSortTurned,
} from './viewEdits.ts'

const view = {
  ...emptyView,
  search: 'silt',
  filters: [
    { field: 'subject', values: ['watershed', 'survey'] },
    { field: 'stage', values: ['active'] },
  ],
  sort: [{ field: 'area', descending: true }],
}

describe('edits of a view', () => {
  it('keep the place of a filter', () => {
    expect(withFilterValues(view, 'subject', ['flood']).filters).toEqual([
      { field: 'subject', values: ['flood'] },
      { field: 'stage', values: ['active'] },
    ])
    expect(withFilterValues(view, 'office', ['x']).filters.at(-1)).toEqual({ field: 'office', values: ['x'] })
    expect(withFilterValues(view, 'subject', []).filters).toEqual([{ field: 'stage', values: ['active'] }])
  })

  it('toggle values', () => {
    expect(toggledValues(['a'], 'b', false)).toEqual(['a', 'b'])
    expect(toggledValues(['a'], 'b', true)).toEqual(['b'])
    expect(toggledValues(['a', 'b'], 'a', false)).toEqual(['b'])
  })

  it('turn and remove a sort', () => {
    expect(withSortTurned(view, 'area').sort).toEqual([{ field: 'area', descending: false }])
    expect(withoutSort(view, 'area').sort).toEqual([])
  })

  it('clear conditions but not the sort', () => {
    expect(withoutConditions(view)).toEqual({ ...view, search: '', filters: [] })
  })
})

describe('readLimit', () => {
  it('reads whole numbers, and nothing as all', () => {
    expect(readLimit('')).toEqual({ ok: true, limit: null })
    expect(readLimit(' 500 ')).toEqual({ ok: true, limit: 500 })
    expect(readLimit('0')).toEqual({ ok: true, limit: 0 })
    for (const text of ['-1', '1.5', '1e3', 'x', '9'.repeat(20)]) expect(readLimit(text)).toEqual({ ok: false })
  })
})
