import { expect, test } from 'vitest'
import { readStatements, writeStatements } from './namedStatements.ts'

const FILE = {
  folder: 'Reports',
  statements: [
    { name: 'Dry wells by month', text: "SELECT ';' -- name: no mark of its own\nFROM t -- the end", parameters: '' },
    { name: 'Since', text: 'SELECT 1;\nSELECT {{since}}', parameters: '{"since":"2020"}' },
    { name: 'Comment first', text: '-- Counts all.\nSELECT count(*) FROM t', parameters: '' },
  ],
}

test('what is written is what is read', () => {
  expect(readStatements(writeStatements(FILE), 'x')).toEqual(FILE)
  expect(readStatements(writeStatements({ ...FILE, folder: null }), 'x')).toEqual({ ...FILE, folder: null })
})

test('each statement stands under its name, and ends for other programs', () => {
  expect(writeStatements({ ...FILE, statements: FILE.statements.slice(0, 2) })).toBe(
    [
      '-- folder: Reports',
      '',
      '-- name: Dry wells by month',
      "SELECT ';' -- name: no mark of its own",
      'FROM t -- the end',
      ';',
      '',
      '-- name: Since',
      '-- values: {"since":"2020"}',
      'SELECT 1;',
      'SELECT {{since}};',
      '',
    ].join('\n'),
  )
})

test.each([
  ['no comment', 'SELECT 1;\n', [{ name: 'wells', text: 'SELECT 1', parameters: '' }]],
  [
    'a first comment',
    '-- Wells by year\nSELECT 1',
    [{ name: 'Wells by year', text: '-- Wells by year\nSELECT 1', parameters: '' }],
  ],
  ['a block of stars', '/* long */ SELECT 1', [{ name: 'wells', text: '/* long */ SELECT 1', parameters: '' }]],
  [
    'something before the first name',
    'SELECT 0;\n\n-- NAME: one\nSELECT 1;',
    [
      { name: 'wells', text: 'SELECT 0', parameters: '' },
      { name: 'one', text: 'SELECT 1', parameters: '' },
    ],
  ],
  ['a name in a text', "SELECT '\n-- name: x\n'", [{ name: 'wells', text: "SELECT '\n-- name: x\n'", parameters: '' }]],
  ['nothing but comments', '-- name: a\n-- nothing', []],
])('a file with %s', (_, text, statements) => {
  expect(readStatements(text, 'wells')).toEqual({ folder: null, statements })
})
