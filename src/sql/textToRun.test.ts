import { expect, test } from 'vitest'
import { statementsToSend, textToRun } from './textToRun.ts'

const TEXT = "SELECT 1;\n\n-- two\nSELECT ';' AS b;\nSELECT 3\n"
const at = (mark: string) => ({ start: TEXT.indexOf(mark), end: TEXT.indexOf(mark) })
const select = (part: string) => ({ start: TEXT.indexOf(part), end: TEXT.indexOf(part) + part.length })

test.each([
  ['1;', 'SELECT 1'],
  ['-- two', "SELECT ';' AS b"],
  ['b;', "SELECT ';' AS b"],
  ['3', 'SELECT 3'],
])('with the cursor at %s, what runs is %s', (mark, expected) => {
  expect(textToRun(TEXT, at(mark), 'usual')?.text).toBe(expected)
})

test('what is selected runs, be it several statements; blanks are no selection', () => {
  const chosen = textToRun(TEXT, select("SELECT ';' AS b;\nSELECT 3"), 'usual')
  expect(chosen?.text).toBe("SELECT ';' AS b;\nSELECT 3")
  expect(chosen?.statements.map(({ start, end }) => TEXT.slice(start, end))).toEqual(["SELECT ';' AS b", 'SELECT 3'])
  expect(textToRun(TEXT, select('\n\n'), 'usual')?.text).toBe("SELECT ';' AS b")
})

test('all statements run as one text, each sent alone', () => {
  const all = textToRun(TEXT, at('1'), 'all')
  expect(all?.text).toBe(TEXT.trim())
  expect(all?.statements.map(({ start, end }) => TEXT.slice(start, end))).toEqual([
    'SELECT 1',
    "SELECT ';' AS b",
    'SELECT 3',
  ])
})

test('one statement runs as it is written, with its comments', () => {
  const text = '  -- all\nSELECT 1; -- done\n'
  expect(textToRun(text, { start: 3, end: 3 }, 'usual')?.text).toBe(text.trim())
  expect(statementsToSend(text.trim())).toEqual([{ start: 0, end: text.trim().length }])
  expect(textToRun(' \n', { start: 0, end: 0 }, 'all')).toBeNull()
})
