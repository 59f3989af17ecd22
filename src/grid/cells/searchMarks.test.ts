import { describe, expect, it } from 'vitest'
import { markerFor } from './searchMarks.ts'

const hits = (search: string, text: string) =>
  (markerFor(search)?.(text) ?? []).filter((piece) => piece.isHit).map((piece) => piece.text)

describe('markerFor', () => {
  it('marks beginnings of words, whatever their case', () => {
    expect(hits('sedi', 'Sediment and biosediment, SEDI-ment')).toEqual(['Sedi', 'SEDI'])
    expect(hits('straße ÉTÉ', 'Straßenbau en été')).toEqual(['Straße', 'été'])
    expect(hits('река', 'Река Обь, прирека')).toEqual(['Река'])
    expect(hits('日本', '日本語')).toEqual(['日本'])
  })

  it('gives back the text piece by piece', () => {
    const text = 'Fine sediment supply, sediment'
    const pieces = markerFor('sediment')?.(text)
    expect(pieces?.map((piece) => piece.text).join('')).toBe(text)
    expect(pieces?.map((piece) => piece.isHit)).toEqual([false, true, false, true])
  })

  it('takes a search for words, never for a pattern', () => {
    expect(hits('a.c (x|y)* [', 'abc a c x')).toEqual(['a', 'a', 'c', 'x'])
    expect(markerFor(' .*+?^${}()|[]\\ ')).toBeNull()
    expect(markerFor('')).toBeNull()
  })

  it('prefers the longer of two words', () => {
    expect(hits('fish fishery', 'fishery fish')).toEqual(['fishery', 'fish'])
  })

  it('says when nothing is hit', () => {
    expect(markerFor('x')?.('abc')).toBeNull()
  })

  it('does a bounded amount of work', () => {
    const marker = markerFor('a '.repeat(10_000) + 'b'.repeat(10_000))
    expect(marker?.('a '.repeat(100_000))?.length).toBeLessThan(50)
  })
})
