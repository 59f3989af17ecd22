import { describe, expect, it, test } from 'vitest'
import { bytesWords, countWords, recordsWords, secondsWords, tookWords } from './figures.ts'

describe('figures', () => {
  it('writes counts in full', () => {
    expect(countWords(48_213)).toBe('48,213')
    expect(recordsWords(1)).toBe('1 record')
    expect(recordsWords(0)).toBe('0 records')
  })

  it('writes what a run took', () => {
    expect(tookWords(38.4)).toBe('38 ms')
    expect(tookWords(1284)).toBe('1,284 ms')
    expect(tookWords(60_000)).toBe('60.0 s')
  })

  it('counts seconds without running ahead', () => {
    expect(secondsWords(4199)).toBe('4.1 s')
    expect(secondsWords(4200)).toBe('4.2 s')
  })
})

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [4200, '4.2 kB'],
  [999_999, '999 kB'],
  [148_000_000, '148 MB'],
])('%d bytes are %s', (bytes, words) => {
  expect(bytesWords(bytes)).toBe(words)
})
