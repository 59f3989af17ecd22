import { describe, expect, it } from 'vitest'
import { errorRange } from './errorRange.ts'

function underlined(text: string, offset: number) {
  const { start, end } = errorRange(text, offset)
  return text.slice(start, end)
}

describe('errorRange', () => {
  it('takes the word at the offset', () => {
    expect(underlined('SELECT a FRM t', 9)).toBe('FRM')
    expect(underlined('SELECT größe', 7)).toBe('größe')
  })

  it('takes a name in double quotes with its quotes, even from its middle', () => {
    expect(underlined('SELECT "no ""such""" FROM t', 7)).toBe('"no ""such"""')
    expect(underlined('SELECT "abc" FROM t', 9)).toBe('"abc"')
  })

  it('does not mistake a quote inside a string for a name', () => {
    expect(underlined(`SELECT 'it"s' , b FROM "t"`, 16)).toBe('b')
  })

  it('takes a single character', () => {
    expect(underlined('SELECT (1', 7)).toBe('(')
  })

  it('takes the last token if the error is at the end of the text', () => {
    expect(underlined('SELECT 1 +', 10)).toBe('+')
    expect(underlined('SELECT 1 WHERE  \n', 17)).toBe('WHERE')
  })

  it('stays inside the text if the offset is outside', () => {
    expect(underlined('SELECT', 99)).toBe('SELECT')
    expect(underlined('SELECT', -5)).toBe('SELECT')
    expect(errorRange('', 3)).toEqual({ start: 0, end: 0 })
  })
})
