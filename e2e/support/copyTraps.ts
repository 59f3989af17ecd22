import { fieldKind } from '../../src/protocol/field.ts'
import { jsonToPlain } from '../../src/protocol/jsonText.ts'
import type { Cell } from '../../src/rows/rowSource.ts'
import type { CopiedCells } from '../../src/grid/copy/copiedCells.ts'

const deep = `${'['.repeat(50)}1.50${']'.repeat(50)}`

/** What grids and clipboards are known to spoil. */
export const TRAPS: readonly (readonly [what: string, type: string, value: Cell])[] = [
  ['the largest whole number', 'int8', '9223372036854775807'],
  ['forty digits', 'numeric', '12345678901234567890.12345678901234567890'],
  ['zeros at the end', 'numeric', '12480.50'],
  ['negative zero', 'float8', '-0'],
  ['a large exponent', 'float8', '1e+300'],
  ['not a number', 'float8', '"NaN"'],
  ['infinity', 'float8', '"-Infinity"'],
  ['the year 1', 'date', '"0001-01-01"'],
  ['before Christ', 'date', '"0044-03-15 BC"'],
  ['an endless day', 'timestamp', '"infinity"'],
  ['hostile markup', 'text', JSON.stringify('<img src=x onerror="alert(1)">&amp;</td></table>')],
  ['long text', 'text', JSON.stringify('long '.repeat(6000))],
  ['a tab', 'text', JSON.stringify('a\tb')],
  ['line ends', 'text', JSON.stringify('one\ntwo\r\nthree\rfour\n')],
  ['quotes', 'text', JSON.stringify('"quoted" and \'so\'')],
  ['blanks around', 'text', JSON.stringify('  two  blanks  ')],
  ['right to left', 'text', JSON.stringify('שלום \u202Eabc\u202C مرحبا')],
  ['emoji', 'text', JSON.stringify('👩‍👩‍👧 🇩🇪 e\u0301')],
  ['control characters', 'text', JSON.stringify('bell\u0007 escape\u001b del\u007f')],
  ['escaped letters', 'text', String.raw`"\u00c6gir \ud83d\ude00"`],
  ['deep JSON', 'json', deep],
  ['JSON text', 'json', '{"a": [1.50, "\\n|", null], "a": 2}'],
  ['JSON string', 'json', '"1"'],
  ['leading zeros', 'text', '"00123"'],
  ['a formula', 'text', '"=1+1"'],
  ['a minus', 'text', '"-cmd|calc"'],
  ['Markdown', 'text', JSON.stringify(String.raw`a|b \ *bold* _it_ snake_case [x](y) ~~z~~` + ' `code`')],
  ['signs that CKAN misreads', 'text', JSON.stringify(String.raw`# :name \' \\ end\ `)],
  ['a list', '_text', '["a\\"b", null, "c,d", "{e}", "\\\\"]'],
  ['true', 'bool', 'true'],
  ['null', 'text', 'null'],
  ['empty text', 'text', '""'],
  ['the word null', 'text', '"null"'],
  ['a member that is not there', 'text', null],
  ['a hole', 'text', undefined],
]

/** Each trap in a column of its own, so that it has its type. */
export const TRAP_CELLS: CopiedCells = {
  columns: TRAPS.map(([name, type]) => ({ name, type, kind: fieldKind(type) })),
  rows: [TRAPS.map(([, , value]) => value), TRAPS.map(() => 'null')],
}

/** What a form that has only texts should give back: an empty one for whatever is no value. */
export function plainTrap(at: number): string {
  const [, type, value] = TRAPS[at] ?? ['', '', null]
  if (value === undefined || value === null || value === 'null') return ''
  return type === 'json' || type === '_text' ? value : jsonToPlain(value)
}
