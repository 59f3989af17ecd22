import { describe, expect, it } from 'vitest'
import { searchWords } from './searchWords.ts'

describe('searchWords', () => {
  it('adds what is left of long words without their ending', () => {
    expect(searchWords('sediments monitoring')).toBe('sediments sediment monitoring monitor')
    expect(searchWords('owl')).toBe('owl')
  })

  it('ignores stop words and repeats', () => {
    expect(searchWords('the sediment of the Sediment')).toBe('sediment')
  })

  it('takes any script and no signs', () => {
    expect(searchWords('Ærø (Ö)')).toBe('ærø ö')
    expect(searchWords('  ')).toBe('')
  })
})
