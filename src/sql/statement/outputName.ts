import { keywordKind } from '../keywords.ts'
import { pieceName, type Phrase } from './phrase.ts'
import { insideAt, isName, isQueryAt, nextAt, wordAt, type Range } from './walk.ts'

/** What an item of a SELECT list is: its expression, and the name that its column gets. */
export interface OutputItem {
  readonly expression: Range
  readonly name: string
}

/** Takes `a + b AS c` apart. `queryName`: the name of the first column of a subquery in brackets. */
export function readOutputItem(phrase: Phrase, range: Range, queryName: (inside: Range) => string): OutputItem {
  const last = range.to - 1
  const piece = phrase.pieces[last]
  if (piece && last > range.from && wordAt(phrase, last - 1) === 'as' && isName(phrase, last)) {
    return { expression: { from: range.from, to: last - 1 }, name: pieceName(phrase, piece) }
  }
  const expression = wordAt(phrase, last) === 'as' ? { from: range.from, to: last } : range
  if (piece && isBareLabel(phrase, expression)) {
    return { expression: { from: range.from, to: last }, name: pieceName(phrase, piece) }
  }
  return { expression, name: nameOfExpression(phrase, expression, queryName) ?? '?column?' }
}

/** `count(*) n`: a name behind what can end an expression. */
function isBareLabel(phrase: Phrase, { from, to }: Range): boolean {
  const last = to - 1
  const piece = phrase.pieces[last]
  const before = phrase.pieces[last - 1]
  if (piece === undefined || before === undefined || last <= from) return false
  if (piece.kind !== 'name' && !(piece.kind === 'word' && keywordKind(piece.word) === null)) return false
  if (
    piece.kind === 'word' &&
    /^(?:zone|varying|day|hour|minute|month|second|year|unknown|normalized|document)$/.test(piece.word)
  ) {
    return false
  }
  if (before.word === 'over' || (piece.kind === 'name' && before.word === 'collate')) return false
  if (before.kind === 'word') return keywordKind(before.word) === null || ENDS.has(before.word)
  return /^(?:name|string|number|argument|parameter)$/.test(before.kind) || before.word === ')' || before.word === ']'
}

const ENDS: ReadonlySet<string> = new Set(
  `end null true false current_date current_time current_timestamp localtime localtimestamp int integer bigint smallint real
   float numeric decimal boolean varchar char character text date time timestamp precision interval isnull notnull`.split(
    /\s+/,
  ),
)

/** As PostgreSQL's `FigureColname`: from a column, a call or a cast; null for what gets `?column?`. */
function nameOfExpression(phrase: Phrase, range: Range, queryName: (inside: Range) => string): string | null {
  return (
    strongName(phrase, range, queryName) ??
    castName(phrase, range) ??
    (wordAt(phrase, range.from) === 'case' ? 'case' : null)
  )
}

function strongName(phrase: Phrase, { from, to }: Range, queryName: (inside: Range) => string): string | null {
  const first = phrase.pieces[from]
  if (first === undefined || from >= to) return null
  const word = wordAt(phrase, from)
  if (isAtTimeZone(phrase, { from, to })) return 'timezone'
  if (word === 'trim' && wordAt(phrase, from + 1) === '(') {
    const side = wordAt(phrase, from + 2)
    return side === 'leading' ? 'ltrim' : side === 'trailing' ? 'rtrim' : 'btrim'
  }
  if (word === 'case') return caseName(phrase, { from, to }, queryName)
  if (word === '(') {
    const inside = insideAt(phrase, from)
    if (!isWhole(phrase, nextAt(phrase, from), to)) return null
    const field = fieldBehind(phrase, nextAt(phrase, from), to)
    if (field !== null) return field
    return isQueryAt(phrase, inside) ? queryName(inside) : strongName(phrase, inside, queryName)
  }
  if (word === 'cast' && wordAt(phrase, from + 1) === '(') {
    const { from: begin, to: end } = insideAt(phrase, from + 1)
    let at = begin
    while (at < end && wordAt(phrase, at) !== 'as') at = nextAt(phrase, at)
    return isWhole(phrase, nextAt(phrase, from + 1), to) ? strongName(phrase, { from: begin, to: at }, queryName) : null
  }
  if (!isName(phrase, from) || (first.kind === 'word' && NAMELESS.has(word))) return null
  let at = from
  let name = pieceName(phrase, first)
  while (wordAt(phrase, at + 1) === '.' && at + 2 < to && isName(phrase, at + 2)) {
    at += 2
    const piece = phrase.pieces[at]
    if (piece) name = pieceName(phrase, piece)
  }
  at += 1
  if (wordAt(phrase, at) === '(' && at < to) at = behindCall(phrase, nextAt(phrase, at), to)
  else if (from + 1 === at && word === 'array' && wordAt(phrase, at) === '[') at = nextAt(phrase, at)
  else if (at < to && phrase.pieces[at]?.kind === 'string') return null
  return isWhole(phrase, at, to) ? (fieldBehind(phrase, at, to) ?? name) : null
}

function isAtTimeZone(phrase: Phrase, { from, to }: Range): boolean {
  let found = false
  for (let at = from; at < to; at = nextAt(phrase, at)) {
    if (phrase.pieces[at]?.kind === 'operator' || wordAt(phrase, at) === '::') return false
    found ||= wordAt(phrase, at) === 'at' && wordAt(phrase, at + 1) === 'time' && wordAt(phrase, at + 2) === 'zone'
  }
  return found
}

/** Words that begin something that has no name. */
const NAMELESS: ReadonlySet<string> = new Set(['not', 'null', 'true', 'false', 'distinct', 'all', 'select', 'interval'])

/** FILTER, OVER and WITHIN GROUP belong to a call. */
function behindCall(phrase: Phrase, from: number, to: number): number {
  let at = from
  while (at < to && /^(?:filter|over|within|group|respect|ignore|nulls)$/.test(wordAt(phrase, at))) {
    at += 1
    if (wordAt(phrase, at) === '(') at = nextAt(phrase, at)
    else if (wordAt(phrase, at - 1) === 'over') at += 1
  }
  return at
}

/** Whether only casts, subscripts, fields and a collation follow up to the end. */
function isWhole(phrase: Phrase, from: number, to: number): boolean {
  let at = from
  while (at < to) {
    const word = wordAt(phrase, at)
    if (word === '[') at = nextAt(phrase, at)
    else if (word === '.' && isName(phrase, at + 1)) at += 2
    else if (word === 'collate') at += 2
    else if (word === '::') at = behindType(phrase, at + 1, to)
    else return false
  }
  return true
}

/** The last field in `(x).a.b`. */
function fieldBehind(phrase: Phrase, from: number, to: number): string | null {
  let name: string | null = null
  for (
    let at = from;
    at < to && /^[[.]$/.test(wordAt(phrase, at));
    at = wordAt(phrase, at) === '.' ? at + 2 : nextAt(phrase, at)
  ) {
    const piece = phrase.pieces[at + 1]
    if (wordAt(phrase, at) === '.' && piece) name = pieceName(phrase, piece)
  }
  return name
}

function behindType(phrase: Phrase, from: number, to: number): number {
  let at = from + 1
  while (at < to) {
    const word = wordAt(phrase, at)
    if (word === '.') at += 2
    else if (word === '(' || word === '[') at = nextAt(phrase, at)
    else if (/^(?:precision|varying|with|without|time|zone|array)$/.test(word)) at += 1
    else break
  }
  return at
}

/** The type that a cast at the end of an expression names, as PostgreSQL calls it; null without one. */
export function castName(phrase: Phrase, { from, to }: Range): string | null {
  if (wordAt(phrase, from) === 'cast' && wordAt(phrase, from + 1) === '(' && nextAt(phrase, from + 1) === to) {
    const { from: begin, to: end } = insideAt(phrase, from + 1)
    for (let at = begin; at < end; at = nextAt(phrase, at)) {
      if (wordAt(phrase, at) === 'as') return typeName(phrase, { from: at + 1, to: end })
    }
    return null
  }
  let cast = -1
  for (let at = from; at < to; at = nextAt(phrase, at)) if (wordAt(phrase, at) === '::') cast = at
  if (cast >= 0 && isWhole(phrase, cast, to)) {
    let only = true
    for (let at = from; at < cast; at = nextAt(phrase, at)) only &&= phrase.pieces[at]?.kind !== 'operator'
    return only ? typeName(phrase, { from: cast + 1, to }) : null
  }
  // DATE '2026-01-31', INTERVAL '1' DAY
  const isTyped = phrase.pieces[from + 1]?.kind === 'string' && isName(phrase, from)
  return isTyped && (to - from === 2 || wordAt(phrase, from) === 'interval')
    ? typeName(phrase, { from, to: from + 1 })
    : null
}

function typeName(phrase: Phrase, { from, to }: Range): string | null {
  const words = phrase.pieces.slice(from, to).filter(({ kind }) => kind === 'word' || kind === 'name')
  const last =
    words.findLast(({ word }) => !/^(?:precision|varying|with|without|time|zone|array)$/.test(word)) ?? words[0]
  if (last === undefined) return null
  const name = pieceName(phrase, last)
  const withZone = words.some(({ word }) => word === 'with')
  if (name === 'time' || name === 'timestamp') return withZone ? `${name}tz` : name
  if (words[0]?.word === 'double') return 'float8'
  if (/^(?:char|character)$/.test(name)) return words.some(({ word }) => word === 'varying') ? 'varchar' : 'bpchar'
  return SHORT_NAMES.get(name) ?? name
}

const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['int', 'int4'],
  ['integer', 'int4'],
  ['bigint', 'int8'],
  ['smallint', 'int2'],
  ['real', 'float4'],
  ['float', 'float8'],
  ['decimal', 'numeric'],
  ['dec', 'numeric'],
  ['boolean', 'bool'],
])

/** A CASE is named after its ELSE, if that has a name. */
function caseName(phrase: Phrase, { from, to }: Range, queryName: (inside: Range) => string): string | null {
  let depth = 0
  let last = -1
  for (let at = from; at < to; at = nextAt(phrase, at)) {
    const word = wordAt(phrase, at)
    if (word === 'case') depth += 1
    if (word === 'end') depth -= 1
    if (word === 'else' && depth === 1) last = at
    if (depth === 0) {
      const inside = { from: last + 1, to: at }
      return last >= 0 && isWhole(phrase, at + 1, to) ? strongName(phrase, inside, queryName) : null
    }
  }
  return null
}
