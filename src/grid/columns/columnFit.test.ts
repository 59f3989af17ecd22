import { describe, expect, it } from 'vitest'
import { columnFit, estimate, wholeFit } from './columnFit.ts'

const fit = (kind: 'text' | 'integer' | 'json', values: readonly string[], name = 'a') =>
  columnFit({ name, kind }, values, 10, estimate)

describe('columnFit', () => {
  it('stays within bounds', () => {
    expect(columnFit({ name: '', kind: 'text' }, [], 0, estimate).width).toBe(64)
    expect(fit('text', []).width).toBeLessThan(90)
    expect(
      fit(
        'text',
        Array.from({ length: 30 }, () => JSON.stringify('x'.repeat(1000))),
      ).width,
    ).toBe(360)
    expect(fit('text', [], 'n'.repeat(500)).width).toBeLessThan(260)
  })

  it('shows names and values whole where they are of usual length', () => {
    expect(fit('text', [], 'started_on').width).toBeGreaterThan(estimate('started_on', 'header') + 20)
    expect(fit('integer', ['1', '9007199254740993']).width).toBeGreaterThan(estimate('9007199254740993', 'number') + 20)
  })

  it('is not led by one long text', () => {
    const values = [...Array.from({ length: 20 }, () => '"short"'), JSON.stringify('x'.repeat(400))]
    expect(fit('text', values).width).toBeLessThan(100)
  })

  it('knows codes from words', () => {
    expect(fit('text', ['"NR-21-0412"', '"NR-19-0087"', 'null', '"NR-23-1150"']).face).toBe('code')
    expect(fit('text', ['"watershed"', '"survey"', '"survey"']).face).toBe('text')
    expect(fit('text', ['"A1"', '"Coastal cell 4"', '"B2"']).face).toBe('text')
    expect(fit('integer', ['1']).face).toBe('number')
    expect(fit('json', ['{}']).face).toBe('code')
  })
})

it('fits a column to its longest value when asked to', () => {
  const values = ['"short"', JSON.stringify('x'.repeat(80))]
  expect(wholeFit({ name: 'a', kind: 'text' }, values, 10, estimate, 'text')).toBeGreaterThan(80 * 6.6)
})
