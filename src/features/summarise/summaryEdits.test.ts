import { expect, test } from 'vitest'
import type { Summary } from '../../summary/summary.ts'
import { withFigure, withGroupingTurned, withKeep, withoutFigure, withSortBy } from './summaryEdits.ts'

const stage = { field: 'stage', by: 'value' as const }
const year = { field: 'at', by: 'year' as const }
const office = { field: 'office', by: 'value' as const }
const summary: Summary = {
  by: [stage, office],
  across: year,
  figures: [{ kind: 'count' }, { kind: 'share' }, { kind: 'mean', field: 'area' }],
  sort: { by: 2, descending: true },
  keep: [
    { figure: 1, sign: '>', value: '0.1' },
    { figure: 2, sign: '<', value: '7' },
  ],
  most: null,
}

test('a figure goes with what is said of it, and places of others follow', () => {
  expect(withoutFigure(summary, 1)).toMatchObject({
    figures: [{ kind: 'count' }, { kind: 'mean' }],
    sort: { by: 1 },
    keep: [{ figure: 1, value: '7' }],
  })
  expect(withoutFigure(summary, 2)).toMatchObject({ sort: null, keep: [{ figure: 1 }] })
  expect(withoutFigure({ ...summary, figures: [{ kind: 'count' }] }, 0)).toBeNull()
  expect(withFigure(summary, 3, { kind: 'max', field: 'area' }).figures).toHaveLength(4)
})

test('rows and columns change places', () => {
  expect(withGroupingTurned(summary, 0)).toMatchObject({ by: [year, office], across: stage })
  expect(withGroupingTurned(summary, 'across')).toMatchObject({ by: [stage, office, year], across: null })
  expect(withGroupingTurned({ ...summary, across: null }, 1)).toMatchObject({ by: [stage], across: office })
})

test('a header sorts by its figure from the largest, from the smallest, then not; groups go up and down', () => {
  const sorts = (by: number | 'group', from: Summary['sort']) => withSortBy({ ...summary, sort: from }, by).sort
  expect(sorts(0, null)).toEqual({ by: 0, descending: true })
  expect(sorts(0, { by: 0, descending: true })).toEqual({ by: 0, descending: false })
  expect(sorts(0, { by: 0, descending: false })).toBeNull()
  expect(sorts('group', null)).toEqual({ by: 'group', descending: true })
  expect(sorts('group', { by: 'group', descending: true })).toBeNull()
  expect(sorts('group', { by: 0, descending: true })).toBeNull()
})

test('a condition on groups is changed and removed by its place', () => {
  expect(withKeep(summary, 0, null).keep).toEqual([summary.keep[1]])
  expect(withKeep(summary, 2, { figure: 0, sign: '=', value: '1' }).keep).toHaveLength(3)
})
