import { describe, expect, it } from 'vitest'
import type { ResultExtent } from '../../rows/resultExtent.ts'
import { rowCountWords, rowsText, statusText } from './statusText.ts'

const whole: ResultExtent = {
  rowCount: 2408,
  rowCountIsKnown: true,
  total: 2408,
  totalIsEstimate: false,
  limit: null,
  milliseconds: 4.2,
  cut: null,
  proof: 'shown',
}

describe('statusText', () => {
  it('gives an exact result', () => {
    expect(statusText(whole, 'here')).toEqual({
      count: '2,408 records',
      about: false,
      cut: null,
      way: null,
      took: '4 ms',
      unsorted: false,
      complete: true,
      isOpenEnded: false,
      missing: null,
      doubt: null,
    })
  })

  it('gives a result that the user limited', () => {
    const text = statusText({ ...whole, rowCount: 500, total: 48_213, limit: 500, milliseconds: 38 }, 'here')
    expect([text.count, text.took, text.complete]).toEqual(['500 of 48,213 matching', '38 ms', true])
  })

  it('calls no result complete that ends where its limit does, as others may match', () => {
    const limited = { ...whole, rowCount: 1000, total: null, limit: 1000 }
    const text = statusText(limited, 'here')
    expect([text.count, text.complete, text.doubt]).toEqual([
      '1,000 records',
      false,
      'as many as the limit lets through',
    ])
    expect(statusText({ ...limited, rowCount: 999 }, 'here').complete).toBe(true)
    expect(statusText({ ...limited, total: 1000 }, 'here').complete).toBe(true)
    expect(statusText(limited, 'loading').doubt).toBeNull()
  })

  it('does not speak of a limit that cut nothing', () => {
    expect(statusText({ ...whole, limit: 5000 }, 'here').count).toBe('2,408 records')
  })

  it('marks an estimate', () => {
    expect(statusText({ ...whole, totalIsEstimate: true }, 'here').about).toBe(true)
  })

  it('says where the server cut', () => {
    const cut = { at: 32_000, cause: 'serverCap' } as const
    const text = statusText({ ...whole, rowCount: 32_000, total: null, cut, milliseconds: 1284 }, 'here')
    expect(text).toEqual({
      count: '32,000 records',
      about: false,
      cut: { tag: 'cut at 32,000', why: 'This server returns at most 32,000 per reply.' },
      way: null,
      took: '1,284 ms',
      unsorted: false,
      complete: false,
      isOpenEnded: false,
      missing: null,
      doubt: null,
    })
  })

  it('says cut of how many, and why', () => {
    const told = (cause: 'offset' | 'bestMatches' | 'memory' | 'silentCap' | 'overlap', totalIsEstimate = false) => {
      const { count, cut } = statusText({ ...whole, totalIsEstimate, cut: { at: 200, cause } }, 'here')
      return `${count} · ${cut?.tag} ${cut?.why}`
    }
    expect(told('offset', true)).toBe(
      '200 records · cut at 200 of about 2,408. This server ignores offset, so every page repeats the first.',
    )
    expect(told('bestMatches')).toBe(
      '200 records · the 200 best matches of 2,408. The server returns further matches in no fixed order.',
    )
    expect(told('memory')).toBe('200 records · cut at 200 of 2,408. This page holds at most 200.')
    expect(told('silentCap')).toBe(
      '200 records · cut at 200 of 2,408. This server returned only the first 200 and did not say so.',
    )
    expect(told('overlap')).toBe(
      "200 records · cut at 200 of 2,408. This server's pages overlap, so records come twice.",
    )
  })

  it('is not complete while rows on screen are missing', () => {
    const loading = statusText(whole, 'loading')
    expect([loading.complete, loading.missing]).toEqual([false, null])
    const failed = statusText(whole, 'failed')
    expect([failed.complete, failed.missing]).toEqual([false, 'some rows did not load'])
    const changed = statusText(whole, 'changed')
    expect([changed.complete, changed.missing]).toEqual([false, 'the table changed'])
  })

  it('is complete only if something shows it', () => {
    const text = ({ complete, doubt }: ReturnType<typeof statusText>) => [complete, doubt]
    expect(text(statusText(whole, 'here'))).toEqual([true, null])
    expect(text(statusText({ ...whole, proof: 'open', met: 200 }, 'here'))).toEqual([false, '200 loaded so far'])
    expect(text(statusText({ ...whole, proof: 'none', met: 2408 }, 'here'))).toEqual([
      false,
      "can't tell if that is all",
    ])
    expect(text(statusText({ ...whole, proof: 'open', met: 200 }, 'loading'))).toEqual([false, null])
    expect(statusText(whole, 'repeated').missing).toBe('some records came twice')
  })

  it('claims no more than it knows', () => {
    const open = { ...whole, total: null, rowCount: 400, rowCountIsKnown: false, atLeast: 200 }
    const text = statusText(open, 'here')
    expect([text.count, text.complete, text.isOpenEnded]).toEqual(['at least 200 records', false, true])
    expect(rowCountWords(open)).toBe('at least 200')
    expect(rowCountWords({ ...open, total: 2870, totalIsEstimate: true })).toBe('about 400')
    expect(rowCountWords(whole)).toBe('2,408')
    expect(statusText({ ...whole, total: null, rowCount: 1 }, 'here').count).toBe('1 record')
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
