import { expect, test } from 'vitest'
import { problemWords } from '../problemWords.ts'
import { setAsideCsv } from './setAsideFile.ts'

test('rows that were set aside can be loaded again', () => {
  const columns = [
    { name: 'a', written: 'a' },
    { name: 'b', written: '_b' },
  ]
  const row = { line: 7, cells: ['x, y', null], column: 'a', problem: { kind: 'refused', reason: 'No.' } } as const
  expect(setAsideCsv(columns, [row])).toBe('a,_b,line in the file,reason\r\n"x, y",,7,a: No.\r\n')
})

test.each([
  [{ kind: 'width', found: 1, expected: 2 }, 'It has 1 value, but the header names 2 columns.'],
  [{ kind: 'misfit', type: 'bool' }, 'Neither true nor false.'],
  [{ kind: 'sameKey', firstLine: 1200 }, 'Its key exists already, in line 1,200.'],
] as const)('%j is said as %j', (problem, words) => {
  expect(problemWords(problem)).toBe(words)
})
