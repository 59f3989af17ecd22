import { describe, expect, it } from 'vitest'
import { rowsText, statusText, type ResultSize } from './statusText.ts'

const whole: ResultSize = {
  rowCount: 2408,
  rowCountIsKnown: true,
  total: 2408,
  totalIsEstimate: false,
  limit: null,
  milliseconds: 4.2,
  cutAt: null,
  rows: 'here',
}

describe('statusText', () => {
  it('tells an exact result', () => {
    expect(statusText(whole)).toEqual({
      count: '2,408 records',
      about: false,
      cut: null,
      took: '4 ms',
      complete: true,
      missing: null,
    })
  })

  it('tells a result that the user limited', () => {
    const text = statusText({ ...whole, rowCount: 500, total: 48_213, limit: 500, milliseconds: 38 })
    expect([text.count, text.took, text.complete]).toEqual(['500 of 48,213 matching', '38 ms', true])
  })

  it('does not speak of a limit that cut nothing', () => {
    expect(statusText({ ...whole, limit: 5000 }).count).toBe('2,408 records')
  })

  it('marks an estimate', () => {
    expect(statusText({ ...whole, totalIsEstimate: true }).about).toBe(true)
  })

  it('says where the server cut', () => {
    const text = statusText({ ...whole, rowCount: 32_000, total: null, cutAt: 32_000, milliseconds: 1284 })
    expect(text).toEqual({
      count: '32,000 records',
      about: false,
      cut: { tag: 'cut at 32,000', why: 'More rows match. This server returns at most 32,000 per query.' },
      took: '1,284 ms',
      complete: false,
      missing: null,
    })
  })

  it('is not complete while rows that one looks at are missing', () => {
    const loading = statusText({ ...whole, rows: 'loading' })
    expect([loading.complete, loading.missing]).toEqual([false, null])
    const failed = statusText({ ...whole, rows: 'failed' })
    expect([failed.complete, failed.missing]).toEqual([false, 'some rows did not load'])
  })

  it('claims no more than it knows', () => {
    expect(statusText({ ...whole, total: null, rowCount: 400, rowCountIsKnown: false }).count).toBe(
      'at least 400 records',
    )
    expect(statusText({ ...whole, total: null, rowCount: 1 }).count).toBe('1 record')
  })
})

describe('rowsText', () => {
  it('counts lines from one', () => {
    expect(rowsText(0, 22, 500, true)).toBe('Rows 1–22 of 500 loaded')
    expect(rowsText(100, 130, 48_213, false)).toBe('Rows 101–130 of 48,213')
  })

  it('goes no further than the result', () => {
    expect(rowsText(0, 30, 3, true)).toBe('Rows 1–3 of 3 loaded')
    expect(rowsText(0, 30, 1, true)).toBe('Row 1 of 1 loaded')
    expect(rowsText(0, 0, 0, true)).toBeNull()
  })
})
