import { describe, expect, it } from 'vitest'
import { exportName } from './exportName.ts'

describe('exportName', () => {
  it('is the title, and says where the rows are cut', () => {
    expect(exportName('field_programmes', 'csv', null)).toBe('field_programmes.csv')
    expect(exportName('field_programmes', 'csv', 32_000)).toBe('field_programmes-cut-at-32000.csv')
  })

  it('has nothing in it that a file system refuses', () => {
    expect(exportName('../a/b:c*?"<>|\n', 'csv', null)).toBe('a b c.csv')
    expect(exportName('...', 'csv', null)).toBe('records.csv')
    expect(new TextEncoder().encode(exportName('漢'.repeat(300), 'csv', null)).length).toBeLessThan(255)
  })
})
