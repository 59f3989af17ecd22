import { describe, expect, it } from 'vitest'
import { exportName } from './exportName.ts'

describe('exportName', () => {
  it('is the title, and says where it was cut', () => {
    expect(exportName('field_programmes', null)).toBe('field_programmes.csv')
    expect(exportName('field_programmes', 32_000)).toBe('field_programmes-cut-at-32000.csv')
  })

  it('holds nothing that a file system refuses', () => {
    expect(exportName('../a/b:c*?"<>|\n', null)).toBe('a b c.csv')
    expect(exportName('...', null)).toBe('records.csv')
    expect(new TextEncoder().encode(exportName('漢'.repeat(300), null)).length).toBeLessThan(255)
  })
})
