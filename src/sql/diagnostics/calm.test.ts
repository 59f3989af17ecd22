import { expect, test } from 'vitest'
import { withoutUnfinished } from './calm.ts'
import type { Diagnostic, SqlProblem } from './diagnostic.ts'

/** Where the cursor is stands `|`; the error is at the words in `«»`. */
function shown(marked: string, problem: SqlProblem, severity: Diagnostic['severity'] = 'error'): boolean {
  const plain = marked.replaceAll(/[«»]/g, '')
  const text = plain.replace('|', '')
  const start = marked.replace('|', '').indexOf('«')
  const end = marked.replace('|', '').indexOf('»') - 1
  return withoutUnfinished([{ start, end, severity, problem, fixes: [] }], text, plain.indexOf('|')).length === 1
}

const SYNTAX: SqlProblem = { code: 'syntax', message: 'syntax error', at: null }
const COLUMN: SqlProblem = { code: 'unknownColumn', name: 'x', nearest: null }

test.each([
  ['at the end of what is typed', 'SELECT a «FROM»|', SYNTAX],
  ['at the end, the cursor before it', 'SELECT a| «FROM»', SYNTAX],
  ['at the word behind the cursor', 'SELECT a, | «FROM» t WHERE b', SYNTAX],
  ['at the word under the cursor', 'SELECT «spe|» FROM t', COLUMN],
  ['a quote that was just opened', "SELECT «'a| FROM t»", { code: 'notClosed', what: 'text' } as const],
])('waits: %s', (_, marked, problem) => {
  expect(shown(marked, problem)).toBe(false)
})

test.each([
  ['an error that was left', 'SELECT «spe» FROM t|', COLUMN],
  ['an error in what stands before', 'SELECT a a «a» FROM t WHERE b|', SYNTAX],
  ['another statement', 'SELECT a «FROM»; SELECT b|', SYNTAX],
])('does not wait: %s', (_, marked, problem) => {
  expect(shown(marked, problem)).toBe(true)
})

test('a warning does not wait', () => {
  expect(shown('SELECT 1 WHERE a «= NULL»|', { code: 'equalsNull' }, 'warning')).toBe(true)
})
