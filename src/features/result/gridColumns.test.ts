import { describe, expect, it } from 'vitest'
import { gridColumns, typeWords } from './gridColumns.ts'

describe('gridColumns', () => {
  it('carries name, type in words, kind and note', () => {
    expect(gridColumns([{ id: 'area_km2', type: 'numeric', info: { notes: ' Surveyed area. ' } }])).toEqual([
      { id: 'area_km2', name: 'area_km2', type: 'numeric', kind: 'numeric', note: 'Surveyed area.' },
    ])
  })

  it('carries a label that says more than the name', () => {
    const labels = ['Turbidity, NTU', ' turb ', '', 7].map((label) => ({ id: 'turb', type: 'text', info: { label } }))
    expect(gridColumns(labels).map((column) => column.label)).toEqual([
      'Turbidity, NTU',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('keeps fields of one name apart', () => {
    const columns = gridColumns([
      { id: 'a', type: 'int4' },
      { id: 'a', type: 'text' },
    ])
    expect(new Set(columns.map((column) => column.id)).size).toBe(2)
    expect(columns.map((column) => column.name)).toEqual(['a', 'a'])
  })

  it('says types in words', () => {
    expect(['int8', '_text', 'timestamptz', 'bool', 'uuid', 'float8'].map(typeWords)).toEqual([
      'integer',
      'text array',
      'timestamp',
      'boolean',
      'uuid',
      'numeric',
    ])
  })
})
