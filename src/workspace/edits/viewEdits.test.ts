import { describe, expect, it } from 'vitest'
import { emptyView } from '../view.ts'
import {
  readLimit,
  toggledValues,
  withConditionSet,
  withNullsMoved,
  withPartRemoved,
  withoutConditions,
  withoutSort,
  withSortMoved,
  withSortTurned,
} from './viewEdits.ts'

const subject = { id: '1', field: 'subject', op: 'isAnyOf', values: ['watershed', 'survey'] }
const stage = { id: '2', field: 'stage', op: 'is', values: ['active'] }
const view = {
  ...emptyView,
  search: 'silt',
  where: { all: [subject, stage] },
  sort: [{ field: 'area', descending: true }],
}

describe('edits of a view', () => {
  it('keep the place of a condition', () => {
    const flood = { ...subject, op: 'is', values: ['flood'] }
    expect(withConditionSet(view, flood).where).toEqual({ all: [flood, stage] })
    const office = { id: '3', field: 'stage', op: 'is', values: ['x'] }
    expect(withConditionSet(view, office).where).toEqual({ all: [subject, stage, office] })
  })

  it('put a new condition into a group', () => {
    const lead = { id: '3', field: 'lead', op: 'isNull', values: [] }
    const where = { all: [subject, { any: [stage] }] }
    expect(withConditionSet({ ...view, where }, lead, [1]).where).toEqual({ all: [subject, { any: [stage, lead] }] })
    const changed = { ...stage, values: ['closed'] }
    expect(withConditionSet({ ...view, where }, changed).where).toEqual({ all: [subject, { any: [changed] }] })
  })

  it('remove a condition', () => {
    expect(withPartRemoved(view, subject).where).toEqual({ all: [stage] })
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

  it('move nulls to the other end, and back, and they stay there when the sort is turned', () => {
    const first = withNullsMoved(view, 'area')
    expect(first.sort).toEqual([{ field: 'area', descending: true, nullsFirst: true }])
    expect(withSortTurned(first, 'area').sort).toEqual([{ field: 'area', descending: false, nullsFirst: true }])
    expect(withNullsMoved(first, 'area')).toEqual(view)
    expect(withNullsMoved(view, 'depth')).toEqual(view)
  })

  it('move a key of the sort, not past either end', () => {
    const [area, title] = [view.sort[0], { field: 'title', descending: false }]
    const two = { ...view, sort: [...view.sort, title] }
    expect(withSortMoved(two, 'title', -1).sort).toEqual([title, area])
    expect(withSortMoved(two, 'area', 1).sort).toEqual([title, area])
    expect(withSortMoved(two, 'area', -1)).toBe(two)
    expect(withSortMoved(two, 'title', 1)).toBe(two)
    expect(withSortMoved(two, 'depth', 1)).toBe(two)
  })

  it('clear conditions but not the sort', () => {
    expect(withoutConditions(view)).toEqual({ ...view, search: '', where: { all: [] } })
  })
})

describe('readLimit', () => {
  it('reads whole numbers, and no text as all', () => {
    expect(readLimit('')).toEqual({ ok: true, limit: null })
    expect(readLimit(' 500 ')).toEqual({ ok: true, limit: 500 })
    expect(readLimit('0')).toEqual({ ok: true, limit: 0 })
    for (const text of ['-1', '1.5', '1e3', 'x', '9'.repeat(20)]) expect(readLimit(text)).toEqual({ ok: false })
  })
})
