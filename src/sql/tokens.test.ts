import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { loadModule, scanSync } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { tokensOf } from './tokens.ts'

beforeAll(loadModule)

test.each([
  ['select größe$1, 名前', ['word select', 'word größe$1', 'punctuation ,', 'word 名前']],
  ['"a""b" U&"\\0041"', ['name "a""b"', 'name U&"\\0041"']],
  ["E'it\\'s' 'C:\\' N'x' b'1'", ["string E'it\\'s'", "string 'C:\\'", "string N'x'", "string b'1'"]],
  ["'a'\n  'b' 'c'", ["string 'a'\n  'b'", "string 'c'"]],
  ['$$ ; $$ $q$ $$ $q$ $1', ['string $$ ; $$', 'string $q$ $$ $q$', 'argument $1']],
  [
    '1. .5 1..2 0x_ff 1_000e-3',
    'number 1.|number .5|number 1|punctuation ..|number 2|number 0x_ff|number 1_000e-3'.split('|'),
  ],
  ['a*-b @-1 <--c', 'word a|operator *|operator -|word b|operator @-|number 1|operator <|comment --c'.split('|')],
  ['x::int := {{ year }}', 'word x|punctuation ::|word int|punctuation :=|parameter {{ year }}'.split('|')],
  [
    '\'{{a}}\' "{{b}}" /* {{c}} /* */ */ --{{d}}',
    ["string '{{a}}'", 'name "{{b}}"', 'comment /* {{c}} /* */ */', 'comment --{{d}}'],
  ],
])('%s is cut as PostgreSQL cuts it', (text, expected) => {
  expect(tokensOf(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)).toEqual(expected)
  expect(tokensOf(text).filter(({ unfinished }) => unfinished)).toEqual([])
})

test.each(["'a", "E'a\\'", '"a', '""', '/* /* */', '$q$ $$', '1e', '1e+', '0x', '12abc', '{{ye', '{{', "'a'\n'b"])(
  '%s is one unfinished token',
  (text) => {
    expect(tokensOf(`select ${text}`).slice(1)).toEqual([
      expect.objectContaining({ start: 7, end: 7 + text.length, unfinished: true }),
    ])
  },
)

const PIECES = [
  ...Array.from('\'"\\$+-*/<>=~!@#%^&|`?.,;:()[]_ \n\t\r\fxXeEbBnNuU&0179aé名🐦'),
  ..."'' \"\" $$ $a$ -- /* */ :: := .. => <> U&' U&\" e' x'1f' 0x1 0b 1e 1_0 select 'a' \"b\" $1 a$b \\' uescape".split(
    ' ',
  ),
  "'\n'",
  ' -- c\n',
]

const RUNS = Number(process.env['ROWAN_FUZZ_RUNS'] ?? 20_000)

const texts = array(constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(''))

test('Every text that the scanner of PostgreSQL accepts is cut at the same places', () => {
  let accepted = 0
  assert(
    property(texts, (text) => {
      const scanned = scannerTokens(text)
      if (scanned === null) return
      accepted += 1
      expect(tokensOf(text).map(({ kind, start, end }) => [start, end, kind])).toEqual(scanned)
      expect(tokensOf(text).filter(({ unfinished }) => unfinished)).toEqual([])
    }),
    { numRuns: RUNS },
  )
  expect(accepted).toBeGreaterThan(RUNS / 20)
})

test('The tokens of any text follow each other, with nothing but blanks between', () => {
  assert(
    property(oneof(texts, string({ unit: 'binary' })), (text) => {
      let at = 0
      for (const { start, end } of tokensOf(text)) {
        expect(text.slice(at, start)).toMatch(/^[ \t\n\v\f\r]*$/)
        expect(end).toBeGreaterThan(start)
        at = end
      }
      expect(text.slice(at)).toMatch(/^[ \t\n\v\f\r]*$/)
    }),
  )
})

/** What the scanner says, in UTF-16 units; null if it refuses the text. It gives the `N` of `N'…'` as a word of its own. */
function scannerTokens(text: string): readonly (readonly [number, number, string])[] | null {
  const bytes = Buffer.from(text)
  let tokens
  try {
    ;({ tokens } = scanSync(text))
  } catch {
    return null
  }
  const unit = (byte: number) => bytes.subarray(0, byte).toString().length
  const found = tokens.map((each) => ({ ...each, start: unit(each.start), end: unit(each.end) }))
  const isPrefix = (at: number) =>
    found[at]?.tokenName === 'UNKNOWN' &&
    /^n$/i.test(text.slice(found[at].start, found[at].end)) &&
    found[at + 1]?.start === found[at].end &&
    text.charAt(found[at].end) === "'"
  return found.flatMap(({ start, end, tokenType, keywordKind }, at) => {
    if (isPrefix(at)) return []
    const begins = at > 0 && isPrefix(at - 1) ? (found[at - 1]?.start ?? start) : start
    return [[begins, end, kindOf(text.slice(start, end), tokenType, keywordKind)] as const]
  })
}

function kindOf(text: string, type: number, keyword: number): string {
  if (keyword > 0 || type === 258 || type === 259) return /^(?:U&)?"/i.test(text) ? 'name' : 'word'
  if (type >= 261 && type <= 264) return 'string'
  if (type === 260 || type === 266) return 'number'
  if (type === 267) return 'argument'
  if (type === 275 || type === 276) return 'comment'
  if (/^(?:::|:=|\.\.|[,()[\].;:])$/.test(text)) return 'punctuation'
  return /^[\\${}]$/.test(text) ? 'other' : 'operator'
}
