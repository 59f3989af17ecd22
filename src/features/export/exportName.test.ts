import { describe, expect, it, test } from 'vitest'
import { queryOfLink } from '../../query/queryLink.ts'
import { exportName, nameParts } from './exportName.ts'

describe('exportName', () => {
  it('is the title, and says where the rows are cut', () => {
    expect(exportName('field_programmes', [], 'csv')).toBe('field_programmes.csv')
    expect(exportName('field_programmes', [], 'csv', { cutAt: 32_000 })).toBe('field_programmes-cut-at-32000.csv')
    expect(exportName('field_programmes', [], 'csv', { atLeast: 2500 })).toBe('field_programmes-at-least-2500.csv')
  })

  it('tells what narrows the table down', () => {
    expect(exportName('field_programmes', ['', 'stage active'], 'csv')).toBe('field_programmes · stage active.csv')
  })

  it('has nothing in it that a file system refuses', () => {
    expect(exportName('../a/b:c*?"<>|\n', ['path C:\\x/..', '...'], 'csv')).toBe('a b c · path C x.csv')
    expect(exportName('...', [], 'csv')).toBe('records.csv')
  })

  it('is no longer than a file system takes, and keeps whole letters and its end', () => {
    const long = exportName('漢'.repeat(300), ['🐦'.repeat(300)], 'csv', { cutAt: 32_000 })
    expect(new TextEncoder().encode(long).length).toBeLessThanOrEqual(200)
    expect(long).toMatch(/^漢+… · 🐦+…-cut-at-32000\.csv$/u)
  })
})

test.each<[string, readonly (readonly [string, string])[], readonly string[]]>([
  ['nothing', [], []],
  ['a condition', [['filter', '["stage","active"]']], ['stage active']],
  ['several values, one of them empty', [['filter', '["stage","active",""]']], ['stage active, (empty)']],
  ['a group', [['where', '{"any":[["filter","a","1"],["filter","b","2"]]}']], ['a 1 or b 2']],
  ['one that is off', [['where', '{"off":["filter","a","1"]}']], []],
  [
    'words and a condition',
    [
      ['q', 'river'],
      ['filter', '["stage","active"]'],
    ],
    ['river', 'stage active'],
  ],
])('the file of a query with %s', (_name, link, parts) => {
  const query = { ...queryOfLink(link), resource: 'r' }
  expect(nameParts(query, null).filter(Boolean)).toEqual(parts)
  expect(nameParts(query, 10).filter(Boolean)).toEqual([...parts, 'first 10'])
})
