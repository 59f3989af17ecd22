import { describe, expect, test } from 'vitest'
import type { Selected } from '../../grid/selection/useSelected.ts'
import { selectedText } from './selectedText.ts'

const selected: Selected = {
  count: { cells: 32, rows: 8, columns: 4, isBlock: true },
  column: 'area_km2',
  figures: {
    loaded: 32,
    nulls: 4,
    column: {
      values: 8,
      distinct: 8,
      sum: '43461.35',
      mean: { text: '5432.66875', isRounded: false },
      min: '3996.40',
      max: '7761.80',
    },
  },
}

describe('what the status says of selected cells', () => {
  test('counts all of them, and adds only the column of the active cell', () => {
    expect(selectedText(selected).join(' · ')).toBe(
      '32 cells in 8 rows × 4 columns, 4 null · area_km2 8 values, 8 distinct · sum 43,461.35 · mean 5,432.66875 · ' +
        'min 3,996.40 · max 7,761.80',
    )
  })

  test('of what is not loaded it says nothing', () => {
    const { figures } = selected
    const partly = { ...selected, figures: figures && { ...figures, loaded: 12, nulls: 0 } }
    expect(selectedText(partly).slice(0, 3)).toEqual([
      '32 cells in 8 rows × 4 columns',
      'of 12 loaded cells of 32',
      'area_km2 8 values, 8 distinct',
    ])
    expect(selectedText({ ...selected, figures: null })).toEqual(['32 cells in 8 rows × 4 columns'])
  })

  test('ranges apart are so many cells, and a rounded mean is about so much', () => {
    const { figures } = selected
    const column = figures?.column && { ...figures.column, mean: { text: '0.3333', isRounded: true } }
    const count = { cells: 5, rows: 3, columns: 3, isBlock: false }
    const words = selectedText({
      ...selected,
      count,
      figures: figures && { ...figures, loaded: 5, column: column ?? null },
    })
    expect(words[0]).toBe('5 cells, 4 null')
    expect(words).toContain('mean ≈ 0.3333')
  })
})
