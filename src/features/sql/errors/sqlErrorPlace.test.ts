import { describe, expect, it } from 'vitest'
import { ActionError } from '../../../protocol/envelope.ts'
import { sqlErrorPlace } from './sqlErrorPlace.ts'

function placeOf(message: string, sent: string): number | null {
  return sqlErrorPlace(new ActionError({ kind: 'sql', status: 409, message }), sent)
}

/** A message as PostgreSQL makes it for a wrapped statement: quoted line of at most 60 characters, caret below. */
function messageAt(words: string, sent: string, offset: number): string {
  const whole = `SELECT * FROM (${sent}) AS blah LIMIT 32001 ;`
  const at = offset + 'SELECT * FROM ('.length
  const before = whole.slice(0, at).split('\n')
  const line = whole.split('\n')[before.length - 1] ?? ''
  const column = before.at(-1)?.length ?? 0
  let start = 0
  let shown = line
  if (line.length > 60) {
    start = Math.max(0, Math.min(column - 30, line.length - 60))
    shown = `${start > 0 ? '...' : ''}${line.slice(start, start + 60)}${start + 60 < line.length ? '...' : ''}`
  }
  const prefix = `LINE ${before.length}: `
  const blanks = ' '.repeat(prefix.length + column - start + (start > 0 ? 3 : 0))
  return `${words}\n${prefix}${shown.replaceAll('\t', ' ')}\n${blanks}^\n`
}

describe('sqlErrorPlace', () => {
  it('takes off the wrapping of the first line', () => {
    const sent = 'SELECT a FORM "t"'
    expect(placeOf(messageAt('syntax error at or near "FORM"', sent, 9), sent)).toBe(9)
  })

  it('finds the place in a later line', () => {
    const sent = 'SELECT *\nFROM "t"\nWHERE\tx = = 5\nLIMIT 3'
    expect(placeOf(messageAt('syntax error at or near "="', sent, sent.indexOf('= 5')), sent)).toBe(sent.indexOf('= 5'))
  })

  it('finds the place in a long line, of which only a piece is quoted', () => {
    const sent = `SELECT ${Array.from({ length: 40 }, (_, i) => `column_${i}`).join(', ')} FROM "t"`
    const offset = sent.indexOf('column_23')
    expect(placeOf(messageAt('column "column_23" does not exist', sent, offset), sent)).toBe(offset)
  })

  it('is the end where the error is in what the server put behind', () => {
    const sent = 'SELECT * FROM "t" WHERE'
    expect(placeOf(messageAt('syntax error at or near ")"', sent, sent.length), sent)).toBe(sent.length)
    expect(placeOf(messageAt('syntax error at or near ")"', sent, sent.length), `${sent};`)).toBe(sent.length)
  })

  it('counts wide letters as the screen does', () => {
    const message =
      'syntax error at or near "FORM"\nLINE 1: SELECT * FROM (SELECT \'漢字\' FORM t) AS blah\n' +
      `${' '.repeat(37)}^\n`
    expect(placeOf(message, "SELECT '漢字' FORM t")).toBe("SELECT '漢字' ".length)
  })

  it('accepts a caret that counts characters, if a name confirms it', () => {
    const message = 'syntax error at or near "FORM"\nLINE 1: SELECT \'漢字\' FORM t\n                    ^'
    expect(placeOf(message, "SELECT '漢字' FORM t")).toBe(12)
  })

  it('looks for the quoted name if no line is quoted', () => {
    expect(placeOf('column "nope" does not exist', "SELECT 'nope', nope FROM t")).toBe(15)
    expect(placeOf('relation "x-y" does not exist', 'SELECT * FROM "x-y"')).toBe(14)
    expect(placeOf('column t.nope does not exist', 'SELECT T.NOPE FROM t')).toBe(9)
    expect(placeOf('column "a" does not exist', 'SELECT bar, a FROM t')).toBe(12)
    expect(placeOf('invalid input syntax for type integer: "abc"', "SELECT * FROM t WHERE x = 'abc'")).toBe(26)
    expect(placeOf('column "abc" does not exist', "SELECT 'abc' -- abc\n, 'x', abc FROM t")).toBe(27)
  })

  it('does not guess between several places of a syntax error', () => {
    expect(placeOf('syntax error at or near "FROM"', 'SELECT FROM x FROM y')).toBeNull()
    expect(placeOf('syntax error at or near "FORM"', 'SELECT a FORM y')).toBe(9)
  })

  it('has no place for what is no error of the statement', () => {
    const error = new ActionError({ kind: 'server', status: 500, message: 'near "a"' })
    expect(sqlErrorPlace(error, 'a')).toBeNull()
    expect(placeOf('Query took too long', 'SELECT 1')).toBeNull()
  })
})
